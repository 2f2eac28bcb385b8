//! What the engine is asked and what it answers, as plain data.
//!
//! A [`Request`] goes to the engine, [`Report`]s come back on the way and an [`Answer`] in the end.
//! The engine may run in the same program, in a worker of the page or on another machine: who asks
//! needs these types only, not the search.

mod fit;
mod limits;
mod request;
pub mod review;
pub mod score;

pub use fit::fitting_level;
pub use limits::Limits;
pub use request::{Answer, Hint, Reply, Report, Request, Variation};
pub use score::Score;
