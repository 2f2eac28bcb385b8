//! What is foreseen in Saute with four players: each row with the turns it needs on average, if the columns
//! are odd as often as they are in games.

use std::sync::LazyLock;

use tablier_rules::blockade::saute::{Action, Position, Saute, ends_in_row};
use tablier_rules::{Rules as _, Seat};

use super::{HOME, ROW};
use crate::{Foresight, Views};

/// A column is odd this often.
const ODD: f64 = 0.45;
/// Rows with three pieces.
const PATTERNS: usize = 220;
const ROWS: usize = 1 << 12;
const COLUMNS: usize = 12;
/// Counts of opponents in a column up to this are told apart; of more, whether they are odd.
const CROWD: u64 = 7;
/// Turns that a leap saves, in eighths in the table, in quarters in the features.
const EIGHTHS: f32 = 8.0;
const LEAPS: usize = 16;
/// Half turns ahead of another seat, or behind, up to eight turns.
const LEADS: usize = 33;
/// Half turns still needed.
const NEEDED: usize = 32;

/// Where the parts of the features begin.
const CROWDS: usize = PATTERNS;
const BEST: usize = CROWDS + COLUMNS * (CROWD as usize + 1);
const SECOND: usize = BEST + LEAPS;
const TURNS: usize = SECOND + LEAPS;
const LEAD: usize = TURNS + NEEDED;
const SEARCHER: usize = LEAD + (Seat::MOST - 1) * LEADS;
const FEATURES: usize = SEARCHER + Seat::MOST;

/// How many numbers players go by; see [`Foresight::leanings`].
const LEANINGS: usize = 6;

/// What is known of rows.
struct Tables {
    /// The number of each row with three pieces, in the order of rows.
    pattern: Vec<u8>,
    /// The turns that a row needs on average, with the best action in each.
    turns: Vec<f32>,
    /// For each pattern and set of odd columns, the most that an action saves of these turns, in eighths.
    leaps: Vec<u8>,
    /// The columns of each pattern: five bits for each of the twelve, so that they can be added.
    columns: Vec<u64>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let rows = || (0..ROWS as u32).filter(|row| row.count_ones() == 3);
    let mut tables = Tables {
        pattern: vec![0; ROWS],
        turns: vec![0.0; ROWS],
        leaps: vec![0; PATTERNS * ROWS],
        columns: Vec::with_capacity(PATTERNS),
    };
    for (number, row) in rows().enumerate() {
        tables.pattern[row as usize] = number as u8;
        let columns = (0..COLUMNS).filter(|column| row >> column & 1 == 1);
        tables
            .columns
            .push(columns.map(|column| 1 << (5 * column)).sum());
    }
    let chance = |odd: u32| {
        let count = odd.count_ones() as i32;
        ODD.powi(count) * (1.0 - ODD).powi(COLUMNS as i32 - count)
    };
    let chances: Vec<f64> = (0..ROWS as u32).map(chance).collect();
    // An action raises the row's bits as a number, so rows are filled in from the highest.
    for row in rows().collect::<Vec<_>>().into_iter().rev() {
        if row == u32::from(HOME) {
            continue;
        }
        let least = |odd: u32| {
            let mut least = f32::MAX;
            for column in (0..COLUMNS as u32).filter(|column| row >> column & 1 == 1) {
                let mut ends = ends_in_row(row, column, odd);
                while ends != 0 {
                    let to = column + 1 + ends.trailing_zeros();
                    ends &= ends - 1;
                    least = least.min(tables.turns[(row ^ 1 << column ^ 1 << to) as usize]);
                }
            }
            least
        };
        let leasts: Vec<f32> = (0..ROWS as u32).map(least).collect();
        let after: f64 = (leasts.iter().zip(&chances))
            .map(|(&least, chance)| f64::from(least) * chance)
            .sum();
        let turns = (1.0 + after) as f32;
        tables.turns[row as usize] = turns;
        let at = usize::from(tables.pattern[row as usize]) * ROWS;
        for (leap, least) in tables.leaps[at..at + ROWS].iter_mut().zip(leasts) {
            *leap = ((turns - least).max(0.0) * EIGHTHS).round() as u8;
        }
    }
    tables
});

/// The rows of a seat.
#[derive(Copy, Clone, Default)]
struct Side {
    patterns: [u8; 3],
    turns: f32,
    columns: u64,
}

