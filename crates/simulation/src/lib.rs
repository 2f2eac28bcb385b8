//! Online tables tested by seed, without a clock, a socket or a file.
//!
//! [`history`] tests the fold of a table with random orders: wrong, repeated, late and forged ones.
//! [`world`] tests the path of an order through clients, servers, one store and a network that
//! loses, duplicates, delays and reorders, while any of them crashes between two steps. Its servers
//! are models around the real fold, [`Handling`](tablier_rooms::Handling) and
//! [`Follower`](tablier_protocol::Follower); `tests/servers` runs the real ones over a store that
//! fails. [`capacity`] checks the arithmetic of docs/capacity.md. A broken law is reported with the seed that broke it.

pub mod capacity;
mod choices;
pub mod games;
pub mod history;
mod wishes;
pub mod world;

pub use choices::{Choices, Tape};
pub use wishes::wish;
