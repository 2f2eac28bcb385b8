//! MO7–MO13, MO15: what an attack hits.

use super::position::bit;
use super::tables::{COLUMN, CROSS, DIAGONALS, NORTH_EAST, NORTH_WEST, RAYS, RING, ROW};
use super::{Attack, Die, Position, Square};

/// What an attack hits, as bitboards. One of the two is empty.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Struck {
    /// The dice it removes.
    pub removed: u64,
    /// The dice it flips.
    pub flipped: u64,
}

impl Position {
    /// What a die with this face on top would hit from a square, regardless of its owner. The
    /// square itself may be empty or hold the die; `gone` is a square to treat as empty (where it
    /// rolls from).
    #[inline]
    pub fn strike(&self, at: Square, die: Die, gone: Option<Square>) -> Struck {
        let mut all = self.all_dice() & !bit(at);
        if let Some(gone) = gone {
            all &= !bit(gone);
        }
        let diagonal = |north_east| if north_east { NORTH_EAST } else { NORTH_WEST };
        let (mut removed, mut flipped) = (0, 0);
        match die.attack() {
            Attack::Immune => {}
            Attack::Diagonal { north_east } => {
                removed = self.along(&diagonal(north_east), at, all);
            }
            Attack::Nearest { north_east } => {
                removed = self.nearest(&diagonal(north_east), at, all);
            }
            Attack::Cross => {
                let mut near = CROSS[at.index()] & all;
                while near != 0 {
                    let one = near & near.wrapping_neg();
                    near ^= one;
                    if !self.is_immune(one) {
                        removed |= one;
                    }
                }
            }
            Attack::FlipNearest => flipped = self.nearest(&DIAGONALS, at, all),
            Attack::FlipLine { column } => {
                flipped = self.along(if column { &COLUMN } else { &ROW }, at, all);
            }
            Attack::Monster => removed = RING[at.index()] & all,
        }
        Struck { removed, flipped }
    }

    /// Whether the only die of a set is immune (MO8).
    #[inline]
    fn is_immune(&self, one: u64) -> bool {
        Die(self.codes[one.trailing_zeros() as usize & 63]).is_immune()
    }

    /// All dice in these directions up to the edge or an immune die.
    #[inline]
    fn along(&self, directions: &[usize], at: Square, all: u64) -> u64 {
        let mut hit = 0;
        for &direction in directions {
            let mut line = RAYS[direction][at.index()] & all;
            while line != 0 {
                let one = first(line, direction);
                if self.is_immune(one) {
                    break;
                }
                hit |= one;
                line ^= one;
            }
        }
        hit
    }

    /// The nearest die in each of these directions, unless it is immune.
    #[inline]
    fn nearest(&self, directions: &[usize], at: Square, all: u64) -> u64 {
        let mut hit = 0;
        for &direction in directions {
            let line = RAYS[direction][at.index()] & all;
            if line != 0 {
                let one = first(line, direction);
                if !self.is_immune(one) {
                    hit |= one;
                }
            }
        }
        hit
    }
}

/// The nearest square of a line in a direction: even directions lead to higher numbers.
#[inline]
fn first(line: u64, direction: usize) -> u64 {
    if direction & 1 == 0 {
        line & line.wrapping_neg()
    } else {
        1 << (63 - line.leading_zeros())
    }
}
