//! Ordinary western dice (C3): their orientations and how they roll (C4).
//!
//! An orientation is one of 24, named by its top and its south face. Everything is a table made at
//! compile time from one die: with 1 on top and 2 to the south, 3 is to the east.

use crate::Side;

/// The orientation of a die, one of 24.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Orientation(u8);

/// Faces in the order top, bottom, north, south, east, west.
type Faces = [u8; 6];

const TOP: usize = 0;
const BOTTOM: usize = 1;
const NORTH: usize = 2;
const SOUTH: usize = 3;
const EAST: usize = 4;
const WEST: usize = 5;

/// C4: the trailing face ends up on top.
const fn rolled(f: Faces, side: Side) -> Faces {
    match side {
        Side::North => [f[SOUTH], f[NORTH], f[TOP], f[BOTTOM], f[EAST], f[WEST]],
        Side::South => [f[NORTH], f[SOUTH], f[BOTTOM], f[TOP], f[EAST], f[WEST]],
        Side::East => [f[WEST], f[EAST], f[NORTH], f[SOUTH], f[TOP], f[BOTTOM]],
        Side::West => [f[EAST], f[WEST], f[NORTH], f[SOUTH], f[BOTTOM], f[TOP]],
    }
}

const fn same(a: &Faces, b: &Faces) -> bool {
    a[TOP] == b[TOP] && a[SOUTH] == b[SOUTH]
}

/// All 24, sorted by top and south face.
const FACES: [Faces; 24] = {
    // Rolling reaches all of them.
    let mut found: [Faces; 24] = [[0; 6]; 24];
    found[0] = [1, 6, 5, 2, 3, 4];
    let mut count = 1;
    let mut next = 0;
    while next < count {
        let sides = [Side::North, Side::East, Side::South, Side::West];
        let mut s = 0;
        while s < 4 {
            let f = rolled(found[next], sides[s]);
            let mut known = false;
            let mut i = 0;
            while i < count {
                known |= same(&found[i], &f);
                i += 1;
            }
            if !known {
                found[count] = f;
                count += 1;
            }
            s += 1;
        }
        next += 1;
    }
    let mut sorted: [Faces; 24] = [[0; 6]; 24];
    let mut at = 0;
    let mut top = 1;
    while top <= 6 {
        let mut south = 1;
        while south <= 6 {
            let mut i = 0;
            while i < 24 {
                if found[i][TOP] == top && found[i][SOUTH] == south {
                    sorted[at] = found[i];
                    at += 1;
                }
                i += 1;
            }
            south += 1;
        }
        top += 1;
    }
    sorted
};

const fn find(top: u8, south: u8) -> u8 {
    let mut i = 0;
    while i < 24 {
        if FACES[i][TOP] == top && FACES[i][SOUTH] == south {
            return i as u8;
        }
        i += 1;
    }
    u8::MAX
}

const BY_FACES: [[u8; 7]; 7] = {
    let mut table = [[u8::MAX; 7]; 7];
    let mut top = 1;
    while top <= 6 {
        let mut south = 1;
        while south <= 6 {
            table[top][south] = find(top as u8, south as u8);
            south += 1;
        }
        top += 1;
    }
    table
};

const ROLLED: [[u8; 4]; 24] = {
    let mut table = [[0; 4]; 24];
    let mut i = 0;
    while i < 24 {
        let sides = [Side::North, Side::East, Side::South, Side::West];
        let mut s = 0;
        while s < 4 {
            let f = rolled(FACES[i], sides[s]);
            table[i][s] = find(f[TOP], f[SOUTH]);
            s += 1;
        }
        i += 1;
    }
    table
};

impl Orientation {
    /// How many there are.
    pub const COUNT: usize = 24;

    /// The orientation with these faces on top and to the south, if there is one.
    pub const fn new(top: u8, south: u8) -> Option<Self> {
        if top > 6 || south > 6 {
            return None;
        }
        let found = BY_FACES[top as usize][south as usize];
        if found == u8::MAX {
            None
        } else {
            Some(Self(found))
        }
    }

    /// The orientation with this number, in the order of top, then south.
    ///
    /// # Panics
    /// If it is not below [`Self::COUNT`].
    #[inline]
    pub const fn from_index(index: u8) -> Self {
        assert!((index as usize) < Self::COUNT, "no such orientation");
        Self(index)
    }

    /// The same without the check, for the hot path: meaningless beyond [`Self::COUNT`].
    #[inline]
    pub const fn from_index_unchecked(index: u8) -> Self {
        debug_assert!((index as usize) < Self::COUNT);
        Self(index)
    }

