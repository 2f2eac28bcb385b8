//! How servers that share a store tell each other where to look. A message is a hint and may be
//! lost: the log is the truth, and every server also checks it from time to time.
//!
//! [`LocalBus`] serves one process, [`NatsBus`] any number of servers, [`PostgresBus`] those that
//! have a database and nothing else.

#[cfg(test)]
mod contract;
mod nats;
mod postgres;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tablier_protocol::Reaction;
use tablier_rooms::{PlayerId, RoomId};
use tablier_rules::Seat;
use tokio::sync::broadcast;

pub use nats::NatsBus;
pub use postgres::PostgresBus;

/// How many hints may wait for a busy server; older ones are lost.
const QUEUE: usize = 4096;

/// What a server tells the others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Hint {
    /// The server that tells it.
    pub from: u64,
    /// What it tells.
    pub news: News,
}

/// What there is to tell. A server that does not know a kind leaves it out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum News {
    /// A table's log has grown.
    Wrote(Wrote),
    /// Who is at a table on that server.
    Present(Present),
    /// Somebody at a table reacted.
    Reacted {
        /// Where.
        room: RoomId,
        /// Who.
        seat: Seat,
        /// How.
        reaction: Reaction,
    },
    /// A session or token of a player no longer holds.
    Cut {
        /// Whose.
        player: PlayerId,
    },
    /// The server is there; one that says nothing for a while is not.
    Alive,
    /// The server goes.
    Gone,
}

impl News {
    /// What it is about, as the end of a subject.
    fn subject(&self) -> String {
        match self {
            News::Wrote(Wrote { room, .. })
            | News::Present(Present { room, .. })
            | News::Reacted { room, .. } => format!("table.{room}"),
            News::Cut { player } => format!("player.{player}"),
            News::Alive | News::Gone => "server".to_owned(),
        }
    }
}

/// A table's log has grown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Wrote {
    /// Which table.
    pub room: RoomId,
    /// The number of the last entry.
    pub seq: u64,
    /// When somebody's time runs out there.
    pub due: Option<u64>,
    /// Whether the table waits for the house.
    pub house: bool,
    /// For whom the number of waiting games may have changed.
    pub people: Vec<PlayerId>,
    /// Whether these people have just been paired.
    pub paired: bool,
}

/// Who is at a table on one server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Present {
    /// Which table.
    pub room: RoomId,
    /// Players who are there.
    pub here: Vec<PlayerId>,
    /// How many others watch.
    pub watchers: u32,
}

/// Carries hints between servers.
pub trait Bus: Send + Sync + fmt::Debug + 'static {
    /// Tells all servers, including this one. Never waits: what cannot be sent is lost.
    fn publish(&self, hint: Hint);

    /// The hints from now on. A receiver that lags is told so and checks the logs.
    fn subscribe(&self) -> broadcast::Receiver<Hint>;

    /// Whether hints reach all who share the store, as far as is known. If not, every server looks
    /// at the store itself, often.
    fn is_whole(&self) -> bool;
}

/// A bus that any part of the server may hold.
pub type SharedBus = Arc<dyn Bus>;

/// The bus inside one process.
#[derive(Debug)]
pub struct LocalBus {
    hints: broadcast::Sender<Hint>,
}

impl LocalBus {
    /// A bus with no listeners.
    pub fn new() -> Self {
        Self {
            hints: broadcast::channel(QUEUE).0,
        }
    }
}

impl Default for LocalBus {
    fn default() -> Self {
        Self::new()
    }
}

impl Bus for LocalBus {
    fn publish(&self, hint: Hint) {
        // If nobody is listening, nothing is lost.
        let _ = self.hints.send(hint);
    }

    fn subscribe(&self) -> broadcast::Receiver<Hint> {
        self.hints.subscribe()
    }

    /// Other processes may have the same file open.
    fn is_whole(&self) -> bool {
        false
    }
}

/// Takes in what came over a wire; what cannot be read is from a newer server.
fn received(hints: &broadcast::Sender<Hint>, text: &[u8]) {
    match serde_json::from_slice(text) {
        Ok(hint) => {
            metrics::counter!("tablier_bus_received_total").increment(1);
            let _ = hints.send(hint);
        }
        Err(error) => tracing::debug!(%error, "a hint cannot be read"),
    }
}

/// Counts a hint that could not be sent.
fn lost() {
    metrics::counter!("tablier_bus_lost_total").increment(1);
}
