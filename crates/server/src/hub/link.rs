use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use tablier_protocol::ToClient;
use tablier_rooms::PlayerId;
use tokio::sync::{Notify, mpsc};

/// Messages that may wait for a slow client. One that falls further behind is disconnected and
/// comes back with what it knows.
const QUEUE: usize = 128;

/// One client's connection, as the hub sees it.
#[derive(Debug)]
pub struct Link {
    id: u64,
    player: PlayerId,
    queue: mpsc::Sender<Utf8Bytes>,
    lag_ms: AtomicU64,
    cut: Notify,
}

impl Link {
    /// A connection of a player, and the messages to be sent over it.
    pub fn new(player: PlayerId) -> (Self, mpsc::Receiver<Utf8Bytes>) {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let (queue, messages) = mpsc::channel(QUEUE);
        let link = Self {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            player,
            queue,
            lag_ms: AtomicU64::new(0),
            cut: Notify::new(),
        };
        (link, messages)
    }

    /// Its number in this process.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// Whose it is.
    pub fn player(&self) -> &PlayerId {
        &self.player
    }

    /// Sends a message.
    pub fn send(&self, message: &ToClient) {
        self.send_text(tablier_protocol::write(message).into());
    }

    /// Sends a message that is already text: the same bytes go to everybody.
    pub fn send_text(&self, text: Utf8Bytes) {
        if let Err(mpsc::error::TrySendError::Full(_)) = self.queue.try_send(text) {
            metrics::counter!("tablier_slow_clients_total").increment(1);
            self.cut.notify_one();
        }
    }

    /// Ends the connection.
    pub fn cut(&self) {
        self.cut.notify_one();
    }

    /// Returns when the connection is to be closed.
    pub(crate) async fn is_cut(&self) {
        self.cut.notified().await;
    }

    /// The round-trip time of a message, as measured by the server.
    pub fn lag_ms(&self) -> u64 {
        self.lag_ms.load(Ordering::Relaxed)
    }

    /// Records a measurement; the shorter of two counts more, since delays only add.
    pub(crate) fn measured(&self, ms: u64) {
        let old = self.lag_ms();
        let new = if old == 0 || ms < old {
            ms
        } else {
            (3 * old + ms) / 4
        };
        self.lag_ms.store(new, Ordering::Relaxed);
    }
}
