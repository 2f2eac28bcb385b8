//! D.21: how many jumps the dice are away from two full series, and how many jumps towards them are
//! open. A line 1 to 6, which either player may complete, is left to the search.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU8, Ordering};

use tablier_rules::d21::{Action, D21, Jump, Position, Square, Way, turned};
use tablier_rules::scene::Message;
use tablier_rules::{Rules, Seat};

use crate::weights::{Weights as _, sum_of_terms, weights};
use crate::{
    Curve, Evaluation, Foresight, Inputs, Knowledge, Mind, MoveOrdering, Profile, Reasons,
};

weights! {
    Weights {
        /// Each jump still needed.
        jump: i32 = -22,
        /// By the number of dice still missing: the last ones are the hardest.
        lacks: [i32; 13] = [600, 120, 80, 55, 40, 30, 22, 16, 12, 8, 5, 2, 0],
        /// Each open jump that brings the series nearer, up to a limit.
        open: i32 = 6,
        /// At least one of them, when the seat is to act.
        at_once: i32 = 12,
        /// The seat not to act can make the last missing value at once.
        threat: i32 = 60,
        tempo: i32 = 6,
    }
}

/// More open jumps than this are no better.
const MOST_OPEN: i32 = 5;
/// The seat to act can make the last missing value at once.
const WINS: i32 = 6_000;
/// Each jump by which either player is nearer to two series.
const ZEST: i32 = 24;

/// From one place of a line to the next, for each kind: row, column, rising and falling diagonal.
const STEP: [u8; 4] = [1, 10, 11, 9];

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
        let lacks = lacking(after, seat);
        (lacks < lacking(before, seat)).then(|| {
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
            curve: CURVE,
            // Both can shuffle for ever; playing on has its chances.
            draw: -40,
            ..Profile::for_sides(2)
        }
    }
}

/// Whoever is ahead, half of the games between equals go on for ever, and a great lead is soon made up for.
const CURVE: Curve = Curve::through(&[(0.7, 0.26), (1.4, 0.3)]);

#[inline]
fn worths(game: &D21, position: &Position, acts: Seat, weights: &Weights) -> [i32; Seat::MOST] {
    let jump = game.jump();
    let mut worths = [0; Seat::MOST];
    for seat in Seat::all(2) {
        let hand = Hand::new(position, seat);
        let needed = hand.needed();
        let (open, wins) = open_jumps(position, seat, jump, &hand, needed);
        let mut worth = weights.lacks[hand.lacking() as usize]
            + weights.jump * needed
            + weights.open * open.min(MOST_OPEN);
        if acts == seat {
            worth += weights.tempo;
            if wins {
                worth += WINS;
            } else if open > 0 {
                worth += weights.at_once;
            }
        } else if wins {
            worth += weights.threat;
        }
        worths[seat.index()] = worth;
    }
    worths
}

/// How many dice must still change for two full series.
fn lacking(position: &Position, seat: Seat) -> i32 {
    (1..=6)
        .map(|value| 2 - i32::from(position.count(seat, value).min(2)))
        .sum()
}

/// For both players together when all dice show 1: 2 × (1 + 2 + 3 + 4 + 5) each.
const NEEDED_AT_START: i32 = 60;
/// A value that no jump leads to.
const FAR: u8 = 6;

/// For every set of values that the opponent shows: how many jumps lead from one value to another.
static JUMPS: LazyLock<Vec<[[u8; 7]; 7]>> = LazyLock::new(|| {
    let of = |shown: usize| {
        let mut jumps = [[FAR; 7]; 7];
        for from in 1..=6u8 {
            let row = &mut jumps[usize::from(from)];
            row[usize::from(from)] = 0;
            for count in 0..FAR - 1 {
                for value in 1..=6u8 {
                    for over in (1..=6u8).filter(|over| shown >> over & 1 == 1) {
                        let next = usize::from(turned(value, over));
                        if row[usize::from(value)] == count && row[next] > count + 1 {
                            row[next] = count + 1;
                        }
                    }
                }
            }
        }
        jumps
    };
    (0..1 << 7).map(of).collect()
});

/// How many dice a seat has (D2).
const DICE: usize = 12;
/// How many ways there are for them to show values.
const HANDS: usize = 6_188;

/// One more than [`Hand::needed`] by [`place_of`] and the values shown; 0 where it is not known yet.
static NEEDED: LazyLock<Vec<AtomicU8>> =
    LazyLock::new(|| (0..HANDS << 6).map(|_| AtomicU8::new(0)).collect());

/// With so many values to come and so many dice left: how many hands come before those with a number of
/// dice that show the first of these values.
static BEFORE: [[[u16; DICE + 1]; DICE + 1]; 7] = {
    let mut before = [[[0; DICE + 1]; DICE + 1]; 7];
    // The hands of so many dice and values.
    let mut hands = [[0u16; DICE + 1]; 7];
    hands[0][0] = 1;
    let mut values = 1;
    while values <= 6 {
        let mut left = 0;
        while left <= DICE {
            let mut count = 0;
            while count <= left {
                before[values][left][count] = hands[values][left];
                hands[values][left] += hands[values - 1][left - count];
                count += 1;
            }
            left += 1;
        }
        values += 1;
    }
    assert!(hands[6][DICE] as usize == HANDS);
    before
};

/// The number of a hand among all; none unless it has twelve dice.
#[inline]
fn place_of(counts: &[u8; 7]) -> Option<usize> {
    let (mut place, mut left) = (0, DICE);
    for (i, &count) in counts[1..].iter().enumerate() {
        let count = usize::from(count);
        if count > left {
            return None;
        }
        place += usize::from(BEFORE[6 - i][left][count]);
        left -= count;
    }
    (left == 0).then_some(place)
}

