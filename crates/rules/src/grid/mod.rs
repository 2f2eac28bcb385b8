//! Squares of a rectangular board (C1), and sets of them.

mod bitboard;

use std::fmt;

pub use bitboard::{Bitboard, Squares};

use crate::scene::{Side, SiteId};

/// A square of a board of `W` columns and `H` rows, numbered from the south-west corner eastwards
/// and then row by row to the north.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square<const W: u8, const H: u8>(u8);

impl<const W: u8, const H: u8> Square<W, H> {
    /// How many squares the board has.
    pub const COUNT: usize = W as usize * H as usize;

    /// The square in this column and row, both counted from 0.
    ///
    /// # Panics
    /// If the board has no such square.
    #[inline]
    pub const fn new(column: u8, row: u8) -> Self {
        assert!(column < W && row < H, "no such square");
        Self(row * W + column)
    }

    /// The same without the check, for the hot path: meaningless beyond the board.
    #[inline]
    pub const fn new_unchecked(column: u8, row: u8) -> Self {
        debug_assert!(column < W && row < H);
        Self(row * W + column)
    }

    /// The square with this number.
    ///
    /// # Panics
    /// If it is not below [`Self::COUNT`].
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < Self::COUNT, "no such square");
        Self(index as u8)
    }

    /// The same without the check, for the hot path: meaningless beyond [`Self::COUNT`].
    #[inline]
    pub const fn from_index_unchecked(index: usize) -> Self {
        debug_assert!(index < Self::COUNT);
        Self(index as u8)
    }

    /// Its number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its column, counted from 0.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 % W
    }

    /// Its row, counted from 0.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 / W
    }

    /// All squares in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..W * H).map(Self)
    }

    /// The square `east` columns to the east and `north` rows to the north, if the board has it.
    #[inline]
    #[must_use]
    pub const fn offset(self, east: i8, north: i8) -> Option<Self> {
        let column = self.column() as i8 + east;
        let row = self.row() as i8 + north;
        if column < 0 || row < 0 || column >= W as i8 || row >= H as i8 {
            return None;
        }
        Some(Self(row as u8 * W + column as u8))
    }

    /// The next square to this side.
    #[inline]
    #[must_use]
    pub const fn step(self, side: Side) -> Option<Self> {
        let (east, north) = side.step();
        self.offset(east, north)
    }

    /// Its site in a layout made by `Layout::grid`.
    #[inline]
    pub const fn site(self) -> SiteId {
        SiteId(self.0 as u16)
    }

    /// The square of a site, if the board has it.
    pub const fn from_site(site: SiteId) -> Option<Self> {
        if (site.0 as usize) < Self::COUNT {
            Some(Self(site.0 as u8))
        } else {
            None
        }
    }
}

/// `C3`.
impl<const W: u8, const H: u8> fmt::Display for Square<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'A' + self.column()) as char, self.row() + 1)
    }
}

impl<const W: u8, const H: u8> fmt::Debug for Square<W, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c1_columns_are_letters_from_the_west_and_rows_numbers_from_the_south() {
        type Board = Square<12, 9>;
        let corner = Board::new(0, 0);
        assert_eq!(corner.to_string(), "A1");
        assert_eq!(Board::new(11, 8).to_string(), "L9");
        assert_eq!(corner.step(Side::North).unwrap().to_string(), "A2");
        assert_eq!(corner.step(Side::East).unwrap().to_string(), "B1");
        assert_eq!(corner.step(Side::South), None);
        assert_eq!(corner.step(Side::West), None);
        for square in Board::all() {
            assert_eq!(Board::from_index(square.index()), square);
            assert_eq!(Board::from_site(square.site()), Some(square));
            let mut reader = crate::text::Reader::new("", "A1");
            assert!(reader.square::<12, 9>().is_err());
            let text = square.to_string();
            reader = crate::text::Reader::new(&text, "A1");
            assert_eq!(reader.square(), Ok(square));
            for side in Side::ALL {
                let there = square.step(side);
                assert_eq!(
                    there.and_then(|s| s.step(side.opposite())),
                    there.map(|_| square)
                );
            }
        }
        assert_eq!(Board::from_site(SiteId(108)), None);
    }
}