impl Tables {
    #[inline]
    fn side(&self, game: &Saute, position: &Position, seat: Seat) -> Side {
        let pieces = position.pieces(game.place(seat));
        let row = |row: usize| (pieces >> (12 * row) & ROW) as usize;
        let patterns = [0, 1, 2].map(|i| self.pattern[row(i)]);
        Side {
            patterns,
            turns: (0..3).map(|i| self.turns[row(i)]).sum(),
            columns: (patterns.iter())
                .map(|&p| self.columns[usize::from(p)])
                .sum(),
        }
    }

    /// The most that an action in each row saves.
    #[inline]
    fn leaps(&self, side: &Side, odd: u16) -> [u8; 3] {
        let odd = usize::from(odd) & (ROWS - 1);
        side.patterns
            .map(|p| self.leaps[usize::from(p) * ROWS + odd])
    }

    #[inline]
    fn best(&self, side: &Side, odd: u16) -> f32 {
        let [a, b, c] = self.leaps(side, odd);
        f32::from(a.max(b).max(c)) / EIGHTHS
    }
}

impl Foresight for Saute {
    fn views(&self) -> Option<Views> {
        let several = self.seats() == 4 && !self.teams() && !self.expert();
        several.then_some(Views {
            name: "saute-4",
            features: FEATURES,
            seen: 3 + COLUMNS + 3 + 3 + 1,
            leanings: LEANINGS,
        })
    }

    #[inline]
    fn see(&self, position: &Position, searcher: Seat, features: &mut Vec<u16>) {
        let tables = &*TABLES;
        let count = self.seats();
        let mut sides = [Side::default(); Seat::MOST];
        for seat in Seat::all(count) {
            sides[seat.index()] = tables.side(self, position, seat);
        }
        let crowd: u64 = sides.iter().map(|side| side.columns).sum();
        for seat in Seat::all(count) {
            let side = &sides[seat.index()];
            features.extend(side.patterns.map(u16::from));
            let mut others = crowd - side.columns;
            let mut odd = 0;
            for column in 0..COLUMNS {
                let met = others & 31;
                others >>= 5;
                odd |= (met & 1) << column;
                let met = if met > CROWD {
                    CROWD - 1 + (met & 1)
                } else {
                    met
                };
                features.push((CROWDS + column * (CROWD as usize + 1)) as u16 + met as u16);
            }
            let mut leaps = tables.leaps(side, odd as u16);
            leaps.sort_unstable();
            let leap = |from: usize, leap: u8| (from + usize::from(leap / 2).min(LEAPS - 1)) as u16;
            features.push(leap(BEST, leaps[2]));
            features.push(leap(SECOND, leaps[1]));
            features.push((TURNS + ((side.turns * 2.0) as usize).min(NEEDED - 1)) as u16);
            for ahead in 1..usize::from(count) {
                let other = &sides[(seat.index() + ahead) % usize::from(count)];
                let half = (LEADS / 2) as f32;
                // Rounded to the nearest half turn.
                let lead = (other.turns - side.turns) * 2.0 + half + 0.5;
                let lead = lead.clamp(0.0, LEADS as f32 - 1.0) as usize;
                features.push((LEAD + (ahead - 1) * LEADS + lead) as u16);
            }
            let to_searcher =
                (searcher.index() + usize::from(count) - seat.index()) % usize::from(count);
            features.push((SEARCHER + to_searcher) as u16);
        }
    }

    /// The turns that it saves, how far it goes, what the best leaps of the others then save, and one's own.
    fn leanings(
        &self,
        position: &Position,
        acts: Seat,
        actions: &[Action],
        leanings: &mut Vec<f32>,
    ) {
        let tables = &*TABLES;
        let count = self.seats();
        let place = self.place(acts);
        let own = tables.side(self, position, acts);
        let own_odd = self.odd_columns(position, acts);
        let mut others = [(Side::default(), 0); Seat::MOST - 1];
        let mut next = acts.next(count);
        for other in &mut others[..usize::from(count) - 1] {
            *other = (
                tables.side(self, position, next),
                self.odd_columns(position, next),
            );
            next = next.next(count);
        }
        for action in actions {
            let Some((from, to)) = action.squares() else {
                leanings.extend([0.0; LEANINGS]);
                continue;
            };
            let index = usize::from(from.row()) - 3 * place;
            let row = position.pieces(place) >> (12 * index) & ROW;
            let changed = 1u16 << from.column() | 1 << to.column();
            let after = row ^ u64::from(changed);
            let mut moved = own;
            moved.patterns[index] = tables.pattern[after as usize];
            leanings.push(tables.turns[row as usize] - tables.turns[after as usize]);
            leanings.push(f32::from(to.column() - from.column()));
            for (other, odd) in &others {
                leanings.push(tables.best(other, odd ^ changed));
            }
            leanings.push(tables.best(&moved, own_odd));
        }
    }
}
