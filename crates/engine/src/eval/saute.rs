//! Saute: a race in turns, not in columns. How many turns a row would need over its own pieces
//! alone is looked up in a table; what the opponents' columns add is left to the search.

use std::sync::LazyLock;

use tablier_rules::blockade::saute::{Action, Position, Saute};
use tablier_rules::scene::Message;
use tablier_rules::{Rules, Seat};

use crate::weights::{Weights as _, weights};
use crate::{
    Counts, Curve, Evaluation, Inputs, Knowledge, Mind, MoveOrdering, Profile, Reasons, Term,
    side_count,
};

weights! {
    Weights {
        columns: i32 = -50,
        /// Turns that the rows would need over their own pieces alone.
        turns: i32 = -131,
        /// Columns with an odd number of opponents, where a piece may hop on.
        odd: i32 = 20,
        /// Pieces right behind another one, which they can hop over.
        adjacent: i32 = 3,
        /// Pieces that are home help nobody along, and those in the first columns are slow to
        /// start.
        home: i32 = 4,
        first: i32 = -10,
        tempo: i32 = 126,
        /// For experts: a row whose triangle can no longer arrive.
        spoilt: i32 = -1_600,
    }
}

const ROW: u64 = 0xfff;
const LAST: u64 = 0x800;
/// Columns J to L, and A to C, of a row.
const HOME: u16 = 0xe00;
const STARTS: u16 = 0x007;
/// Columns J to L in all three rows.
const ARRIVED: u64 = 0xe00_e00_e00;

impl Evaluation for Saute {
    fn worths(&self, position: &Position, acts: Seat, _actions: &[Action]) -> [i32; Seat::MOST] {
        if !self.teams() {
            return worths(self, position, acts, &Weights::USED);
        }
        // Both partners must arrive: the slower one decides.
        let mut worths = [0; Seat::MOST];
        for side in 0..2u8 {
            let [one, other] = [side, side + 2]
                .map(|seat| self.worth(position, Seat::new(seat), acts, &Weights::USED));
            worths[usize::from(side)] = one.min(other) + one.max(other) / 4;
        }
        worths
    }

    /// With teams the evaluation is not a sum of terms.
    fn terms(&self) -> Vec<Term> {
        if self.teams() {
            return Vec::new();
        }
        Weights::USED.terms()
    }

    fn counts(&self, position: &Position, acts: Seat) -> Counts {
        Weights::counts(|weights| worths(self, position, acts, weights))
    }
}

impl MoveOrdering for Saute {
    /// Long leaps first, and those after which the row needs fewer turns; rear pieces before front
    /// ones.
    fn order(&self, position: &Position, acts: Seat, actions: &[Action], scores: &mut [i32]) {
        let place = self.place(acts);
        let pieces = position.pieces(place);
        let needed = &*TURNS;
        for (score, action) in scores.iter_mut().zip(actions) {
            let Some((from, to)) = action.squares() else {
                continue;
            };
            let row = pieces >> (12 * (usize::from(from.row()) - 3 * place)) & ROW;
            let after = row ^ 1 << from.column() ^ 1 << to.column();
            let turns = |row: u64| i32::from(needed[row as usize]);
            let saved = turns(row) - turns(after);
            *score += 50 * i32::from(to.column() - from.column()) + 130 * saved
                - 5 * i32::from(from.column());
        }
    }
}

impl Knowledge for Saute {
    fn acts(&self, position: &Position) -> Option<Seat> {
        let acts = position.to_act();
        // Every piece that is not home can hop; a seat with a single action is searched deeper.
        let abroad = position.pieces(self.place(acts)) & !ARRIVED;
        let several = abroad & abroad.wrapping_sub(1) != 0;
        // Only the seat that has just acted can have won.
        let before = acts.index().checked_sub(1);
        let last = before.unwrap_or(usize::from(self.seats()) - 1) as u8;
        (several && !self.has_won(position, Seat::new(last))).then_some(acts)
    }
}

impl Reasons for Saute {
    /// How far it goes, where no other action goes further.
    fn deed(&self, before: &Position, _after: &Position, action: Action) -> Option<Message> {
        let columns = |action: &Action| {
            let (from, to) = action.squares()?;
            Some(to.column() - from.column())
        };
        let far = columns(&action)?;
        let mut actions = Vec::new();
        self.actions(before, &mut actions);
        let farthest = actions.iter().filter_map(columns).max();
        (far > 1 && Some(far) == farthest)
            .then(|| Message::new("saute.because-far").number("columns", far))
    }
}

impl Inputs for Saute {}