/// What the dice of a seat show, and the values they may jump over.
#[derive(Copy, Clone)]
struct Hand {
    counts: [u8; 7],
    shown: u8,
}

impl Hand {
    #[inline]
    fn new(position: &Position, seat: Seat) -> Self {
        let enemy = seat.next(2);
        let mut hand = Hand {
            counts: [0; 7],
            shown: 0,
        };
        for value in 1..=6u8 {
            hand.counts[usize::from(value)] = position.count(seat, value);
            hand.shown |= u8::from(position.count(enemy, value) > 0) << value;
        }
        hand
    }

    #[inline]
    fn lacking(&self) -> i32 {
        self.counts[1..]
            .iter()
            .map(|&count| 2 - i32::from(count.min(2)))
            .sum()
    }

    /// An estimate of the jumps needed for two full series, computed once for each hand.
    fn needed(&self) -> i32 {
        let known = place_of(&self.counts).map(|place| {
            let place = place << 6 | usize::from(self.shown >> 1 & 0x3f);
            &NEEDED[place]
        });
        match known.map(|known| known.load(Ordering::Relaxed)) {
            None => self.count_needed(),
            Some(0) => {
                let needed = self.count_needed();
                if let Some(known) = known {
                    known.store(needed as u8 + 1, Ordering::Relaxed);
                }
                needed
            }
            Some(next) => i32::from(next) - 1,
        }
    }

    /// Every missing value takes the nearest surplus die, the values farthest from all of them first.
    fn count_needed(&self) -> i32 {
        let jumps = &JUMPS[usize::from(self.shown & 0x7e)];
        let mut surplus = self.counts.map(|count| count.saturating_sub(2));
        let mut missing = self.counts.map(|count| 2u8.saturating_sub(count));
        missing[0] = 0;
        let mut sum = 0;
        loop {
            let mut hardest = (0, 0, 0);
            for value in (1..=6).filter(|&value| missing[value] > 0) {
                let nearest = (1..=6)
                    .filter(|&from| surplus[from] > 0)
                    .map(|from| (jumps[from][value], from))
                    .min()
                    .unwrap_or((FAR, 0));
                if nearest.0 > hardest.0 {
                    hardest = (nearest.0, nearest.1, value);
                }
            }
            let (cost, from, value) = hardest;
            if value == 0 {
                return sum;
            }
            // As many dice as are available take the same way.
            let count = missing[value].min(surplus[from].max(1));
            surplus[from] = surplus[from].saturating_sub(count);
            missing[value] -= count;
            sum += i32::from(cost) * i32::from(count);
        }
    }

    /// The same hand after a die has turned.
    fn after(&self, from: u8, to: u8) -> Self {
        let mut hand = *self;
        hand.counts[usize::from(from)] -= 1;
        hand.counts[usize::from(to)] += 1;
        hand
    }
}

/// How many jumps over an opposing die that bring the series nearer are open (D5, D7), and whether
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
            let places = u32::from(way.places);
            let place = u32::from(way.at);
            let above = line >> (place + 1);
            let below = line & ((1 << place) - 1);
            // The nearest die on each side, with room behind it and, where required, a gap before
            // it.
            let mut over = [None; 2];
            if above != 0 && (near || above & 1 == 0) {
                let next = place + 1 + above.trailing_zeros();
                if places >> (next + 1) & 1 == 1 && line >> (next + 1) & 1 == 0 {
                    over[0] = Some(next);
                }
            }
            if below != 0 && (near || below >> (place - 1) & 1 == 0) {
                let next = 31 - below.leading_zeros();
                if next > 0 && line >> (next - 1) & 1 == 0 {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hand_has_a_place_of_its_own() {
        let mut seen = vec![false; HANDS];
        for number in 0..13usize.pow(5) {
            let mut counts = [0u8; 7];
            let mut rest = number;
            for count in &mut counts[1..6] {
                *count = (rest % 13) as u8;
                rest /= 13;
            }
            let five: u8 = counts.iter().sum();
            counts[6] = 12u8.saturating_sub(five);
            let place = place_of(&counts);
            assert_eq!(place.is_some(), five <= 12, "{counts:?}");
            let Some(place) = place else { continue };
            assert!(!seen[place], "{counts:?}");
            seen[place] = true;
            let shown = (number % 64) as u8 * 2;
            let hand = Hand { counts, shown };
            let needed = hand.count_needed();
            assert_eq!([hand.needed(), hand.needed()], [needed; 2], "{counts:?}");
        }
        assert!(seen.into_iter().all(|seen| seen));
        assert_eq!(place_of(&[0, 12, 1, 0, 0, 0, 0]), None);
        assert_eq!(place_of(&[0, 5, 1, 0, 0, 0, 0]), None);
    }

    #[test]
    fn jumps_that_are_needed_are_counted() {
        let check = |counts: [u8; 7], shown: u8, needed: i32| {
            assert_eq!(Hand { counts, shown }.needed(), needed, "{counts:?}");
        };
        // Over ones, a die grows by one each time.
        check([0, 12, 0, 0, 0, 0, 0], 1 << 1, 30);
        check([0, 2, 2, 2, 2, 2, 2], 1 << 1, 0);
        check([0, 3, 2, 2, 2, 2, 1], 1 << 1, 5);
        // 1 over 5 is 6.
        check([0, 3, 2, 2, 2, 2, 1], 1 << 5, 1);
    }
}
