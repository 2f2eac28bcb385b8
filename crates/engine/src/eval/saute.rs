//! Saute: a race in turns, not in columns. How many turns a row would need over its own pieces
//! alone is looked up in a table; what the opponents' columns add is left to the search.

use std::sync::LazyLock;

use tablier_rules::blockade::saute::{Action, Position, Saute, Square};
use tablier_rules::scene::Message;
use tablier_rules::{Rules, Seat};

use crate::weights::{Weights as _, weights};
use crate::{
    Counts, Evaluation, Inputs, Knowledge, Mind, MoveOrdering, Profile, Reasons, Term, side_count,
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
            let row = (pieces >> (12 * (usize::from(from.row()) - 3 * place)) & ROW) as u16;
            let after = row ^ 1 << from.column() ^ 1 << to.column();
            let (from, to) = (from.column().into(), to.column().into());
            *score += leap_order(needed, row, after, from, to);
        }
    }

    fn instinct(&self, position: &Position, luck: u64) -> Option<Action> {
        let acts = position.to_act();
        let place = self.place(acts);
        let seats = usize::from(self.seats());
        let last = Seat::new(((acts.index() + seats - 1) % seats) as u8);
        if self.has_won(position, last) || position.is_home(place) {
            return None;
        }
        let odd = usize::from(self.odd_columns(position, acts));
        let pieces = position.pieces(place);
        let leaps = [0, 1, 2].map(|row| LEAPS.best((pieces >> (12 * row) & ROW) as usize, odd));
        // Which row comes first decides between equals.
        let start = (luck % 3) as usize;
        let row = [start, (start + 1) % 3, (start + 2) % 3]
            .into_iter()
            .max_by_key(|&row| leaps[row] >> 8)?;
        let square = |column: u16| {
            Square::from_index_unchecked(36 * place + 12 * row + usize::from(column & 15))
        };
        let leap = leaps[row];
        Some(Action::go(square(leap >> 4), square(leap)))
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
            // Of two, who is ahead at first may still lose; of three or four, playouts foresee that.
            sureness: if sides == 2 { 0.15 } else { 1.3 },
            surer: if sides == 2 { 6.5 } else { 0.0 },
            // Three seats, with an earlier evaluation: 47 % of 60 games without playouts at 0.02 s
            // against plain UCT at 0.04 s, 78 % of 45 with them at 0.03 s against 0.06 s.
            playouts: sides > 2,
            ..Profile::for_sides(sides)
        }
    }
}

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

/// For every row with three pieces and every set of columns with an odd number of opponents: the
/// leap that is ordered first. No hop ends in column A or goes on from column L, so only the ten
/// columns between them count; the table is small enough to stay near the processor.
struct Leaps {
    /// Where the leaps of a row begin.
    rows: Vec<u32>,
    /// A tenth of its order in the upper byte, and its two columns; 0 if there is none.
    leaps: Vec<u16>,
}

static LEAPS: LazyLock<Leaps> = LazyLock::new(|| {
    let (mut rows, mut leaps) = (vec![0; 1 << 12], Vec::new());
    for row in (0..1 << 12).filter(|row: &u16| row.count_ones() == 3) {
        rows[usize::from(row)] = leaps.len() as u32;
        leaps.extend((0..1 << 10).map(|odd| first_leap(row, odd << 1)));
    }
    Leaps { rows, leaps }
});

impl Leaps {
    #[inline]
    fn best(&self, row: usize, odd: usize) -> u16 {
        self.leaps[self.rows[row] as usize + (odd >> 1 & 0x3ff)]
    }
}

/// The leap that is ordered first in a row, as in [`Leaps`].
fn first_leap(row: u16, odd: u16) -> u16 {
    let mut best = (0, 0);
    for from in (0..12).filter(|from| row >> from & 1 == 1) {
        let mut to = from;
        // SA2, SA3: on as long as the columns reached are odd.
        while let Some(end) = end(row, to) {
            to = end.trailing_zeros() as u16;
            let after = row ^ 1 << from ^ end;
            let order = leap_order(&TURNS, row, after, from, to);
            best = best.max((order, from << 4 | to));
            if odd & end == 0 {
                break;
            }
        }
    }
    (best.0 / 10) as u16 * 256 + best.1
}

/// How promising a leap within a row looks.
#[inline]
fn leap_order(turns: &[u8; 1 << 12], row: u16, after: u16, from: u16, to: u16) -> i32 {
    let turns = |row: u16| i32::from(turns[usize::from(row)]);
    50 * i32::from(to - from) + 130 * (turns(row) - turns(after)) - 5 * i32::from(from)
}

/// SA2: the square where a hop ends, as a bit.
fn end(row: u16, column: u16) -> Option<u16> {
    let ahead = !row & ROW as u16 & !((2 << column) - 1);
    (ahead != 0).then_some(ahead & ahead.wrapping_neg())
}

#[cfg(test)]
mod tests {
    use tablier_rules::hash::SplitMix64;
    use tablier_rules::{Game, Spec, Status};

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

    #[test]
    fn instinct_plays_what_is_ordered_first() {
        for players in ["2", "3", "4"] {
            let spec = Spec::parse(&format!("saute:players={players}")).unwrap();
            let game = Saute::from_spec(&spec).unwrap();
            let mut random = SplitMix64::new(5);
            let (mut actions, mut scores) = (Vec::new(), Vec::new());
            for _ in 0..50 {
                let mut position = game.start();
                while let Status::Acts(acts) = game.actions(&position, &mut actions) {
                    scores.clear();
                    scores.resize(actions.len(), 0);
                    game.order(&position, acts, &actions, &mut scores);
                    if let Some(action) = game.instinct(&position, random.next()) {
                        let listed = actions.iter().position(|&other| other == action);
                        let best = scores.iter().max().unwrap();
                        assert!(best - scores[listed.unwrap()] < 10, "{action:?}");
                    } else {
                        assert_eq!(actions, [Action::PASS]);
                    }
                    let action = actions[random.below(actions.len())];
                    game.apply(&mut position, action);
                }
                assert_eq!(game.instinct(&position, random.next()), None);
            }
        }
    }

    #[test]
    fn every_row_but_those_at_home_has_a_leap_that_fits() {
        for row in (0..1 << 12).filter(|row: &u16| row.count_ones() == 3) {
            for odd in [0, 0x555, 0xaaa, 0xfff] {
                let leap = LEAPS.best(usize::from(row), odd);
                let (from, to) = (leap >> 4 & 15, leap & 15);
                if row == HOME {
                    assert_eq!(leap, 0);
                    continue;
                }
                assert!(from < to && row >> from & 1 == 1 && row >> to & 1 == 0);
                let order = leap_order(row, row ^ 1 << from ^ 1 << to, from, to);
                assert_eq!(i32::from(leap >> 8), order / 10);
            }
        }
    }
}
