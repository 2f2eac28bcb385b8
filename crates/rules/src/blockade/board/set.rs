use std::hint::select_unpredictable;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::lines::{LineMask, Lines};
use super::place::Place;
use super::{Square, centre, transposed};

/// A set of squares. Every row has 16 bits to itself, 12 of them used, so that a row can be read at
/// once.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Set([u64; 3]);

impl Set {
    /// No square.
    pub const EMPTY: Set = Set([0; 3]);
    /// The whole board.
    pub const ALL: Set = Set([0x0fff_0fff_0fff_0fff; 3]);
    /// The sixteen centres.
    pub const CENTRES: Set = {
        let mut set = Set::EMPTY;
        let mut part = 0;
        while part < 16 {
            set = set.with(centre(part));
            part += 1;
        }
        set
    };

    /// Where a square has its bit: the word, and the bit within it.
    #[inline]
    const fn bit(square: Square) -> (usize, u64) {
        Place::new(square).bit()
    }

    /// This set and a square.
    #[inline]
    pub const fn with(mut self, square: Square) -> Set {
        let (word, bit) = Self::bit(square);
        self.0[word] |= bit;
        self
    }

    /// This set without a square.
    #[inline]
    pub const fn without(mut self, square: Square) -> Set {
        let (word, bit) = Self::bit(square);
        self.0[word] &= !bit;
        self
    }

    /// Adds the square, or removes it if present.
    #[inline]
    pub fn toggle(&mut self, square: Square) {
        let (word, bit) = Self::bit(square);
        self.0[word] ^= bit;
    }

    /// The same by place.
    #[inline]
    pub(in crate::blockade) fn toggle_at(&mut self, place: Place) {
        let (word, bit) = place.bit();
        self.0[word] ^= bit;
    }

    /// The same if it is wanted, without branching.
    #[inline]
    pub(in crate::blockade) fn toggle_if(&mut self, place: Place, wanted: bool) {
        self.0[place.0 / 64] ^= u64::from(wanted) << (place.0 % 64);
    }

