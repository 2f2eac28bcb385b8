//! Puzzles from self-play: positions won by force by one action alone, both proved by exhaustive
//! search.

use std::sync::atomic::AtomicBool;

use tablier_rules::hash::SplitMix64;
use tablier_rules::{Game, Match};

use crate::proof::Proof;
use crate::{Ask, Limits, Memory, Method, Mind, open, texts, think};

/// A position with one best action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// From 1 (easy) to 5 (hard).
    pub grade: u8,
    /// The position as text.
    pub position: String,
    /// The win played out: the key action first, the winning one last; the others delay it as long
    /// as they can.
    pub solution: Vec<String>,
}

/// What is wanted.
#[derive(Copy, Clone, Debug)]
pub struct Wanted {
    /// How many puzzles.
    pub count: usize,
    /// The longest win, in actions of all players.
    pub deepest: u32,
    /// The seed.
    pub seed: u64,
    /// The most positions to search for a proof.
    pub budget: u64,
}

/// Nodes for the players of the games.
const PLAY: u64 = 300;
/// Games that have not ended are abandoned after this many actions.
const LONGEST: usize = 250;
/// Fewer legal actions do not make a puzzle.
const FEWEST: usize = 5;

/// Puzzles with wins in up to `deepest` actions, one per game: the longest it offers. At most a
/// sixth of them are immediate wins, unless nothing else is wanted; and if wins longer than three
/// actions are wanted, at most half are of equal length.
pub fn gather<G: Mind + Game>(
    rules: &G,
    wanted: Wanted,
    tell: &mut dyn FnMut(&Puzzle),
) -> Vec<Puzzle> {
    let memory = Memory::new(16);
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let mut random = SplitMix64::new(wanted.seed);
    for round in 0..wanted.count as u64 * 60 {
        let opening = open(
            rules.clone(),
            2 + random.below(10),
            wanted.seed ^ round << 8,
        );
        let is_welcome = |puzzle: &Puzzle| {
            let length = puzzle.solution.len();
            let equal = puzzles.iter().filter(|p| p.solution.len() == length);
            let most = match length {
                1 if wanted.deepest > 1 => wanted.count / 6,
                _ if wanted.deepest <= 3 => wanted.count,
                _ => wanted.count.div_ceil(2),
            };
            equal.count() < most && puzzles.iter().all(|p| p.position != puzzle.position)
        };
        let found = sharp_moments(opening, &memory, &mut random)
            .into_iter()
            .filter_map(|game| puzzle(&game, wanted))
            .filter(is_welcome)
            .max_by_key(|puzzle| puzzle.solution.len());
        if let Some(puzzle) = found {
            tell(&puzzle);
            puzzles.push(puzzle);
        }
        if puzzles.len() == wanted.count {
            break;
        }
    }
    puzzles
}

/// Plays a game to its end and returns the moments when the side to act was far ahead.
fn sharp_moments<G: Mind + Game>(
    mut game: Match<G>,
    memory: &Memory,
    random: &mut SplitMix64,
) -> Vec<Match<G>> {
    let never = AtomicBool::new(false);
    let ask = Ask {
        method: Some(Method::Pvs),
        ..Ask::default()
    };
    let mut moments = Vec::new();
    while !game.is_over() && game.ply() < LONGEST {
        let limits = Limits::nodes(PLAY);
        let Some(found) = think(&game, &ask, &limits, memory, &never, &mut |_| {}) else {
            break;
        };
        if found.lines[0].chance > 0.8 && game.legal().len() >= FEWEST {
            moments.push(game.clone());
        }
        let mut action = found.best();
        // Weak enough to leave wins on the board.
        if random.below(6) == 0 {
            let legal = game.legal();
            action = legal[random.below(legal.len())];
        }
        game.play_unchecked(action);
    }
    // What was won long before the end is seldom won by a single action.
    let keep = moments.len().saturating_sub(12);
    moments.split_off(keep)
}

/// The position of a match as a puzzle, if a single action wins within the wanted length.
fn puzzle<G: Mind + Game>(game: &Match<G>, wanted: Wanted) -> Option<Puzzle> {
    let rules = game.rules();
    let position = game.position();
    let mut proof = Proof::new(rules, position, wanted.budget)?;
    let actions = proof.wins_in(position, wanted.deepest)??;
    if proof.keys(position, actions)?.len() != 1 {
        return None;
    }
    let line = proof.line(position, actions)?;
    let from_here = Match::from_position(rules.clone(), position.clone());
    Some(Puzzle {
        grade: grade(actions, game.legal().len()),
        position: rules.write_position(position),
        solution: texts(&from_here, &line),
    })
}

/// The only action after which the acting side wins by force within `within` actions in all; none
/// if there is not exactly one, or if it wins in fewer.
pub fn only_key<G: Game>(rules: &G, position: &G::Position, actions: u32) -> Option<G::Action> {
    let mut proof = Proof::new(rules, position, u64::MAX)?;
    if actions == 0 || proof.wins(position, actions - 1)? {
        return None;
    }
    match proof.keys(position, actions)?[..] {
        [key] => Some(key),
        _ => None,
    }
}

/// Longer wins among more actions are harder.
pub fn grade(actions: u32, legal: usize) -> u8 {
    match (actions, legal) {
        (1, _) => 1,
        (2 | 3, ..40) => 2,
        (2 | 3, _) => 3,
        (4 | 5, _) => 4,
        _ => 5,
    }
}
