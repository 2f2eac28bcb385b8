//! Saute: a race in turns, not in columns. How many turns a row would need over its own pieces
//! alone is looked up in a table; what the opponents' columns add is left to the search.

mod foresight;

use std::array;
use std::sync::LazyLock;

use tablier_rules::blockade::saute::{Action, Position, Saute};
use tablier_rules::scene::Message;
use tablier_rules::{Rules, Seat};

use super::counts_of;
use crate::mind::lead;
use crate::weights::{Weights as _, weights};
use crate::{
    Counts, Curve, Evaluation, Foresight as _, Inputs, Knowledge, Mind, MoveOrdering, Profile,
    Reasons, Term, side_count,
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

    #[inline]
    fn evaluate(&self, position: &Position, acts: Seat, actions: &[Action], side: u8) -> i32 {
        if self.seats() > 2 || self.expert() {
            return lead(self, position, side, self.worths(position, acts, actions));
        }
        let ahead = self.ahead(position, acts);
        if side == 0 { ahead } else { -ahead }
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
        let turns = |row: u64| i32::from(needed[(row & ROW) as usize]);
        for (score, action) in scores.iter_mut().zip(actions) {
            let Some((from, to)) = action.squares() else {
                continue;
            };
            // Both squares are in the same row.
            let far = to.index() - from.index();
            let at = from.index() - 36 * place;
            let first = at / 12 * 12;
            let after = pieces ^ (1 << (at & 63)) ^ (1 << ((at + far) & 63));
            let saved = turns(pieces >> (first & 63)) - turns(after >> (first & 63));
            *score += 50 * far as i32 + 130 * saved - 5 * (at - first) as i32;
        }
    }
}

impl Knowledge for Saute {
    #[inline]
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

    /// Pieces only go forward, and where every seat must pass, the game is over.
    #[inline]
    fn period(&self, _position: &Position) -> usize {
        usize::MAX
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
        // Who is ahead at first may still lose; a forecast knows.
        let (sureness, surer) = match sides {
            _ if self.views().is_some() => (0.7, 0.0),
            2 => (0.16, 6.2),
            _ => (0.3, 3.0),
        };
        Profile {
            scale: 240.0,
            sureness,
            surer,
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
    /// How far the first of two players is ahead without the rules for experts.
    fn ahead(&self, position: &Position, acts: Seat) -> i32;
    /// The worth of a seat.
    fn worth(&self, position: &Position, seat: Seat, acts: Seat, weights: &Weights) -> i32;
    fn spoilt(&self, position: &Position, place: usize) -> i32;
}

impl Race for Saute {
    #[inline]
    fn ahead(&self, position: &Position, acts: Seat) -> i32 {
        let weights = &Weights::USED;
        let [first, second] = [Seat::new(0), Seat::new(1)];
        let values = &*VALUES;
        let of_rows = |seat| {
            let pieces = position.pieces(self.place(seat));
            let row = |row: usize| i32::from(values[(pieces >> (12 * row) & ROW) as usize]);
            row(0) + row(1) + row(2)
        };
        let odd = |seat| u64::from(self.odd_columns(position, seat));
        let [own, other] = counts_of(odd(first) | odd(second) << 32);
        let tempo = if acts == first {
            weights.tempo
        } else {
            -weights.tempo
        };
        of_rows(first) - of_rows(second) + weights.odd * (own as i32 - other as i32) + tempo
    }

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

/// What a row is worth with the weights in use.
static VALUES: LazyLock<[i16; 1 << 12]> = LazyLock::new(|| {
    let weights = &Weights::USED;
    array::from_fn(|row| {
        let [columns, turns, adjacent, home, first] = parts(ROWS[row]);
        let value = weights.columns * (30 - columns)
            + weights.turns * turns
            + weights.adjacent * adjacent
            + weights.home * home
            + weights.first * first;
        value as i16
    })
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
    use tablier_rules::hash::SplitMix64;
    use tablier_rules::{Game as _, Match, Spec, Status};

    use super::*;

    #[test]
    fn the_table_says_what_the_terms_add_up_to() {
        let game = Saute::from_spec(&Spec::parse("saute").unwrap()).unwrap();
        let mut random = SplitMix64::new(6);
        for _ in 0..100 {
            let mut game = Match::new(game.clone());
            while let Status::Acts(acts) = game.status() {
                let position = game.position();
                let [first, second, ..] = worths(game.rules(), position, acts, &Weights::USED);
                assert_eq!(
                    game.rules().ahead(position, acts),
                    first - second,
                    "{position:?}"
                );
                let legal = game.legal();
                game.play_unchecked(legal[random.below(legal.len())]);
            }
        }
    }

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
