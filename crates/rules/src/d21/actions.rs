use std::hint::select_unpredictable;

use super::geometry::{COUNT, ENDS, FIRSTS, LOOKS, Looks, NTH_PLACE, REACH, REACH_COUNT, STEP};
use super::{Jump, Position, Square};
use crate::hash::SplitMix64;
use crate::nth::Parts;

/// A die goes from one square to another along a line; whether it slides or jumps follows from the
/// position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Action(u16);

impl Action {
    /// The action between two squares; they need not be on one line.
    pub fn new(from: Square, to: Square) -> Self {
        let columns = from.column().abs_diff(to.column());
        let rows = from.row().abs_diff(to.row());
        let kind = if rows == 0 {
            0
        } else if columns == 0 {
            1
        } else if (from.column() < to.column()) == (from.row() < to.row()) {
            2
        } else {
            3
        };
        Self(kind << 14 | (from.index() << 7 | to.index()) as u16)
    }

    /// Where the die stands.
    #[inline]
    pub fn from(self) -> Square {
        Square::from_index_unchecked(usize::from(self.0 >> 7 & 0x7f))
    }

    /// Where it goes.
    #[inline]
    pub fn to(self) -> Square {
        Square::from_index_unchecked(usize::from(self.0 & 0x7f))
    }

    /// The last square before that one on its way.
    #[inline]
    pub(super) fn before(self) -> Square {
        let (from, to) = (self.from().index(), self.to().index());
        let step = usize::from(STEP[self.kind()]);
        Square::from_index_unchecked(if from < to { to - step } else { to + step })
    }

    /// The kind of line: row, column, rising or falling diagonal.
    #[inline]
    pub fn kind(self) -> usize {
        usize::from(self.0 >> 14)
    }
}

/// The dice of a seat.
const DICE: usize = 12;

/// No position has more actions: at most 35 ends per die, plus room for the last block.
const ROOM: usize = DICE * 35 + 12;

impl Position {
    /// Where the dice of the seat to act look: D8, with three outside, those inside stay inside.
    #[inline]
    fn looks(&self) -> &'static Looks {
        &LOOKS[usize::from(self.outside(self.to_act()) >= 3)]
    }

    /// All actions, die by die and line by line (D4, D5).
    #[inline]
    pub(super) fn list(&self, jump: Jump, actions: &mut Vec<Action>) {
        let reach = &REACH[jump as usize];
        let looks = self.looks();
        actions.resize(ROOM, Action(0));
        let mut count = 0;
        for from in self.dice(self.to_act()) {
            let reached = looks[from.index()].reached(self.lines());
            let firsts = &FIRSTS[from.index()];
            for (kind, (&at, &(base, last))) in reached.iter().zip(firsts).enumerate() {
                let ends = usize::from(reach[usize::from(at) % reach.len()]) % 1024;
                // A whole block is written, but only its beginning counts.
                let Some(block) = actions[count..].first_chunk_mut::<9>() else {
                    break;
                };
                let first = ENDS[kind][ends].map(|end| Action(base + end));
                let more = COUNT[ends];
                block[..8].copy_from_slice(&first);
                if more > 8 {
                    // The line has ten places, and all but the die's own are ends.
                    block[8] = Action(last);
                }
                count += usize::from(more);
            }
        }
        actions.truncate(count);
    }

    /// One of the actions that [`Position::list`] would list, without listing them: they are
    /// counted die by die, and only one die's actions are examined. Nothing branches on what is
    /// chosen.
    #[inline]
    pub(super) fn choose(&self, jump: Jump, random: &mut SplitMix64) -> Option<Action> {
        let counts = &REACH_COUNT[jump as usize];
        let looks = self.looks();
        let counted = |from: usize| {
            let reached = looks[from].reached(self.lines());
            reached.map(|at| u16::from(counts[usize::from(at)]))
        };
        let mut parts = Parts::new();
        let mut squares = [0u8; 16];
        let dice = self.dice(self.to_act()).bits();
        let (mut now, next, mut first) = (dice as u64, (dice >> 64) as u64, 0);
        for square in &mut squares[..DICE] {
            // From one word to the other without a branch: where that is cannot be predicted.
            first = select_unpredictable(now == 0, 64, first);
            now = select_unpredictable(now == 0, next, now);
            let from = (first + now.trailing_zeros() as usize) % 128;
            now &= now.wrapping_sub(1);
            *square = from as u8;
            let [a, b, c, d] = counted(from);
            parts.add(a + b + c + d);
        }
        if parts.len() == 0 {
            return None;
        }
        let (die, left) = parts.find(random.below(parts.len()));
        let from = usize::from(squares[die]) % 128;
        let [a, b, c, _] = counted(from).map(usize::from);
        // Where the second, third and fourth line begin.
        let starts = [0, a, a + b, a + b + c];
        let begun = |kind: usize| usize::from(left >= starts[kind]);
        let kind = begun(1) + begun(2) + begun(3);
        let at = looks[from].reached(self.lines())[kind % 4];
        let ends = REACH[jump as usize][usize::from(at) % (16 * 1024)];
        let place = NTH_PLACE[usize::from(ends) % 1024][(left - starts[kind % 4]) % 16];
        let (base, _) = FIRSTS[from][kind % 4];
        Some(Action(base + u16::from(place * STEP[kind % 4])))
    }
}
