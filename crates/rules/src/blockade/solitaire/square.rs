use std::fmt;

use crate::Refusal;
use crate::scene::SiteId;
use crate::text::Reader;

/// A square of the field of 8 × 8, numbered in reading order: 1A is 0, 1B is 1, 2A is 8.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square in this row, counted from 0 at the top, and column, counted from 0 at the left.
    ///
    /// # Panics
    /// If the field has no such square.
    #[inline]
    pub const fn new(row: u8, column: u8) -> Self {
        assert!(row < 8 && column < 8, "no such square");
        Self(row * 8 + column)
    }

    /// The square with this number.
    ///
    /// # Panics
    /// If it is not below 64.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        assert!(index < 64, "no such square");
        Self(index as u8)
    }

    /// The same without the check, for the hot path: meaningless beyond the field.
    #[inline]
    pub const fn from_index_unchecked(index: usize) -> Self {
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
    pub fn in_mask(mask: u64) -> impl DoubleEndedIterator<Item = Self> + Clone {
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
    pub(super) fn read(reader: &mut Reader) -> Result<Self, Refusal> {
        let mut ahead = reader.clone();
        let row = ahead.take_if(|c| ('1'..='8').contains(&c))? as u8 - b'1';
        let column = ahead.take_if(|c| ('A'..='H').contains(&c))? as u8 - b'A';
        *reader = ahead;
        Ok(Self::new(row, column))
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
