//! What the search must know of a game beyond its rules, by what it is for: [`Evaluation`],
//! [`MoveOrdering`], [`Knowledge`], and a [`Profile`] of plain data.

mod evaluation;
mod knowledge;
mod ordering;
mod profile;

pub use evaluation::{Counts, Evaluation, Term};
pub use knowledge::{Certain, Knowledge};
pub use ordering::MoveOrdering;
pub use profile::{Method, Profile, Tuning};

use crate::sides::side_count;

/// A game that the engine can play.
///
/// Everything has a default, so that a game without an evaluation of its own can be played (badly).
pub trait Mind: Evaluation + MoveOrdering + Knowledge {
    /// How these options are searched best, as measured. Asked once for each search.
    fn profile(&self) -> Profile {
        Profile::for_sides(side_count(self))
    }
}
