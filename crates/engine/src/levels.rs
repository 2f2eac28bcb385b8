//! Levels 1 to 10.

use std::sync::OnceLock;

use tablier_rules::Match;
use tablier_rules::hash::SplitMix64;

use crate::{Ask, Found, Limits, Mind};

/// How strongly the computer plays: how much it searches, and how freely it chooses. Never in
/// seconds, so that a level is the same on every machine.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Level {
    /// The number of nodes to search.
    pub nodes: u64,
    /// The greatest depth, in actions.
    pub depth: u32,
    /// Among the best actions, those that give away at most this much of the chance of winning are
    /// considered.
    pub spread: f32,
}

/// From this spread on, a level always looks for more than one line.
const ALWAYS: f32 = 0.03;

/// The strongest level.
pub const STRONGEST: u8 = 10;

/// The table of levels, one line each: game, level, nodes, depth, spread. A line for `*` applies to
/// every game without lines of its own.
const TABLE: &str = include_str!("../levels.txt");

impl Level {
    /// The level with this number (1 to 10) in a game.
    pub fn of(game: &str, number: u8) -> Option<Self> {
        static TABLES: OnceLock<Vec<(String, u8, Level)>> = OnceLock::new();
        let tables = TABLES.get_or_init(|| read(TABLE));
        let find = |id: &str| {
            tables
                .iter()
                .find(|(known, level, _)| known == id && *level == number)
                .map(|(.., level)| *level)
        };
        find(game).or_else(|| find("*"))
    }

    /// A place on the scale of strength: with each step the computer searches twice as much and
    /// chooses less freely.
    pub fn at(step: f64) -> Self {
        let nodes = 30.0 * step.exp2();
        // Two digits are precise enough.
        let round = 10f64.powf(nodes.log10().floor() - 1.0).max(1.0);
        let spread = 150.0 * (-step / 1.5).exp2();
        Self {
            nodes: ((nodes / round).round() * round).max(4.0) as u64,
            depth: 0,
            spread: (spread.round() / 1_000.0).min(1.0) as f32,
        }
    }

    /// The step that searches this many nodes.
    pub fn step_of(nodes: u64) -> f64 {
        (nodes.max(1) as f64 / 30.0).log2()
    }

    /// The limits for the search.
    pub fn limits(&self) -> Limits {
        Limits {
            nodes: Some(self.nodes),
            depth: (self.depth > 0).then_some(self.depth),
            ..Limits::default()
        }
    }

    /// The options for the search.
    pub fn ask<M: Mind>(&self, game: &Match<M>, seed: u64) -> Ask {
        Ask {
            lines: self.lines(game, seed),
            seed,
            plain: self.spread > 0.0,
            ..Ask::default()
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

    /// One of the lines nearly as good as the best, better ones being likelier. A forced loss is
    /// never chosen while there is anything else, and an immediate win is never missed.
    pub fn choose<M: Mind>(&self, found: &Found<M::Action>, game: &Match<M>, seed: u64) -> usize {
        let best = &found.lines[0];
        if self.spread <= 0.0 || best.score.wins_in() == Some(1) {
            return 0;
        }
        let key = game.rules().key(game.position());
        let mut random = SplitMix64::new(seed ^ key);
        let weight = |chance: f32| {
            let given_away = (best.chance - chance).max(0.0);
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
                if loses { 0.0 } else { weight(line.chance) }
            })
            .collect();
        let total: f32 = weights.iter().sum();
        let mut at = unit(&mut random) * total;
        for (i, weight) in weights.iter().enumerate() {
            if at < *weight {
                return i;
            }
            at -= weight;
        }
        0
    }
}

/// A random number from 0 up to 1.
fn unit(random: &mut SplitMix64) -> f32 {
    (random.next() >> 40) as f32 / (1u64 << 24) as f32
}

/// Reads a table of levels; unreadable lines are skipped.
pub fn read(text: &str) -> Vec<(String, u8, Level)> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let game = words.next()?.to_owned();
            let number = words.next()?.parse().ok()?;
            let level = Level {
                nodes: words.next()?.parse().ok()?,
                depth: words.next()?.parse().ok()?,
                spread: words.next()?.parse().ok()?,
            };
            Some((game, number, level))
        })
        .collect()
}

/// The line for a level, as [`read`] expects it.
pub fn line(game: &str, number: u8, level: &Level) -> String {
    format!(
        "{game} {number} {} {} {}",
        level.nodes, level.depth, level.spread
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_there_and_every_line_is_read() {
        for number in 1..=STRONGEST {
            assert!(Level::of("breakthrough", number).is_some(), "{number}");
        }
        assert_eq!(Level::of("breakthrough", 0), None);
        assert_eq!(Level::of("breakthrough", 11), None);
        let lines = TABLE
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty())
            .count();
        assert_eq!(read(TABLE).len(), lines);
        for (game, number, level) in read(TABLE) {
            assert_eq!(read(&line(&game, number, &level)), [(game, number, level)]);
        }
    }
}
