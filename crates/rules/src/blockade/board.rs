//! The board that the games of the box share: 144 squares in 16 parts, each with a centre.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use crate::grid;
use crate::scene::{Ground, Layout, Rule, Surface};

/// A square of the board.
pub type Square = grid::Square<12, 12>;

/// The squares of one line (a row or a column), bit 0 at its west or south end.
pub type Line = u16;

/// All twelve squares of a line.
pub const FULL: Line = 0xfff;

/// The places of the centres in a line that has some.
const CENTRE_LINE: Line = 0b0100_1001_0010;

/// The rows of a set, or its columns, at places that need no check.
pub(super) type Lines = [Line; 16];

/// A set of squares. Every row has 16 bits of its own, of which 12 are used, so that a row can be
/// taken out at once.
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

    /// Where a square has its bit: the word and the bit in it.
    #[inline]
    const fn bit(square: Square) -> (usize, u64) {
        Place::of(square).bit()
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

    /// Puts a square in, or takes it out.
    #[inline]
    pub fn toggle(&mut self, square: Square) {
        let (word, bit) = Self::bit(square);
        self.0[word] ^= bit;
    }

    /// The same by place.
    #[inline]
    pub(super) fn toggle_at(&mut self, place: Place) {
        let (word, bit) = place.bit();
        self.0[word] ^= bit;
    }

    /// Whether a square is in it.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        let (word, bit) = Self::bit(square);
        self.0[word] & bit != 0
    }

    /// Its squares in a row, counted from 0.
    #[inline]
    pub const fn row(self, row: usize) -> Line {
        (self.0[row / 4] >> ((row % 4) * 16)) as Line
    }

    /// All its rows (and four that are empty), for picking many of them.
    #[inline(always)]
    pub(super) fn lines(self) -> Lines {
        let mut lines = [0; 16];
        for (word, rows) in self.0.iter().zip(lines.chunks_exact_mut(4)) {
            for (i, row) in rows.iter_mut().enumerate() {
                *row = (word >> (16 * i)) as Line;
            }
        }
        lines
    }

    /// In which columns it has squares.
    #[inline]
    pub const fn columns_used(self) -> Line {
        let all = self.0[0] | self.0[1] | self.0[2];
        let half = all | all >> 32;
        (half | half >> 16) as Line
    }

    /// In which rows it has squares.
    #[inline]
    pub const fn rows_used(self) -> Line {
        // A row that is not empty carries into its highest bit; then the four bits are gathered.
        const fn four(word: u64) -> Line {
            let used = (word + 0x7fff_7fff_7fff_7fff) & 0x8000_8000_8000_8000;
            ((used >> 15).wrapping_mul(0x0001_0002_0004_0008) >> 48 & 15) as Line
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
    pub(super) fn for_each(self, mut each: impl FnMut(Place)) {
        for (i, mut word) in self.0.into_iter().enumerate() {
            while word != 0 {
                each(Place(64 * i + (word.trailing_zeros() as usize & 63)));
                word &= word - 1;
            }
        }
    }

    /// Takes out its first square. The set must not be empty.
    #[inline]
    fn pop(&mut self) -> Square {
        // Without a jump on which word it is: games list the pieces of a set in one loop.
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
        Square::from_index((at + bit / 16) * 12 + bit % 16)
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

/// Where a square has its bit in a [`Set`]: sixteen times its row and its column.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) struct Place(usize);

impl Place {
    #[inline]
    pub(super) const fn of(square: Square) -> Self {
        // Four bits of every row are not used.
        Place(square.index() + 4 * square.row() as usize)
    }

    /// The word and the bit in it.
    #[inline]
    const fn bit(self) -> (usize, u64) {
        (self.0 / 64, 1 << (self.0 % 64))
    }

    /// Column and row exchanged.
    #[inline]
    pub(super) const fn transposed(self) -> Self {
        Place(self.0 / 16 + self.0 % 16 * 16)
    }

    #[inline(always)]
    pub(super) fn row(self) -> usize {
        self.0 / 16 % 16
    }

    #[inline(always)]
    pub(super) fn column(self) -> usize {
        self.0 % 16
    }

    #[inline(always)]
    pub(super) fn is_centre(self) -> bool {
        CENTRE_LINE >> self.row() & CENTRE_LINE >> self.column() & 1 == 1
    }

    /// The number of the square, shifted up by a byte, and to it the number of the first square of
    /// its row, or of its column.
    #[inline(always)]
    pub(super) fn firsts(self) -> (u16, u16) {
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

/// The square with column and row exchanged.
#[inline]
pub const fn transposed(square: Square) -> Square {
    Square::new(square.row(), square.column())
}

/// The square after a quarter turn of the board clockwise (A1 goes to A12, A12 to L12).
#[inline]
pub const fn turned(square: Square) -> Square {
    Square::new(square.row(), 11 - square.column())
}

/// The part of a square: 0 at the south-west corner, then eastwards and row by row to the north.
#[inline]
pub const fn part(square: Square) -> u8 {
    square.row() / 3 * 4 + square.column() / 3
}

/// The centre of a part.
#[inline]
pub const fn centre(part: u8) -> Square {
    Square::new(part % 4 * 3 + 1, part / 4 * 3 + 1)
}

/// Whether a square is a centre.
#[inline]
pub const fn is_centre(square: Square) -> bool {
    square.row() % 3 == 1 && square.column() % 3 == 1
}

/// The nine squares of each part.
pub static PARTS: [Set; 16] = {
    let mut parts = [Set::EMPTY; 16];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::from_index(index);
        parts[part(square) as usize] = parts[part(square) as usize].with(square);
        index += 1;
    }
    parts
};

/// The squares of the parts whose centres are in a set, by lines as the set.
#[inline(always)]
pub(super) fn beside_centres(set: &Lines) -> Lines {
    let mut beside = [0; 16];
    for part in 0..4 {
        let centres = set[part * 3 + 1] & CENTRE_LINE;
        let line = centres | centres << 1 | centres >> 1;
        beside[part * 3..part * 3 + 3].fill(line);
    }
    beside
}

/// The members of a line as numbers, one after another, and at the end how many there are: listing
/// the ends of a slide is one copy.
type Members = [u8; 16];

static MEMBERS: [Members; 4096] = {
    let mut table = [[0; 16]; 4096];
    let mut line = 0;
    while line < 4096 {
        let (mut i, mut count) = (0, 0);
        while i < 12 {
            if line >> i & 1 == 1 {
                table[line][count] = i as u8;
                count += 1;
            }
            i += 1;
        }
        table[line][15] = count as u8;
        line += 1;
    }
    table
};

/// Writes one action for each member of `line` from place `at` of `list` on, and says where the list
/// goes on. `make` is given the number of the member in its line. The list must have room for
/// sixteen.
#[inline(always)]
pub(super) fn list_line<A>(
    list: &mut [A],
    at: usize,
    line: Line,
    make: impl Fn(u16) -> A,
) -> usize {
    let members = &MEMBERS[usize::from(line & FULL)];
    let slots: &mut [A; 16] = list[at..].first_chunk_mut().expect("room for a line");
    // As one value: copies of a fixed length become a few wide instructions.
    *slots = members.map(|member| make(u16::from(member)));
    at + usize::from(members[15])
}

/// The squares of a line that a piece at `from` reaches over empty ones only.
#[inline]
pub(super) const fn slide(occupied: Line, from: usize) -> Line {
    let above = occupied & (FULL << 1 << from);
    let below = occupied & ((1 << from) - 1);
    // Up to the lowest above and down to the highest below, both left out.
    let upward = (above.wrapping_sub(1) & !above) & (FULL << 1 << from);
    let highest = 16 - below.leading_zeros();
    let downward = ((1 << from) - 1) & !(((1u32 << highest) - 1) as Line);
    (upward | downward) & FULL
}

/// The glass board with its parts and circles.
pub(super) fn layout(ground: impl Fn(Square) -> Ground) -> Layout {
    let mut layout = Layout::grid(
        Surface::Glass,
        12,
        12,
        |c, r| Square::new(c as u8, r as u8).to_string(),
        |c, r| ground(Square::new(c as u8, r as u8)),
    )
    .with_frame(
        ('A'..='L').map(String::from),
        (1..=12).map(|row: u8| row.to_string()),
    );
    for at in [3.0, 6.0, 9.0] {
        layout.rules.push(Rule {
            from: (at, 0.0),
            to: (at, 12.0),
        });
        layout.rules.push(Rule {
            from: (0.0, at),
            to: (12.0, at),
        });
    }
    layout
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_its_squares() {
        for square in Square::all() {
            let one = Set::EMPTY.with(square);
            assert_eq!(one.iter().collect::<Vec<_>>(), [square]);
            assert!(one.contains(square) && one.len() == 1);
            assert_eq!(
                one.row(usize::from(square.row())),
                1 << square.column(),
                "{square}"
            );
            assert_eq!(one.without(square), Set::EMPTY);
        }
        assert_eq!(
            Set::ALL.iter().collect::<Vec<_>>(),
            Square::all().collect::<Vec<_>>()
        );
        assert_eq!(!Set::EMPTY, Set::ALL);
        let odd: Set = Square::all().filter(|s| s.index() % 7 == 1).collect();
        assert_eq!(odd.transposed().transposed(), odd);
        assert_eq!(odd.iter().count() as u32, odd.len());
        for set in [
            odd,
            Set::CENTRES,
            Set::ALL,
            Set::EMPTY,
            Set::EMPTY.with(centre(9)),
        ] {
            assert_eq!(set.has_two(), set.len() >= 2);
            let rows = set.iter().fold(0, |rows, s| rows | 1 << s.row());
            assert_eq!(set.rows_used(), rows);
            assert_eq!(set.columns_used(), set.transposed().rows_used());
            let free = beside_centres(&set.lines());
            let in_part = |s: Square| free[usize::from(s.row())] >> s.column() & 1 == 1;
            assert!(Square::all().all(|s| in_part(s) == set.contains(centre(part(s)))));
        }
        let few: Set = Square::all().filter(|s| s.index() % 60 == 1).collect();
        let mut places = Vec::new();
        for set in [odd, few, Set::ALL, Set::EMPTY, Set::EMPTY.with(centre(6))] {
            places.clear();
            set.for_each(|p| places.push(Square::new(p.column() as u8, p.row() as u8)));
            assert_eq!(places, set.iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn sixteen_parts_of_nine_with_a_centre_each() {
        let centres: Vec<String> = Set::CENTRES.iter().map(|s| s.to_string()).collect();
        assert_eq!(centres[..5], ["B2", "E2", "H2", "K2", "B5"]);
        assert_eq!(centres.len(), 16);
        for (i, squares) in PARTS.iter().enumerate() {
            assert_eq!(squares.len(), 9);
            assert!(squares.contains(centre(i as u8)));
            assert!(squares.iter().all(|s| usize::from(part(s)) == i));
        }
        assert!(Square::all().all(|s| is_centre(s) == Set::CENTRES.contains(s)));
    }

    #[test]
    fn slides_stop_before_pieces() {
        for from in 0..12 {
            for occupied in 0..=FULL {
                let mut expected = 0;
                for step in [-1, 1] {
                    let mut at = from as i32 + step;
                    while (0..12).contains(&at) && occupied >> at & 1 == 0 {
                        expected |= 1 << at;
                        at += step;
                    }
                }
                assert_eq!(slide(occupied, from), expected, "{occupied:b} {from}");
            }
        }
    }

    #[test]
    fn lines_are_listed() {
        let mut list = [0; 40];
        let end = list_line(&mut list, 0, 0b1000_0000_0101, |n| n);
        let end = list_line(&mut list, end, 0b110, |n| 100 + 12 * n);
        assert_eq!(list[..end], [0, 2, 11, 112, 124]);
    }
}
