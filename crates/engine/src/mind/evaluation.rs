use tablier_rules::{Rules, Seat};

use crate::sides::{logistic, side_count};

/// What positions are worth.
///
/// Scores are whole numbers in a unit that the game chooses;
/// [`Profile::scale`](crate::Profile::scale) says what they mean.
pub trait Evaluation: Rules {
    /// The worth of each side, by the number of the side; more is better, only differences count. `acts`
    /// is the seat to act, with its legal actions (empty when
    /// [`Knowledge::acts`](crate::Knowledge::acts) made listing them unnecessary).
    fn worths(
        &self,
        _position: &Self::Position,
        _acts: Seat,
        _actions: &[Self::Action],
    ) -> [i32; Seat::MOST] {
        [0; Seat::MOST]
    }

    /// How far a side is ahead of the others: above 0 is better. With two sides their scores must
    /// add up to 0.
    #[inline]
    fn evaluate(
        &self,
        position: &Self::Position,
        acts: Seat,
        actions: &[Self::Action],
        side: u8,
    ) -> i32 {
        lead(self, position, side, self.worths(position, acts, actions))
    }

    /// What the searching side likes about a position regardless of who gains by it, on top of
    /// [`Evaluation::evaluate`]: where waiting is always safe, somebody must want to make progress.
    fn zest(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// The terms that [`Evaluation::worths`] sums up, each with its weight, if it is such a sum and
    /// can be fitted to games (`tablier tune`).
    fn terms(&self) -> Vec<Term> {
        Vec::new()
    }

    /// The worth of each side without the [`Evaluation::terms`], and how much of each term it has.
    fn counts(&self, _position: &Self::Position, _acts: Seat) -> Counts {
        Counts::default()
    }

    /// Each seat's chance of winning (a shared win counts as its share), from the evaluation and
    /// the [scale](crate::Profile::scale) of its scores.
    fn chances(
        &self,
        scale: f32,
        position: &Self::Position,
        acts: Seat,
        actions: &[Self::Action],
    ) -> [f32; Seat::MOST] {
        let mut chances = [0.0; Seat::MOST];
        if side_count(self) == 2 {
            let ours = self.side(acts);
            let chance = logistic(self.evaluate(position, acts, actions, ours) as f32 / scale);
            for seat in Seat::all(self.seats()) {
                chances[seat.index()] = if self.side(seat) == ours {
                    chance
                } else {
                    1.0 - chance
                };
            }
            return chances;
        }
        let worths = self.worths(position, acts, actions);
        let most = worths.into_iter().max().unwrap_or(0);
        let mut total = 0.0;
        for seat in Seat::all(self.seats()) {
            if self.plays_on(position, seat) {
                let behind = (most - worths[usize::from(self.side(seat))]) as f32;
                let weight = (-behind / scale).max(-20.0).exp();
                chances[seat.index()] = weight;
                total += weight;
            }
        }
        if total > 0.0 {
            chances.iter_mut().for_each(|chance| *chance /= total);
        }
        chances
    }
}

/// How far a side is ahead of the others by what each is worth.
#[inline]
pub(crate) fn lead<R: Rules>(
    rules: &R,
    position: &R::Position,
    side: u8,
    worths: [i32; Seat::MOST],
) -> i32 {
    let own = worths[usize::from(side)];
    let mut seen = [false; Seat::MOST];
    seen[usize::from(side)] = true;
    let (mut most, mut sum, mut count) = (i32::MIN, 0, 0);
    for seat in Seat::all(rules.seats()) {
        let other = usize::from(rules.side(seat));
        if !seen[other] && rules.plays_on(position, seat) {
            seen[other] = true;
            most = most.max(worths[other]);
            sum += worths[other];
            count += 1;
        }
    }
    match count {
        0 => own,
        1 => own - most,
        // The strongest opponent counts as much as their average.
        _ => own - (most + sum / count) / 2,
    }
}

/// A term of an evaluation: its name, and the worth of one unit.
pub type Term = (String, i32);

/// The parts of an evaluation in a position, for each side.
#[derive(Clone, Default, Debug)]
pub struct Counts {
    /// The part without weights to fit.
    pub fixed: [i32; Seat::MOST],
    /// How much there is of each term.
    pub terms: Vec<[i32; Seat::MOST]>,
}
