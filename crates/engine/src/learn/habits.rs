//! What players choose by habit, read from games of plain UCT.

use std::sync::atomic::AtomicBool;

use tablier_rules::hash::SplitMix64;
use tablier_rules::text::normalise;
use tablier_rules::{Game, Match, Status};

use super::adam::Adam;
use super::open;
use crate::network::habits;
use crate::{Limits, Method, Mind, SearchOptions, TranspositionTable, Views, texts, think};

/// A game of habits begins with so many random actions.
const OPENING: usize = 4;
/// In it, one action in this many is random.
const SELDOM: usize = 12;

/// A game that plain UCT plays against itself with this many playouts for every action: the actions, a random one
/// with `?` behind it.
pub fn play_uct<G: Mind + Game>(rules: &G, nodes: u64, seed: u64) -> String {
    let table = TranspositionTable::new(1);
    let never = AtomicBool::new(false);
    let mut random = SplitMix64::new(seed ^ 0x4ab1);
    let mut game = open(rules, OPENING, seed);
    let opened: Vec<_> = game.actions().collect();
    let mut words: Vec<String> = texts(&Match::new(rules.clone()), &opened)
        .into_iter()
        .map(|text| format!("{text}?"))
        .collect();
    while !game.is_over() {
        let legal = game.legal();
        let strays = random.below(SELDOM) == 0;
        let action = if strays {
            legal[random.below(legal.len())]
        } else {
            let options = SearchOptions {
                method: Some(Method::Uct),
                seed: random.next(),
                ..SearchOptions::default()
            };
            let limits = Limits::nodes(nodes);
            match think(&game, &options, &limits, &table, &never, &mut |_| {}) {
                Some(found) => found.best(),
                None => break,
            }
        };
        let mut text = String::new();
        rules.write_action(game.position(), action, &mut text);
        if strays {
            text.push('?');
        }
        words.push(text);
        game.play_unchecked(action);
    }
    words.join(" ")
}

/// A choice that somebody made: the leanings of all actions, and which was chosen.
#[derive(Clone, Debug)]
pub struct Chosen {
    leanings: Vec<f32>,
    at: usize,
}

impl Chosen {
    /// Takes the action that these weights prefer for the one that was chosen.
    #[cfg(test)]
    pub(super) fn prefer(&mut self, weights: &[f32]) {
        let mut likely = Vec::new();
        habits(weights, &self.leanings, &mut likely);
        let best = (0..likely.len()).max_by(|&a, &b| likely[a].total_cmp(&likely[b]));
        self.at = best.unwrap_or(self.at);
    }
}

/// The choices in a game that [`play_uct`] wrote. None if the line cannot be read.
pub fn choices<G: Mind + Game>(rules: &G, line: &str) -> Option<Vec<Chosen>> {
    let mut game = Match::new(rules.clone());
    let mut chosen = Vec::new();
    for word in line.split(' ') {
        let text = word.strip_suffix('?');
        let strays = text.is_some();
        let action = rules
            .read_action(game.position(), &normalise(text.unwrap_or(word)))
            .ok()?;
        let Status::Acts(acts) = game.status() else {
            return None;
        };
        let legal = game.legal();
        if !strays && legal.len() > 1 {
            let mut leanings = Vec::new();
            rules.leanings(game.position(), acts, legal, &mut leanings);
            let at = legal.iter().position(|&other| other == action)?;
            chosen.push(Chosen { leanings, at });
        }
        game.play(action).ok()?;
    }
    Some(chosen)
}

/// How the habits were fitted.
#[derive(Clone, Debug)]
pub struct Habits {
    /// How much each leaning counts.
    pub weights: Vec<f32>,
    /// The mean logarithmic loss of choices kept back.
    pub loss: f64,
    /// The share of these that were the likeliest.
    pub foretold: f64,
    /// How many choices there were to learn from.
    pub choices: usize,
}

/// So many steps of all choices.
const HABIT_STEPS: i32 = 400;
/// One choice in this many, the last ones, is kept back to check.
const CHECKED: usize = 4;

/// Fits the habits to choices (multinomial logistic regression).
#[must_use]
pub fn fit_habits(views: &Views, mut chosen: Vec<Chosen>) -> Habits {
    let kept_back = chosen.split_off(chosen.len() - chosen.len() / CHECKED);
    let mut weights = vec![0.0; views.leanings];
    let mut adam = Adam::new(weights.len());
    let mut likely = Vec::new();
    for step in 1..=HABIT_STEPS {
        let mut slopes = vec![0.0; weights.len()];
        for choice in &chosen {
            habits(&weights, &choice.leanings, &mut likely);
            for (at, (leanings, likely)) in choice
                .leanings
                .chunks_exact(views.leanings)
                .zip(&likely)
                .enumerate()
            {
                let error = likely - f32::from(u8::from(at == choice.at));
                for (slope, leaning) in slopes.iter_mut().zip(leanings) {
                    *slope += error * leaning;
                }
            }
        }
        let count = chosen.len().max(1) as f32;
        slopes.iter_mut().for_each(|slope| *slope /= count);
        let length = 0.2 * (1.0 - step as f32 / (HABIT_STEPS + 1) as f32);
        adam.descend(&mut weights, &slopes, length);
    }
    let (mut loss, mut foretold) = (0.0, 0);
    for choice in &kept_back {
        habits(&weights, &choice.leanings, &mut likely);
        loss -= f64::from(likely[choice.at].max(1e-9).ln());
        let best = (0..likely.len()).max_by(|&a, &b| likely[a].total_cmp(&likely[b]));
        foretold += usize::from(best == Some(choice.at));
    }
    let count = kept_back.len().max(1) as f64;
    Habits {
        weights,
        loss: loss / count,
        foretold: foretold as f64 / count,
        choices: chosen.len(),
    }
}
