//! The hub's background work: deadlines, computer players, hints from other servers, presence, and
//! discarding what nobody needs.

use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::future::BoxFuture;
use tablier_protocol::Notice;
use tablier_rooms::{Room, RoomId};
use tokio::sync::{broadcast, mpsc};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::flow::SOON;
use super::{Hub, index, locked};
use crate::error::Error;
use crate::machines::Thought;
use crate::store::Query;

/// A copy unused for this long is discarded, and so is a slot that nobody watches.
const IDLE: u64 = 30_000;
/// A table that has waited for the house this long was forgotten.
const FORGOTTEN: u64 = 15_000;
/// How many players are told per second how many games wait for them.
const TOLD: usize = 500;

impl Hub {
    /// Starts the hub's background work.
    pub(crate) fn start(&self, thoughts: mpsc::UnboundedReceiver<Thought>) -> Vec<JoinHandle<()>> {
        let hub = || self.clone();
        vec![
            tokio::spawn(hub().flags()),
            tokio::spawn(hub().thoughts(thoughts)),
            tokio::spawn(hub().hints()),
            tokio::spawn(every(250, hub(), |hub| {
                Box::pin(async move { hub.say_presence().await })
            })),
            tokio::spawn(every(1_000, hub(), |hub| {
                Box::pin(async move { hub.say_waiting().await })
            })),
            tokio::spawn(hub().others()),
            tokio::spawn(every(5_000, hub(), |hub| {
                Box::pin(async move { hub.find_forgotten().await })
            })),
            tokio::spawn(every(10_000, hub(), |hub| {
                Box::pin(async move { hub.tidy().await })
            })),
        ]
    }

    /// Takes over what a server that is gone left behind.
    pub(crate) async fn recover(&self) -> Result<(), Error> {
        for id in self.inner.store.behind().await? {
            let read = |room: &Room| (room.seq(), index::card(&id, room), index::turn(room));
            let (seq, card, turn) = self.with_room(&id, read).await?;
            self.inner.store.reindex(&id, seq, card, turn).await?;
        }
        self.look_for_due().await?;
        self.look_for_house(u64::MAX >> 1).await?;
        self.count_all().await
    }

    /// Flags players when their time runs out.
    async fn flags(self) {
        loop {
            let now = self.inner.clock.now();
            for id in self.inner.timers.take_due(now) {
                let hub = self.clone();
                tokio::spawn(async move {
                    if let Err(error) = hub.flag(&id).await {
                        tracing::warn!(room = %id, %error, "a flag could not fall");
                    }
                });
            }
            let wait = match self.inner.timers.next() {
                Some(due) => due.saturating_sub(self.inner.clock.now()) + 1,
                None => SOON,
            };
            tokio::select! {
                () = sleep(Duration::from_millis(wait)) => {}
                () = self.inner.timers.sooner() => {}
                () = self.inner.clock.moved() => {}
            }
        }
    }

    async fn thoughts(self, mut thoughts: mpsc::UnboundedReceiver<Thought>) {
        while let Some(thought) = thoughts.recv().await {
            let hub = self.clone();
            tokio::spawn(async move { hub.machine_decided(thought).await });
        }
    }

    /// Follows what other servers write.
    async fn hints(self) {
        let mut hints = self.inner.bus.subscribe();
        loop {
            match hints.recv().await {
                Ok(hint) if hint.from == self.inner.server => {}
                Ok(hint) => self.look_at(&hint.room, hint.seq).await,
                // Whatever was missed is found by checking the logs.
                Err(broadcast::error::RecvError::Lagged(_)) => self.look_at_all().await,
                Err(broadcast::error::RecvError::Closed) => return,
            }
        }
    }

