//! What is kept: the logs of the tables, an index over them, and who people are.
//!
//! The store's unique (table, number) is what keeps order, never a lock in memory: two servers may
//! share one store. What it knows of a log is that it is a list of lines; what it knows of a table
//! is its [`Card`] and its [`Turn`]. [`Memory`] is the twin for tests, [`Sqlite`] the one that is
//! used; `contract.rs` holds both to the same promises.

#[cfg(test)]
mod contract;
mod logs;
mod memory;
mod people;
mod sqlite;
mod types;

use std::fmt;
use std::sync::Arc;

pub use logs::Logs;
pub use memory::Memory;
pub use people::People;
pub use sqlite::Sqlite;
pub use types::{
    Append, Card, Credentials, HeadToHead, Key, KeyKind, Line, Listing, Player, PlayerKind, Query,
    Rating, Standing, Turn,
};

/// Why something was not stored or read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// Something changed since it was read: read again and decide again.
    Conflict,
    /// It is already there.
    Exists,
    /// The store does not answer, or is damaged. Whether a write came through is not known.
    Unavailable(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Conflict => f.write_str("it has changed since"),
            StoreError::Exists => f.write_str("it is already there"),
            StoreError::Unavailable(why) => write!(f, "the store does not answer: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

/// What comes of asking the store.
pub type Stored<T> = Result<T, StoreError>;

/// What keeps everything.
///
/// A write that returned `Ok` is durable, and every later read sees it, on any server that shares
/// the store. A write happens as a whole or not at all.
pub trait Store: Logs + People {}

impl<T: Logs + People> Store for T {}

/// A store that any part of the server may hold.
pub type SharedStore = Arc<dyn Store>;
