//! D.21: how many jumps the dice are away from two full series, and how many jumps towards them are
//! open; and lines 1 to 6, which either player may complete, that lack one die. With `order=strict` lines are
//! left to the search.

mod gaps;
mod hand;

use tablier_rules::d21::{Action, Bitboard, D21, Jump, OUTER, Position, STEP, Square, Way, turned};
use tablier_rules::scene::Message;
use tablier_rules::{Rules, Seat};

use hand::{Hand, NEEDED_AT_START};

use crate::weights::{Weights as _, sum_of_terms, weights};
use crate::{Evaluation, Foresight, Inputs, Knowledge, Mind, MoveOrdering, Profile, Reasons};

weights! {
    Weights {
        /// Each jump still needed.
        jump: i32 = -11,
        /// By the number of dice still missing: the last ones are the hardest.
        lacks: [i32; 13] = [600, 150, 95, 64, 40, 27, 11, 8, 2, -2, -6, -6, -6],
        /// Each open jump that brings the series nearer, up to a limit.
        open: i32 = 5,
        /// At least one of them, when the seat is to act.
        at_once: i32 = 8,
        /// The seat not to act can make the last missing value at once.
        threat: i32 = 37,
        /// The seat not to act could complete a line at once on one square, and on several.
        line: [i32; 2] = [45, 150],
        tempo: i32 = 4,
    }
}

/// More open jumps than this are no better.
const MOST_OPEN: i32 = 5;
/// The seat to act can make the last missing value, or complete a line, at once.
const WINS: i32 = 6_000;
/// Each jump by which either player is nearer to two series.
const ZEST: i32 = 24;

impl Evaluation for D21 {
    sum_of_terms!(worths, |_| &Weights::USED);

    /// The first to come near lets the other jump first; if both feared that, nothing would ever
    /// happen.
    fn zest(&self, position: &Position) -> i32 {
        let needed = |seat| Hand::new(position, seat).needed();
        ZEST * (NEEDED_AT_START - Seat::all(2).map(needed).sum::<i32>())
    }
}

impl MoveOrdering for D21 {
    fn order(&self, position: &Position, acts: Seat, actions: &[Action], scores: &mut [i32]) {
        let hand = Hand::new(position, acts);
        let before = hand.lacking();
        // Where one die more makes a line.
        let mut ends = Bitboard::EMPTY;
        gaps::find(position, |gap| {
            ends = ends.with(gap.at);
            false
        });
        for (score, &action) in scores.iter_mut().zip(actions) {
            let from = position.value(action.from());
            let to = position.value_after(action);
            let lacks = if from == to {
                before
            } else {
                hand.after(from, to).lacking()
            };
            let wins = || {
                let mut after = *position;
                self.apply(&mut after, action);
                after.is_won()
            };
            if lacks == 0 || ends.contains(action.to()) && wins() {
                *score += 4_000;
            } else {
                *score += (before - lacks) * 600;
            }
        }
    }
}

impl Knowledge for D21 {
    fn acts(&self, position: &Position) -> Option<Seat> {
        // Having no move at all is so rare that an evaluation may overlook it.
        (!position.is_won()).then(|| position.to_act())
    }
}

impl Reasons for D21 {
    /// The value that was missing, and how many dice still have to change.
    fn deed(&self, before: &Position, after: &Position, action: Action) -> Option<Message> {
        let seat = before.to_act();
        let lacking = |position| Hand::new(position, seat).lacking();
        let lacks = lacking(after);
        (lacks < lacking(before)).then(|| {
            Message::new("d21.because-value")
                .number("value", after.value(action.to()))
                .number("count", lacks)
        })
    }
}

impl Foresight for D21 {}

impl Inputs for D21 {}

impl Mind for D21 {
    fn profile(&self) -> Profile {
        Profile {
            scale: 80.0,
            // In order, half of the games between equals go on for ever, whoever is ahead.
            sureness: if self.is_strict() { 0.1 } else { 0.78 },
            // Both can shuffle for ever; playing on has its chances.
            draw: -40,
            ..Profile::for_sides(2)
        }
    }
}