    /// Whether a square is in it.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        let (word, bit) = Self::bit(square);
        self.0[word] & bit != 0
    }

    /// Its squares in a row, counted from 0.
    #[inline]
    pub const fn row(self, row: usize) -> LineMask {
        (self.0[row / 4] >> ((row % 4) * 16)) as LineMask
    }

    /// All its rows, for picking many of them.
    #[inline(always)]
    pub(in crate::blockade) fn lines(self) -> Lines {
        Lines::new(self.0)
    }

    /// The squares of the parts whose centres are in it.
    #[inline(always)]
    pub(in crate::blockade) fn beside_centres(self) -> Set {
        let [a, b, c] = (self & Set::CENTRES).0;
        // No centre is at the edge: one column to the left and right stays in the row.
        let wide = |word: u64| word << 1 | word | word >> 1;
        let (a, b, c) = (wide(a), wide(b), wide(c));
        // One row up and one row down, from word to word.
        Set([
            a | a << 16 | a >> 16 | b << 48,
            b | b << 16 | a >> 48 | b >> 16 | c << 48,
            c | c << 16 | b >> 48 | c >> 16,
        ])
    }

    /// In which columns it has squares.
    #[inline]
    pub const fn columns_used(self) -> LineMask {
        let all = self.0[0] | self.0[1] | self.0[2];
        let half = all | all >> 32;
        (half | half >> 16) as LineMask
    }

    /// In which rows it has squares.
    #[inline]
    pub const fn rows_used(self) -> LineMask {
        // A row that is not empty carries into its highest bit; then the four bits are gathered.
        const fn four(word: u64) -> LineMask {
            let used = (word + 0x7fff_7fff_7fff_7fff) & 0x8000_8000_8000_8000;
            ((used >> 15).wrapping_mul(0x0001_0002_0004_0008) >> 48 & 15) as LineMask
        }
        four(self.0[0]) | four(self.0[1]) << 4 | four(self.0[2]) << 8
    }

    /// How many squares it has.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones() + self.0[2].count_ones()
    }

    /// Whether it has two or more.
    #[inline]
    pub fn has_two(self) -> bool {
        let [a, b, c] = self.0;
        let second = |word: u64| word & word.wrapping_sub(1);
        let words = u8::from(a != 0) + u8::from(b != 0) + u8::from(c != 0);
        words > 1 || second(a) | second(b) | second(c) != 0
    }

    /// Whether it has none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// Whether it has all squares of another set.
    #[inline]
    pub fn has_all(self, other: Set) -> bool {
        (other & !self).is_empty()
    }

    /// Its squares, from the south-west corner eastwards and then row by row to the north.
    #[inline]
    pub fn iter(self) -> Squares {
        Squares(self)
    }

    /// Calls `each` with the [`Place`] of every square, in order.
    #[inline(always)]
    pub(in crate::blockade) fn for_each(self, mut each: impl FnMut(Place)) {
        for (i, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                each(Place(64 * i + (word.trailing_zeros() as usize & 63)));
                word &= word - 1;
            }
        }
    }

    /// The places of its squares in order. Where a word ends is not a branch, which would be
    /// mispredicted.
    #[inline(always)]
    pub(in crate::blockade) fn places(self) -> Places {
        let [now, b, c] = self.0;
        let mut places = Places {
            now,
            first: 0,
            next: select_unpredictable(b == 0, c, b),
            next_first: select_unpredictable(b == 0, 128, 64),
            last: select_unpredictable(b == 0, 0, c),
        };
        places.skip_if_empty();
        places
    }

    /// Removes and returns its first square. The set must not be empty.
    #[inline]
    fn pop(&mut self) -> Square {
        // Branchless in the choice of word: games list the pieces of a set in one loop.
        let [a, b, c] = self.0;
        let (word, at) = if a != 0 {
            (a, 0)
        } else if b != 0 {
            (b, 4)
        } else {
            (c, 8)
        };
        let low = word & word.wrapping_neg();
        self.0[0] = a & a.wrapping_sub(1);
        self.0[1] = if a != 0 { b } else { b & b.wrapping_sub(1) };
        self.0[2] = if a | b != 0 { c } else { c ^ low };
        let bit = word.trailing_zeros() as usize & 63;
        Square::from_index_unchecked((at + bit / 16) * 12 + bit % 16)
    }

    /// The three words of the set, for hashing.
    #[inline]
    pub const fn words(self) -> [u64; 3] {
        self.0
    }

    /// The same set on the board mirrored in its long diagonal: columns have become rows.
    pub fn transposed(self) -> Set {
        self.iter()
            .fold(Set::EMPTY, |set, square| set.with(transposed(square)))
    }
}

impl BitAnd for Set {
    type Output = Set;
    #[inline]
    fn bitand(self, other: Set) -> Set {
        Set(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Set {
    type Output = Set;
    #[inline]
    fn bitor(self, other: Set) -> Set {
        Set(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl BitXor for Set {
    type Output = Set;
    #[inline]
    fn bitxor(self, other: Set) -> Set {
        Set(std::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }
}

impl Not for Set {
    type Output = Set;
    #[inline]
    fn not(self) -> Set {
        self ^ Set::ALL
    }
}

impl FromIterator<Square> for Set {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Set {
        squares.into_iter().fold(Set::EMPTY, Set::with)
    }
}

/// The places of a [`Set`]: the word being read and those after it, with the places of their first
/// bits. The next one is not empty unless no square is left there.
pub(in crate::blockade) struct Places {
    now: u64,
    first: usize,
    next: u64,
    next_first: usize,
    last: u64,
}

impl Iterator for Places {
    type Item = Place;

    #[inline(always)]
    fn next(&mut self) -> Option<Place> {
        if self.now == 0 {
            return None;
        }
        let place = Place(self.first + (self.now.trailing_zeros() as usize & 63));
        self.now &= self.now - 1;
        self.skip_if_empty();
        Some(place)
    }
}

impl Places {
    /// On to the next word at the end of one.
    #[inline(always)]
    fn skip_if_empty(&mut self) {
        let empty = self.now == 0;
        self.now = select_unpredictable(empty, self.next, self.now);
        self.first = select_unpredictable(empty, self.next_first, self.first);
        self.next = select_unpredictable(empty, self.last, self.next);
        self.next_first = select_unpredictable(empty, 128, self.next_first);
        self.last = select_unpredictable(empty, 0, self.last);
    }
}

/// The squares of a [`Set`] in order.
#[derive(Clone, Debug)]
pub struct Squares(Set);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        (!self.0.is_empty()).then(|| self.0.pop())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}
