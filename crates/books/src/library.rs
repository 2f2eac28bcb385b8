//! The texts as one file. A program embeds them; the page is lighter without them, fetches the file
//! when somebody wants to read, and passes it to [`provide`].
//!
//! The file holds all texts one after another, each below a line with its name:
//!
//! ```text
//! @@ en/cubulus
//! # Cubulus
//! …
//! @@ en/d21
//! …
//! ```

use std::sync::OnceLock;

use crate::{GAMES, Shelf};

/// The beginning of a line with a name.
const NAME: &str = "@@ ";

static SHELVES: OnceLock<Vec<Shelf>> = OnceLock::new();

/// Provides the file, once; later calls change nothing.
pub fn provide(packed: String) {
    SHELVES.get_or_init(|| unpack(packed.leak()));
}

/// Whether the texts are available.
pub fn is_here() -> bool {
    cfg!(not(target_arch = "wasm32")) || SHELVES.get().is_some()
}

/// The texts that were provided.
#[cfg(target_arch = "wasm32")]
pub(crate) fn shelves() -> &'static [Shelf] {
    SHELVES.get().map_or(&[], Vec::as_slice)
}

/// The texts of a file; missing ones are empty.
fn unpack(packed: &'static str) -> Vec<Shelf> {
    let parts: Vec<(&str, &str)> = packed
        .split(NAME)
        .filter_map(|part| part.split_once('\n'))
        .collect();
    let text = |part: &str, game: &str| {
        let is_it = |name: &str| name.split_once('/') == Some((part, game));
        let found = parts.iter().find(|(name, _)| is_it(name));
        found.map_or("", |(_, text)| text)
    };
    let shelf = |&game| Shelf {
        game,
        english: text("en", game),
        french: text("fr", game),
        diagrams: text("diagrams", game),
        lessons: text("lessons", game),
        puzzles: text("puzzles", game),
    };
    GAMES.iter().map(shelf).collect()
}

/// Whether a file holds exactly the texts that this program embeds.
#[cfg(not(target_arch = "wasm32"))]
pub fn holds_all(packed: String) -> bool {
    unpack(packed.leak()) == crate::SHELVES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_by_the_names_in_it() {
        let file = format!("{NAME}en/d21\n# D.21\ntext\n{NAME}puzzles/d21\n1 | d21\n");
        let shelves = unpack(file.leak());
        let d21 = shelves.iter().find(|shelf| shelf.game == "d21").unwrap();
        assert_eq!(d21.english, "# D.21\ntext\n");
        assert_eq!(d21.puzzles, "1 | d21\n");
        assert_eq!(d21.french, "");
        assert_eq!(shelves.len(), GAMES.len());
        assert!(!holds_all(String::new()));
    }
}
