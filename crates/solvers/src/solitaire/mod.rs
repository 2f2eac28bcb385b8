//! Solitaire, solved: the shortest solution from a position, or a proof that there is none.
//!
//! - [`bound`]: lower bounds on the number of jumps.
//! - [`search`]: exhaustive search for a solution with a limited number of jumps.
//! - [`beam`]: a quick solution that need not be the shortest.
//! - [`mod@outlook`]: what a position still promises, at once.
//! - [`puzzles`]: positions with one right jump.
//! - [`starts`]: a start for each day, with a known solution.
//! - [`fewest`]: how few pieces must remain where no solution exists.

pub mod beam;
pub mod bound;
pub mod fewest;
pub mod outlook;
pub mod puzzles;
pub mod search;
pub mod starts;
#[cfg(test)]
mod tests;

pub use beam::Beam;
pub use fewest::{Fewest, fewest_left};
pub use outlook::{Outlook, outlook};
pub use search::{Answer, Search, Statistics};
