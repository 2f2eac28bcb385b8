//! How far the first player is ahead, from tables: what the sum of the terms comes to, in a tenth of the
//! time. Searches ask for it at nearly every position.

use tablier_rules::Seat;
use tablier_rules::blockade::alignement::{Circle, Position, Shape, neighbours};

use super::super::counts_of;
use super::{LINES, Weights, comes_in, hole_in, in_lines, reach, threes};
use crate::weights::Weights as _;

/// How far the first player is ahead by two lines that stand next to each other in [`in_lines`], six bits
/// each: three for the number of its pieces, three for that of the opponent's.
static PAIRS: [i16; 1 << 12] = {
    let mut pairs = [0; 1 << 12];
    let mut at = 0;
    while at < pairs.len() {
        pairs[at] = (ahead_in(at & 63) + ahead_in(at >> 6)) as i16;
        at += 1;
    }
    pairs
};

const fn ahead_in(line: usize) -> i32 {
    let (have, against) = (line & 7, line >> 3);
    by_line(have, against) - by_line(against, have)
}

const fn by_line(have: usize, against: usize) -> i32 {
    let have = if have < 4 { have } else { 4 };
    match against {
        0 => Weights::USED.open[have],
        1 => Weights::USED.shut[have],
        _ => 0,
    }
}

/// What a fourth piece in reach is worth, by turn, seat and shape.
static READY: [[[i32; 3]; 2]; 18] = {
    let mut ready = [[[0; 3]; 2]; 18];
    let mut at = 0;
    while at < 18 * 6 {
        let (turn, seat, shape) = (at / 6, at / 3 % 2, at % 3);
        let comes = comes_in(turn as u8, Seat::new(seat as u8), Shape::ALL[shape]) as usize / 2;
        ready[turn][seat][shape] = Weights::USED.ready[if comes < 2 { comes } else { 2 }];
        at += 1;
    }
    ready
};

/// [`neighbours`] by shape; there are none of no circle at all, which is 16 here.
static NEAR: [[u16; 32]; 3] = {
    let mut near = [[0; 32]; 3];
    let mut at = 0;
    while at < 48 {
        let circle = Circle::from_index_unchecked(at % 16);
        near[at / 16][at % 16] = neighbours(Shape::ALL[at / 16], circle);
        at += 1;
    }
    near
};

/// How far the first player is ahead with the weights in use.
#[inline]
pub(super) fn ahead(position: &Position, acts: Seat) -> i32 {
    let weights = &Weights::USED;
    let [first, second] = [Seat::new(0), Seat::new(1)];
    let own = in_lines(position.all_of(first));
    let other = in_lines(position.all_of(second));
    let counts = own | other << 3;
    let pair = |at: u32| i32::from(PAIRS[(counts >> (12 * at)) as usize & (PAIRS.len() - 1)]);
    let mut ahead = pair(0) + pair(1) + pair(2) + pair(3) + pair(4);
    let mine = threes(own, other);
    let theirs = threes(other, own);
    if mine | theirs != 0 {
        ahead += ready(position, first, mine) - ready(position, second, theirs);
    }
    let is_first = acts == first;
    if position.is_moving() {
        // The seat that waits plays the shape after the next.
        let now = usize::from(position.turn()) % 3;
        let next = (now + 1) % 3;
        let shapes = if is_first { [now, next] } else { [next, now] };
        let [own, other] = [(first, shapes[0]), (second, shapes[1])]
            .map(|(seat, shape)| u64::from(moves(position, seat, shape)));
        let [own, other] = counts_of(own | other << 32);
        ahead += weights.room[own.min(4)] - weights.room[other.min(4)];
    }
    ahead
        + if is_first {
            weights.tempo
        } else {
            -weights.tempo
        }
}

/// What the fourth pieces in reach are worth, given the lines that lack nothing else.
#[inline]
fn ready(position: &Position, seat: Seat, mut threes: u64) -> i32 {
    let mut worth = 0;
    while threes != 0 {
        let line = LINES[threes.trailing_zeros() as usize / 6];
        threes &= threes - 1;
        let hole = hole_in(position, seat, line);
        let ready = &READY[usize::from(position.turn()) % 18][seat.index()];
        for shape in Shape::ALL {
            if reach(position, seat, shape, hole, line) {
                worth += ready[shape as usize];
            }
        }
    }
    worth
}

/// The moves of a seat with a shape on the board: in each half of the number those of one piece, of which there
/// are two at most (AL1).
#[inline]
pub(super) fn moves(position: &Position, seat: Seat, shape: usize) -> u32 {
    let pieces = position.mask(seat, Shape::ALL[shape]);
    let free = !position.occupied();
    let near = |pieces: u16| u32::from(NEAR[shape][pieces.trailing_zeros() as usize & 31] & free);
    near(pieces) | near(pieces & pieces.wrapping_sub(1)) << 16
}
