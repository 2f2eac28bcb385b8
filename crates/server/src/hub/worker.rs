//! Thinking for other servers: a worker takes tables that wait for the house, one by one, each under
//! a lease of its own. If it dies, the lease runs out and another one takes the table.

use std::collections::BTreeMap;
use std::time::Duration;

use tablier_rooms::RoomId;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use super::{Hub, locked};
use crate::bus::Topic;
use crate::error::Error;
use crate::machines::Thought;

/// How long a table is taken for without a sign of life, and how often one is given.
const LEASE: u64 = 5_000;
const RENEWED: Duration = Duration::from_millis(1_500);
/// How often the store is looked at if nobody says anything.
const LOOK: Duration = Duration::from_millis(500);
/// No thought takes so long: something went wrong, and another worker may try.
const LONGEST: Duration = Duration::from_secs(60);

/// The tables that this worker has taken, and when.
pub(super) type Taken = BTreeMap<RoomId, Instant>;

impl Hub {
    /// Starts a worker's work: it thinks, and keeps no clocks.
    pub(crate) fn start_work(
        &self,
        thoughts: mpsc::UnboundedReceiver<Thought>,
    ) -> Vec<JoinHandle<()>> {
        let hub = || self.clone();
        vec![
            tokio::spawn(hub().hints(Topic::House)),
            tokio::spawn(hub().decide(thoughts)),
            tokio::spawn(hub().take_for_ever()),
            tokio::spawn(hub().renew_for_ever()),
        ]
    }

    async fn take_for_ever(self) {
        loop {
            if let Err(error) = self.take().await {
                tracing::warn!(%error, "no table can be taken");
            }
            tokio::select! {
                () = self.inner.house_asked.notified() => {}
                () = sleep(LOOK) => {}
            }
        }
    }

    /// Takes as many tables as there are threads to think about them.
    async fn take(&self) -> Result<(), Error> {
        if !self.inner.machines.is_free() {
            return Ok(());
        }
        for id in self.inner.store.house(u64::MAX >> 1).await? {
            if !self.inner.machines.is_free() {
                break;
            }
            if locked(&self.inner.taken).contains_key(&id) {
                continue;
            }
            let name = lease(&id);
            let lease = self.inner.store.lease(&name, &self.inner.name, LEASE);
            if !lease.await? {
                continue;
            }
            locked(&self.inner.taken).insert(id.clone(), Instant::now());
            // What is known of it may be old: nobody tells this server for sure.
            self.drop_copy(&id).await;
            let asked = self
                .with_room(&id, |room| self.ask_machines(&id, room))
                .await;
            if asked != Ok(true) {
                self.give_back(&id).await;
            }
        }
        Ok(())
    }

    async fn give_back(&self, id: &RoomId) {
        locked(&self.inner.taken).remove(id);
        // Nobody watches here, and the next thought begins with the log.
        locked(&self.inner.rooms).remove(id);
        let name = lease(id);
        let release = self.inner.store.release(&name, &self.inner.name);
        if let Err(error) = release.await {
            tracing::debug!(room = %id, %error, "a table is given back by itself, later");
        }
    }

    async fn decide(self, mut thoughts: mpsc::UnboundedReceiver<Thought>) {
        while let Some(thought) = thoughts.recv().await {
            let hub = self.clone();
            tokio::spawn(async move {
                let id = thought.room.clone();
                hub.machine_decided(thought).await;
                hub.give_back(&id).await;
                hub.inner.house_asked.notify_one();
            });
        }
    }

    async fn renew_for_ever(self) {
        loop {
            sleep(RENEWED).await;
            locked(&self.inner.taken).retain(|_, since| since.elapsed() < LONGEST);
            let taken: Vec<RoomId> = locked(&self.inner.taken).keys().cloned().collect();
            for id in taken {
                let name = lease(&id);
                let renewed = self.inner.store.lease(&name, &self.inner.name, LEASE);
                // One that was lost meanwhile does no harm: of two equal decisions one counts.
                if let Err(error) = renewed.await {
                    tracing::warn!(room = %id, %error, "a table may be lost");
                }
            }
        }
    }
}

fn lease(id: &RoomId) -> String {
    format!("think-{id}")
}