    /// Checks the store itself: hints may be lost, and others may share it without sending any.
    async fn others(self) {
        let mut known = self.inner.store.foreign_writes();
        let mut generation = self.inner.store.generation().await.ok();
        let mut ticks = interval(Duration::from_millis(300));
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let writes = self.inner.store.foreign_writes();
            if writes == known {
                continue;
            }
            known = writes;
            match self.inner.store.generation().await {
                Ok(new) if generation.as_ref().is_some_and(|old| *old != new) => {
                    tracing::warn!("everything was put back from a copy; clients load anew");
                    generation = Some(new);
                    self.begin_anew();
                }
                Ok(new) => generation = Some(new),
                Err(error) => tracing::error!(%error, "the store cannot be read"),
            }
            self.look_at_all().await;
        }
    }

    /// The store was replaced: nothing known is true any more.
    fn begin_anew(&self) {
        self.notice(Notice::Reload);
        self.inner.people.cut_all();
        locked(&self.inner.rooms).clear();
    }

    /// Brings the tables in use here up to date with the log.
    async fn look_at_all(&self) {
        let slots: Vec<_> = locked(&self.inner.rooms).values().cloned().collect();
        let watched: Vec<RoomId> = slots
            .iter()
            .filter(|slot| slot.is_watched())
            .map(|slot| slot.id.clone())
            .collect();
        for some in watched.chunks(500) {
            match self.inner.store.heads(some).await {
                Ok(heads) => {
                    for (id, seq) in heads {
                        self.look_at(&id, seq).await;
                    }
                }
                Err(error) => {
                    tracing::error!(%error, "the store cannot be read");
                    return;
                }
            }
        }
    }

    /// Handles a report that the log of a table is at `seq`.
    async fn look_at(&self, id: &RoomId, seq: u64) {
        let slot = locked(&self.inner.rooms).get(id).cloned();
        let Some(slot) = slot else { return };
        let mut state = slot.state.lock().await;
        if state.sent >= seq {
            return;
        }
        if !slot.is_watched() {
            // It is read again when somebody needs it.
            state.room = None;
        } else if let Err(error) = self.refresh(&slot, &mut state).await {
            tracing::warn!(room = %id, %error, "a table could not be read");
        }
    }

    async fn say_presence(&self) -> Result<(), Error> {
        let rooms = std::mem::take(&mut *locked(&self.inner.presence));
        for id in rooms {
            let slot = locked(&self.inner.rooms).get(&id).cloned();
            if let Some(slot) = slot {
                slot.tell(&slot.presence());
            }
        }
        Ok(())
    }

    async fn say_waiting(&self) -> Result<(), Error> {
        for player in self.inner.people.take_uncertain(TOLD) {
            let query = Query::Waiting {
                player: player.clone(),
            };
            let games = self.inner.store.count(query).await?;
            self.inner.people.say_waiting(&player, games as u32);
        }
        Ok(())
    }

    async fn find_forgotten(&self) -> Result<(), Error> {
        self.look_for_due().await?;
        let before = self.inner.clock.now().saturating_sub(FORGOTTEN);
        self.look_for_house(before).await
    }

    /// Handles deadlines that have come nearer, or that another server missed.
    async fn look_for_due(&self) -> Result<(), Error> {
        let soon = self.inner.clock.now() + SOON;
        for (id, due) in self.inner.store.due(soon).await? {
            self.inner.timers.set(&id, Some(due));
        }
        Ok(())
    }

    /// Handles tables that wait for the house, last touched before `before`.
    async fn look_for_house(&self, before: u64) -> Result<(), Error> {
        for id in self.inner.store.house(before).await? {
            let asked = self
                .with_room(&id, |room| self.ask_machines(&id, room))
                .await;
            match asked {
                Ok(()) | Err(Error::NotFound(_)) => {}
                Err(error) => tracing::warn!(room = %id, %error, "a machine cannot be asked"),
            }
        }
        Ok(())
    }

    /// Discards what nobody needs, and sends who is here.
    async fn tidy(&self) -> Result<(), Error> {
        let now = self.inner.clock.now();
        let slots: Vec<_> = locked(&self.inner.rooms).values().cloned().collect();
        let old = now.saturating_sub(IDLE);
        for slot in &slots {
            if slot.touched() > old {
                continue;
            }
            if slot.is_watched() {
                if let Ok(mut state) = slot.state.try_lock() {
                    state.room = None;
                }
            } else {
                let mut rooms = locked(&self.inner.rooms);
                // Only the map and this list hold it: nobody is about to watch.
                let unused = rooms
                    .get(&slot.id)
                    .is_some_and(|known| std::sync::Arc::strong_count(known) == 2);
                if unused && !slot.is_watched() {
                    rooms.remove(&slot.id);
                }
            }
        }
        locked(&self.inner.rooms).shrink_to_fit();
        let hosted = self.inner.people.hosted();
        if !hosted.is_empty() {
            self.inner.store.host_seen(&hosted, now).await?;
        }
        let all = Query::Stale {
            before: u64::MAX >> 1,
            limit: 0,
        };
        let current = self.inner.store.count(all).await?;
        self.inner.current.store(current, Ordering::Relaxed);
        metrics::gauge!("tablier_tables").set(current as f64);
        metrics::gauge!("tablier_tables_in_memory").set(slots.len() as f64);
        metrics::gauge!("tablier_players_connected").set(self.inner.people.count() as f64);
        self.count_all().await
    }
}

/// Runs something repeatedly; if the store does not answer, later.
async fn every(ms: u64, hub: Hub, run: fn(Hub) -> BoxFuture<'static, Result<(), Error>>) {
    let mut ticks = interval(Duration::from_millis(ms));
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(error) = run(hub.clone()).await {
            tracing::warn!(%error, "not done, to be tried again");
        }
    }
}
