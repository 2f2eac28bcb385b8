//! What one server does for all: it flags players, asks forgotten computer players, counts results
//! and sweeps. Which one is a lease in the store; it moves on when that server dies. Should two
//! believe for a moment that they have it, nothing happens twice: the log decides.

use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use super::{Hub, locked};
use crate::bus::{News, Topic};
use crate::error::Error;

/// The name of the lease.
const NAME: &str = "house";
/// How long it lasts without being renewed, and how often it is.
const LEASE: Duration = Duration::from_millis(4_000);
const RENEWED: Duration = Duration::from_millis(1_000);
/// How long a server that closes tries to give it back.
const FAREWELL: Duration = Duration::from_millis(1_000);

impl Hub {
    /// Whether this server keeps the house, as far as it knows.
    pub fn keeps_house(&self) -> bool {
        locked(&self.inner.keeps_until).is_some_and(|until| Instant::now() < until)
    }

    /// Takes or renews the lease for ever.
    pub(super) async fn keep_house(self) {
        let mut ticks = interval(RENEWED);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if let Err(error) = self.try_to_keep_house().await {
                tracing::warn!(%error, "the house is not kept");
            }
            let kept = if self.keeps_house() { 1.0 } else { 0.0 };
            metrics::gauge!("tablier_keeps_house").set(kept);
        }
    }

    /// Takes or renews the lease once; whoever takes it sees to what its last holder left behind.
    pub(crate) async fn try_to_keep_house(&self) -> Result<(), Error> {
        let asked = Instant::now();
        let had = self.keeps_house();
        let lease = self
            .inner
            .store
            .lease(NAME, &self.inner.name, LEASE.as_millis() as u64);
        let got = lease.await?;
        // From when it was asked: by the store's clock it lasts longer.
        *locked(&self.inner.keeps_until) = got.then(|| asked + LEASE);
        let hints = &self.inner.house_hints;
        if !got {
            *locked(hints) = None;
            self.inner.timers.clear();
            return Ok(());
        }
        // Before looking at what is there, so that nothing is missed in between.
        locked(hints).get_or_insert_with(|| self.inner.bus.listen(Topic::House));
        if !had && let Err(error) = self.recover().await {
            // The next attempt begins with it again.
            *locked(&self.inner.keeps_until) = None;
            return Err(error);
        }
        Ok(())
    }

    /// Gives back what others can go on with, and says goodbye to them.
    pub(crate) async fn leave(&self) {
        self.tell_servers(News::Gone);
        if locked(&self.inner.keeps_until).take().is_some() {
            let release = self.inner.store.release(NAME, &self.inner.name);
            let _ = timeout(FAREWELL, release).await;
        }
    }
}
