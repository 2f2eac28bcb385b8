//! What reads text or files from outside, and the laws that hold whatever they contain.
//!
//! [`laws::hold`] checks one [`Case`] for one [`Target`]. Two drivers feed it: the program beside this
//! library, with valid texts changed at random ([`source`]), on the ordinary toolchain; and the
//! coverage-guided targets of `coverage`, whose bytes become a case through `arbitrary`
//! (`README.md` says how to run them).

pub mod case;
pub mod laws;
mod mutate;
mod online;
mod page;
mod protocol;
pub mod source;
mod values;

pub use case::{Case, Target};
