//! A store in memory that can be away or slow.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tablier_server::store::{Memory, StoreError, Stored};
use tokio::sync::Notify;
use tokio::time::sleep;

#[derive(Debug, Default)]
pub(crate) struct FaultyStore {
    pub(crate) memory: Memory,
    away: AtomicBool,
    /// How long it takes until something is written, in milliseconds.
    delay: AtomicU64,
    asked: Notify,
}

impl FaultyStore {
    pub(crate) fn set_away(&self, away: bool) {
        self.away.store(away, Ordering::Relaxed);
    }

    pub(crate) fn set_delay(&self, delay: Duration) {
        let ms = delay.as_millis() as u64;
        self.delay.store(ms, Ordering::Relaxed);
    }

    /// Returns when something is about to be written slowly.
    pub(crate) async fn is_asked(&self) {
        self.asked.notified().await;
    }

    /// It never claims to have stored what it has not.
    pub(crate) fn lies(&self, _room: &str) -> bool {
        false
    }

    pub(crate) async fn ask<T>(
        &self,
        what: &str,
        _about: &(dyn Display + Sync),
        work: impl Future<Output = Stored<T>> + Send,
    ) -> Stored<T> {
        let delay = self.delay.load(Ordering::Relaxed);
        if what == "append" && delay > 0 {
            // By then the time is being measured.
            let wait = sleep(Duration::from_millis(delay));
            self.asked.notify_one();
            wait.await;
        }
        if self.away.load(Ordering::Relaxed) {
            return Err(StoreError::Unavailable("it is away".into()));
        }
        work.await
    }
}
