//! Online tables tried by seed, without a clock, a socket or a file.
//!
//! [`history`] tries the fold of a table by random orders: wrong, repeated, late and forged ones.
//! [`world`] tries the way of an order through clients, servers, one store and a network that loses,
//! doubles, delays and reorders, while any of them crashes between two steps. Whatever breaks a law
//! is told with the seed that broke it.

mod choices;
pub mod games;
pub mod history;
pub mod world;

pub use choices::{Choices, Tape};
