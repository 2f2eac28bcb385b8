//! MO7–MO13, MO15: what an attack hits.

use super::tables::{COLUMN, CROSS, DIAGONALS, NORTH_EAST, NORTH_WEST, RAYS, RING, ROW};
use super::{Attack, Bitboard, Die, Position, Square};

/// What an attack hits. One of the two is empty.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct Struck {
    /// The dice it removes.
    pub removed: Bitboard,
    /// The dice it flips.
    pub flipped: Bitboard,
}

impl Position {
    /// What a die with this face on top would hit from a square, regardless of its owner. The
    /// square itself may be empty or hold the die; `gone` is a square to treat as empty (where it
    /// rolls from).
    #[inline]
    pub fn strike(&self, at: Square, die: Die, gone: Option<Square>) -> Struck {
        let mut all = self.all_dice().without(at);
        if let Some(gone) = gone {
            all = all.without(gone);
        }
        let diagonal = |north_east| if north_east { NORTH_EAST } else { NORTH_WEST };
        let (mut removed, mut flipped) = (Bitboard::EMPTY, Bitboard::EMPTY);
        match die.attack() {
            Attack::Immune => {}
            Attack::Diagonal { north_east } => {
                removed = self.along(&diagonal(north_east), at, all);
            }
            Attack::Nearest { north_east } => {
                removed = self.nearest(&diagonal(north_east), at, all);
            }
            Attack::Cross => {
                for near in CROSS[at.index()] & all {
                    if !self.is_immune(near) {
                        removed = removed.with(near);
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

    /// Whether the die on a square is immune (MO8).
    #[inline]
    fn is_immune(&self, square: Square) -> bool {
        Die(self.codes[square.index() & 63]).is_immune()
    }

    /// All dice in these directions up to the edge or an immune die.
    #[inline]
    fn along(&self, directions: &[usize], at: Square, all: Bitboard) -> Bitboard {
        let mut hit = Bitboard::EMPTY;
        for &direction in directions {
            let mut line = RAYS[direction][at.index()] & all;
            while let Some(next) = first(line, direction) {
                if self.is_immune(next) {
                    break;
                }
                hit = hit.with(next);
                line = line.without(next);
            }
        }
        hit
    }

    /// The nearest die in each of these directions, unless it is immune.
    #[inline]
    fn nearest(&self, directions: &[usize], at: Square, all: Bitboard) -> Bitboard {
        let mut hit = Bitboard::EMPTY;
        for &direction in directions {
            let line = RAYS[direction][at.index()] & all;
            if let Some(next) = first(line, direction)
                && !self.is_immune(next)
            {
                hit = hit.with(next);
            }
        }
        hit
    }
}

/// The nearest square of a line in a direction: even directions lead to higher numbers.
#[inline]
fn first(line: Bitboard, direction: usize) -> Option<Square> {
    if direction & 1 == 0 {
        line.first()
    } else {
        line.last()
    }
}
