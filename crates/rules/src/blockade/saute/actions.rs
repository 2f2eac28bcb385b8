use std::fmt;

use super::position::BAND;
use super::{Position, Saute, Square};
use crate::Seat;
use crate::listing::fill;

/// A piece goes to its final square, or the seat passes.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Action(u16);

impl Action {
    /// No hop is possible (SA6).
    pub const PASS: Action = Action(u16::MAX);

    /// A piece goes from one square to another.
    #[inline]
    pub const fn go(from: Square, to: Square) -> Self {
        Self(from.index() as u16 | (to.index() as u16) << 8)
    }

    /// Where a piece starts and ends; none for a pass.
    #[inline]
    pub const fn squares(self) -> Option<(Square, Square)> {
        if self.0 == Self::PASS.0 {
            return None;
        }
        Some((
            Square::from_index_unchecked((self.0 & 0xff) as usize),
            Square::from_index_unchecked((self.0 >> 8) as usize),
        ))
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.squares() {
            Some((from, to)) => write!(f, "{from}-{to}"),
            None => f.write_str("pass"),
        }
    }
}

/// Nine pieces have at most nine ends each; a few spare slots are written before the ends are
/// counted.
const MOST: usize = 9 * 9 + FEW;

/// How many ends a [`Few`] holds.
const FEW: usize = 4;

/// The first few ends of a piece: its distance in the upper byte of sixteen bits, as in an action.
#[derive(Copy, Clone)]
struct Few {
    far: u64,
    count: u8,
}

/// For every set of ends (bit 0 is one square east of the piece), the first few of them and their
/// count. Lists of unpredictable length cost more than their contents; a piece seldom has more ends
/// than these, so most are written in one step, whatever their count.
static ENDS: [Few; 1 << 11] = {
    let mut table = [Few { far: 0, count: 0 }; 1 << 11];
    let mut set = 0;
    while set < table.len() {
        let mut far = 0u64;
        while far < 11 {
            if set >> far & 1 == 1 {
                let count = table[set].count as usize;
                if count < FEW {
                    table[set].far |= (far + 1) << (16 * count + 8);
                }
                table[set].count += 1;
            }
            far += 1;
        }
        set += 1;
    }
    table
};

impl Saute {
    /// SA3: the columns with an odd number of the seat's opponents, column A in bit 0.
    #[inline]
    pub fn odd_columns(&self, position: &Position, seat: Seat) -> u16 {
        let place = self.place(seat);
        // Partners sit side by side: places 1 and 2, places 3 and 4.
        let partner = if self.players.teams {
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
        let odd = u32::from(self.odd_columns(position, seat));
        let pieces = position.pieces(place);
        fill::<_, MOST>(actions, Action::PASS, |room| {
            let mut count = 0;
            for row in 0..3 {
                let pieces = (pieces >> (12 * row)) as u32 & 0xfff;
                let first = (place * BAND) as u32 + 12 * row;
                let mut rest = pieces;
                while rest != 0 {
                    let column = rest.trailing_zeros();
                    rest &= rest - 1;
                    let ends = ends_in_row(pieces, column, odd);
                    // The same number in every byte: where the piece starts, and where its distance
                    // is counted from.
                    let from = u64::from(first + column) * 0x0101_0101_0101_0101;
                    let few = &ENDS[ends as usize & (ENDS.len() - 1)];
                    let listed = from + few.far;
                    let listed = [0, 16, 32, 48].map(|lane| Action((listed >> lane) as u16));
                    room[count..count + FEW].copy_from_slice(&listed);
                    count += usize::from(few.count);
                    if usize::from(few.count) > FEW {
                        add_others(from as u16, ends, &mut room[..count]);
                    }
                }
            }
            count
        });
    }

    /// SA2, SA3: the squares where the piece on a square can end, in the order in which it reaches
    /// them.
    pub fn ends(&self, position: &Position, from: Square) -> impl Iterator<Item = Square> + use<> {
        let ends = self.seat_of(from).map_or(0, |seat| {
            let odd = u32::from(self.odd_columns(position, seat));
            let pieces = u32::from(position.row(from.row()));
            ends_in_row(pieces, u32::from(from.column()), odd)
        });
        (0..11)
            .filter(move |far| ends >> far & 1 == 1)
            .filter_map(move |far| from.offset(far + 1, 0))
    }
}

/// Where a piece in a column of a row may end, if these columns are odd (bits as in [`Position::row`]).
///
/// Hops lead from one empty square of the row to the next (SA2), on over columns with an odd number
/// of opponents, and not beyond the first with an even number (SA3). The opponents are in other
/// rows, so nothing changes on the way. Bit 0 is the square east of the piece.
#[inline]
#[must_use]
pub fn ends_in_row(row: u32, column: u32, odd: u32) -> u32 {
    let empty = (!row & 0xfff) >> (column + 1);
    let even = empty & !(odd >> (column + 1));
    empty & (even ^ even.wrapping_sub(1))
}

/// The ends that do not fit in [`ENDS`], appended to a list.
#[cold]
fn add_others(from: u16, ends: u32, list: &mut [Action]) {
    let places = list.iter_mut().rev();
    for (far, place) in (0..11).rev().filter(|far| ends >> far & 1 == 1).zip(places) {
        *place = Action(from + ((far + 1) << 8));
    }
}
