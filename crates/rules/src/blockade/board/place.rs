use super::lines::LineMask;
use super::{Square, is_centre};

/// Where a square has its bit in a [`Set`]: sixteen times its row and its column.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(in crate::blockade) struct Place(pub(super) usize);

impl Place {
    #[inline]
    pub(in crate::blockade) const fn new(square: Square) -> Self {
        Self::from_index(square.index() as u8)
    }

    /// The same by the number of the square; with a number that no square has, no square's place.
    #[inline]
    pub(in crate::blockade) const fn from_index(index: u8) -> Self {
        // Four bits of every row are not used.
        Place(index as usize + index as usize / 12 * 4)
    }

    /// The word, and the bit within it.
    #[inline]
    pub(super) const fn bit(self) -> (usize, u64) {
        (self.0 / 64, 1 << (self.0 % 64))
    }

    /// The place with this number, from 0 to 255; meaningless beyond the board.
    #[inline(always)]
    pub(in crate::blockade) const fn from_number(number: u8) -> Self {
        Place(number as usize)
    }

    /// Its number.
    #[inline(always)]
    pub(in crate::blockade) const fn number(self) -> u8 {
        self.0 as u8
    }

    /// Column and row exchanged.
    #[inline]
    pub(in crate::blockade) const fn transposed(self) -> Self {
        Place(self.0 / 16 + self.0 % 16 * 16)
    }

    #[inline(always)]
    pub(in crate::blockade) fn row(self) -> usize {
        self.0 / 16 % 16
    }

    #[inline(always)]
    pub(in crate::blockade) fn column(self) -> usize {
        self.0 % 16
    }

    /// For a centre: the squares of its part in its row and in its column. For others: none.
    #[inline(always)]
    pub(in crate::blockade) fn left_door(self) -> (LineMask, LineMask) {
        BESIDE[self.0 & 255]
    }

    /// The number of the square, shifted up by a byte, plus the number of the first square of its
    /// row; and the same with its column.
    #[inline(always)]
    pub(in crate::blockade) fn firsts(self) -> (u16, u16) {
        FIRSTS[self.0 & 255]
    }
}

static BESIDE: [(LineMask, LineMask); 256] = {
    let mut beside = [(0, 0); 256];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::from_index(index);
        if is_centre(square) {
            let (in_row, in_column) = (7 << (square.column() - 1), 7 << (square.row() - 1));
            beside[Place::new(square).0] = (in_row, in_column);
        }
        index += 1;
    }
    beside
};

static FIRSTS: [(u16, u16); 256] = {
    let mut firsts = [(0, 0); 256];
    let mut index = 0;
    while index < Square::COUNT {
        let (row, column) = ((index / 12) as u16, (index % 12) as u16);
        let from = (index as u16) << 8;
        firsts[row as usize * 16 + column as usize] = (from + row * 12, from + column);
        index += 1;
    }
    firsts
};
