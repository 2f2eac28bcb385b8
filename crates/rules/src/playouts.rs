//! Random games: every action chosen uniformly among the listed ones, with the action limit,
//! without the repetition check (C8). The measure of a game's speed; timing is up to the caller.

use crate::hash::SplitMix64;
use crate::trail::RoundCount;
use crate::{Cut, Outcome, Rules, Seat, Verdict};

/// Plays random games of one kind, the same ones for the same seed.
#[derive(Clone, Debug)]
pub struct Playouts<'a, G: Rules> {
    rules: &'a G,
    start: G::Position,
    random: SplitMix64,
    buffer: Vec<G::Action>,
}

/// The results of random games.
#[derive(Copy, Clone, PartialEq, Eq, Default, Debug)]
pub struct PlayoutCounts {
    /// Games played to their end.
    pub games: u64,
    /// Actions played in them.
    pub actions: u64,
    /// Games that each seat won.
    pub won: [u64; Seat::MOST],
    /// Games that nobody won.
    pub drawn: u64,
    /// In a game for one player: the pieces left, summed over all games.
    pub left: u64,
}

impl<'a, G: Rules> Playouts<'a, G> {
    /// Games from the usual start.
    pub fn new(rules: &'a G, seed: u64) -> Self {
        Self {
            rules,
            start: rules.start(),
            random: SplitMix64::new(seed),
            buffer: Vec::new(),
        }
    }

    /// Plays whole games until at least `budget` actions have been played, one game at least.
    pub fn play(&mut self, budget: u64) -> PlayoutCounts {
        let mut tally = PlayoutCounts::default();
        loop {
            let outcome = self.game(&mut tally.actions);
            tally.add(outcome);
            if tally.actions >= budget {
                return tally;
            }
        }
    }

    #[inline]
    fn game(&mut self, actions: &mut u64) -> Outcome {
        let rules = self.rules;
        let mut position = self.start.clone();
        let mut round = RoundCount::new(rules.round(&position));
        loop {
            let action = match rules.choose(&position, &mut self.random, &mut self.buffer) {
                Ok(action) => action,
                Err(outcome) => return outcome,
            };
            if round.is_at_limit() {
                match rules.cut(&position) {
                    Cut::Over(outcome) => return outcome,
                    Cut::Next(next) => position = next,
                }
                round = RoundCount::new(rules.round(&position));
                continue;
            }
            rules.apply(&mut position, action);
            *actions += 1;
            round.add(rules.round(&position));
        }
    }
}

impl PlayoutCounts {
    fn add(&mut self, outcome: Outcome) {
        self.games += 1;
        match outcome {
            Outcome::Left(left) => self.left += u64::from(left),
            Outcome::Seats { count, verdicts } => {
                let mut decided = false;
                for seat in Seat::all(count) {
                    let won = verdicts[seat.index()] == Verdict::Won;
                    self.won[seat.index()] += u64::from(won);
                    decided |= won;
                }
                self.drawn += u64::from(!decided);
            }
        }
    }
}

/// Two tallies together.
impl std::ops::AddAssign for PlayoutCounts {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.actions += other.actions;
        for (own, more) in self.won.iter_mut().zip(other.won) {
            *own += more;
        }
        self.drawn += other.drawn;
        self.left += other.left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::breakthrough::Breakthrough;

    #[test]
    fn the_same_seed_plays_the_same_games() {
        let tally = Playouts::new(&Breakthrough, 7).play(5_000);
        assert_eq!(tally, Playouts::new(&Breakthrough, 7).play(5_000));
        assert_ne!(tally, Playouts::new(&Breakthrough, 8).play(5_000));
        assert!(tally.actions >= 5_000);
        assert_eq!(tally.won[0] + tally.won[1], tally.games);
    }

    #[test]
    fn tallies_add_up() {
        let mut playouts = Playouts::new(&Breakthrough, 1);
        let mut sum = playouts.play(1);
        assert_eq!(sum.games, 1);
        sum += playouts.play(1);
        assert_eq!(sum.games, 2);
    }
}
