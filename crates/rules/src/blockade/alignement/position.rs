use super::{Action, Circle};
use crate::{Seat, hash};

/// The shapes, in the order of the cycle (AL2).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Shape {
    /// Two for each player.
    Square,
    /// Two for each player.
    Triangle,
    /// One for each player.
    Cylinder,
}

impl Shape {
    /// All three.
    pub const ALL: [Shape; 3] = [Shape::Square, Shape::Triangle, Shape::Cylinder];

    /// AL1: how many pieces of this shape each player has.
    #[inline]
    pub const fn count(self) -> u32 {
        match self {
            Shape::Cylinder => 1,
            _ => 2,
        }
    }

    /// Its letter in texts.
    pub const fn letter(self) -> char {
        match self {
            Shape::Square => 'S',
            Shape::Triangle => 'T',
            Shape::Cylinder => 'C',
        }
    }
}

/// Who has which shape where, as masks of the sixteen circles (bit 0 at A1, bit 1 at B1, bit 4 at
/// A2), and the turn.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pieces: [[u16; 3]; 2],
    turn: u8,
}

/// From this turn on (counted from 0) pieces only move (AL4).
pub(super) const MOVING: u8 = 12;
/// The turn after which the cycle begins again.
const LAST: u8 = MOVING + 5;

/// AL5: rows, columns, long diagonals.
const LINES: [u16; 10] = [
    0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248,
];

/// Where a piece of each shape can go from each circle (AL4).
const NEIGHBOURS: [[u16; 16]; 3] = {
    let mut table = [[0; 16]; 3];
    let mut i = 0;
    while i < 16 {
        let (c, r) = (i as i32 % 4, i as i32 / 4);
        let mut j = 0i32;
        while j < 16 {
            let (dc, dr) = ((j % 4 - c).abs(), (j / 4 - r).abs());
            if dc + dr == 1 {
                table[0][i] |= 1 << j;
                table[1][i] |= 1 << j;
            }
            if dc <= 1 && dr <= 1 && dc + dr > 0 {
                table[2][i] |= 1 << j;
            }
            j += 1;
        }
        i += 1;
    }
    table
};

/// The circles one move away for a shape (AL4); the relation is symmetric.
#[inline]
pub const fn neighbours(shape: Shape, circle: Circle) -> u16 {
    NEIGHBOURS[shape as usize][circle.index() & 15]
}

/// AL5: a line of four in a mask of circles, if there is one.
#[inline]
pub fn line_in(mask: u16) -> Option<u16> {
    let along = mask & mask >> 1;
    let up = mask & mask >> 4;
    let found = (along & along >> 2 & 0x1111)
        | (up & up >> 8 & 0x000f)
        | u16::from(mask & 0x8421 == 0x8421)
        | u16::from(mask & 0x1248 == 0x1248);
    if found == 0 {
        return None;
    }
    LINES.into_iter().find(|line| mask & line == *line)
}

impl Position {
    /// The empty board.
    pub(super) const START: Position = Position {
        pieces: [[0; 3]; 2],
        turn: 0,
    };

    /// A position from its masks, by seat and shape, and its turn, counted from 0; turns from 12 on
    /// stand for their place in the cycle (12 to 17). Nothing is checked, see [`Self::check`].
    #[inline]
    pub const fn from_masks(pieces: [[u16; 3]; 2], turn: u8) -> Self {
        let turn = if turn < MOVING {
            turn
        } else {
            MOVING + turn % 6
        };
        Self { pieces, turn }
    }

    /// The masks, by seat and shape.
    #[inline]
    pub const fn masks(&self) -> [[u16; 3]; 2] {
        self.pieces
    }

    /// The turn, counted from 0: below 12 as it is, from then on 12 to 17 by its place in the cycle.
    #[inline]
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// Who acts (AL2).
    #[inline]
    pub const fn to_act(&self) -> Seat {
        Seat::new(self.turn & 1)
    }

    /// The shape to be played (AL2).
    #[inline]
    pub const fn shape(&self) -> Shape {
        Shape::ALL[(self.turn % 3) as usize]
    }

