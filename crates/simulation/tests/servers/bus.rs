//! A bus that loses messages.

use std::sync::Mutex;

use tablier_rules::hash::SplitMix64;
use tablier_server::bus::{Bus, Hint, LocalBus};
use tokio::sync::broadcast;

/// Half of the hints never arrive, though it believes that all do.
#[derive(Debug)]
pub(crate) struct LossyBus {
    bus: LocalBus,
    random: Mutex<SplitMix64>,
}

impl LossyBus {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            bus: LocalBus::new(),
            random: Mutex::new(SplitMix64::new(seed)),
        }
    }
}

impl Bus for LossyBus {
    fn publish(&self, hint: Hint) {
        let lot = self.random.lock().expect("nobody panics here").next();
        if lot.is_multiple_of(2) {
            self.bus.publish(hint);
        }
    }

    fn subscribe(&self) -> broadcast::Receiver<Hint> {
        self.bus.subscribe()
    }

    fn is_whole(&self) -> bool {
        true
    }
}
