//! What follows from a die's orientation, and where lines run, as tables made at compile time.

use super::{Bitboard, Square};
use crate::scene::Side;
use crate::scene::dice::Orientation;

/// A die as one byte: its kind and orientation.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Die(pub(super) u8);

/// What a die does to others with its top face.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Attack {
    /// MO8: nothing, and it is immune.
    Immune,
    /// MO9: removes all on the diagonal that runs north-east (or else north-west).
    Diagonal {
        /// Whether the diagonal runs from south-west to north-east.
        north_east: bool,
    },
    /// MO10: removes the nearest two on such a diagonal.
    Nearest {
        /// Whether the diagonal runs from south-west to north-east.
        north_east: bool,
    },
    /// MO11: removes the four neighbours.
    Cross,
    /// MO12: flips the nearest on each diagonal.
    FlipNearest,
    /// MO13: flips all on a column (or else a row).
    FlipLine {
        /// Whether the line is a column.
        column: bool,
    },
    /// MO15: removes all eight around it.
    Monster,
}

impl Die {
    /// A die of a kind (0 for an ordinary one, else the number that the monster replaces).
    #[inline]
    pub const fn new(kind: u8, orientation: Orientation) -> Self {
        debug_assert!(kind <= 6);
        Self(kind << 5 | orientation.index())
    }

    /// Its kind and orientation as a number: 32 times the kind, and the index of the orientation.
    #[inline]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// The number that the monster replaces; 0 for an ordinary die (MO1).
    #[inline]
    pub const fn kind(self) -> u8 {
        self.0 >> 5
    }

    /// Its orientation; the monster counts as the number it replaces.
    #[inline]
    pub const fn orientation(self) -> Orientation {
        Orientation::from_index_unchecked(self.0 & 31)
    }

    /// The number on top; the monster counts as the number it replaces.
    #[inline]
    pub const fn top(self) -> u8 {
        (self.0 & 31) / 4 + 1
    }

    /// Whether the monster is on top.
    #[inline]
    pub const fn is_monster(self) -> bool {
        self.top() == self.kind()
    }

    /// MO8: whether only a monster can hit it.
    #[inline]
    pub const fn is_immune(self) -> bool {
        self.0 & 28 == 0 && self.kind() != 1
    }

    /// What it does with its top face.
    #[inline]
    pub const fn attack(self) -> Attack {
        ATTACKS[self.0 as usize]
    }

    /// MO5: how many squares it may roll for an owner at this side, without a bonus.
    #[inline]
    pub const fn range(self, side: Side) -> u8 {
        RANGES[side as usize][self.0 as usize]
    }

    /// The same die in another orientation.
    #[inline]
    pub const fn turned(self, orientation: Orientation) -> Self {
        Self(self.0 & !31 | orientation.index())
    }

    /// MO14: flipped, before its side faces are chosen (the first orientation with this top).
    #[inline]
    pub(super) const fn flipped(self) -> Self {
        Self(self.0 & !31 | ((6 - self.top()) * 4))
    }

    /// The die with its current top and no side faces chosen.
    pub(super) const fn without_sides(self) -> Self {
        Self(self.0 & !3)
    }
}

/// MO4: whether the diagonal through the corner of the top with these two side faces runs north-east.
const fn runs_north_east(o: Orientation, a: u8, b: u8) -> bool {
    let (north, east) = (o.facing(Side::North), o.facing(Side::East));
    (north == a || north == b) == (east == a || east == b)
}

const ATTACKS: [Attack; 256] = {
    let mut table = [Attack::Immune; 256];
    let mut kind = 0;
    while kind <= 6 {
        let mut i = 0;
        while i < 24 {
            let o = Orientation::from_index(i);
            table[Die::new(kind, o).0 as usize] = if o.top() == kind {
                Attack::Monster
            } else {
                match o.top() {
                    2 => Attack::Diagonal {
                        north_east: runs_north_east(o, 1, 3),
                    },
                    3 => Attack::Nearest {
                        north_east: runs_north_east(o, 1, 2),
                    },
                    4 => Attack::Cross,
                    5 => Attack::FlipNearest,
                    6 => Attack::FlipLine {
                        column: o.facing(Side::North) == 3 || o.facing(Side::North) == 4,
                    },
                    _ => Attack::Immune,
                }
            };
            i += 1;
        }
        kind += 1;
    }
    table
};

const RANGES: [[u8; 256]; 4] = {
    let mut table = [[0; 256]; 4];
    let mut s = 0;
    while s < 4 {
        let mut kind = 0;
        while kind <= 6 {
            let mut i = 0;
            while i < 24 {
                let o = Orientation::from_index(i);
                let range = if o.top() == kind {
                    o.facing(Side::ALL[s])
                } else {
                    o.top()
                };
                table[s][Die::new(kind, o).0 as usize] = range;
                i += 1;
            }
            kind += 1;
        }
        s += 1;
    }
    table
};

/// The eight directions, each followed by the opposite one; the first of a pair leads to higher numbers.
const DIRECTIONS: [(i8, i8); 8] = [
    (0, 1),
    (0, -1),
    (1, 0),
    (-1, 0),
    (1, 1),
    (-1, -1),
    (-1, 1),
    (1, -1),
];

/// North and south.
pub(super) const COLUMN: [usize; 2] = [0, 1];
/// East and west.
pub(super) const ROW: [usize; 2] = [2, 3];
/// North-east and south-west.
pub(super) const NORTH_EAST: [usize; 2] = [4, 5];
/// North-west and south-east.
pub(super) const NORTH_WEST: [usize; 2] = [6, 7];
/// All four diagonal directions.
pub(super) const DIAGONALS: [usize; 4] = [4, 5, 6, 7];

/// The squares in each direction from each square, up to the edge.
pub(super) static RAYS: [[Bitboard; 64]; 8] = {
    let mut table = [[Bitboard::EMPTY; 64]; 8];
    let mut d = 0;
    while d < 8 {
        let mut from = 0;
        while from < 64 {
            let (east, north) = DIRECTIONS[d];
            let mut at = Square::from_index(from).offset(east, north);
            while let Some(square) = at {
                table[d][from] = table[d][from].with(square);
                at = square.offset(east, north);
            }
            from += 1;
        }
        d += 1;
    }
    table
};

const fn around(first: usize, last: usize) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut d = first;
        while d <= last {
            let (east, north) = DIRECTIONS[d];
            if let Some(square) = Square::from_index(from).offset(east, north) {
                table[from] = table[from].with(square);
            }
            d += 1;
        }
        from += 1;
    }
    table
}

/// The four orthogonal neighbours of each square.
pub(super) static CROSS: [Bitboard; 64] = around(0, 3);
/// The eight neighbours of each square.
pub(super) static RING: [Bitboard; 64] = around(0, 7);