    /// Whether a piece comes from hand now; otherwise one moves (AL3, AL4).
    #[inline]
    pub const fn places(&self) -> bool {
        self.turn < 6 || self.turn < MOVING && self.turn % 3 != 2
    }

    /// Whether all pieces are on the board for good and only move.
    #[inline]
    pub const fn is_moving(&self) -> bool {
        self.turn >= MOVING
    }

    /// The circles on which a seat has a shape.
    #[inline]
    pub const fn mask(&self, seat: Seat, shape: Shape) -> u16 {
        self.pieces[seat.index()][shape as usize]
    }

    /// The circles on which a seat has pieces.
    #[inline]
    pub const fn all_of(&self, seat: Seat) -> u16 {
        let [squares, triangles, cylinders] = self.pieces[seat.index()];
        squares | triangles | cylinders
    }

    /// The circles that are occupied.
    #[inline]
    pub const fn occupied(&self) -> u16 {
        self.all_of(Seat::new(0)) | self.all_of(Seat::new(1))
    }

    /// The owner and shape of the piece on a circle.
    pub fn piece_at(&self, circle: Circle) -> Option<(Seat, Shape)> {
        Seat::all(2)
            .flat_map(|seat| Shape::ALL.map(|shape| (seat, shape)))
            .find(|&(seat, shape)| self.mask(seat, shape) >> circle.index() & 1 == 1)
    }

    /// How many pieces of a shape a seat has in hand.
    pub const fn in_hand(&self, seat: Seat, shape: Shape) -> u32 {
        shape
            .count()
            .saturating_sub(self.mask(seat, shape).count_ones())
    }

    #[inline]
    pub(super) fn play(&mut self, action: Action) {
        // A piece from hand has no bit to clear.
        let change = (1u32 << action.from | 1 << action.to) as u16;
        self.pieces[usize::from(self.turn & 1)][usize::from(self.turn % 3)] ^= change;
        self.turn = if self.turn == LAST {
            MOVING
        } else {
            self.turn + 1
        };
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        let pack = |[s, t, c]: [u16; 3]| u64::from(s) | u64::from(t) << 16 | u64::from(c) << 32;
        hash::mix(
            pack(self.pieces[0]) ^ hash::mix(pack(self.pieces[1]) | u64::from(self.turn) << 48),
        )
    }

    /// The same position on the board turned or mirrored: 0 leaves it, bit 0 mirrors it west to east,
    /// bit 1 south to north, bit 2 (first) along the diagonal from A1.
    pub fn turned(&self, symmetry: u8) -> Self {
        let turn = |mask| turned(mask, symmetry);
        Self {
            pieces: self.pieces.map(|seat| seat.map(turn)),
            turn: self.turn,
        }
    }

    /// The same position with the players exchanged. While pieces only move, the cycle is the same
    /// for both, three turns apart; before that there is no such position.
    pub fn swapped(&self) -> Option<Self> {
        let [first, second] = self.pieces;
        self.is_moving().then(|| Self {
            pieces: [second, first],
            turn: MOVING + (self.turn + 3) % 6,
        })
    }
}

/// A mask of circles turned or mirrored as [`Position::turned`] says.
fn turned(mut mask: u16, symmetry: u8) -> u16 {
    if symmetry & 4 != 0 {
        // Along the diagonal: first within the four quarters, then the quarters.
        let t = (mask ^ mask >> 3) & 0x0a0a;
        mask ^= t ^ t << 3;
        let t = (mask ^ mask >> 6) & 0x00cc;
        mask ^= t ^ t << 6;
    }
    if symmetry & 1 != 0 {
        mask = (mask & 0x5555) << 1 | mask >> 1 & 0x5555;
        mask = (mask & 0x3333) << 2 | mask >> 2 & 0x3333;
    }
    if symmetry & 2 != 0 {
        mask = mask.swap_bytes();
        mask = (mask & 0x0f0f) << 4 | mask >> 4 & 0x0f0f;
    }
    mask
}
