//! Rulebooks with living diagrams, lessons and puzzles, in French and in English.
//!
//! Everything here is data that the rules library plays: an example that the rules refuse fails
//! the tests. For each game there are
//!
//! - `text/<language>/<game>.md`: the rulebook ([`mod@book`] reads it);
//! - `text/diagrams/<game>.txt`: its diagrams, the same for both languages ([`diagram`]);
//! - `text/lessons/<game>.txt`: small tasks on a live board ([`mod@lesson`]);
//! - `text/puzzles/<game>.txt`: positions with one best action ([`puzzle`]).
//!
//! The program carries the texts; the page fetches them as one file when they are needed
//! ([`library`]).

pub mod book;
pub mod diagram;
pub mod lesson;
pub mod library;
pub mod puzzle;
#[cfg(test)]
mod tests;

pub use book::{Block, Book, Section, Span};
pub use diagram::Diagram;
pub use lesson::{Lesson, Step, Task};
pub use puzzle::Puzzle;

use tablier_words::Language;

/// The texts of one game.
#[derive(PartialEq, Eq, Debug)]
struct Shelf {
    game: &'static str,
    english: &'static str,
    french: &'static str,
    diagrams: &'static str,
    lessons: &'static str,
    puzzles: &'static str,
}

macro_rules! games {
    ($($game:literal),* $(,)?) => {
        /// The games with a rulebook, a lesson and puzzles.
        pub const GAMES: &[&str] = &[$($game),*];

        #[cfg(not(target_arch = "wasm32"))]
        static SHELVES: &[Shelf] = &[$(Shelf {
            game: $game,
            english: include_str!(concat!("../text/en/", $game, ".md")),
            french: include_str!(concat!("../text/fr/", $game, ".md")),
            diagrams: include_str!(concat!("../text/diagrams/", $game, ".txt")),
            lessons: include_str!(concat!("../text/lessons/", $game, ".txt")),
            puzzles: include_str!(concat!("../text/puzzles/", $game, ".txt")),
        }),*];
    };
}

games![
    "alignement",
    "blocus",
    "cubulus",
    "d21",
    "die-check",
    "empire",
    "eupdonne",
    "monstrodechecs",
    "porte",
    "saute",
    "solitaire",
];

/// A game's texts: those that the program carries, in the page those that were handed in.
fn shelf(game: &str) -> Option<&'static Shelf> {
    #[cfg(not(target_arch = "wasm32"))]
    let shelves = SHELVES;
    #[cfg(target_arch = "wasm32")]
    let shelves = library::shelves();
    shelves.iter().find(|shelf| shelf.game == game)
}

/// The rulebook of a game.
pub fn book(game: &str, language: Language) -> Option<Book> {
    let shelf = shelf(game)?;
    Some(Book::read(match language {
        Language::English => shelf.english,
        Language::French => shelf.french,
    }))
}

/// The diagrams of a game's rulebook.
pub fn diagrams(game: &str) -> Vec<Diagram> {
    shelf(game)
        .map(|shelf| diagram::read(shelf.diagrams))
        .unwrap_or_default()
}

/// The lesson of a game.
pub fn lesson(game: &str) -> Option<Lesson> {
    shelf(game).map(|shelf| lesson::read(shelf.lessons))
}

/// The puzzles of a game, the easiest first.
pub fn puzzles(game: &str) -> Vec<Puzzle> {
    shelf(game)
        .map(|shelf| puzzle::read(shelf.puzzles))
        .unwrap_or_default()
}

/// The id of the section that explains a rule, for a link from a refused action.
pub fn section_of(game: &str, language: Language, rule: &str) -> Option<String> {
    let book = book(game, language)?;
    book.sections
        .into_iter()
        .find(|s| s.explains(rule))
        .map(|section| section.id)
}
