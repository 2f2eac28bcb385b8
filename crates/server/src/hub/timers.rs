use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tablier_rooms::RoomId;
use tokio::sync::Notify;

/// When somebody's time runs out, at tables where that is soon. Deadlines further away are found in
/// the store when they come nearer.
#[derive(Debug, Default)]
pub(super) struct Timers {
    times: Mutex<Times>,
    sooner: Notify,
}

#[derive(Debug, Default)]
struct Times {
    by_time: BTreeSet<(u64, RoomId)>,
    of_room: HashMap<RoomId, u64>,
}

impl Timers {
    fn times(&self) -> MutexGuard<'_, Times> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets or clears the deadline of a table.
    pub(super) fn set(&self, room: &RoomId, due: Option<u64>) {
        let mut times = self.times();
        if let Some(old) = times.of_room.remove(room) {
            times.by_time.remove(&(old, room.clone()));
        }
        if let Some(due) = due {
            times.of_room.insert(room.clone(), due);
            times.by_time.insert((due, room.clone()));
            if times
                .by_time
                .first()
                .is_some_and(|(first, _)| *first == due)
            {
                self.sooner.notify_one();
            }
        }
    }

    /// Forgets all deadlines.
    pub(super) fn clear(&self) {
        *self.times() = Times::default();
    }

    /// The earliest deadline.
    pub(super) fn next(&self) -> Option<u64> {
        self.times().by_time.first().map(|(due, _)| *due)
    }

    /// Takes the tables whose deadline has passed.
    pub(super) fn take_due(&self, now: u64) -> Vec<RoomId> {
        let mut times = self.times();
        let mut due = Vec::new();
        while let Some((at, room)) = times.by_time.pop_first() {
            if at >= now {
                times.by_time.insert((at, room));
                break;
            }
            times.of_room.remove(&room);
            due.push(room);
        }
        due
    }

    /// Returns when there is an earlier deadline than before.
    pub(super) async fn sooner(&self) {
        self.sooner.notified().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_one_time_and_is_taken_once() {
        let timers = Timers::default();
        let room = |id: &str| RoomId::new(id).unwrap();
        timers.set(&room("a"), Some(10));
        timers.set(&room("b"), Some(20));
        timers.set(&room("a"), Some(30));
        timers.set(&room("c"), Some(5));
        timers.set(&room("c"), None);
        assert_eq!(timers.next(), Some(20));
        assert!(timers.take_due(20).is_empty());
        assert_eq!(timers.take_due(31), [room("b"), room("a")]);
        assert_eq!(timers.next(), None);
    }
}
