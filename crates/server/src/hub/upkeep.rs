//! The hub's background work: deadlines, computer players, hints from other servers, presence, and
//! discarding what nobody needs.

use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::future::BoxFuture;
use tablier_protocol::Notice;
use tablier_rooms::{Room, RoomId};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::flow::SOON;
use super::{Hub, index, locked};
use crate::bus::{News, Topic};
use crate::error::Error;
use crate::machines::Thought;
use crate::store::Query;

/// A copy unused for this long is discarded, and so is a slot that nobody watches.
const IDLE: u64 = 30_000;
/// A table that has waited for the house this long was forgotten.
const FORGOTTEN: u64 = 15_000;
/// How often the store itself is looked at, in milliseconds: every time without a bus, every so
/// many times with one.
const LOOK: u64 = 300;
const RESTS: u32 = 7;
/// How many players are told per second how many games wait for them.
const TOLD: usize = 500;

impl Hub {
    /// Starts the hub's background work.
    pub(crate) fn start(&self, thoughts: mpsc::UnboundedReceiver<Thought>) -> Vec<JoinHandle<()>> {
        let hub = || self.clone();
        vec![
            tokio::spawn(hub().flags()),
            tokio::spawn(hub().thoughts(thoughts)),
            tokio::spawn(hub().keep_house()),
            tokio::spawn(hub().hints(Topic::Servers)),
            tokio::spawn(every(250, hub(), |hub| {
                Box::pin(async move { hub.say_presence().await })
            })),
            tokio::spawn(every(1_000, hub(), |hub| {
                Box::pin(async move { hub.say_waiting().await })
            })),
            tokio::spawn(hub().others()),
            tokio::spawn(every(5_000, hub(), |hub| {
                Box::pin(async move { hub.stay_in_touch().await })
            })),
            tokio::spawn(every(5_000, hub(), |hub| {
                Box::pin(async move { hub.find_forgotten().await })
            })),
            tokio::spawn(every(10_000, hub(), |hub| {
                Box::pin(async move { hub.tidy().await })
            })),
        ]
    }

