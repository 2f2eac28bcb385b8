//! A bus that loses messages, and carries to a server only what that server asked for.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, Weak};

use tablier_rules::hash::SplitMix64;
use tablier_server::bus::{Bus, Hint, Listening, Topic};
use tokio::sync::broadcast;

/// How many hints may wait for a server.
const QUEUE: usize = 4096;

/// One server's end of it. Half of the hints never arrive, though it believes that all do.
#[derive(Debug)]
pub(crate) struct LossyBus {
    shared: Arc<Shared>,
    ear: Arc<Ear>,
}

#[derive(Debug)]
struct Shared {
    ears: Mutex<Vec<Weak<Ear>>>,
    random: Mutex<SplitMix64>,
}

/// What a server listens to, and how many times it asked for each.
#[derive(Debug)]
struct Ear {
    hints: broadcast::Sender<Hint>,
    topics: Mutex<BTreeMap<Topic, u32>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("nobody panics here")
}

impl LossyBus {
    pub(crate) fn new(seed: u64) -> Self {
        Self::from_shared(Arc::new(Shared {
            ears: Mutex::default(),
            random: Mutex::new(SplitMix64::new(seed)),
        }))
    }

    /// Another server's end.
    pub(crate) fn another(&self) -> Self {
        Self::from_shared(self.shared.clone())
    }

    fn from_shared(shared: Arc<Shared>) -> Self {
        let ear = Arc::new(Ear {
            hints: broadcast::channel(QUEUE).0,
            topics: Mutex::default(),
        });
        locked(&shared.ears).push(Arc::downgrade(&ear));
        Self { shared, ear }
    }

    /// What this server listens to.
    pub(crate) fn topics(&self) -> Vec<Topic> {
        locked(&self.ear.topics).keys().cloned().collect()
    }
}

impl Bus for LossyBus {
    fn publish(&self, hint: Hint) {
        let lot = locked(&self.shared.random).next();
        if !lot.is_multiple_of(2) {
            return;
        }
        let topic = hint.news.topic();
        let mut ears = locked(&self.shared.ears);
        ears.retain(|ear| match ear.upgrade() {
            Some(ear) => {
                if locked(&ear.topics).contains_key(&topic) {
                    let _ = ear.hints.send(hint.clone());
                }
                true
            }
            None => false,
        });
    }

    fn subscribe(&self) -> broadcast::Receiver<Hint> {
        self.ear.hints.subscribe()
    }

    fn listen(&self, topic: Topic) -> Listening {
        *locked(&self.ear.topics).entry(topic.clone()).or_default() += 1;
        let ear = self.ear.clone();
        Listening::until(move || {
            let mut topics = locked(&ear.topics);
            if let Some(count) = topics.get_mut(&topic) {
                *count -= 1;
                if *count == 0 {
                    topics.remove(&topic);
                }
            }
        })
    }

    fn is_whole(&self) -> bool {
        true
    }
}
