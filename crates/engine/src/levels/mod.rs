//! Levels 1 to 10.

mod table;

use std::time::Duration;

use tablier_rules::Match;
use tablier_rules::hash::SplitMix64;

pub use table::{line, read};

use crate::sides::logistic;
use crate::{Limits, Method, Mind, RootMove, SearchOptions, SearchResult, side_count};

/// How strongly the computer plays: how much it searches, and how freely it chooses. All but the
/// strongest count nodes, so that they are the same on every machine; the strongest has a time, and
/// is as good as the machine lets it be.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Level {
    /// The number of nodes to search; `u64::MAX` where only the time counts.
    pub nodes: u64,
    /// The time to search, for the level that plays its best.
    pub time: Option<Duration>,
    /// The greatest depth, in actions.
    pub depth: u32,
    /// Among the best actions, those that give away at most this much of the chance of winning are
    /// considered. What it has above 1 is the share of its turns in which it plays any action at all.
    pub spread: f32,
}

/// What a level plays.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Choice<A> {
    /// The action.
    pub action: A,
    /// The line found that begins with it; none if it was played without looking.
    pub line: Option<usize>,
}

/// From this spread on, a level always looks for more than one line.
const ALWAYS: f32 = 0.03;

/// The strongest level.
pub const STRONGEST: u8 = 10;

/// How many threads a level with a time takes where nobody says how many. The page has one.
const THREADS: usize = 2;

impl Level {
    /// A place on the scale of strength: with each step the computer searches twice as much and
    /// chooses less freely.
    pub fn at_step(step: f64) -> Self {
        let nodes = 30.0 * step.exp2();
        // Two digits are precise enough.
        let round = 10f64.powf(nodes.log10().floor() - 1.0).max(1.0);
        let spread = 150.0 * (-step / 1.5).exp2();
        Self {
            nodes: ((nodes / round).round() * round).max(4.0) as u64,
            time: None,
            depth: 0,
            spread: (spread.round() / 1_000.0).min(1.0) as f32,
        }
    }

    /// The step that searches this many nodes.
    pub fn step_of(nodes: u64) -> f64 {
        (nodes.max(1) as f64 / 30.0).log2()
    }

    /// The limits for the search. Those that are `asked` for hold as well: a server gives the
    /// strongest level less time, a test counts its nodes.
    pub fn limits(&self, asked: &Limits) -> Limits {
        Limits {
            nodes: least((self.nodes < u64::MAX).then_some(self.nodes), asked.nodes),
            time: least(self.time, asked.time),
            depth: least((self.depth > 0).then_some(self.depth), asked.depth),
            ..asked.clone()
        }
    }

    /// On how many threads it searches if so many are asked for; 0 leaves it to the level.
    pub fn threads(&self, asked: usize) -> usize {
        match asked {
            0 if self.time.is_some() => THREADS,
            asked => asked.max(1),
        }
    }

    /// The options for the search.
    pub fn options<M: Mind>(&self, game: &Match<M>, seed: u64) -> SearchOptions {
        SearchOptions {
            lines: self.lines(game, seed),
            seed,
            without_knowledge: self.spread > 0.0,
            ..SearchOptions::default()
        }
    }

    /// How many lines it chooses from: the wider the spread, the more. A second line costs many
    /// nodes, which weakens a level far more than a small spread would, so a small spread looks for
    /// one only now and then.
    fn lines<M: Mind>(&self, game: &Match<M>, seed: u64) -> usize {
        let key = game.rules().key(game.position());
        if unit(&mut SplitMix64::new(!(seed ^ key))) * ALWAYS < self.spread {
            (2 + (70.0 * self.spread) as usize).min(12)
        } else {
            1
        }
    }

    /// The beginning of one of the lines nearly as good as the best, better ones being likelier. A forced
    /// loss is never chosen while there is anything else, unless it does not look; an immediate win is never missed.
    pub fn choose<M: Mind>(
        &self,
        found: &SearchResult<M::Action>,
        game: &Match<M>,
        seed: u64,
    ) -> Choice<M::Action> {
        let best = &found.lines[0];
        let of_line = |line: usize| Choice {
            action: found.lines[line].actions[0],
            line: Some(line),
        };
        if self.spread <= 0.0 || best.score.wins_in() == Some(1) {
            return of_line(0);
        }
        let key = game.rules().key(game.position());
        let mut random = SplitMix64::new(seed ^ key);
        if self.spread > 1.0 && unit(&mut random) < self.spread - 1.0 {
            let legal = game.legal();
            return Choice {
                action: legal[random.below(legal.len())],
                line: None,
            };
        }
        of_line(self.choose_line(found, game, &mut random))
    }