    /// Takes over what a server that is gone left behind.
    pub(super) async fn recover(&self) -> Result<(), Error> {
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

    /// Checks the store itself: hints may be lost, and others may share it without sending any.
    async fn others(self) {
        let mut mark = self
            .inner
            .store
            .changes(None)
            .await
            .ok()
            .map(|now| now.mark);
        let mut generation = self.inner.store.generation().await.ok();
        let mut ticks = interval(Duration::from_millis(LOOK));
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut rest = 0;
        let mut away = false;
        loop {
            ticks.tick().await;
            rest += 1;
            if rest < RESTS && self.inner.bus.is_whole() {
                continue;
            }
            rest = 0;
            let changes = match self.inner.store.changes(mark).await {
                Ok(changes) => changes,
                Err(error) => {
                    tracing::error!(%error, "the store cannot be read");
                    if !away {
                        self.notice(Notice::StoreDown);
                        self.told_away();
                    }
                    away = true;
                    continue;
                }
            };
            away = false;
            if self.inner.told_away.swap(false, Ordering::AcqRel) {
                tracing::info!("the store answers again");
                self.notice(Notice::StoreBack);
            }
            // Without an earlier mark, anything may have happened since the start.
            let rooms = mark.and(changes.rooms);
            mark = Some(changes.mark);
            if rooms.as_ref().is_some_and(Vec::is_empty) {
                continue;
            }
            if !self.inner.bus.is_whole() {
                self.inner.untold.store(true, Ordering::Relaxed);
            }
            match self.inner.store.generation().await {
                Ok(new) if generation.as_ref().is_some_and(|old| *old != new) => {
                    tracing::warn!("everything was put back from a copy; clients load anew");
                    generation = Some(new);
                    self.begin_anew();
                }
                Ok(new) => generation = Some(new),
                Err(error) => tracing::error!(%error, "the store cannot be read"),
            }
            let mut seen = true;
            match rooms {
                Some(rooms) => {
                    for change in rooms {
                        seen &= self.look_at(&change.room, change.seq).await;
                        self.expect_flag(&change.room, change.due);
                    }
                }
                None => seen = self.look_at_all().await,
            }
            if !seen {
                // What could not be read now is looked for among all tables the next time.
                mark = None;
            }
        }
    }

    /// The store was replaced: nothing known is true any more.
    fn begin_anew(&self) {
        self.notice(Notice::Reload);
        self.inner.people.cut_all();
        locked(&self.inner.rooms).clear();
    }

    /// Brings the tables in use here up to date with the log; false if one could not be read.
    pub(super) async fn look_at_all(&self) -> bool {
        // Those that nobody watches too: somebody may just be coming, with an older state in hand.
        let mut used: Vec<RoomId> = locked(&self.inner.rooms).keys().cloned().collect();
        // Always in the same order, so that what happens can be repeated.
        used.sort_unstable();
        let mut seen = true;
        for some in used.chunks(500) {
            match self.inner.store.heads(some).await {
                Ok(heads) => {
                    for (id, seq) in heads {
                        seen &= self.look_at(&id, seq).await;
                    }
                }
                Err(error) => {
                    tracing::error!(%error, "the store cannot be read");
                    return false;
                }
            }
        }
        seen
    }

    /// Handles a report that the log of a table is at `seq`; false if the table could not be read.
    pub(super) async fn look_at(&self, id: &RoomId, seq: u64) -> bool {
        let slot = locked(&self.inner.rooms).get(id).cloned();
        let Some(slot) = slot else { return true };
        let mut state = slot.state.lock().await;
        if state.sent >= seq {
            return true;
        }
        if !slot.is_watched() {
            // It is read again when somebody needs it.
            state.room = None;
        } else if let Err(error) = self.refresh(&slot, &mut state).await {
            tracing::warn!(room = %id, %error, "a table could not be read");
            return false;
        }
        true
    }

    async fn say_presence(&self) -> Result<(), Error> {
        let rooms = std::mem::take(&mut *locked(&self.inner.presence));
        for (id, was_here) in rooms {
            let slot = locked(&self.inner.rooms).get(&id).cloned();
            if let Some(slot) = slot {
                slot.tell(&slot.presence());
                if was_here {
                    self.tell_servers(News::Present(slot.present_here()));
                }
            }
        }
        Ok(())
    }

    async fn say_waiting(&self) -> Result<(), Error> {
        let people = &self.inner.people;
        let players = people.take_uncertain(TOLD);
        for (at, player) in players.iter().enumerate() {
            let query = Query::Waiting {
                player: player.clone(),
            };
            match self.inner.store.count(query).await {
                Ok(games) => people.say_waiting(player, games as u32),
                Err(error) => {
                    // Nobody is forgotten because the store did not answer.
                    for left in &players[at..] {
                        people.uncertain(left);
                    }
                    return Err(error.into());
                }
            }
        }
        Ok(())
    }

    async fn find_forgotten(&self) -> Result<(), Error> {
        if !self.keeps_house() {
            return Ok(());
        }
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
        if !self.inner.thinks {
            return Ok(());
        }
        for id in self.inner.store.house(before).await? {
            let asked = self
                .with_room(&id, |room| self.ask_machines(&id, room))
                .await;
            match asked {
                Ok(_) | Err(Error::NotFound(_)) => {}
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
            after: None,
            limit: 0,
        };
        let current = self.inner.store.count(all).await?;
        self.inner.current.store(current, Ordering::Relaxed);
        metrics::gauge!("tablier_tables").set(current as f64);
        metrics::gauge!("tablier_tables_in_memory").set(slots.len() as f64);
        metrics::gauge!("tablier_players_connected").set(self.inner.people.count() as f64);
        if self.inner.untold.swap(false, Ordering::Relaxed) {
            self.inner.people.doubt_all();
        }
        if self.keeps_house() {
            self.count_all().await?;
        }
        Ok(())
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
