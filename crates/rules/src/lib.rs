//! The games of the collection: exact rules, notation, staging.
//!
//! No I/O, no clock, no randomness. A game is a folder with the same few files; the numbered
//! paragraphs it implements are in its `RULES.md`, and the line that decides one cites it.
//!
//! - [`Rules`] is the hot half: small positions, unchecked actions, buffers that the caller owns.
//! - [`Notation`] and [`Staging`] are text and pictures; [`Arranging`] sets up positions by hand.
//! - [`Match`] adds the record, repetition and the action limit (C8).
//! - [`Table`] is the object-safe face of all that; [`catalog`] lists the games.

mod arranging;
pub mod catalog;
mod game;
pub mod grid;
pub mod hash;
mod listing;
mod matches;
mod notation;
mod options;
mod outcome;
pub mod paragraphs;
pub mod perft;
pub mod playouts;
pub mod record;
mod rules;
mod staging;
mod table;
pub mod text;
mod trail;

#[cfg(test)]
mod testing;

// The games, in alphabetical order.
pub mod blockade;
pub mod breakthrough;
pub mod cubulus;
pub mod d21;
pub mod eupdonne;
pub mod monstrodechecs;

pub use arranging::Arranging;
pub use game::{FormerDefault, Game, GameInfo, Kind};
pub use matches::{Ending, Illegal, Leaving, Match};
pub use notation::{Notation, Refusal};
pub use options::{OptionInfo, Spec, SpecError, Values};
pub use outcome::{Outcome, Status, Verdict};
pub use rules::{Cut, Rules};
pub use staging::Staging;
pub use table::{Seating, Table};
pub use tablier_scene as scene;
pub use tablier_scene::Seat;
pub use trail::{ACTION_LIMIT, CutShort, Enough, Trail};
