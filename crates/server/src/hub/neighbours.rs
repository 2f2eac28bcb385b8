//! Other servers: what they tell, and who is at a table there.

use std::collections::HashMap;
use std::time::Duration;

use tablier_protocol::ToClient;
use tablier_rooms::RoomId;
use tokio::sync::broadcast;
use tokio::time::Instant;

use super::flow::SOON;
use super::{Hub, locked};
use crate::bus::{Hint, News, Topic};
use crate::error::Error;

/// A server that has said nothing for so long is gone.
const SILENCE: Duration = Duration::from_secs(15);

/// When each of the other servers was last heard.
pub(super) type Neighbours = HashMap<u64, Instant>;

impl Hub {
    /// Tells all other servers.
    pub(super) fn tell_servers(&self, news: News) {
        let from = self.inner.server;
        self.inner.bus.publish(Hint { from, news });
    }

    /// Follows what other servers tell: about this, and about whatever is in use here.
    pub(super) async fn hints(self, topic: Topic) {
        let mut hints = self.inner.bus.subscribe();
        let _listening = self.inner.bus.listen(topic);
        loop {
            match hints.recv().await {
                Ok(hint) if hint.from == self.inner.server => {}
                Ok(hint) => self.heard(hint),
                // Whatever was missed is found by checking the logs.
                Err(broadcast::error::RecvError::Lagged(_)) => {
                    self.look_at_all().await;
                }
                Err(broadcast::error::RecvError::Closed) => return,
            }
        }
    }

    fn heard(&self, hint: Hint) {
        let inner = &self.inner;
        if hint.news == News::Gone {
            locked(&inner.neighbours).remove(&hint.from);
            self.forget_servers(&[hint.from]);
            return;
        }
        locked(&inner.neighbours).insert(hint.from, Instant::now());
        match hint.news {
            News::Wrote { room, seq } => {
                // Reading takes a moment, and the next hint does not wait for it.
                let hub = self.clone();
                tokio::spawn(async move { hub.look_at(&room, seq).await });
            }
            News::Present(present) => {
                let slot = locked(&inner.rooms).get(&present.room).cloned();
                if let Some(slot) = slot.filter(|slot| slot.is_watched()) {
                    let room = present.room.clone();
                    // A server that was not at this table wants to know who is here.
                    if let Some(is_new) = slot.present_there(hint.from, present) {
                        *locked(&inner.presence).entry(room).or_default() |= is_new;
                    }
                }
            }
            News::Reacted {
                room,
                seat,
                reaction,
            } => {
                let slot = locked(&inner.rooms).get(&room).cloned();
                if let Some(slot) = slot {
                    slot.tell(&ToClient::Reaction {
                        room,
                        seat,
                        reaction,
                    });
                }
            }
            News::Turned { player, paired } => {
                inner.people.uncertain(&player);
                if let Some(room) = paired {
                    inner.people.tell(&player, &ToClient::Paired { room });
                }
            }
            News::Awaits { room, due, house } => {
                self.expect_flag(&room, due);
                if house {
                    inner.house_asked.notify_one();
                }
            }
            News::Cut { player } => inner.people.cut(&player),
            News::Alive | News::Gone => {}
        }
    }

    /// Notes when somebody's time runs out, if that is this server's task and soon.
    pub(super) fn expect_flag(&self, room: &RoomId, due: Option<u64>) {
        if self.keeps_house() {
            let soon = self.inner.clock.now() + SOON;
            self.inner.timers.set(room, due.filter(|due| *due < soon));
        }
    }

    /// Tells the others that this server is there, and notices who is not any more.
    pub(super) async fn stay_in_touch(&self) -> Result<(), Error> {
        self.tell_servers(News::Alive);
        let mut silent = Vec::new();
        locked(&self.inner.neighbours).retain(|server, heard| {
            let here = heard.elapsed() < SILENCE;
            if !here {
                silent.push(*server);
            }
            here
        });
        self.forget_servers(&silent);
        let there = locked(&self.inner.neighbours).len();
        if there > 0 {
            // A hint may have been lost, as while somebody's connection to the bus was being made.
            let mut slots: Vec<_> = locked(&self.inner.rooms).values().cloned().collect();
            // Always in the same order, so that what happens can be repeated.
            slots.sort_unstable_by(|one, other| one.id.cmp(&other.id));
            for slot in slots.iter().filter(|slot| slot.is_watched()) {
                self.tell_servers(News::Present(slot.present_here()));
            }
        }
        metrics::gauge!("tablier_servers").set(1.0 + there as f64);
        let whole = if self.inner.bus.is_whole() { 1.0 } else { 0.0 };
        metrics::gauge!("tablier_bus_whole").set(whole);
        Ok(())
    }

    /// Nobody is at a table on these servers any more.
    fn forget_servers(&self, servers: &[u64]) {
        if servers.is_empty() {
            return;
        }
        let slots: Vec<_> = locked(&self.inner.rooms).values().cloned().collect();
        let mut presence = locked(&self.inner.presence);
        for slot in slots {
            if slot.nobody_there(servers) {
                presence.entry(slot.id.clone()).or_default();
            }
        }
    }
}
