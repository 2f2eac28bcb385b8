//! A store that fails: the real twin in memory, reached in ways that a seed disturbs.

use std::collections::HashMap;
use std::fmt::Display;
use std::future::Future;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tablier_rules::hash::{SplitMix64, mix};
use tablier_server::store::{Memory, StoreError, Stored};
use tokio::time::sleep;

/// What all servers of a world share.
#[derive(Debug, Default)]
pub(crate) struct Weather {
    /// Whether things go wrong.
    pub(crate) bad: AtomicBool,
    /// How many questions were not answered.
    pub(crate) failures: AtomicU64,
    /// Whether the store now and then claims to have stored what it has not: a fault that the laws
    /// must notice.
    pub(crate) lies: bool,
}

/// One server's way to the store, in one of its lives.
#[derive(Debug)]
pub(crate) struct FaultyStore {
    pub(crate) memory: Arc<Memory>,
    weather: Arc<Weather>,
    seed: u64,
    /// Set when the server has crashed: nothing it asked is answered any more, and what had not
    /// reached the store never will.
    dead: AtomicBool,
    /// How many times each thing was asked. What happens to a question depends on what it is and on
    /// this number, not on what was asked elsewhere meanwhile.
    asked: Mutex<HashMap<u64, u64>>,
}

impl FaultyStore {
    pub(crate) fn new(memory: Arc<Memory>, weather: Arc<Weather>, seed: u64) -> Self {
        Self {
            memory,
            weather,
            seed,
            dead: AtomicBool::new(false),
            asked: Mutex::default(),
        }
    }

    /// Cuts the server off for good.
    pub(crate) fn cut(&self) {
        self.dead.store(true, Ordering::Relaxed);
    }

    fn luck(&self, what: &str, about: &(dyn Display + Sync)) -> SplitMix64 {
        let name = format!("{what} {about}");
        let key = name
            .bytes()
            .fold(self.seed, |key, byte| mix(key ^ u64::from(byte)));
        let mut asked = self.asked.lock().expect("nobody panics here");
        let count = asked.entry(key).or_default();
        *count += 1;
        SplitMix64::new(mix(key ^ mix(*count)))
    }

    /// On the way there or back: takes a moment, sometimes a long one.
    async fn travel(&self, luck: &mut SplitMix64, bad: bool) {
        let ms = match luck.below(40) {
            0 if bad => luck.below(4_000),
            1..=10 => luck.below(20),
            _ => 0,
        };
        if ms > 0 {
            sleep(Duration::from_millis(ms as u64)).await;
        }
        if self.dead.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
    }

    fn unanswered<T>(&self, why: &str) -> Stored<T> {
        self.weather.failures.fetch_add(1, Ordering::Relaxed);
        Err(StoreError::Unavailable(why.into()))
    }

    /// Asks the store: it answers, or fails before doing what was asked, or after.
    pub(crate) async fn ask<T>(
        &self,
        what: &str,
        about: &(dyn Display + Sync),
        work: impl Future<Output = Stored<T>> + Send,
    ) -> Stored<T> {
        let mut luck = self.luck(what, about);
        let bad = self.weather.bad.load(Ordering::Relaxed);
        let fate = luck.below(60);
        self.travel(&mut luck, bad).await;
        if bad && fate == 0 {
            return self.unanswered("it failed before");
        }
        let answer = work.await;
        self.travel(&mut luck, bad).await;
        if bad && fate == 1 {
            return self.unanswered("it failed afterwards");
        }
        answer
    }

    /// Whether the store only claims to store this.
    pub(crate) fn lies(&self, about: &(dyn Display + Sync)) -> bool {
        self.weather.lies && self.luck("lie", about).below(50) == 0
    }
}
