//! Sides, their share of a result, and the chances that scores imply.

use tablier_rules::{Outcome, Rules, Seat, Verdict};

use crate::score;

/// How many sides there are.
#[must_use]
pub fn side_count<R: Rules>(rules: &R) -> usize {
    let mut seen = [false; Seat::MOST];
    for seat in Seat::all(rules.seats()) {
        seen[usize::from(rules.side(seat))] = true;
    }
    seen.iter().filter(|&&side| side).count()
}

/// The usual S-curve: 0 gives one half.
#[inline]
pub(crate) fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// The greatest chance of what is not certain.
pub(crate) const LIKELIEST: f32 = 0.995;

/// The chance of winning that a score implies.
pub(crate) fn chance(value: i32, scale: f32) -> f32 {
    if value >= score::FORCED {
        1.0
    } else if value <= -score::FORCED {
        0.0
    } else {
        logistic(value as f32 / scale).clamp(1.0 - LIKELIEST, LIKELIEST)
    }
}

/// The verdict of a side: the best of its seats.
pub(crate) fn verdict_of<R: Rules>(rules: &R, outcome: Outcome, side: u8) -> Verdict {
    Seat::all(rules.seats())
        .filter(|&seat| rules.side(seat) == side)
        .map(|seat| outcome.verdict(seat))
        .max()
        .unwrap_or(Verdict::Lost)
}

/// Each seat's share of the result: 1 in all among the winners (each partner has the whole of it),
/// or shared by those who drew.
pub(crate) fn shares<R: Rules>(rules: &R, outcome: Outcome) -> [f32; Seat::MOST] {
    let mut shares = [0.0; Seat::MOST];
    if let Outcome::Left(left) = outcome {
        shares[0] = 1.0 / f32::from(left.max(1));
        return shares;
    }
    let best = Seat::all(rules.seats())
        .map(|seat| outcome.verdict(seat))
        .max()
        .unwrap_or(Verdict::Lost);
    let mut sides = [false; Seat::MOST];
    for seat in Seat::all(rules.seats()) {
        if outcome.verdict(seat) == best {
            sides[usize::from(rules.side(seat))] = true;
        }
    }
    let share = 1.0 / sides.iter().filter(|&&side| side).count().max(1) as f32;
    for seat in Seat::all(rules.seats()) {
        if sides[usize::from(rules.side(seat))] {
            shares[seat.index()] = share;
        }
    }
    shares
}
