//! Lines of D.21 that lack one die (D9), and who can put it there.

use std::array;

use tablier_rules::Seat;
use tablier_rules::d21::{Bitboard, Jump, OUTER, Position, STEP, Square, Way, turned};

/// A line of six in which five squares show five values and the sixth is empty.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Gap {
    /// The empty square.
    pub(super) at: Square,
    /// The missing value.
    value: u8,
    /// All six squares.
    line: Bitboard,
}

/// The eight directions, those at right angles next to each other within either half.
const STEPS: [i8; 8] = [1, 10, -1, -10, 11, 9, -11, -9];
/// The opposite of each direction is left out: a straight line needs one of the two.
const STRAIGHT: [usize; 4] = [0, 1, 4, 5];

/// The squares from which so many next ones in a direction are all taken, and those from which exactly one
/// of them is empty.
#[derive(Copy, Clone)]
struct Arm {
    full: u128,
    gap: u128,
}

/// The squares whose neighbour in a direction is one of these.
#[inline(always)]
const fn next_to(bits: u128, direction: usize) -> u128 {
    const WEST: u128 = Bitboard::column(0).bits();
    const EAST: u128 = Bitboard::column(9).bits();
    let shifted = match STEPS[direction] {
        step @ 0.. => bits >> step,
        step => bits << -step & Bitboard::ALL.bits(),
    };
    match direction {
        0 | 4 | 7 => shifted & !EAST,
        2 | 5 | 6 => shifted & !WEST,
        _ => shifted,
    }
}

/// Calls `found` with every gap until it returns true, and returns whether it did.
pub(super) fn find(position: &Position, mut found: impl FnMut(Gap) -> bool) -> bool {
    let taken = position.occupied().bits();
    let free = Bitboard::ALL.bits() & !taken;
    let longer = |arm: Arm, direction: usize| Arm {
        full: next_to(taken & arm.full, direction),
        gap: next_to(taken & arm.gap | free & arm.full, direction),
    };
    let arms: [[Arm; 4]; 8] = array::from_fn(|direction| {
        let mut arm = Arm {
            full: u128::MAX,
            gap: 0,
        };
        array::from_fn(|_| {
            arm = longer(arm, direction);
            arm
        })
    });
    let mut look = |mut starts: u128, first: usize, length: usize, second: usize| {
        while starts != 0 {
            let start = starts.trailing_zeros() as usize;
            starts &= starts - 1;
            let gap = gap(position, start, first, length, second);
            if gap.is_some_and(&mut found) {
                return true;
            }
        }
        false
    };
    for direction in STRAIGHT {
        let arm = longer(arms[direction][3], direction);
        let starts = taken & arm.gap | free & arm.full;
        if look(starts, direction, 5, direction) {
            return true;
        }
    }
    for first in 0..8 {
        let second = first / 4 * 4 + (first + 1) % 4;
        for length in 1..=4 {
            let (one, other) = (arms[first][length - 1], arms[second][4 - length]);
            let starts = taken & (one.full & other.gap | one.gap & other.full)
                | free & one.full & other.full;
            if look(starts, first, length, second) {
                return true;
            }
        }
    }
    false
}

/// The gap of a line with a corner (or an end) and so many squares in one direction, the rest of five in
/// another, if five values are there.
#[inline]
fn gap(
    position: &Position,
    corner: usize,
    first: usize,
    length: usize,
    second: usize,
) -> Option<Gap> {
    let mut line = Bitboard::EMPTY;
    let (mut at, mut values) = (corner, 0u8);
    let mut look = |square: usize| {
        let square = Square::from_index(square);
        line = line.with(square);
        let value = position.value(square);
        values |= 1 << value;
        if value == 0 {
            at = square.index();
        }
    };
    look(corner);
    for (direction, count) in [(first, length), (second, 5 - length)] {
        let mut square = corner;
        for _ in 0..count {
            square = square.wrapping_add_signed(isize::from(STEPS[direction]));
            look(square);
        }
    }
    let missing = !values & 0b111_1110;
    (missing.count_ones() == 1).then(|| Gap {
        at: Square::from_index(at),
        value: missing.trailing_zeros() as u8,
        line,
    })
}