    fn choose_line<M: Mind>(
        &self,
        found: &SearchResult<M::Action>,
        game: &Match<M>,
        random: &mut SplitMix64,
    ) -> usize {
        let best = &found.lines[0];
        let profile = game.rules().profile();
        // This search takes all others for one enemy and calls nearly every position lost for one
        // against several, whatever is played: only how much worse a line is than the best says anything.
        let lone = side_count(game.rules()) > 2 && profile.method == Method::Pvs;
        let weight = |line: &RootMove<M::Action>| {
            let given_away = match lone {
                true => 0.5 - logistic((line.score.0 - best.score.0) as f32 / profile.scale),
                false => best.chance - line.chance,
            }
            .max(0.0);
            if given_away > self.spread {
                0.0
            } else {
                (-2.0 * given_away / self.spread).exp()
            }
        };
        let weights: Vec<f32> = found
            .lines
            .iter()
            .map(|line| {
                let loses = line.score.loses_in().is_some() && best.score.loses_in().is_none();
                if loses { 0.0 } else { weight(line) }
            })
            .collect();
        let total: f32 = weights.iter().sum();
        let mut at = unit(random) * total;
        for (i, weight) in weights.iter().enumerate() {
            if at < *weight {
                return i;
            }
            at -= weight;
        }
        0
    }
}

/// The smaller of two limits, where there are any.
fn least<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// A random number from 0 up to 1.
fn unit(random: &mut SplitMix64) -> f32 {
    (random.next() >> 40) as f32 / (1u64 << 24) as f32
}

#[cfg(test)]
mod tests {
    use tablier_rules::{Seat, Spec, with_game};

    use super::*;
    use crate::Score;
    use crate::score::WIN;

    fn choosing(spread: f32) -> Level {
        Level {
            nodes: 100,
            time: None,
            depth: 0,
            spread,
        }
    }

    fn found<A>(lines: Vec<RootMove<A>>) -> SearchResult<A> {
        SearchResult {
            lines,
            depth: 2,
            nodes: 100,
            chances: [0.0; Seat::MOST],
            certain: false,
        }
    }

    pub(super) fn numbered(game: &str, number: u8) -> Option<Level> {
        Level::numbered(&Spec::parse(game).unwrap(), number)
    }

    /// One against three is called lost whatever it plays; a level still sees which line is worse.
    #[test]
    fn one_against_several_does_not_choose_blindly() {
        let spec = Spec::parse("empire:players=4").unwrap();
        let chosen = with_game!(&spec, |rules| {
            let game = Match::new(rules);
            let actions = game.legal();
            let line = |score, action| RootMove {
                score: Score(score),
                chance: 0.005,
                actions: vec![action],
            };
            let found = found(vec![line(-600, actions[0]), line(-700, actions[1])]);
            let level = choosing(0.03);
            (0..50)
                .map(|seed| level.choose(&found, &game, seed).line)
                .max()
        });
        assert_eq!(chosen.unwrap(), Some(Some(0)));
    }

    /// Above 1 the spread says how often any action at all is played.
    #[test]
    fn the_weakest_sometimes_play_without_looking() {
        let spec = Spec::parse("blocus").unwrap();
        let blind = |spread: f32, score| {
            with_game!(&spec, |rules| {
                let game = Match::new(rules);
                let found = found(vec![RootMove {
                    score: Score(score),
                    chance: 0.5,
                    actions: vec![game.legal()[0]],
                }]);
                let level = choosing(spread);
                let choices = (0..1_000).map(|seed| level.choose(&found, &game, seed));
                let blind: Vec<_> = choices.filter(|choice| choice.line.is_none()).collect();
                assert!(
                    blind
                        .iter()
                        .all(|choice| game.legal().contains(&choice.action))
                );
                blind.len()
            })
            .unwrap()
        };
        assert_eq!(blind(1.0, 0), 0);
        assert!((250..350).contains(&blind(1.3, 0)), "{}", blind(1.3, 0));
        // An immediate win is never missed.
        assert_eq!(blind(2.0, WIN - 1), 0);
    }

    /// A server's shorter time and a test's nodes hold; a longer time does not.
    #[test]
    fn what_is_asked_for_limits_a_level_too() {
        let best = numbered("cubulus", STRONGEST).unwrap();
        let short = Duration::from_millis(100);
        assert_eq!(best.limits(&Limits::time(short)).time, Some(short));
        assert_eq!(best.limits(&Limits::default()).nodes, None);
        let long = best.limits(&Limits::time(Duration::from_secs(60)));
        assert_eq!(long.time, best.time);
        let counted = best.limits(&Limits::nodes(500));
        assert_eq!((counted.nodes, counted.time), (Some(500), best.time));
        let first = numbered("cubulus", 1).unwrap();
        let many = first.limits(&Limits::nodes(1_000_000));
        assert_eq!(many.nodes, Some(first.nodes));
        assert_eq!(
            (best.threads(0), best.threads(1), first.threads(0)),
            (2, 1, 1)
        );
    }
}
