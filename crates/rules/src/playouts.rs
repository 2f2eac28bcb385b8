//! Random games: every action chosen uniformly among the listed ones, with the action limit,
//! without the repetition check (C8). The measure of a game's speed; timing is up to the caller.

use crate::hash::SplitMix64;
use crate::trail::RoundCount;
use crate::{Cut, Outcome, Rules, Seat, Verdict};

/// Plays random games of one kind, the same ones for the same seed. Several games take turns, one
/// action each: an action waits for the one before it in its own game, and meanwhile the processor
/// works on the others.
#[derive(Clone, Debug)]
pub struct Playouts<'a, G: Rules> {
    rules: &'a G,
    start: G::Position,
    games: [Playout<G>; AT_ONCE],
}

/// How many games take turns. With four, Breakthrough is a little faster and Alignement slower.
const AT_ONCE: usize = 2;

/// A random game under way.
#[derive(Clone, Debug)]
struct Playout<G: Rules> {
    position: G::Position,
    round: RoundCount,
    actions: u64,
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
        let start = rules.start();
        let mut seeds = SplitMix64::new(seed);
        Self {
            rules,
            games: std::array::from_fn(|_| Playout {
                position: start.clone(),
                round: RoundCount::new(rules.round(&start)),
                actions: 0,
                random: SplitMix64::new(seeds.next()),
                buffer: Vec::new(),
            }),
            start,
        }
    }

    /// Plays until the games that ended in this call have at least `budget` actions together. Games
    /// still under way are continued by the next call.
    pub fn play(&mut self, budget: u64) -> PlayoutCounts {
        let mut tally = PlayoutCounts::default();
        loop {
            for game in &mut self.games {
                let Some(outcome) = game.step(self.rules) else {
                    continue;
                };
                tally.actions += game.actions;
                tally.add(outcome);
                game.restart(self.rules, &self.start);
                if tally.actions >= budget {
                    return tally;
                }
            }
        }
    }
}

impl<G: Rules> Playout<G> {
    /// Back to the start.
    fn restart(&mut self, rules: &G, start: &G::Position) {
        self.position.clone_from(start);
        self.round = RoundCount::new(rules.round(start));
        self.actions = 0;
    }

    /// Plays one action, or ends the game.
    #[inline]
    fn step(&mut self, rules: &G) -> Option<Outcome> {
        let action = match rules.choose(&self.position, &mut self.random, &mut self.buffer) {
            Ok(action) => action,
            Err(outcome) => return Some(outcome),
        };
        if self.round.is_at_limit() {
            match rules.cut(&self.position) {
                Cut::Over(outcome) => return Some(outcome),
                Cut::Next(next) => self.position = next,
            }
            self.round = RoundCount::new(rules.round(&self.position));
            return None;
        }
        rules.apply(&mut self.position, action);
        self.actions += 1;
        self.round.add(rules.round(&self.position));
        None
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
