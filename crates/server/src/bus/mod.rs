//! How servers that share a store tell each other where to look. A message is a hint and may be
//! lost: the log is the truth, and every server also checks it from time to time.
//!
//! [`LocalBus`] serves one process, [`NatsBus`] any number of servers, [`PostgresBus`] those that
//! have a database and nothing else.
//!
//! Every piece of news has one [`Topic`], and a server asks for the topics that concern it: the
//! tables it has in use, the people connected to it, the house if it keeps it.

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
    Wrote {
        /// Which table.
        room: RoomId,
        /// The number of the last entry.
        seq: u64,
    },
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
    /// The number of games that wait for a player may have changed.
    Turned {
        /// Whose.
        player: PlayerId,
        /// The table at which they have just been paired.
        paired: Option<RoomId>,
    },
    /// A session or token of a player no longer holds.
    Cut {
        /// Whose.
        player: PlayerId,
    },
    /// What a table waits for, if that is soon.
    Awaits {
        /// Which table.
        room: RoomId,
        /// When somebody's time runs out there.
        due: Option<u64>,
        /// Whether a computer player must decide something.
        house: bool,
    },
    /// The server is there; one that says nothing for a while is not.
    Alive,
    /// The server goes.
    Gone,
}

impl News {
    /// What it is about.
    pub fn topic(&self) -> Topic {
        match self {
            News::Wrote { room, .. }
            | News::Present(Present { room, .. })
            | News::Reacted { room, .. } => Topic::Table(room.clone()),
            News::Turned { player, .. } | News::Cut { player } => Topic::Player(player.clone()),
            News::Awaits { .. } => Topic::House,
            News::Alive | News::Gone => Topic::Servers,
        }
    }
}

/// What news is about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Topic {
    /// A table, for the servers that have it in use.
    Table(RoomId),
    /// A player, for the servers that they are connected to.
    Player(PlayerId),
    /// Deadlines and computer players, for the server that keeps the house and for workers.
    House,
    /// The servers themselves, for all of them.
    Servers,
}

impl fmt::Display for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Topic::Table(room) => write!(f, "table.{room}"),
            Topic::Player(player) => write!(f, "player.{player}"),
            Topic::House => f.write_str("house"),
            Topic::Servers => f.write_str("servers"),
        }
    }
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
    /// Tells all servers that listen to its topic, including this one. Never waits: what cannot be
    /// sent is lost.
    fn publish(&self, hint: Hint);

    /// The hints from now on. A receiver that lags is told so and checks the logs.
    fn subscribe(&self) -> broadcast::Receiver<Hint>;

    /// Asks for the hints about something, until the answer is dropped. It takes a moment to have
    /// effect. Others may come too: a bus that carries all of them to all servers does nothing here.
    fn listen(&self, _topic: Topic) -> Listening {
        Listening::default()
    }

    /// Whether hints reach all who share the store, as far as is known. If not, every server looks
    /// at the store itself, often.
    fn is_whole(&self) -> bool;
}

/// A server's interest in a topic; dropping it ends it.
#[derive(Default)]
pub struct Listening(Option<Box<dyn FnOnce() + Send + Sync>>);

impl Listening {
    /// An interest that is ended by doing this.
    pub fn until(end: impl FnOnce() + Send + Sync + 'static) -> Self {
        Self(Some(Box::new(end)))
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        if let Some(end) = self.0.take() {
            end();
        }
    }
}

impl fmt::Debug for Listening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listening")
    }
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
