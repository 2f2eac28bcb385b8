use std::fmt;

use serde::{Deserialize, Serialize};

/// A place at the table. Counted from 0 in code, from 1 wherever people read it.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Seat(u8);

impl Seat {
    /// The most seats that any game has.
    pub const MOST: usize = 4;

    /// The seat with this index, counted from 0.
    #[inline]
    pub const fn new(index: u8) -> Self {
        debug_assert!((index as usize) < Self::MOST);
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
    pub fn all(count: u8) -> impl Iterator<Item = Seat> + Clone {
        (0..count).map(Seat)
    }

    /// The seat after this one at a table of `count`.
    #[inline]
    pub const fn next(self, count: u8) -> Self {
        let next = self.0 + 1;
        Self(if next == count { 0 } else { next })
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}