impl Gap {
    /// Whether a seat can complete the line with one move.
    pub(super) fn is_reached(&self, position: &Position, seat: Seat, jump: Jump) -> bool {
        let own = position.dice(seat);
        // D8
        let confined = OUTER.contains(self.at) && position.outside(seat) >= 3;
        let moves = |square: Square| {
            own.contains(square)
                && !self.line.contains(square)
                && (!confined || OUTER.contains(square))
        };
        for (kind, step) in STEP.into_iter().enumerate() {
            let way = Way::through(self.at, kind);
            let line = u32::from(position.line(way.line));
            let place = u32::from(way.at);
            let on = |place: u32| {
                Square::from_index(usize::from(way.base) + place as usize * usize::from(step))
            };
            let nearest = |from: u32, up: bool| {
                if up {
                    let above = line >> (from + 1);
                    (above != 0).then(|| from + 1 + above.trailing_zeros())
                } else {
                    let below = line & ((1 << from) - 1);
                    (below != 0).then(|| 31 - below.leading_zeros())
                }
            };
            for up in [false, true] {
                let Some(first) = nearest(place, up) else {
                    continue;
                };
                let die = on(first);
                // D4
                if position.value(die) == self.value && moves(die) {
                    return true;
                }
                // D5: over a neighbour of the empty square.
                if first.abs_diff(place) != 1 {
                    continue;
                }
                let Some(second) = nearest(first, up) else {
                    continue;
                };
                if second.abs_diff(first) == 1 && jump == Jump::Apart {
                    continue;
                }
                let jumper = on(second);
                if !moves(jumper) {
                    continue;
                }
                let before = position.value(jumper);
                let after = if own.contains(die) {
                    before
                } else {
                    turned(before, position.value(die))
                };
                if after == self.value {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use tablier_rules::d21::{D21, RED, Setup, goal_lines};
    use tablier_rules::hash::SplitMix64;
    use tablier_rules::{FromSetup, Game, Notation, Rules, Spec};

    use super::*;
    use crate::Evaluation;

    /// Dice thrown together on a part of the board; none if too many lie outside.
    fn thrown(rules: &D21, random: &mut SplitMix64) -> Option<Position> {
        let side = 6 + random.below(3);
        let [column, row] = array::from_fn(|_| random.below(11 - side));
        let mut squares = Vec::new();
        while squares.len() < 24 {
            let column = column + random.below(side);
            let row = row + random.below(side);
            let square = Square::new(column as u8, row as u8);
            if !squares.contains(&square) {
                squares.push(square);
            }
        }
        let mut dice = squares
            .into_iter()
            .map(|square| (1 + random.below(6) as u8, square));
        let setup = Setup {
            dice: [
                dice.by_ref().take(12).collect(),
                dice.by_ref().take(12).collect(),
            ],
            to_act: RED,
        };
        rules.position_from(&setup).ok()
    }

    /// Every gap of a list of all lines.
    fn listed(position: &Position) -> Vec<Gap> {
        let gap = |line: &[Square; 6]| {
            let values = line.map(|square| position.value(square));
            let missing: Vec<u8> = (1..=6).filter(|value| !values.contains(value)).collect();
            let at = values.iter().position(|&value| value == 0)?;
            (missing.len() == 1).then(|| Gap {
                at: line[at],
                value: missing[0],
                line: line.iter().copied().collect(),
            })
        };
        goal_lines().iter().filter_map(gap).collect()
    }

    #[test]
    fn a_line_can_be_completed_where_a_gap_is_reached() {
        for spec in ["d21", "d21:jump=any"] {
            let rules = D21::from_spec(&Spec::parse(spec).unwrap()).unwrap();
            let mut random = SplitMix64::new(21);
            let mut actions = Vec::new();
            let mut counts = [[0; 2]; 2];
            let mut confined = 0;
            for number in 0..4_000 {
                let position = thrown(&rules, &mut random);
                let Some(position) = position.filter(|position| !position.is_won()) else {
                    continue;
                };
                let position = if number % 2 == 1 {
                    position.swapped()
                } else {
                    position
                };
                let acts = position.to_act();
                rules.actions(&position, &mut actions);
                let completes = |&action: &_| {
                    let mut after = position;
                    rules.apply(&mut after, action);
                    after.any_line(false).is_some()
                };
                let open = actions.iter().any(completes);
                let reached = |gap: Gap| gap.is_reached(&position, acts, rules.jump());
                assert_eq!(find(&position, reached), open, "{spec} {position:?}");
                let gaps = listed(&position);
                let mut found = Vec::new();
                find(&position, |gap| {
                    found.push(gap);
                    false
                });
                assert_eq!(found.len(), gaps.len(), "{spec} {position:?}");
                assert!(found.iter().all(|gap| gaps.contains(gap)), "{position:?}");
                counts[acts.index()][usize::from(open)] += 1;
                let outside = gaps.iter().any(|gap| OUTER.contains(gap.at));
                confined += usize::from(outside && position.outside(acts) == 3 && !open);
            }
            let enough = counts.as_flattened().iter().all(|&count| count > 100);
            assert!(enough && confined > 10, "{spec} {counts:?} {confined}");
        }
    }

    #[test]
    fn the_evaluation_sees_lines_that_are_about_to_be_completed() {
        // Only Red has a 6; nothing is between it and the free end of 1 to 5 but, in the second position,
        // a green die.
        let worth = |blocked: bool, seat: u8| {
            let green = if blocked { "H7" } else { "B7" };
            let text = format!(
                "1C5 2D5 3E5 4F5 5G5 6H9 1B2 1C2 1D2 1E2 1F2 1G2 \
                 (1{green} 1B8 1C8 1D8 1E8 1F8 1F7 1B9 1C9 1D9 1E9 1F9) {seat}"
            );
            let rules = D21::default();
            let position = rules.read_position(&text).unwrap();
            rules.evaluate(&position, Seat::new(seat - 1), &[], 0)
        };
        assert!(worth(false, 1) > 5_000);
        assert!(worth(true, 1).abs() < 1_000);
        let threat = worth(false, 2) - worth(true, 2);
        assert!((20..1_000).contains(&threat), "{threat}");
    }
}
