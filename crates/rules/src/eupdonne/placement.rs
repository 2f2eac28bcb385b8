use std::fmt;

use super::{Bitboard, Square};
use crate::Refusal;
use crate::scene::Side;
use crate::text::Reader;

/// EU1: the three orders of levels, each read from one of its ends.
pub const ORDERS: [[u8; 3]; 3] = [[1, 2, 3], [1, 3, 2], [2, 1, 3]];

/// EU12: the corner squares of the board.
pub const CORNERS: Bitboard = Bitboard::EMPTY
    .with(Square::new(0, 0))
    .with(Square::new(7, 0))
    .with(Square::new(0, 7))
    .with(Square::new(7, 7));

/// How a bar lies: its levels from west or south, its west or south square, and its direction. There
/// are 576.
///
/// The number has the levels above bit 6 (the order twice, plus one when turned round), the direction
/// in bit 6 and the square below.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement(u16);

/// What a placement covers and touches.
#[derive(Copy, Clone)]
pub(super) struct Footprint {
    /// The square of each level.
    pub(super) levels: [Bitboard; 3],
    /// The squares that share an edge with it.
    pub(super) touched: [Bitboard; 3],
}

pub(super) static FOOTPRINTS: [Footprint; 768] = {
    let mut footprints = [Footprint {
        levels: [Bitboard::EMPTY; 3],
        touched: [Bitboard::EMPTY; 3],
    }; 768];
    let mut number = 0;
    while number < 768 {
        let placement = Placement(number as u16);
        if placement.fits() {
            let mut i = 0;
            while i < 3 {
                let level = placement.levels()[i] as usize - 1;
                let square = Square::from_index(placement.first() + i * placement.step());
                let square = Bitboard::from_square(square);
                footprints[number].levels[level] = square;
                footprints[number].touched[level] = neighbours(square);
                i += 1;
            }
        }
        number += 1;
    }
    footprints
};

/// The squares that share an edge with a square of a set (EU4).
#[inline]
pub const fn neighbours(set: Bitboard) -> Bitboard {
    Bitboard::from_bits(
        set.step(Side::East).bits()
            | set.step(Side::West).bits()
            | set.step(Side::North).bits()
            | set.step(Side::South).bits(),
    )
}

impl Placement {
    /// Nowhere: in the hand.
    pub(super) const NONE: Placement = Placement(0x3ff);

    /// The placement with these levels from west or south, if there is such a bar and it fits.
    pub fn new(levels: [u8; 3], square: Square, vertical: bool) -> Option<Self> {
        let turn = Self::turn_of(levels)?;
        let number = turn << 7 | u16::from(vertical) << 6 | square.index() as u16;
        Some(Self(number)).filter(|placement| placement.fits())
    }

    /// The placement whose middle square this is.
    pub fn around(levels: [u8; 3], middle: Square, vertical: bool) -> Option<Self> {
        let first = if vertical {
            middle.offset(0, -1)
        } else {
            middle.offset(-1, 0)
        };
        Self::new(levels, first?, vertical)
    }

    /// Twice the order, plus one when turned round.
    fn turn_of(levels: [u8; 3]) -> Option<u16> {
        let [a, b, c] = levels;
        ORDERS.iter().zip(0..).find_map(|(&order, number)| {
            if order == levels {
                Some(number * 2)
            } else {
                (order == [c, b, a]).then_some(number * 2 + 1)
            }
        })
    }

    /// A placement from its parts, unchecked.
    #[inline]
    pub(super) const fn from_parts(turn: usize, vertical: bool, square: Square) -> Self {
        Self((turn << 7 | (vertical as usize) << 6 | square.index()) as u16)
    }

