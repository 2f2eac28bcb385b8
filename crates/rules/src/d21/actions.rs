use super::geometry::{COUNT, ENDS, LOOKS, Look, REACH, Reach};
use super::{Bitboard, INNER, Jump, Position, Square};
use crate::hash::SplitMix64;

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
    /// D8: with three dice outside, those inside stay inside.
    #[inline]
    fn confined(&self) -> Bitboard {
        let full = self.outside(self.to_act()) >= 3;
        if full { INNER } else { Bitboard::EMPTY }
    }

    /// D4, D5: the places of a line that a die can go to.
    #[inline]
    fn ends(&self, reach: &Reach, look: &Look, confined: bool) -> usize {
        let taken = self.line(look.line as u8);
        let reach = reach[usize::from(look.reach | taken) % reach.len()];
        usize::from(reach & look.allowed[usize::from(confined)]) % 1024
    }

    /// All actions, die by die and line by line.
    #[inline]
    pub(super) fn list(&self, jump: Jump, actions: &mut Vec<Action>) {
        let reach = &REACH[jump as usize];
        let confined = self.confined();
        actions.resize(ROOM, Action(0));
        let mut count = 0;
        for from in self.dice(self.to_act()) {
            let confined = confined.contains(from);
            for (kind, look) in LOOKS[from.index()].iter().enumerate() {
                let ends = self.ends(reach, look, confined);
                // A whole block is written, but only its beginning counts.
                let Some(block) = actions[count..].first_chunk_mut::<9>() else {
                    break;
                };
                let first = ENDS[kind][ends].map(|end| Action(look.base + end));
                let more = COUNT[ends];
                block[..8].copy_from_slice(&first);
                if more > 8 {
                    // The line has ten places, and all but the die's own are ends.
                    block[8] = Action(look.last);
                }
                count += usize::from(more);
            }
        }
        actions.truncate(count);
    }

    /// One of the actions that [`Position::list`] would list, without listing them: they are
    /// counted die by die, and only one die's actions are examined.
    #[inline]
    pub(super) fn choose(&self, jump: Jump, random: &mut SplitMix64) -> Option<Action> {
        let reach = &REACH[jump as usize];
        let confined = self.confined();
        // For each die, the number of actions of this die and those before it.
        let mut sums = [0; DICE];
        let mut count = 0;
        for (from, sum) in self.dice(self.to_act()).into_iter().zip(&mut sums) {
            let confined = confined.contains(from);
            for look in &LOOKS[from.index()] {
                count += usize::from(COUNT[self.ends(reach, look, confined)]);
            }
            *sum = count;
        }
        if count == 0 {
            return None;
        }
        let wanted = random.below(count);
        let die = sums.iter().filter(|&&sum| sum <= wanted).count();
        let from = self.dice(self.to_act()).into_iter().nth(die)?;
        let confined = confined.contains(from);
        let mut left = wanted - if die == 0 { 0 } else { sums[die - 1] };
        for (kind, look) in LOOKS[from.index()].iter().enumerate() {
            let ends = self.ends(reach, look, confined);
            let more = usize::from(COUNT[ends]);
            if left < more {
                let end = ENDS[kind][ends].get(left);
                return Some(end.map_or(Action(look.last), |end| Action(look.base + end)));
            }
            left -= more;
        }
        None
    }
}
