//! The games of the collection: exact rules, notation, staging.
//!
//! No I/O, no clock, no randomness. A game is a folder with the same few files; the numbered
//! paragraphs it implements are in its `RULES.md`, and the line that decides one cites it.
//!
//! - [`Rules`] is the hot half: small positions, unchecked actions, buffers that the caller owns.
//! - [`Notation`] and [`Staging`] are text and pictures; [`Refusing`] says why not. A position that
//!   somebody describes, as text or by hand ([`Arranging`]), is checked by [`FromSetup`] alone.
//! - [`Match`] adds the record, repetition and the action limit (C8).
//! - [`Table`] is all that as an object, in three faces: [`Playable`], [`Viewable`], [`Editable`];
//!   [`catalog`] lists the games.
//!
//! # Examples
//!
//! Play a random game of any kind by its name, as a [`Table`]:
//!
//! ```
//! use tablier_rules::{catalog, hash::SplitMix64};
//!
//! let mut table = catalog::open("cubulus:level=2")?;
//! let mut random = SplitMix64::new(7);
//! loop {
//!     let actions = table.legal();
//!     if actions.is_empty() {
//!         break;
//!     }
//!     table.play(&actions[random.below(actions.len())])?;
//! }
//! assert!(table.ending().is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Play one game by its type, without text, as a [`Match`]:
//!
//! ```
//! use tablier_rules::{Match, Status, breakthrough::Breakthrough};
//!
//! let mut game = Match::new(Breakthrough);
//! while let Status::Acts(_) = game.status() {
//!     game.play(game.legal()[0])?;
//! }
//! assert!(game.ply() > 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Ask what can be played, and why something cannot:
//!
//! ```
//! let table = tablier_rules::catalog::open("d21")?;
//! assert_eq!(table.explain("c3-c6!")?, "C3-C6");
//! assert!(table.legal().contains(&"C3-C6".to_owned()));
//!
//! let refusal = table.explain("C3-C9").unwrap_err();
//! assert_eq!((refusal.rule, refusal.why.key.as_ref()), ("D4", "d21.occupied"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Set up a position:
//!
//! ```
//! let mut table = tablier_rules::catalog::open("alignement")?;
//! table.set_position("SB2 (TA1) 3")?;
//! assert_eq!(table.set_position("SB2 (TB2) 3").unwrap_err().rule, "AL1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Write a game down and read it again:
//!
//! ```
//! use tablier_rules::{catalog, record::Record};
//!
//! let mut table = catalog::open("alignement")?;
//! table.play("S@B2")?;
//! table.play("T@A1")?;
//! let text = Record::of_table(table.as_ref()).to_string();
//!
//! let read = Record::parse(&text)?.replay()?;
//! assert_eq!(read.table.position(), "SB2 (TA1) 3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! - `serde` (on by default): what is stored or sent, a [`record::Record`] and everything in
//!   [`scene`], implements serde's traits. Without it the crate depends on nothing but its scenes.
//!
//! - `development`: games in development are in the [`catalog`], after the others. For working on them.
//!
//! Everything else is the same everywhere, WebAssembly included.

mod arranging;
pub mod catalog;
mod game;
pub mod grid;
pub mod hash;
mod listing;
mod matches;
mod notation;
mod nth;
mod options;
mod outcome;
pub mod paragraphs;
pub mod perft;
pub mod playouts;
mod reason;
pub mod record;
mod refusal;
mod rules;
mod setup;
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
pub use notation::Notation;
pub use options::{OptionInfo, Spec, SpecError, Values};
pub use outcome::{Outcome, Status, Verdict};
pub use reason::Reason;
pub use refusal::{Refusal, Refusing};
pub use rules::{Cut, Rules};
pub use setup::FromSetup;
pub use staging::Staging;
pub use table::{Editable, Playable, Seating, Table, Viewable};
pub use tablier_scene as scene;
pub use tablier_scene::Seat;
pub use trail::{ACTION_LIMIT, CutShort, Enough, Trail};
