use super::{Position, Square};
use crate::scene::Side;

/// A piece jumps from one square to another; what it jumps over lies between.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Action {
    /// Where it starts.
    pub from: Square,
    /// Where it lands.
    pub to: Square,
}

/// Column A.
const COLUMN: u64 = 0x0101_0101_0101_0101;

/// The squares from which one can go so many columns to the right without leaving the field.
const fn can_go_right(steps: u32) -> u64 {
    COLUMN * (0xff >> steps)
}

/// The squares strictly between two squares of one row or column; of others, nothing sensible.
#[inline]
pub const fn between(a: Square, b: Square) -> u64 {
    let (a, b) = (a.index(), b.index());
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    let inside = (1u64 << high).wrapping_sub(2 << low);
    if (a ^ b) & 7 == 0 {
        inside & COLUMN << (a & 7)
    } else {
        inside
    }
}

impl Position {
    /// SO2: the pieces that can jump to a side (north is towards row 1).
    #[inline]
    pub fn jumpers(&self, side: Side) -> u64 {
        match side {
            Side::North => self.search::<8, false>(),
            Side::East => self.search::<1, true>(),
            Side::South => self.search::<8, true>(),
            Side::West => self.search::<1, false>(),
        }
    }

    /// The nearest empty square to a side of a piece that can jump there.
    #[inline]
    pub fn landing(&self, from: Square, side: Side) -> Square {
        let (empty, from) = (!self.occupied, from.index() as u32);
        let to = match side {
            Side::East => from + (empty >> from).trailing_zeros(),
            Side::South => from + (empty >> from & COLUMN).trailing_zeros(),
            Side::West => from - (empty << (63 - from)).leading_zeros(),
            Side::North => from - (empty << (63 - from) & COLUMN << 7).leading_zeros(),
        };
        Square::from_index(to as usize)
    }

    /// All pieces at once, square by square away from them: as long as what stands there has another
    /// colour they can go on, and where they then come to an empty square they can jump.
    #[inline]
    fn search<const STEP: u32, const UP: bool>(&self) -> u64 {
        let ahead = |mask: u64, steps: u32| match UP {
            true => mask >> (steps * STEP),
            false => mask << (steps * STEP),
        };
        let room = |steps: u32| match (STEP, UP) {
            (1, true) => can_go_right(steps),
            (1, false) => can_go_right(steps) << steps,
            _ => u64::MAX,
        };
        let empty = !self.occupied;
        let mut found = 0;
        let mut going = self.occupied;
        for steps in 1..8 {
            going &= room(steps);
            if steps > 1 {
                found |= going & ahead(empty, steps);
            }
            let other = (self.low ^ ahead(self.low, steps)) | (self.high ^ ahead(self.high, steps));
            going &= ahead(self.occupied, steps) & other;
            if going == 0 {
                break;
            }
        }
        found
    }

    #[inline]
    pub(super) fn list(&self, actions: &mut Vec<Action>) {
        for side in [Side::North, Side::East, Side::South, Side::West] {
            let mut jumpers = self.jumpers(side);
            actions.extend((0..jumpers.count_ones()).map(|_| {
                let from = Square::from_index(jumpers.trailing_zeros() as usize);
                jumpers &= jumpers.wrapping_sub(1);
                let to = self.landing(from, side);
                Action { from, to }
            }));
        }
    }
}
