//! The time of the server.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::sync::Notify;

/// The time of the server, in milliseconds since 1970. It never goes backwards, and tests may put
/// it forward.
#[derive(Debug, Default)]
pub struct Clock {
    ahead: AtomicU64,
    last: AtomicU64,
    moved: Notify,
}

impl Clock {
    /// The system's time.
    pub fn system() -> Self {
        Self::default()
    }

    /// Now.
    pub fn now(&self) -> u64 {
        let system = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_millis() as u64);
        let now = system.saturating_add(self.ahead.load(Ordering::Relaxed));
        self.last.fetch_max(now, Ordering::Relaxed).max(now)
    }

    /// Puts the clock forward and wakes everything that sleeps until some time.
    pub fn advance(&self, ms: u64) {
        self.ahead.fetch_add(ms, Ordering::Relaxed);
        self.moved.notify_waiters();
    }

    /// Returns when the clock has been put forward.
    pub async fn moved(&self) {
        self.moved.notified().await;
    }
}