    /// All 576.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..768).map(Self).filter(|placement| placement.fits())
    }

    /// Its number, below 768.
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Its order of levels, an index of [`ORDERS`].
    #[inline]
    pub const fn order(self) -> usize {
        self.0 as usize >> 8
    }

    /// The levels from west or south.
    #[inline]
    pub const fn levels(self) -> [u8; 3] {
        let [a, b, c] = ORDERS[self.order()];
        if self.0 >> 7 & 1 == 1 {
            [c, b, a]
        } else {
            [a, b, c]
        }
    }

    /// Whether it runs from south to north.
    #[inline]
    pub const fn is_vertical(self) -> bool {
        self.0 >> 6 & 1 == 1
    }

    /// Its three squares, the west or south one first.
    pub fn squares(self) -> [Square; 3] {
        [0, 1, 2].map(|i| Square::from_index(self.first() + i * self.step()))
    }

    /// Its three squares as a set.
    #[inline]
    pub fn covered(self) -> Bitboard {
        let [a, b, c] = self.footprint().levels;
        a | b | c
    }

    /// The square of a level from 1 to 3, as a set.
    #[inline]
    pub fn level_at(self, level: u8) -> Bitboard {
        self.footprint().levels[usize::from(level) - 1]
    }

    /// EU6: whether bars that lie like this touch, and only with equal levels.
    pub fn links(self, other: Placement) -> bool {
        let pairs = self.touching(other);
        !pairs.is_empty() && pairs.iter().all(|pair| pair.0.1 == pair.1.1)
    }

    /// EU4: the pairs of squares that share an edge, each with its level.
    pub fn touching(self, other: Placement) -> Vec<((Square, u8), (Square, u8))> {
        let mut pairs = Vec::new();
        for (square, level) in self.squares().into_iter().zip(self.levels()) {
            for (there, its) in other.squares().into_iter().zip(other.levels()) {
                if neighbours(Bitboard::from_square(square)).contains(there) {
                    pairs.push(((square, level), (there, its)));
                }
            }
        }
        pairs
    }

    /// The placement under one of the eight symmetries of the board, numbered 0 to 7: bit 0
    /// exchanges east and west, bit 1 north and south, bit 2 columns and rows.
    pub fn mirrored(self, symmetry: u8) -> Self {
        let mirror = |square: Square| {
            let (mut column, mut row) = (square.column(), square.row());
            if symmetry & 1 != 0 {
                column = 7 - column;
            }
            if symmetry & 2 != 0 {
                row = 7 - row;
            }
            if symmetry & 4 != 0 {
                (column, row) = (row, column);
            }
            Square::new(column, row)
        };
        let [first, _, last] = self.squares().map(mirror);
        let [a, b, c] = self.levels();
        let (first, levels) = if first < last {
            (first, [a, b, c])
        } else {
            (last, [c, b, a])
        };
        Self::new(levels, first, self.is_vertical() != (symmetry & 4 != 0)).unwrap_or(self)
    }

    #[inline]
    pub(super) fn footprint(self) -> &'static Footprint {
        &FOOTPRINTS[self.number()]
    }

    const fn first(self) -> usize {
        self.0 as usize & 63
    }

    const fn step(self) -> usize {
        if self.is_vertical() { 8 } else { 1 }
    }

    /// Whether it is one of the six turns and all three squares are on the board.
    const fn fits(self) -> bool {
        let (column, row) = (self.first() % 8, self.first() / 8);
        self.order() < 3
            && if self.is_vertical() {
                row < 6
            } else {
                column < 6
            }
    }

    /// Reads `123A1H`: any three digits, a square and a direction.
    pub(super) fn read(reader: &mut Reader) -> Result<([u8; 3], Square, bool), Refusal> {
        let mut ahead = reader.clone();
        let mut levels = [0; 3];
        for level in &mut levels {
            *level = ahead.digit()?;
        }
        let square = ahead.square()?;
        let vertical = ahead.take_if(|c| c == 'H' || c == 'V')? == 'V';
        *reader = ahead;
        Ok((levels, square, vertical))
    }
}

/// `123A1h`.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.levels();
        let sign = if self.is_vertical() { 'v' } else { 'h' };
        write!(f, "{a}{b}{c}{}{sign}", Square::from_index(self.first()))
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.fits() {
            fmt::Display::fmt(self, f)
        } else {
            f.write_str("nowhere")
        }
    }
}
