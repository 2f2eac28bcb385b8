use std::sync::atomic::{AtomicU64, Ordering};

use tablier_rules::{Seat, hash};

/// A fixed-size table of positions already searched, shared by all threads without locks: an entry
/// whose two halves do not match is simply not found.
#[derive(Debug)]
pub struct TranspositionTable {
    lines: Vec<Line>,
    /// Entries of another generation are invisible after [`TranspositionTable::forget`].
    salt: AtomicU64,
    age: AtomicU64,
}

/// So many slots that they fill a line of the processor's cache: no bucket lies across two of them.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Line([Slot; LINE]);

type Slot = [AtomicU64; 2];

const LINE: usize = 4;

/// What is known about a position.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    pub(crate) score: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// The index of the best action in the list, if any.
    pub(crate) best: Option<u16>,
    pub(crate) acts: Seat,
    /// Whether the position surely has several actions and nothing urgent: nothing that would make the
    /// search go deeper.
    pub(crate) plain: bool,
}

/// How a score relates to the true value.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The true value is at least the score.
    Lower,
    /// It is at most the score.
    Upper,
    /// It is the score.
    Exact,
}

const NO_ACTION: u16 = u16::MAX;
/// Slots are probed in pairs.
const BUCKET: usize = 2;

impl TranspositionTable {
    /// A table of about this many megabytes.
    pub fn new(megabytes: usize) -> Self {
        let slots = ((megabytes.max(1) << 20) / 16).next_power_of_two();
        let slots = if slots * 16 > megabytes.max(1) << 20 {
            slots / 2
        } else {
            slots
        };
        Self {
            lines: empty(slots / LINE),
            salt: AtomicU64::new(0),
            age: AtomicU64::new(0),
        }
    }

    /// Its size in bytes.
    pub fn bytes(&self) -> usize {
        self.lines.len() * LINE * 16
    }

    /// Makes everything known so far invisible, at no cost.
    pub fn forget(&self) {
        self.salt.fetch_add(1, Ordering::Relaxed);
    }

    /// Starts a new search: older entries are the first to be replaced.
    pub(crate) fn new_search(&self) {
        self.age.fetch_add(1, Ordering::Relaxed);
    }

    /// The salt mixed into all keys of this search.
    pub(crate) fn salt(&self) -> u64 {
        hash::mix(self.salt.load(Ordering::Relaxed))
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        // The low bits choose the bucket.
        let at = key as usize & !(BUCKET - 1);
        let line = &self.lines[(at / LINE) & (self.lines.len() - 1)];
        &line.0[at % LINE..][..BUCKET]
    }

    /// Whether [`TranspositionTable::prefetch`] does anything.
    pub(crate) const PREFETCHES: bool = cfg!(target_arch = "x86_64");

    /// Has the processor fetch what the table knows of a position while something else is done. A look that has to
    /// wait for the memory takes as long as a hundred other instructions.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        let _bucket = self.bucket(key);
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a hint to the processor, which reads nothing and may be given any address.
            #[expect(unsafe_code, reason = "safe code has no such hint")]
            unsafe {
                _mm_prefetch::<_MM_HINT_T0>(_bucket.as_ptr().cast());
            }
        }
    }

    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        for slot in self.bucket(key) {
            let data = slot[1].load(Ordering::Relaxed);
            if slot[0].load(Ordering::Relaxed) ^ data == key && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    #[inline]
    pub(crate) fn store(&self, key: u64, known: Entry) {
        let age = self.age.load(Ordering::Relaxed) & 0xff;
        let slots = self.bucket(key);
        let mut worst = (i64::MAX, 0);
        for (i, slot) in slots.iter().enumerate() {
            let data = slot[1].load(Ordering::Relaxed);
            if data != 0 && slot[0].load(Ordering::Relaxed) ^ data == key {
                let old = unpack(data);
                // A deeper result of this search is not overwritten by a mere bound.
                if old.depth > known.depth + 2 && known.bound != Bound::Exact && data >> 56 == age {
                    return;
                }
                worst = (i64::MIN, i);
                break;
            }
            let worth = if data == 0 {
                -1_000
            } else {
                i64::from(unpack(data).depth) - if data >> 56 == age { 0 } else { 256 }
            };
            if worth < worst.0 {
                worst = (worth, i);
            }
        }
        let data = pack(known, age);
        slots[worst.1][0].store(key ^ data, Ordering::Relaxed);
        slots[worst.1][1].store(data, Ordering::Relaxed);
    }
}