impl Mind for Saute {
    fn profile(&self) -> Profile {
        let sides = side_count(self);
        Profile {
            scale: 240.0,
            // Who is ahead at first may still lose.
            sureness: if sides == 2 { 0.16 } else { 0.3 },
            surer: if sides == 2 { 6.2 } else { 3.0 },
            curve: CURVE,
            // Three seats, with an earlier evaluation: 47 % of 60 games without playouts at 0.02 s
            // against plain UCT at 0.04 s, 78 % of 45 with them at 0.03 s against 0.06 s.
            playouts: sides > 2,
            ..Profile::for_sides(sides)
        }
    }
}

/// Of two sides.
const CURVE: Curve = Curve::through(&[(1.03, 1.21), (5.46, 4.61)]);

#[inline]
fn worths(game: &Saute, position: &Position, acts: Seat, weights: &Weights) -> [i32; Seat::MOST] {
    let mut worths = [0; Seat::MOST];
    for seat in Seat::all(game.seats()) {
        worths[usize::from(game.side(seat))] += game.worth(position, seat, acts, weights);
    }
    worths
}

trait Race {
    /// The worth of a seat.
    fn worth(&self, position: &Position, seat: Seat, acts: Seat, weights: &Weights) -> i32;
    fn spoilt(&self, position: &Position, place: usize) -> i32;
}

impl Race for Saute {
    #[inline]
    fn worth(&self, position: &Position, seat: Seat, acts: Seat, weights: &Weights) -> i32 {
        let place = self.place(seat);
        let pieces = position.pieces(place);
        let rows = &*ROWS;
        let row = |row: usize| rows[(pieces >> (12 * row) & ROW) as usize];
        let [columns, turns, adjacent, home, first] = parts(row(0) + row(1) + row(2));
        let mut worth = weights.columns * (90 - columns)
            + weights.turns * turns
            + weights.odd * self.odd_columns(position, seat).count_ones() as i32
            + weights.adjacent * adjacent
            + weights.home * home
            + weights.first * first;
        if acts == seat {
            worth += weights.tempo;
        }
        if self.expert() {
            worth += weights.spoilt * self.spoilt(position, place);
        }
        worth
    }

    /// SA5: rows whose last square is taken by a piece other than the triangle.
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

/// For every row with three pieces: the fewest turns until it is home, over its own pieces alone.
static TURNS: LazyLock<[u8; 1 << 12]> = LazyLock::new(|| {
    let mut turns = [0; 1 << 12];
    // A move raises the row's bits as a number, so rows are filled in from the highest.
    for row in (0..HOME).rev().filter(|row| row.count_ones() == 3) {
        let after = (0..12)
            .filter(|column| row >> column & 1 == 1)
            .filter_map(|column| Some(row ^ 1 << column ^ end(row, column)?));
        let best = after.map(|after| turns[usize::from(after)]).min();
        turns[usize::from(row)] = best.map_or(0, |best| best + 1);
    }
    turns
});

/// What the pieces of a row add to the terms, so that three rows can be summed up; see [`parts`].
static ROWS: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let of = |row: u16| {
        let columns = (0..12).filter(|column| row >> column & 1 == 1).sum::<u32>();
        let turns = u32::from(TURNS[usize::from(row)]);
        let adjacent = (row & row >> 1).count_ones();
        let (home, first) = ((row & HOME).count_ones(), (row & STARTS).count_ones());
        columns | turns << 8 | adjacent << 16 | home << 20 | first << 26
    };
    (0..1 << 12).map(of).collect()
});

/// The columns reached, the turns needed, the adjacent pieces, those at home and those in the first columns.
#[inline]
fn parts(sum: u32) -> [i32; 5] {
    [
        sum & 0xff,
        sum >> 8 & 0xff,
        sum >> 16 & 0xf,
        sum >> 20 & 0x3f,
        sum >> 26,
    ]
    .map(|part| part as i32)
}

/// SA2: the square where a hop ends, as a bit.
fn end(row: u16, column: u16) -> Option<u16> {
    let ahead = !row & ROW as u16 & !((2 << column) - 1);
    (ahead != 0).then_some(ahead & ahead.wrapping_neg())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_counted_as_rows_go_home() {
        let check = |row: u16, turns: u8| assert_eq!(TURNS[usize::from(row)], turns, "{row:b}");
        check(HOME, 0);
        // The rear piece of three hops over the other two.
        check(0b0111_0000_0000, 1);
        // One step at a time.
        check(0b1100_0000_1000, 6);
        check(0b0000_0000_0111, 9);
    }
}
