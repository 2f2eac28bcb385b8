//! The file of Alignement's values.

use std::sync::LazyLock;

use tablier_rules::Rules as _;
use tablier_rules::blockade::alignement::{Alignement, Position};
use tablier_rules::hash::SplitMix64;
use tablier_solvers::alignement::file::{self, Reader};
use tablier_solvers::alignement::store::{Section, Solution};

/// A sound file in which every position is a draw.
static SOUND: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut solution = Solution::default();
    for section in Section::ALL {
        *solution.section_mut(section) = vec![0; section.size()];
    }
    let path = place();
    file::write(&solution, &path, 1, &|_| {}).expect("a folder for temporary files");
    let bytes = std::fs::read(&path).expect("it was written");
    let _ = std::fs::remove_file(&path);
    bytes
});

fn place() -> std::path::PathBuf {
    std::env::temp_dir().join(format!("tablier-fuzz-values-{}", std::process::id()))
}

/// A file that was damaged is refused, or its positions have a value or an error.
///
/// Each word of the text is a change: `at=byte` writes a byte, counted from the end, and `/length`
/// cuts the file off.
pub(crate) fn damage(text: &str) {
    let mut bytes = SOUND.clone();
    for word in text.split_whitespace() {
        if let Some(length) = word.strip_prefix('/').and_then(|n| n.parse::<usize>().ok()) {
            bytes.truncate(length);
        } else if let Some((at, byte)) = word.split_once('=')
            && let (Ok(at), Ok(byte)) = (at.parse::<usize>(), byte.parse::<u8>())
            && let Some(place) = bytes.len().checked_sub(at + 1)
        {
            bytes[place] = byte;
        }
    }
    let path = place();
    std::fs::write(&path, &bytes).expect("a folder for temporary files");
    if let Ok(reader) = Reader::open(&path) {
        let sound = bytes == *SOUND;
        for position in positions() {
            let value = reader.value(&position);
            assert!(!sound || value.is_ok(), "{value:?}");
        }
    } else {
        assert_ne!(bytes, *SOUND);
    }
    let _ = std::fs::remove_file(&path);
}

/// The first positions of a game.
fn positions() -> Vec<Position> {
    let rules = Alignement;
    let mut position = rules.start();
    let mut actions = Vec::new();
    let mut positions = Vec::new();
    for turn in 0..12 {
        positions.push(position);
        rules.actions(&position, &mut actions);
        match actions.get(turn) {
            Some(&action) => rules.apply(&mut position, action),
            None => break,
        }
    }
    positions
}

/// A few changes, most of them near the end, where the offsets are.
pub(crate) fn some_damage(random: &mut SplitMix64) -> String {
    let changes = (0..random.below(4)).map(|_| match random.below(6) {
        0 => format!("/{}", random.below(SOUND.len() + 1)),
        1 => format!("{}={}", random.below(SOUND.len()), random.below(256)),
        _ => format!("{}={}", random.below(200), [0, 1, 255][random.below(3)]),
    });
    changes.collect::<Vec<_>>().join(" ")
}
