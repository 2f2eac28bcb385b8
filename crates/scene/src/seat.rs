use std::fmt;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// A place at the table. Counted from 0 in code, from 1 wherever people read it.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8"))]
pub struct Seat(u8);

impl Seat {
    /// The most seats that any game has.
    pub const MOST: usize = 4;

    /// The seat with this index, counted from 0.
    ///
    /// # Panics
    /// If it is not below [`Self::MOST`].
    #[inline]
    pub const fn new(index: u8) -> Self {
        assert!((index as usize) < Self::MOST, "no such seat");
        Self(index)
    }

    /// Its index, counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number, counted from 1 (C2).
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The first `count` seats in turn order.
    ///
    /// # Panics
    /// If there are more than [`Self::MOST`].
    #[inline]
    pub fn all(count: u8) -> impl Iterator<Item = Seat> + Clone {
        assert!(usize::from(count) <= Self::MOST, "too many seats");
        (0..count).map(Seat)
    }

    /// The seat after this one at a table of `count`.
    #[inline]
    #[must_use]
    pub const fn next(self, count: u8) -> Self {
        let next = self.0 + 1;
        Self(if next == count { 0 } else { next })
    }
}

/// There is no seat with this index.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct NoSuchSeat(pub u8);

impl fmt::Display for NoSuchSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no seat has the index {}", self.0)
    }
}

impl std::error::Error for NoSuchSeat {}

impl TryFrom<u8> for Seat {
    type Error = NoSuchSeat;

    fn try_from(index: u8) -> Result<Self, NoSuchSeat> {
        if usize::from(index) < Self::MOST {
            Ok(Self(index))
        } else {
            Err(NoSuchSeat(index))
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::*;

    #[test]
    fn no_text_makes_a_seat_that_no_table_has() {
        for index in 0..=u8::MAX {
            let seat = Seat::try_from(index);
            assert_eq!(seat.is_ok(), index < 4);
            let read = serde_json::from_str::<Seat>(&index.to_string());
            assert_eq!(read.ok(), seat.ok());
        }
    }
}
