use super::position::{BAND, COLUMN};
use super::{Position, Saute, Square};
use crate::Seat;

/// A piece goes to its final square, or the seat passes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Action {
    pub(super) from: u8,
    pub(super) to: u8,
}

/// For each bit of a band, those of its row that lie east of it.
const EAST: [u64; BAND] = {
    let mut east = [0; BAND];
    let mut bit = 0;
    while bit < BAND {
        let row = 0xfff << (bit / 12 * 12);
        east[bit] = row & !((2 << bit) - 1);
        bit += 1;
    }
    east
};

impl Action {
    /// No hop is possible (SA6).
    pub const PASS: Action = Action { from: 255, to: 255 };

    /// A piece goes from one square to another.
    #[inline]
    pub const fn go(from: Square, to: Square) -> Self {
        Self {
            from: from.index() as u8,
            to: to.index() as u8,
        }
    }

    /// Where a piece starts and ends; none for a pass.
    #[inline]
    pub const fn squares(self) -> Option<(Square, Square)> {
        if self.from == Self::PASS.from {
            return None;
        }
        Some((
            Square::from_index(self.from as usize),
            Square::from_index(self.to as usize),
        ))
    }
}

impl Saute {
    /// SA3: the columns in which the number of a seat's enemies is odd, column A in bit 0.
    #[inline]
    pub fn odd_columns(&self, position: &Position, seat: Seat) -> u16 {
        let place = self.place(seat);
        // Partners sit side by side: places 1 and 2, places 3 and 4.
        let partner = if self.teams {
            position.pieces(place ^ 1)
        } else {
            0
        };
        let enemies = position.parity() ^ position.pieces(place) ^ partner;
        ((enemies ^ enemies >> 12 ^ enemies >> 24) & 0xfff) as u16
    }

    #[inline]
    pub(super) fn list(&self, position: &Position, actions: &mut Vec<Action>) {
        let seat = position.to_act();
        let place = self.place(seat);
        let odd = u64::from(self.odd_columns(position, seat)) * COLUMN;
        let pieces = position.pieces(place);
        let base = (place * BAND) as u8;
        let mut rest = pieces;
        while rest != 0 {
            let from = rest.trailing_zeros();
            rest &= rest - 1;
            let mut ends = ends(pieces, from as usize, odd);
            while ends != 0 {
                actions.push(Action {
                    from: base + from as u8,
                    to: base + ends.trailing_zeros() as u8,
                });
                ends &= ends - 1;
            }
        }
    }

    /// SA2, SA3: the squares on which the piece on a square can end, as a mask of its place's rows.
    #[inline]
    pub fn ends(&self, position: &Position, from: Square) -> u64 {
        let Some(seat) = self.seat_of(from) else {
            return 0;
        };
        let odd = u64::from(self.odd_columns(position, seat)) * COLUMN;
        ends(position.pieces(self.place(seat)), from.index() % BAND, odd)
    }
}

/// Hops lead from one empty square of the row to the next (SA2), on and on over columns with an odd
/// number of enemies, and not beyond the first that has an even number (SA3). The enemies stand in
/// other rows, so nothing changes on the way.
#[inline]
fn ends(pieces: u64, from: usize, odd: u64) -> u64 {
    let empty = EAST[from] & !pieces;
    let even = empty & !odd;
    empty & (even ^ even.wrapping_sub(1))
}
