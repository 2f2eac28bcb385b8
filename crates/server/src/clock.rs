//! The time of the server.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::sync::Notify;
use tokio::time::Instant;

/// Where simulated clocks begin, in milliseconds since 1970: 1 January 2001.
const MILLENNIUM: u64 = 978_307_200_000;

/// The time of the server, in milliseconds since 1970. It never goes backwards, and tests may put
/// it forward.
#[derive(Debug, Default)]
pub struct Clock {
    /// When a simulated clock began; none for the system's.
    simulated: Option<Instant>,
    ahead: AtomicU64,
    last: AtomicU64,
    moved: Notify,
}

impl Clock {
    /// The system's time.
    pub fn system() -> Self {
        Self::default()
    }

    /// A clock that begins in 2001 and runs with the timers of the runtime: it stands still while
    /// they are paused.
    pub fn simulated() -> Self {
        let simulated = Some(Instant::now());
        Self {
            simulated,
            ahead: AtomicU64::new(MILLENNIUM),
            ..Self::default()
        }
    }

    /// Now.
    pub fn now(&self) -> u64 {
        let source = match self.simulated {
            Some(began) => began.elapsed().as_millis() as u64,
            None => SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |since| since.as_millis() as u64),
        };
        let now = source.saturating_add(self.ahead.load(Ordering::Relaxed));
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
