//! Search, evaluation and levels: an opponent in every game, at any strength.
//!
//! The code is generic over the rules and never `dyn` in the hot path; a request is dispatched to its
//! game once ([`tablier_rules::with_game!`]). What a game adds is a [`Mind`] in `eval/<game>.rs`.
//!
//! - `pvs`: principal-variation search for two sides (or one against all).
//! - `mcts`: Monte-Carlo tree search with evaluations, for any number of seats.
//! - `uct`: plain UCT with random playouts, the yardstick.
//! - `solo`: for one player.
//! - [`network`]: networks that correct an evaluation or forecast who wins; [`learn`]: their training.
//! - [`minimax`]: slow and simple, for tests; [`proof`]: forced wins by trying everything.
//!
//! # Examples
//!
//! Ask for a move as text, in any game:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use tablier_engine::{Engine, Limits, Request};
//!
//! let engine = Engine::new(1);
//! let request = Request {
//!     game: "d21".into(),
//!     actions: vec!["C3-C6".into()],
//!     limits: Limits::nodes(500),
//!     ..Request::default()
//! };
//! let stop = AtomicBool::new(false);
//! let answer = engine.answer(&request, &stop, &mut |_| {})?;
//! assert!((0.0..=1.0).contains(&answer.report.chances[0]));
//! # Ok::<(), tablier_engine::Trouble>(())
//! ```
//!
//! Search a position of one game, without text:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//! use tablier_engine::rules::{Match, breakthrough::Breakthrough};
//! use tablier_engine::{Limits, SearchOptions, TranspositionTable, think};
//!
//! let game = Match::new(Breakthrough);
//! let (options, table) = (SearchOptions::default(), TranspositionTable::new(1));
//! let stop = AtomicBool::new(false);
//! let result = think(&game, &options, &Limits::depth(3), &table, &stop, &mut |_| {});
//! let best = result.expect("the game is not over").best();
//! assert!(game.legal().contains(&best));
//! ```
//!
//! # Features
//!
//! - `workbench` (on by default): matches, puzzles, tuning and the like, compiled for every game.
//! - `networks` (on by default): the networks that the engine has learned are built in. Without it they can be
//!   given as files ([`network::provide`]), or the evaluations play alone.
//! - `development`: games in development can be played.
//!
//! Threads and processor time are used where there are any; in the browser one thread thinks, with
//! the same code.

mod control;
mod duel;
mod engine;
mod eval;
mod hint;
pub mod learn;
pub mod levels;
mod match_score;
mod mcts;
mod mind;
pub mod minimax;
pub mod network;
pub mod proof;
pub mod puzzles;
mod pvs;
pub mod ranges;
mod sides;
mod solo;
pub mod tactics;
mod task;
mod telling;
mod think;
mod transposition;
pub mod tune;
mod uct;
mod weights;
#[cfg(feature = "workbench")]
pub mod workbench;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod toy;

pub use control::Control;
pub use duel::{Entrant, Guest, Played, Player, Seats, Terms, open, play, seatings};
pub use engine::{Engine, Trouble, replay, texts};
pub use eval::alignement::use_values as use_alignement_values;
pub use levels::{Choice, Level};
pub use match_score::MatchScore;
pub use mind::{
    Certain, Counts, Curve, Evaluation, Features, Foresight, Inputs, Knowledge, Layout, Method,
    Mind, MoveOrdering, Profile, Reasons, Sayings, Term, Tuning, Views,
};
pub use sides::side_count;
pub use tablier_advice::{Answer, Hint, Limits, Reply, Report, Request, Score, Variation, score};
pub use tablier_rules as rules;
pub use task::{RootMove, SearchOptions, SearchResult, Task};
pub use think::think;
pub use transposition::TranspositionTable;
