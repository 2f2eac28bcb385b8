//! Online tables tested by seed, without a clock, a socket or a file.
//!
//! [`history`] tests the fold of a table with random orders: wrong, repeated, late and forged ones.
//! [`world`] tests the path of an order through clients, servers, one store and a network that
//! loses, duplicates, delays and reorders, while any of them crashes between two steps. A broken
//! law is reported with the seed that broke it.

mod choices;
pub mod games;
pub mod history;
pub mod world;

pub use choices::{Choices, Tape};
