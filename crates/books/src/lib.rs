//! Rulebooks with live diagrams, lessons and puzzles, in French and in English.
//!
//! Everything here is data that the rules library plays: an example that the rules refuse fails
//! the tests. For each game there are
//!
//! - `text/<language>/<game>.md`: the rulebook ([`mod@book`] reads it);
//! - `text/diagrams/<game>.txt`: its diagrams, the same for both languages, some with a sentence for
//!   whoever sees the game for the first time ([`diagram`]);
//! - `text/lessons/<game>.txt`: small tasks on a live board ([`mod@lesson`]);
//! - `text/puzzles/<game>.txt`: positions in which one action alone reaches the goal ([`puzzle`]), with
//!   the reason in words ([`reason`]).
//!
//! The program embeds the texts; the page fetches them as one file when they are needed
//! ([`library`]).
//! For all games together there are `text/<language>/common.md`, the conventions at the end of every
//! rulebook, and `text/facts.txt`, the measurements of the engine's games ([`fact`]).

pub mod book;
pub mod diagram;
pub mod fact;
pub mod lesson;
pub mod library;
#[cfg(test)]
mod prose;
pub mod puzzle;
pub mod reason;
#[cfg(test)]
mod tests;

pub use book::{Block, Book, Section, Span};
pub use diagram::{Diagram, FirstMove};
pub use fact::Fact;
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

macro_rules! shelves {
    ($($game:literal: $($module:ident)::+, $type:ident, $info:ident;)+) => {
        /// The games with a rulebook, a lesson and puzzles: all of the catalog.
        pub const GAMES: &[&str] = &[$($game),+];

        #[cfg(not(target_arch = "wasm32"))]
        static SHELVES: &[Shelf] = &[$(Shelf {
            game: $game,
            english: include_str!(concat!("../text/en/", $game, ".md")),
            french: include_str!(concat!("../text/fr/", $game, ".md")),
            diagrams: include_str!(concat!("../text/diagrams/", $game, ".txt")),
            lessons: include_str!(concat!("../text/lessons/", $game, ".txt")),
            puzzles: include_str!(concat!("../text/puzzles/", $game, ".txt")),
        }),+];
    };
}

tablier_rules::games!(shelves);

/// A game's texts: the embedded ones, in the page those that were provided.
fn shelf(game: &str) -> Option<&'static Shelf> {
    #[cfg(not(target_arch = "wasm32"))]
    let shelves = SHELVES;
    #[cfg(target_arch = "wasm32")]
    let shelves = library::shelves();
    shelves.iter().find(|shelf| shelf.game == game)
}

/// The end of every rulebook.
static COMMON: [&str; 2] = [
    include_str!("../text/en/common.md"),
    include_str!("../text/fr/common.md"),
];

/// The rulebook of a game. Its own text is followed by the measurements, and by the conventions of
/// all games that it does not explain itself.
pub fn book(game: &str, language: Language) -> Option<Book> {
    let shelf = shelf(game)?;
    let (text, common) = match language {
        Language::English => (shelf.english, COMMON[0]),
        Language::French => (shelf.french, COMMON[1]),
    };
    let mut book = Book::read(text);
    book.add_measured(measured(game, language));
    book.add_missing(Book::read(common));
    Some(book)
}

/// The measurements of a game, for each of its variants that was measured.
pub fn facts(game: &str) -> Vec<Fact> {
    let mut facts = fact::read(include_str!("../text/facts.txt"));
    facts.retain(|fact| fact.game() == game);
    facts
}

/// The measurements of a game, in words: how, how long games last, how many choices there are, who
/// wins.
pub fn measured(game: &str, language: Language) -> Option<Section> {
    fact::section(&facts(game), language)
}

/// The diagrams of a game's rulebook.
pub fn diagrams(game: &str) -> Vec<Diagram> {
    shelf(game)
        .map(|shelf| diagram::read(shelf.diagrams))
        .unwrap_or_default()
}

/// The two or three kinds of moves of a game, for somebody who sees it for the first time.
pub fn first_moves(game: &str) -> Vec<FirstMove> {
    shelf(game)
        .map(|shelf| diagram::first_moves(shelf.diagrams))
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

/// All puzzles that can be the puzzle of a day: those short enough to work out over a coffee.
pub fn daily_puzzles() -> Vec<Puzzle> {
    let all = GAMES.iter().flat_map(|game| puzzles(game));
    all.filter(|puzzle| puzzle.length() <= puzzle::DAILY)
        .collect()
}
