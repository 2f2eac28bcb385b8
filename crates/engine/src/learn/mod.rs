//! Training a [network](crate::network): games that the engine plays against itself, and what there is
//! to learn from them.

mod adam;
mod forecast;
mod habits;
mod shape;
mod train;

use std::sync::atomic::AtomicBool;

use tablier_rules::hash::SplitMix64;
use tablier_rules::text::normalise;
use tablier_rules::{Game, Match, Status};

pub use forecast::{Course, Progress, train_forecast};
pub use habits::{Chosen, Habits, choices, fit_habits, play_uct};
pub use train::{Plan, Trained, train};

use crate::network::bucket;
use crate::score::FORCED;
use crate::sides::{shares, side_count};
use crate::{Layout, Limits, Mind, SearchOptions, TranspositionTable, texts, think};

/// A game begins with two random actions and up to this many more.
const OPENING: usize = 8;
/// Early in the game, one action in [`SELDOM`] is random.
const EARLY: usize = 30;
const SELDOM: usize = 10;
/// Megabytes for the positions of a search.
const TABLE: usize = 1;
/// A greater score, in units of its scale, says that the game is decided.
const CLEAR: f32 = 30.0;
/// A longer game counts as drawn.
const LONGEST: usize = 400;

/// A game that the engine plays against itself, without the network: the share of the first side, then
/// every action with the score of the search for the side to act, or `.` where nothing was searched. It ends
/// where the search sees who wins. After the first moves one action in `stray` is random; with 0 none is.
pub fn play<G: Mind + Game>(rules: &G, nodes: u64, stray: usize, seed: u64) -> String {
    // Its own, so that a game does not depend on those played before it.
    let table = TranspositionTable::new(TABLE);
    let mut random = SplitMix64::new(seed ^ 0x1ea2);
    let opening = 2 + random.below(OPENING);
    let mut game = open(rules, opening, seed);
    let opened: Vec<_> = game.actions().collect();
    let mut words: Vec<String> = texts(&Match::new(rules.clone()), &opened)
        .into_iter()
        .map(|text| format!("{text} ."))
        .collect();
    let never = AtomicBool::new(false);
    let options = SearchOptions {
        without_knowledge: true,
        without_network: true,
        ..SearchOptions::default()
    };
    let mut result = 0.5;
    for ply in 1..=LONGEST {
        let Status::Acts(seat) = game.status() else {
            break;
        };
        let limits = Limits::nodes(nodes);
        let Some(found) = think(&game, &options, &limits, &table, &never, &mut |_| {}) else {
            break;
        };
        let score = found.lines[0].score;
        if score.0.abs() >= FORCED {
            let first_wins = (score.0 > 0) == (rules.side(seat) == 0);
            result = f32::from(u8::from(first_wins));
            break;
        }
        let mut action = found.best();
        let seldom = if ply <= EARLY { SELDOM } else { stray };
        if seldom > 0 && random.below(seldom) == 0 {
            let mut legal = game.legal().to_vec();
            if rules.profile().tuning.forcing {
                // Most actions lose at once where every threat must be answered.
                rules.prune(game.position(), seat, &mut legal);
            }
            action = legal[random.below(legal.len())];
        }
        let mut text = String::new();
        rules.write_action(game.position(), action, &mut text);
        words.push(format!("{text} {}", score.0));
        game.play_unchecked(action);
    }
    if let Status::Over(outcome) = game.status() {
        result = shares(rules, outcome)[0];
    }
    format!("{result} {}", words.join(" "))
}

/// A match after this many random actions that do not end it.
fn open<G: Mind>(rules: &G, opening: usize, seed: u64) -> Match<G> {
    for again in 0..100 {
        let mut random = SplitMix64::new(seed.wrapping_mul(1_000).wrapping_add(again));
        let mut game = Match::new(rules.clone());
        for _ in 0..opening {
            if game.is_over() {
                break;
            }
            let legal = game.legal();
            let action = legal[random.below(legal.len())];
            game.play_unchecked(action);
        }
        if !game.is_over() {
            return game;
        }
    }
    Match::new(rules.clone())
}

/// A position, and what is to be learned of it.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The side that moves next.
    side: u8,
    bucket: u8,
    /// The cells in use, with their codes.
    cells: Vec<(u16, u16)>,
    /// The evaluation for that side, in units of its scale.
    evaluated: f32,
    /// What the search said.
    searched: f32,
    /// What that side got in the end.
    result: f32,
}

/// The lessons of a game that [`play`] wrote: its positions of choice, without those in the middle of an
/// exchange, which the search does not evaluate. None if the line cannot be read.
pub fn lessons<G: Mind + Game>(rules: &G, line: &str) -> Option<Vec<Lesson>> {
    let layout = rules.layout_of_inputs()?;
    let profile = rules.profile();
    let mut words = line.split(' ');
    let first: f32 = words.next()?.parse().ok()?;
    let mut game = Match::new(rules.clone());
    let mut lessons = Vec::new();
    let mut cells = vec![0; layout.cells];
    while let Some(text) = words.next() {
        let score = words.next()?;
        let action = rules.read_action(game.position(), &normalise(text)).ok()?;
        let Status::Acts(acts) = game.status() else {
            return None;
        };
        let position = game.position();
        let is_quiet = |score: i32| {
            let urgent = || rules.urgent(position, acts, game.legal());
            if profile.tuning.forcing {
                // An answer costs no depth, so none of these is evaluated. A draw is what the
                // searching side dislikes, and whoever leaves at once has nothing to learn.
                let said = score.abs() as f32 <= CLEAR * profile.scale;
                return said && score != profile.draw && !urgent();
            }
            !profile.quiescence || !rules.noisy(position, action) && !urgent()
        };
        if let Ok(score) = score.parse::<i32>()
            && game.legal().len() > 1
            && is_quiet(score)
        {
            let side = rules.mover(position, acts);
            // The search adds it whatever the network says.
            let score = score - rules.zest(position);
            let searched = if side == rules.side(acts) {
                score
            } else {
                -score
            };
            let evaluated = rules.evaluate(position, acts, game.legal(), side);
            rules.inputs(position, &mut cells);
            let lesson = Lesson {
                side,
                bucket: 0,
                cells: in_use(&cells),
                evaluated: (evaluated as f32 / profile.scale).clamp(-CLEAR, CLEAR),
                searched: searched as f32 / profile.scale,
                result: if side == 0 { first } else { 1.0 - first },
            };
            lessons.push(Lesson {
                bucket: bucket(&layout, lesson.cells.len()) as u8,
                ..lesson
            });
        }
        if game.play(action).is_err() {
            return None;
        }
    }
    if let Some(mirror) = layout.mirror {
        let mirrored: Vec<_> = lessons
            .iter()
            .map(|lesson| lesson.mirrored(mirror))
            .collect();
        lessons.extend(mirrored);
    }
    Some(lessons)
}

fn in_use(cells: &[u16]) -> Vec<(u16, u16)> {
    let numbered = (0..).zip(cells.iter().copied());
    numbered.filter(|&(_, code)| code != 0).collect()
}

impl Lesson {
    fn mirrored(&self, mirror: fn(usize) -> usize) -> Self {
        let across = |&(cell, code): &(u16, u16)| (mirror(usize::from(cell)) as u16, code);
        Self {
            cells: self.cells.iter().map(across).collect(),
            ..self.clone()
        }
    }
}

/// The layout for which a network of this game can be trained.
pub fn layout<G: Mind>(rules: &G) -> Option<Layout> {
    rules.layout_of_inputs().filter(|_| side_count(rules) == 2)
}

#[cfg(test)]
mod tests;