#[inline]
fn worths(game: &D21, position: &Position, acts: Seat, weights: &Weights) -> [i32; Seat::MOST] {
    let jump = game.jump();
    let mut worths = [0; Seat::MOST];
    let lines = Lines::new(game, position, acts);
    for seat in Seat::all(2) {
        let hand = Hand::new(position, seat);
        let needed = hand.needed();
        let (open, wins) = open_jumps(position, seat, jump, &hand, needed);
        let mut worth = weights.lacks[hand.lacking() as usize]
            + weights.jump * needed
            + weights.open * open.min(MOST_OPEN);
        if acts == seat {
            worth += weights.tempo;
            if wins || lines.wins {
                worth += WINS;
            } else if open > 0 {
                worth += weights.at_once;
            }
        } else {
            if wins {
                worth += weights.threat;
            }
            // Whoever acts and wins has not looked for all of them.
            match lines.threats.len() {
                _ if lines.wins => (),
                0 => (),
                1 => worth += weights.line[0],
                _ => worth += weights.line[1],
            }
        }
        worths[seat.index()] = worth;
    }
    worths
}

/// The lines that can be completed at once.
struct Lines {
    /// The seat to act completes one.
    wins: bool,
    /// Where the other seat would complete one.
    threats: Bitboard,
}

impl Lines {
    #[inline]
    fn new(game: &D21, position: &Position, acts: Seat) -> Self {
        let mut lines = Self {
            wins: false,
            threats: Bitboard::EMPTY,
        };
        // In order, lines are too rare to look for.
        if !game.is_strict() {
            let (jump, other) = (game.jump(), acts.next(2));
            lines.wins = gaps::find(position, |gap| {
                if gap.is_reached(position, other, jump) {
                    lines.threats = lines.threats.with(gap.at);
                }
                gap.is_reached(position, acts, jump)
            });
        }
        lines
    }
}

/// How many jumps over an opposing die that bring the series nearer are open (D5, D7, D8), and whether
/// one of them completes the series.
fn open_jumps(
    position: &Position,
    seat: Seat,
    jump: Jump,
    hand: &Hand,
    needed: i32,
) -> (i32, bool) {
    let near = jump == Jump::Any;
    let enemies = position.dice(seat.next(2));
    // D8
    let full = position.outside(seat) >= 3;
    let stays_inside = |square| full && !OUTER.contains(square);
    let mut open = 0;
    for square in position.dice(seat) {
        if open >= MOST_OPEN {
            break;
        }
        let value = position.value(square);
        if hand.counts[usize::from(value)] <= 2 {
            continue;
        }
        for (kind, step) in STEP.into_iter().enumerate() {
            let way = Way::through(square, kind);
            let line = u32::from(position.line(way.line));
            let places = u32::from(if stays_inside(square) {
                way.inner
            } else {
                way.places
            });
            let place = u32::from(way.at);
            let above = line >> (place + 1);
            let below = line & ((1 << place) - 1);
            // The nearest die on each side, with room behind it and, where required, a gap before
            // it.
            let mut over = [None; 2];
            if above != 0 && (near || above & 1 == 0) {
                let next = place + 1 + above.trailing_zeros();
                if places & !line & 1 << (next + 1) != 0 {
                    over[0] = Some(next);
                }
            }
            if below != 0 && (near || below >> (place - 1) & 1 == 0) {
                let next = 31 - below.leading_zeros();
                if next > 0 && places & !line & 1 << (next - 1) != 0 {
                    over[1] = Some(next);
                }
            }
            for next in over.into_iter().flatten() {
                let jumped = usize::from(way.base) + next as usize * usize::from(step);
                let jumped = Square::from_index(jumped);
                if !enemies.contains(jumped) {
                    continue;
                }
                let to = turned(value, position.value(jumped));
                if to == value {
                    continue;
                }
                let left = hand.after(value, to).needed();
                if left == 0 {
                    return (open + 1, true);
                }
                open += i32::from(left < needed);
            }
        }
    }
    (open, false)
}