    /// Its number.
    #[inline]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// All 24.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..24).map(Self)
    }

    /// The number on top.
    #[inline]
    pub const fn top(self) -> u8 {
        FACES[self.0 as usize][TOP]
    }

    /// The number on the bottom.
    #[inline]
    pub const fn bottom(self) -> u8 {
        7 - self.top()
    }

    /// The number facing south.
    #[inline]
    pub const fn south(self) -> u8 {
        FACES[self.0 as usize][SOUTH]
    }

    /// The number facing this side.
    #[inline]
    pub const fn facing(self, side: Side) -> u8 {
        let f = &FACES[self.0 as usize];
        match side {
            Side::North => f[NORTH],
            Side::East => f[EAST],
            Side::South => f[SOUTH],
            Side::West => f[WEST],
        }
    }

    /// The side that this number faces, if it is neither on top nor on the bottom.
    pub fn side_of(self, number: u8) -> Option<Side> {
        Side::ALL
            .into_iter()
            .find(|&side| self.facing(side) == number)
    }

    /// Rolled one square (C4).
    #[inline]
    #[must_use]
    pub const fn roll(self, side: Side) -> Self {
        Self(ROLLED[self.0 as usize][side as usize])
    }

    /// The four orientations with this number on top.
    pub fn with_top(top: u8) -> impl Iterator<Item = Self> {
        (1..=6).filter_map(move |south| Self::new(top, south))
    }
}

impl Side {
    /// North, east, south, west.
    pub const ALL: [Side; 4] = [Side::North, Side::East, Side::South, Side::West];

    /// The opposite side.
    #[inline]
    pub const fn opposite(self) -> Side {
        match self {
            Side::North => Side::South,
            Side::East => Side::West,
            Side::South => Side::North,
            Side::West => Side::East,
        }
    }

    /// A quarter turn to the right.
    #[inline]
    pub const fn clockwise(self) -> Side {
        match self {
            Side::North => Side::East,
            Side::East => Side::South,
            Side::South => Side::West,
            Side::West => Side::North,
        }
    }

    /// Steps to the east and to the north.
    #[inline]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Side::North => (0, 1),
            Side::East => (1, 0),
            Side::South => (0, -1),
            Side::West => (-1, 0),
        }
    }

    /// Its letter.
    pub const fn letter(self) -> char {
        match self {
            Side::North => 'N',
            Side::East => 'E',
            Side::South => 'S',
            Side::West => 'W',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c3_opposite_faces_sum_to_seven_and_one_two_three_run_counter_clockwise() {
        let start = Orientation::new(1, 2).unwrap();
        assert_eq!(start.facing(Side::East), 3);
        for o in Orientation::all() {
            assert_eq!(o.top() + o.bottom(), 7);
            assert_eq!(o.south() + o.facing(Side::North), 7);
            assert_eq!(o.facing(Side::East) + o.facing(Side::West), 7);
            assert_eq!(Orientation::new(o.top(), o.south()), Some(o));
            // Handedness: (top, south, east) of a real die is a rotation of the start.
            let det = signed(o.top()) * signed(o.south()) * signed(o.facing(Side::East));
            let order = parity([axis(o.top()), axis(o.south()), axis(o.facing(Side::East))]);
            assert_eq!(det * order, 1, "{o:?} is a mirror image");
        }
        assert_eq!(Orientation::all().count(), 24);
        assert_eq!(Orientation::new(1, 6), None);
        assert_eq!(Orientation::new(1, 1), None);
        assert_eq!(Orientation::new(0, 9), None);
    }

    /// 1 and 6, 2 and 5, 3 and 4 are the three axes.
    fn axis(n: u8) -> usize {
        usize::from(n.min(7 - n))
    }

    fn signed(n: u8) -> i32 {
        if n <= 3 { 1 } else { -1 }
    }

    fn parity(p: [usize; 3]) -> i32 {
        match p {
            [1, 2, 3] | [2, 3, 1] | [3, 1, 2] => 1,
            _ => -1,
        }
    }

    #[test]
    fn c4_the_trailing_face_comes_on_top() {
        for o in Orientation::all() {
            for side in Side::ALL {
                let r = o.roll(side);
                assert_eq!(r.top(), o.facing(side.opposite()));
                assert_eq!(r.facing(side), o.top());
                assert_eq!(r.facing(side.opposite()), o.bottom());
                assert_eq!(r.facing(side.clockwise()), o.facing(side.clockwise()));
                assert_eq!(r.roll(side.opposite()), o);
            }
        }
    }
}
