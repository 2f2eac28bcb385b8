use std::sync::atomic::{AtomicU64, Ordering};

use tablier_rules::hash;

/// The actions that threads are searching right now, so that another thread takes a different one first and comes
/// back to them later (a simplified form of Weill's ABDADA, after Kerrigan). A hint and no lock: an entry that is
/// lost or overwritten costs nothing but work done twice.
#[derive(Debug)]
pub(super) struct Busy {
    slots: Vec<[AtomicU64; WAYS]>,
}

const SLOTS: usize = 1 << 12;
const WAYS: usize = 4;
/// Nearer to the end of the depth it is not worth looking.
pub(super) const LEAST_DEPTH: i32 = 3;

impl Busy {
    #[cfg_attr(target_arch = "wasm32", expect(dead_code))]
    pub(super) fn new() -> Self {
        Self {
            slots: (0..SLOTS).map(|_| Default::default()).collect(),
        }
    }

    /// What stands for an action, given by its number in the list, in the position with this key.
    #[inline]
    pub(super) fn mark(key: u64, at: u16) -> u64 {
        // 0 is an empty slot.
        hash::mix(key ^ u64::from(at) << 40) | 1
    }

    #[inline]
    fn ways(&self, mark: u64) -> &[AtomicU64; WAYS] {
        &self.slots[(mark >> 32) as usize & (SLOTS - 1)]
    }

    /// Whether some thread is searching it.
    #[inline]
    pub(super) fn is_taken(&self, mark: u64) -> bool {
        let taken = |way: &AtomicU64| way.load(Ordering::Relaxed) == mark;
        self.ways(mark).iter().any(taken)
    }

    /// This thread is searching it now.
    #[inline]
    pub(super) fn take(&self, mark: u64) {
        let ways = self.ways(mark);
        let free = |way: &&AtomicU64| matches!(way.load(Ordering::Relaxed), 0);
        let way = ways.iter().find(free).unwrap_or(&ways[0]);
        way.store(mark, Ordering::Relaxed);
    }

    /// This thread is done with it.
    #[inline]
    pub(super) fn release(&self, mark: u64) {
        for way in self.ways(mark) {
            if way.load(Ordering::Relaxed) == mark {
                way.store(0, Ordering::Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_known_until_it_is_released() {
        let busy = Busy::new();
        let [one, other] = [Busy::mark(7, 0), Busy::mark(7, 1)];
        assert_ne!(one, other);
        busy.take(one);
        assert!(busy.is_taken(one) && !busy.is_taken(other));
        busy.release(one);
        assert!(!busy.is_taken(one));
    }

    #[test]
    fn a_full_slot_forgets_and_goes_on() {
        let busy = Busy::new();
        let slot = Busy::mark(1, 0) & !1;
        let marks: Vec<u64> = (0..6).map(|i| slot ^ i << 1 | 1).collect();
        marks.iter().for_each(|&mark| busy.take(mark));
        let known = marks.iter().filter(|&&mark| busy.is_taken(mark)).count();
        assert_eq!(known, WAYS);
        marks.iter().for_each(|&mark| busy.release(mark));
        assert!(!marks.iter().any(|&mark| busy.is_taken(mark)));
    }
}