/// So many lines without entries.
fn empty(count: usize) -> Vec<Line> {
    let mut lines = Vec::with_capacity(count);
    #[cfg(target_os = "linux")]
    ask_for_huge_pages(lines.spare_capacity_mut());
    lines.extend((0..count).map(|_| Line::default()));
    lines
}

/// Asks for pages of two megabytes, before any of this memory is used. A search looks up lines here and there, and a
/// processor remembers where too few of the usual pages are: looking that up takes as long as the line itself.
#[cfg(target_os = "linux")]
fn ask_for_huge_pages(memory: &mut [std::mem::MaybeUninit<Line>]) {
    use rustix::mm::{Advice, madvise};
    const HUGE: usize = 2 << 20;
    let skipped = memory.as_ptr().align_offset(HUGE);
    let pages = memory.len().saturating_sub(skipped) / (HUGE / size_of::<Line>());
    if let Some(whole) = memory.get_mut(skipped..).filter(|_| pages > 0) {
        // SAFETY: this advice never changes what memory holds, and the memory is borrowed here. Where there are no
        // huge pages, it fails, and nothing is lost.
        #[expect(
            unsafe_code,
            reason = "advice can mean harm to memory, though this one cannot"
        )]
        unsafe {
            let _ = madvise(
                whole.as_mut_ptr().cast(),
                pages * HUGE,
                Advice::LinuxHugepage,
            );
        }
    }
}

/// From the low end: score 16 bits (never all zero with the bound), action 16, depth 16, bound 2, seat 2, plain 1, age 8 at
/// the top.
#[inline]
fn pack(known: Entry, age: u64) -> u64 {
    let bound = match known.bound {
        Bound::Lower => 1u64,
        Bound::Upper => 2,
        Bound::Exact => 3,
    };
    u64::from(known.score as i16 as u16)
        | u64::from(known.best.unwrap_or(NO_ACTION)) << 16
        | u64::from(known.depth.clamp(-100, 1_000) as i16 as u16) << 32
        | bound << 48
        | (known.acts.index() as u64) << 50
        | u64::from(known.plain) << 52
        | age << 56
}

#[inline]
fn unpack(data: u64) -> Entry {
    let best = (data >> 16) as u16;
    Entry {
        score: i32::from(data as u16 as i16),
        depth: i32::from((data >> 32) as u16 as i16),
        bound: match data >> 48 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
        best: (best != NO_ACTION).then_some(best),
        acts: Seat::new((data >> 50 & 3) as u8),
        plain: data >> 52 & 1 == 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_huge_pages_is_empty_at_first() {
        for megabytes in [1, 2, 4, 9] {
            let table = TranspositionTable::new(megabytes);
            let empty = |line: &Line| {
                line.0
                    .iter()
                    .flatten()
                    .all(|half| half.load(Ordering::Relaxed) == 0)
            };
            assert!(table.lines.iter().all(empty));
            assert_eq!(table.bytes(), megabytes.min(8) << 20);
        }
    }

    #[test]
    fn what_is_kept_is_found_and_what_is_forgotten_is_not() {
        let table = TranspositionTable::new(1);
        assert_eq!(table.bytes(), 1 << 20);
        let known = Entry {
            score: -123,
            depth: 7,
            bound: Bound::Lower,
            best: Some(300),
            acts: Seat::new(3),
            plain: true,
        };
        let key = hash::mix(5) ^ table.salt();
        table.store(key, known);
        assert_eq!(table.probe(key), Some(known));
        assert_eq!(table.probe(key ^ 2), None);
        table.forget();
        assert_eq!(table.probe(hash::mix(5) ^ table.salt()), None);
        let deep = Entry {
            score: 29_999,
            depth: -1,
            bound: Bound::Exact,
            best: None,
            acts: Seat::new(1),
            plain: false,
        };
        table.store(9, deep);
        assert_eq!(table.probe(9), Some(deep));
    }
}
