use std::fmt::Write as _;
use std::path::Path;

use crate::hash::SplitMix64;
use crate::{Game, Status};

use super::table;

/// Compares a text with a file beside the game's tests; `UPDATE_EXPECT=1` writes the file instead.
pub(crate) fn golden(path: &str, text: &str) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    expect_test::expect_file![source.join(path)].assert_eq(text);
}

/// A seeded game as a person reads it: each action with the position after it.
pub(crate) fn playthrough<G: Game>(spec: &str, seed: u64, most_actions: usize) -> String {
    let mut random = SplitMix64::new(seed);
    let mut table = table::<G>(spec, "", "");
    let mut text = format!("{spec}\n0: {}\n", table.position());
    for _ in 0..most_actions {
        let Status::Acts(seat) = table.status() else {
            break;
        };
        let legal = table.legal();
        let action = table.play(&legal[random.below(legal.len())]).unwrap();
        let _ = writeln!(
            text,
            "{}. seat {seat}, {} possible: {action}\n   {}",
            table.ply(),
            legal.len(),
            table.position()
        );
    }
    match table.status() {
        Status::Over(outcome) => {
            let _ = writeln!(text, "over {outcome} ({:?})", table.ending().unwrap());
        }
        Status::Acts(seat) => {
            let _ = writeln!(text, "ongoing, seat {seat} acts");
        }
    }
    text
}
