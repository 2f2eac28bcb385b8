//! What is stored: the logs of the tables, an index over them, and who people are.
//!
//! Order is kept by the store's unique (table, number), never by a lock in memory: two servers may
//! share one store. To the store, a log is a list of lines, and a table is its [`Card`] and its
//! [`Turn`]. [`Memory`] is the twin for tests, [`Sqlite`] the one of a single machine, [`Postgres`]
//! the one that many servers share; `contract` holds all to the same promises.

mod columns;
#[cfg(test)]
pub(crate) mod contract;
mod leases;
mod logs;
mod memory;
mod people;
mod postgres;
mod sqlite;
mod transfer;
mod types;

use std::fmt;
use std::sync::Arc;

pub use leases::Leases;
pub use logs::Logs;
pub use memory::Memory;
pub use people::People;
pub(crate) use postgres::Access;
pub use postgres::Postgres;
pub use sqlite::Sqlite;
pub use transfer::{Moved, transfer};
pub use types::{
    Append, Card, Change, Changes, Credentials, HeadToHead, Key, KeyKind, Listing, LogLine, Player,
    PlayerKind, Query, Rating, Standing, Turn,
};

/// Why something was not stored or read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// Something changed since it was read: read again and decide again.
    Conflict,
    /// It is already there.
    Exists,
    /// The store does not answer, or is damaged. Whether a write succeeded is not known.
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

/// The result of asking the store.
pub type Stored<T> = Result<T, StoreError>;

/// The store of everything.
///
/// A write that returned `Ok` is durable, and every later read sees it, on any server that shares
/// the store. A write happens as a whole or not at all.
pub trait Store: Logs + People + Leases {}

impl<T: Logs + People + Leases> Store for T {}

/// A store that any part of the server may hold.
pub type SharedStore = Arc<dyn Store>;
