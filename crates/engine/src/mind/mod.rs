//! What the engine must know about a game beyond its rules, by purpose: [`Evaluation`],
//! [`MoveOrdering`], [`Knowledge`], [`Reasons`], [`Inputs`] of a network, [`Foresight`] of several
//! players, and a [`Profile`] of plain
//! data.

mod curve;
mod evaluation;
mod foresight;
mod inputs;
mod knowledge;
mod ordering;
mod profile;
mod reasons;

pub use curve::Curve;
pub(crate) use evaluation::lead;
pub use evaluation::{Counts, Evaluation, Term};
pub use foresight::{Foresight, Views};
pub use inputs::{Features, Inputs, Layout};
pub use knowledge::{Certain, Knowledge};
pub use ordering::MoveOrdering;
pub use profile::{Method, Profile, Tuning};
pub use reasons::{Reasons, Sayings};

use crate::sides::side_count;

/// A game that the engine can play.
///
/// Everything has a default, so that even a game without an evaluation can be played (badly).
pub trait Mind: Evaluation + MoveOrdering + Knowledge + Reasons + Inputs + Foresight {
    /// How these options are best searched, as measured. Called once per search.
    fn profile(&self) -> Profile {
        Profile::for_sides(side_count(self))
    }
}
