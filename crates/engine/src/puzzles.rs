//! Puzzles from games of the engine against itself: positions that are won by force, by one action
//! alone; both is proved by exhaustive search.

use std::sync::atomic::AtomicBool;

use tablier_rules::hash::SplitMix64;
use tablier_rules::{Game, Match};

use crate::{Ask, Limits, Memory, Method, Mind, minimax, open, think};

/// A position with one best action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// From 1 (easy) to 5 (hard).
    pub grade: u8,
    /// The position as text.
    pub position: String,
    /// The one action that wins in so few actions.
    pub key: String,
    /// In so many actions, its own and the others'.
    pub actions: u32,
}

/// Nodes for the players of the games, and to look for a win.
const PLAY: u64 = 300;
const LOOK: u64 = 20_000;

/// Puzzles with wins in up to `deepest` actions, at most one of a game and at most a third of them
/// wins at once.
pub fn gather<G: Mind + Game>(
    rules: &G,
    count: usize,
    deepest: u32,
    seed: u64,
    tell: &mut dyn FnMut(&Puzzle),
) -> Vec<Puzzle> {
    let memory = Memory::new(16);
    let never = AtomicBool::new(false);
    let ask = Ask {
        method: Some(Method::Pvs),
        ..Ask::default()
    };
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let mut random = SplitMix64::new(seed);
    for round in 0..count as u64 * 60 {
        let mut game = open(rules.clone(), 4 + random.below(8), seed ^ round << 8);
        while !game.is_over() && game.ply() < 300 {
            let look = |nodes| {
                let limits = Limits::nodes(nodes);
                think(&game, &ask, &limits, &memory, &never, &mut |_| {})
            };
            let Some(quick) = look(PLAY) else { break };
            let mut action = quick.best();
            let mut done = false;
            if quick.lines[0].chance > 0.75
                && game.legal().len() > 3
                && let Some(found) = look(LOOK)
            {
                action = found.best();
                let wins_in = found.lines[0]
                    .score
                    .wins_in()
                    .filter(|n| (1..=deepest).contains(n));
                let at_once = puzzles.iter().filter(|puzzle| puzzle.actions == 1).count();
                if let Some(actions) = wins_in.filter(|&n| n > 1 || at_once * 3 < count)
                    && let Some(puzzle) = puzzle(&game, actions)
                    && puzzles
                        .iter()
                        .all(|known| known.position != puzzle.position)
                {
                    tell(&puzzle);
                    puzzles.push(puzzle);
                    done = true;
                }
            }
            if puzzles.len() == count {
                return puzzles;
            }
            if done {
                break;
            }
            // Weak enough to leave wins on the board.
            if random.below(6) == 0 {
                let legal = game.legal();
                action = legal[random.below(legal.len())];
            }
            game.play_unchecked(action);
        }
    }
    puzzles
}

/// The position of a match as a puzzle, if it is won in exactly so many actions and by one action
/// alone.
fn puzzle<G: Mind + Game>(game: &Match<G>, actions: u32) -> Option<Puzzle> {
    let rules = game.rules();
    let key = only_key(rules, game.position(), actions)?;
    let mut text = String::new();
    rules.write_action(game.position(), key, &mut text);
    Some(Puzzle {
        grade: grade(actions, game.legal().len()),
        position: rules.write_position(game.position()),
        key: text,
        actions,
    })
}

/// The one action after which the acting side wins by force within so many actions in all; none if
/// there are several or none, or if it wins in fewer.
pub fn only_key<G: Game>(rules: &G, position: &G::Position, actions: u32) -> Option<G::Action> {
    let mut legal = Vec::new();
    let tablier_rules::Status::Acts(acts) = rules.actions(position, &mut legal) else {
        return None;
    };
    let side = rules.side(acts);
    if actions == 0 || minimax::wins(rules, position, side, actions - 1) {
        return None;
    }
    let mut keys = legal.into_iter().filter(|&action| {
        let mut next = position.clone();
        rules.apply(&mut next, action);
        minimax::wins(rules, &next, side, actions - 1)
    });
    let key = keys.next()?;
    keys.next().is_none().then_some(key)
}

/// Longer wins among more actions are harder.
fn grade(actions: u32, legal: usize) -> u8 {
    match (actions, legal) {
        (1, _) => 1,
        (2 | 3, ..60) => 2,
        (2 | 3, _) => 3,
        (4 | 5, _) => 4,
        _ => 5,
    }
}
