//! Search, evaluation and levels: an opponent in every game, at any strength.
//!
//! The code is generic over the rules and never `dyn` in the hot path; a request is dispatched to its
//! game once ([`tablier_rules::with_game!`]). What a game adds is a [`Mind`] in `eval/<game>.rs`.
//!
//! - `pvs`: principal-variation search for two sides (or one against all).
//! - `mcts`: Monte-Carlo tree search with evaluations, for any number of seats.
//! - `uct`: plain UCT with random playouts, the yardstick.
//! - `solo`: for one player.
//! - [`minimax`]: slow and simple, for tests; [`proof`]: forced wins by trying everything.

mod duel;
mod eval;
mod hint;
pub mod levels;
mod limits;
mod mcts;
mod memory;
mod mind;
pub mod minimax;
pub mod proof;
pub mod puzzles;
mod pvs;
pub mod ranges;
mod request;
pub mod score;
mod sides;
mod solo;
pub mod tactics;
mod task;
mod think;
pub mod tune;
mod uct;
mod weights;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_tactics;
#[cfg(test)]
mod toy;

pub use duel::{Entrant, Guest, Played, Player, Seats, Tally, open, play, seatings};
pub use eval::alignement::use_values as use_alignement_values;
pub use hint::Hint;
pub use levels::Level;
pub use limits::{Control, Limits};
pub use memory::Memory;
pub use mind::{
    Certain, Counts, Evaluation, Knowledge, Method, Mind, MoveOrdering, Profile, Term, Tuning,
};
pub use request::{Answer, Engine, Reply, Report, Request, Trouble, Variation, replay, texts};
pub use score::Score;
pub use sides::side_count;
pub use tablier_rules as rules;
pub use task::{Ask, Found, Line, Task};
pub use think::think;
