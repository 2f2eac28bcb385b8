use super::Square;
use super::lines::CENTRE_LINE;

/// Where a square has its bit in a [`Set`]: sixteen times its row and its column.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(in crate::blockade) struct Place(pub(super) usize);

impl Place {
    #[inline]
    pub(in crate::blockade) const fn new(square: Square) -> Self {
        // Four bits of every row are not used.
        Place(square.index() + 4 * square.row() as usize)
    }

    /// The word, and the bit within it.
    #[inline]
    pub(super) const fn bit(self) -> (usize, u64) {
        (self.0 / 64, 1 << (self.0 % 64))
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

    #[inline(always)]
    pub(in crate::blockade) fn is_centre(self) -> bool {
        CENTRE_LINE >> self.row() & CENTRE_LINE >> self.column() & 1 == 1
    }

    /// The number of the square, shifted up by a byte, plus the number of the first square of its
    /// row; and the same with its column.
    #[inline(always)]
    pub(in crate::blockade) fn firsts(self) -> (u16, u16) {
        FIRSTS[self.0 & 255]
    }
}

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
