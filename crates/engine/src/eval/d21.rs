//! D.21: how many dice still have to turn for two full series, which of the missing values a jump can
//! make now, and how nearly a line 1 to 6 stands, which either player may complete.

use tablier_rules::d21::{Action, D21, Position, Square, Way, turned};
use tablier_rules::{Rules, Seat};

use crate::Mind;

/// What it is worth to lack so many dice for two full series.
const LACKS: [i32; 13] = [900, 260, 200, 160, 130, 105, 85, 66, 50, 36, 24, 12, 0];
/// Each missing value that a surplus die can turn to by a jump.
const USEFUL: i32 = 7;
/// Each jump more than one that a missing value is away, by sums and differences with the values that
/// the enemy shows.
const DETOUR: i32 = 9;
/// At least one of them, when the seat acts.
const AT_ONCE: i32 = 12;
/// The last missing value can be made at once by the seat that acts; by the other seat.
const WINS: i32 = 6_000;
const THREAT: i32 = 60;
const TEMPO: i32 = 6;

/// From one place of a line to the next, for each kind: row, column, rising and falling diagonal.
const STEP: [u8; 4] = [1, 10, 11, 9];

impl Mind for D21 {
    fn worths(&self, position: &Position, acts: Seat, _actions: &[Action]) -> [i32; Seat::MOST] {
        let mut worths = [0; Seat::MOST];
        for seat in Seat::all(2) {
            let lacks = lacking(position, seat);
            let useful = useful(position, seat).count_ones() as i32;
            let mut worth = LACKS[lacks as usize] + USEFUL * useful;
            worth -= DETOUR * detours(position, seat);
            if acts == seat {
                worth += TEMPO;
                if useful > 0 {
                    worth += if lacks == 1 { WINS } else { AT_ONCE };
                }
            } else if lacks == 1 && useful > 0 {
                worth += THREAT;
            }
            worths[seat.index()] = worth;
        }
        worths
    }

    fn scale(&self) -> f32 {
        80.0
    }

    /// Both can shuffle for ever; who plays on has chances.
    fn draw(&self) -> i32 {
        -40
    }

    fn acts(&self, position: &Position) -> Option<Seat> {
        // Being without any move is so rare that an evaluation may overlook it.
        (!position.is_won()).then(|| position.to_act())
    }

    fn order(&self, position: &Position, acts: Seat, actions: &[Action], scores: &mut [i32]) {
        let before = lacking(position, acts);
        for (score, &action) in scores.iter_mut().zip(actions) {
            let mut after = *position;
            self.apply(&mut after, action);
            if after.is_won() {
                *score += 4_000;
            } else {
                *score += (before - lacking(&after, acts)) * 600;
            }
        }
    }
}

/// How many dice must still turn for two full series.
fn lacking(position: &Position, seat: Seat) -> i32 {
    (1..=6)
        .map(|value| 2 - i32::from(position.count(seat, value)).min(2))
        .sum()
}

/// The missing values that a surplus die can turn to by one jump (D5, D7), as bits.
fn useful(position: &Position, seat: Seat) -> u8 {
    let enemies = position.dice(seat.next(2));
    let mut missing = 0u8;
    for value in 1..=6 {
        missing |= u8::from(position.count(seat, value) < 2) << value;
    }
    let mut found = 0;
    let mut dice = position.dice(seat);
    while dice != 0 && found != missing {
        let at = dice.trailing_zeros() as usize;
        dice &= dice - 1;
        let square = Square::from_index(at);
        let value = position.value(square);
        if position.count(seat, value) <= 2 {
            continue;
        }
        for (kind, step) in STEP.into_iter().enumerate() {
            let way = Way::through(square, kind);
            let line = u32::from(position.line(way.line));
            let places = u32::from(way.places);
            let place = u32::from(way.at);
            let above = line >> (place + 1);
            let below = line & ((1 << place) - 1);
            // The nearest die on each side, with a gap before it and room behind it.
            let mut over = [None; 2];
            if above != 0 && above & 1 == 0 {
                let next = place + 1 + above.trailing_zeros();
                if places >> (next + 1) & 1 == 1 && line >> (next + 1) & 1 == 0 {
                    over[0] = Some(next);
                }
            }
            if below != 0 && below >> (place - 1) & 1 == 0 {
                let next = 31 - below.leading_zeros();
                if next > 0 && line >> (next - 1) & 1 == 0 {
                    over[1] = Some(next);
                }
            }
            for next in over.into_iter().flatten() {
                let jumped = usize::from(way.base) + next as usize * usize::from(step);
                if enemies >> jumped & 1 == 1 {
                    let over = position.value(Square::from_index(jumped));
                    found |= missing & 1 << turned(value, over);
                }
            }
        }
    }
    found
}

/// How many jumps more than one the missing values are away from surplus dice, all together, by the
/// values alone.
fn detours(position: &Position, seat: Seat) -> i32 {
    let enemy = seat.next(2);
    let (mut surplus, mut missing, mut shown) = (0u8, [0; 7], 0u8);
    for value in 1..=6u8 {
        let count = position.count(seat, value);
        surplus |= u8::from(count > 2) << value;
        missing[usize::from(value)] = 2 - i32::from(count.min(2));
        shown |= u8::from(position.count(enemy, value) > 0) << value;
    }
    let mut sum = 0;
    let mut reached = surplus;
    for detour in 0..4 {
        let mut next = reached;
        for value in (1..=6u8).filter(|value| reached >> value & 1 == 1) {
            for over in (1..=6u8).filter(|over| shown >> over & 1 == 1) {
                next |= 1 << turned(value, over);
            }
        }
        for value in (1..=6).filter(|value| (next & !reached) >> value & 1 == 1) {
            sum += detour * missing[value];
        }
        if next == reached {
            // What cannot be reached at all counts as far away.
            for value in (1..=6).filter(|value| reached >> value & 1 == 0) {
                sum += 4 * missing[value];
            }
            break;
        }
        reached = next;
    }
    sum
}
