//! Saute: a race in turns, not in columns. How many turns a row still needs is read from a table, for the
//! columns that have an odd number of enemies now: whoever leaves an odd column behind helps the others
//! along.

use std::sync::LazyLock;

use tablier_rules::blockade::saute::{Action, Position, Saute};
use tablier_rules::{Rules, Seat};

use crate::Mind;
use crate::mind::{Term, side_count, weigh};

/// Set by hand between two fits of `tablier tune saute` that disagreed (docs/engine-matches.md).
const TERMS: [Term; 8] = [
    ("columns", -70),
    // Turns that the rows would need if the enemies stood still.
    ("turns", -35),
    // Columns with an odd number of enemies, over which one leaps on.
    ("odd", 8),
    // Pieces right behind another one, over which they hop.
    ("adjacent", 70),
    // Pieces that are home help nobody along any more, those in the first columns are slow to start.
    ("home", -60),
    ("first", -85),
    ("tempo", 90),
    // For experts: a row whose triangle can no longer arrive.
    ("spoilt", -1_600),
];

const ROW: u64 = 0xfff;
const LAST: u64 = 0x800;
const HOME: u16 = 0xe00;
/// Columns A to C, and J to L, in all three rows.
const FIRST: u64 = 0x7_007_007;
const ARRIVED: u64 = 0xe00_e00_e00;
/// All columns but the last.
const BEFORE_LAST: u64 = 0x7ff_7ff_7ff;

impl Mind for Saute {
    fn worths(&self, position: &Position, acts: Seat, actions: &[Action]) -> [i32; Seat::MOST] {
        if !self.teams() {
            let mut counts = [[0; Seat::MOST]; TERMS.len()];
            self.counts(position, acts, actions, &mut counts);
            return weigh(&TERMS, &counts);
        }
        // Both partners must arrive: the slower one decides.
        let mut worths = [0; Seat::MOST];
        for side in 0..2u8 {
            let [one, other] = [side, side + 2].map(|seat| {
                let counts = self.counts_of(position, Seat::new(seat), acts);
                let sum = |((_, weight), count): (&Term, i32)| weight * count;
                TERMS.iter().zip(counts).map(sum).sum::<i32>()
            });
            worths[usize::from(side)] = one.min(other) + one.max(other) / 4;
        }
        worths
    }

    fn terms(&self) -> &'static [Term] {
        &TERMS
    }

    fn counts(
        &self,
        position: &Position,
        acts: Seat,
        _actions: &[Action],
        counts: &mut [[i32; Seat::MOST]],
    ) {
        for seat in Seat::all(self.seats()) {
            let side = usize::from(self.side(seat));
            let own = self.counts_of(position, seat, acts);
            for (sum, count) in counts.iter_mut().zip(own) {
                sum[side] += count;
            }
        }
    }

    /// Three seats at 0.02 s against plain UCT with 0.04 s: 47 % of 60 games without; at 0.03 s against 0.06 s:
    /// 78 % of 45 with them.
    fn playouts(&self) -> bool {
        side_count(self) > 2
    }

    fn scale(&self) -> f32 {
        240.0
    }

    fn order(&self, _position: &Position, _acts: Seat, actions: &[Action], scores: &mut [i32]) {
        for (score, action) in scores.iter_mut().zip(actions) {
            if let Some((from, to)) = action.squares() {
                // Long leaps first, and the hindmost before the foremost.
                *score +=
                    60 * i32::from(to.column() - from.column()) - 10 * i32::from(from.column());
            }
        }
    }
}

/// What a seat has of each term.
trait Race {
    fn counts_of(&self, position: &Position, seat: Seat, acts: Seat) -> [i32; TERMS.len()];
    fn spoilt(&self, position: &Position, place: usize) -> i32;
}

impl Race for Saute {
    #[inline]
    fn counts_of(&self, position: &Position, seat: Seat, acts: Seat) -> [i32; TERMS.len()] {
        let place = self.place(seat);
        let odd = self.odd_columns(position, seat);
        let pieces = position.pieces(place);
        let turns = (0..3).map(|row| TURNS.turns(odd, (pieces >> (12 * row) & ROW) as u16));
        let count = |set: u64| set.count_ones() as i32;
        [
            position.distance(place) as i32,
            turns.map(i32::from).sum(),
            odd.count_ones() as i32,
            count(pieces & pieces >> 1 & BEFORE_LAST),
            count(pieces & ARRIVED),
            count(pieces & FIRST),
            i32::from(acts == seat),
            if self.expert() {
                self.spoilt(position, place)
            } else {
                0
            },
        ]
    }

    /// SA5: rows whose last square is taken by another piece than the triangle.
    fn spoilt(&self, position: &Position, place: usize) -> i32 {
        (0..3)
            .filter(|row| {
                let pieces = position.pieces(place) >> (12 * row) & ROW;
                let triangle = position.triangles(place) >> (12 * row) & ROW;
                pieces & LAST != 0 && triangle & LAST == 0
            })
            .count() as i32
    }
}

/// For every set of odd columns and every row: the fewest turns until it is home if the enemies stood
/// still.
struct Turns {
    /// The number of a row among those with three pieces.
    number: Vec<u8>,
    turns: Vec<u8>,
}

/// So many rows have three pieces.
const ROWS: usize = 220;

static TURNS: LazyLock<Turns> = LazyLock::new(|| {
    // A move raises the number that a row is as bits, so the rows are filled in from the highest.
    let rows: Vec<u16> = (0..1 << 12u16)
        .filter(|row: &u16| row.count_ones() == 3)
        .collect();
    let mut number = vec![0; 1 << 12];
    for (i, &row) in rows.iter().enumerate() {
        number[usize::from(row)] = i as u8;
    }
    let mut turns = vec![0; ROWS << 12];
    for odd in 0..1 << 12 {
        let table = &mut turns[usize::from(odd) * ROWS..][..ROWS];
        for (i, &row) in rows.iter().enumerate().rev() {
            if row == HOME {
                continue;
            }
            let mut best = u8::MAX - 1;
            for column in (0..12).filter(|column| row >> column & 1 == 1) {
                let mut ends = ends(row, column, odd);
                while ends != 0 {
                    let to = ends.trailing_zeros() as u16;
                    ends &= ends - 1;
                    let after = row ^ 1 << column ^ 1 << to;
                    best = best.min(table[usize::from(number[usize::from(after)])]);
                }
            }
            table[i] = best + 1;
        }
    }
    Turns { number, turns }
});

/// SA2, SA3: the columns at which a piece can end.
#[inline]
fn ends(row: u16, column: u16, odd: u16) -> u16 {
    let ahead = !row & 0xfff & !((2 << column) - 1);
    let even = ahead & !odd;
    ahead & (even ^ even.wrapping_sub(1))
}

impl Turns {
    #[inline]
    fn turns(&self, odd: u16, row: u16) -> u8 {
        self.turns[usize::from(odd) * ROWS + usize::from(self.number[usize::from(row)])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_counted_as_rows_go_home() {
        let check = |row: u16, odd: u16, turns: u8| {
            assert_eq!(TURNS.turns(odd, row), turns, "{row:b} {odd:b}");
        };
        check(HOME, 0, 0);
        // The hindmost of three hops over the two others.
        check(0b0111_0000_0000, 0, 1);
        // One step at a time, or on and on over odd columns.
        check(0b1100_0000_1000, 0, 6);
        check(0b1100_0000_1000, 0b0001_1111_0000, 1);
        check(0b0000_0000_0111, 0, 9);
    }
}
