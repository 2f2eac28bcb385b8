//! How servers that share a store tell each other where to look. A message is a hint and may be
//! lost: the log is the truth, and every server also checks it from time to time.

use std::fmt;
use std::sync::Arc;

use tablier_rooms::RoomId;
use tokio::sync::broadcast;

/// How many hints may wait for a busy server; older ones are lost.
const QUEUE: usize = 4096;

/// A table's log has grown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The server that wrote.
    pub from: u64,
    /// Which table.
    pub room: RoomId,
    /// The number of the last entry.
    pub seq: u64,
}

/// Carries hints between servers.
pub trait Bus: Send + Sync + fmt::Debug + 'static {
    /// Tells all servers, including this one.
    fn publish(&self, hint: Hint);

    /// The hints from now on. A receiver that lags is told so and checks the logs.
    fn subscribe(&self) -> broadcast::Receiver<Hint>;
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
}
