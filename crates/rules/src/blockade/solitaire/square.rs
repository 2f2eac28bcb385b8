use std::fmt;

use crate::scene::SiteId;
use crate::text::Reader;

/// A square of the field of 8 × 8, numbered in reading order: 1A is 0, 1B is 1, 2A is 8.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in this row, counted from 0 at the top, and column, counted from 0 at the left.
    #[inline]
    pub const fn new(row: u8, column: u8) -> Self {
        debug_assert!(row < 8 && column < 8);
        Self(row * 8 + column)
    }

    /// The square with this number.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        debug_assert!(index < 64);
        Self(index as u8)
    }

    /// Its number.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its row, counted from 0 at the top.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 >> 3
    }

    /// Its column, counted from 0 at the left.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0 & 7
    }

    /// All squares in reading order.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..64).map(Self)
    }

    /// The squares of a mask in reading order.
    pub fn of(mask: u64) -> impl DoubleEndedIterator<Item = Self> + Clone {
        Self::all().filter(move |square| mask >> square.0 & 1 == 1)
    }

    /// Its site in a layout, whose rows begin at the bottom.
    pub const fn site(self) -> SiteId {
        SiteId(((7 - self.row()) * 8 + self.column()) as u16)
    }

    /// The square of a site, if the field has it.
    pub const fn from_site(site: SiteId) -> Option<Self> {
        if site.0 < 64 {
            Some(Self::new(7 - site.0 as u8 / 8, site.0 as u8 % 8))
        } else {
            None
        }
    }

    /// Reads a square as it is written (SO5).
    pub(super) fn read(reader: &mut Reader) -> Option<Self> {
        let mut ahead = reader.clone();
        let row = ahead.one(|c| ('1'..='8').contains(&c))? as u8 - b'1';
        let column = ahead.one(|c| ('A'..='H').contains(&c))? as u8 - b'A';
        *reader = ahead;
        Some(Self::new(row, column))
    }
}

/// `5D` (SO5).
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.row() + 1, (b'A' + self.column()) as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
