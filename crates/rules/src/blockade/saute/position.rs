use super::{Action, Square};
use crate::{Seat, hash};

/// The pieces of each place as masks of its three rows (bit 0 at the west end of its southern row,
/// twelve bits to a row), a second mask of just the triangles, and who acts.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pieces: [u64; 4],
    triangles: [u64; 4],
    to_act: Seat,
}

/// The three rows of a place.
pub(super) const BAND: usize = 36;
/// Column A of three rows.
pub(super) const COLUMN: u64 = 0x1_001_001;

/// An odd number that spreads 36 bits over 64.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// What stands for each seat in a key.
const SEATS: [u64; Seat::MOST] = [0, 1, 1 << BAND, 2 << BAND];

/// SA4: columns J to L of three rows.
pub const GOAL: u64 = 0xe00 * COLUMN;
/// SA5: column L of three rows.
pub const TRIANGLE_GOAL: u64 = 0x800 * COLUMN;

impl Position {
    /// SA1: columns A to C, the triangles in C.
    pub(super) fn start(places: impl Iterator<Item = usize>) -> Self {
        let mut position = Self::from_masks([0; 4], [0; 4], Seat::new(0));
        for place in places {
            position.pieces[place] = 0b111 * COLUMN;
            position.triangles[place] = 0b100 * COLUMN;
        }
        position
    }

    /// A position from its masks by place. Nothing is checked: each row of a place in use holds three
    /// pieces, one of them a triangle.
    #[inline]
    pub const fn from_masks(pieces: [u64; 4], triangles: [u64; 4], to_act: Seat) -> Self {
        Self {
            pieces,
            triangles,
            to_act,
        }
    }

    /// Who acts.
    #[inline]
    pub const fn to_act(&self) -> Seat {
        self.to_act
    }

    /// The pieces of a place, triangles and squares, as a mask of its three rows.
    #[inline]
    pub const fn pieces(&self, place: usize) -> u64 {
        self.pieces[place]
    }

    /// The triangles of a place, as a mask of its three rows.
    #[inline]
    pub const fn triangles(&self, place: usize) -> u64 {
        self.triangles[place]
    }

    /// Whether the piece on a square is a triangle; none if the square is empty.
    pub fn triangle_at(&self, square: Square) -> Option<bool> {
        let (place, bit) = (square.index() / BAND, square.index() % BAND);
        (self.pieces[place] >> bit & 1 == 1).then(|| self.triangles[place] >> bit & 1 == 1)
    }

    /// The squares of a row that are occupied, column A in bit 0.
    #[inline]
    pub const fn row(&self, row: u8) -> u16 {
        (self.pieces[(row / 3) as usize] >> (row % 3 * 12)) as u16 & 0xfff
    }

    /// SA4: whether the pieces of a place fill columns J to L; they can hop exactly when they do
    /// not.
    #[inline]
    pub const fn is_home(&self, place: usize) -> bool {
        self.pieces[place] == GOAL
    }

    /// The total number of columns the pieces of a place have yet to go.
    pub const fn distance(&self, place: usize) -> u32 {
        let mut sum = 0;
        let mut rest = self.pieces[place];
        while rest != 0 {
            sum += rest.trailing_zeros() % 12;
            rest &= rest - 1;
        }
        90u32.saturating_sub(sum)
    }

    /// The pieces of all places, laid over one another by exclusive or.
    #[inline]
    pub(super) const fn parity(&self) -> u64 {
        self.pieces[0] ^ self.pieces[1] ^ self.pieces[2] ^ self.pieces[3]
    }

    #[inline]
    pub(super) fn play(&mut self, place: usize, action: Action, next: Seat) {
        self.to_act = next;
        let Some((from, to)) = action.squares() else {
            return;
        };
        let from = (from.index() - place * BAND) & 63;
        let to = (to.index() - place * BAND) & 63;
        let change = 1 << from | 1 << to;
        self.pieces[place] ^= change;
        let triangle = self.triangles[place] >> from & 1;
        self.triangles[place] ^= change & triangle.wrapping_neg();
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        // The low bits are columns: there, a seat could be taken for a piece one column further.
        let mut key = SEATS[self.to_act.index()];
        for (pieces, triangles) in self.pieces.into_iter().zip(self.triangles) {
            key = hash::mix(key ^ pieces ^ triangles.wrapping_mul(SPREAD));
        }
        key
    }

    /// The same position with the rows of each place sorted. The order of the three rows does not
    /// matter: only columns count.
    pub fn canonical(&self) -> Self {
        let mut sorted = *self;
        for place in 0..4 {
            let row = |mask: u64, i: usize| mask >> (12 * i) & 0xfff;
            let mut rows =
                [0, 1, 2].map(|i| (row(self.pieces[place], i), row(self.triangles[place], i)));
            rows.sort_unstable();
            let join = |rows: [u64; 3]| rows[0] | rows[1] << 12 | rows[2] << 24;
            sorted.pieces[place] = join(rows.map(|(pieces, _)| pieces));
            sorted.triangles[place] = join(rows.map(|(_, triangle)| triangle));
        }
        sorted
    }
}
