//! Forced wins found in self-play and proved by exhaustive search.

use std::sync::atomic::AtomicBool;

use tablier_rules::hash::SplitMix64;
use tablier_rules::{Game, Match};

use crate::proof::Proof;
use crate::{Limits, Method, Mind, SearchOptions, TranspositionTable, open, think};

/// A position that the side to act wins by force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tactic {
    /// In this many actions, counting both sides', and not in fewer.
    pub actions: u32,
    /// The search must find it within this many nodes.
    pub nodes: u64,
    /// The position as text.
    pub position: String,
}

impl Tactic {
    /// Reads a line `actions nodes position`.
    pub fn read(line: &str) -> Option<Self> {
        let (actions, rest) = line.split_once(' ')?;
        let (nodes, position) = rest.split_once(' ')?;
        Some(Self {
            actions: actions.parse().ok()?,
            nodes: nodes.parse().ok()?,
            position: position.to_owned(),
        })
    }

    /// Whether exhaustive search agrees: a win in this many actions, and not in fewer.
    pub fn is_true<G: Game>(&self, rules: &G) -> bool {
        let Ok(position) = rules.read_position(&self.position) else {
            return false;
        };
        let proof = Proof::new(rules, &position, PROVE);
        proof.is_some_and(|mut proof| {
            proof.wins_in(&position, self.actions) == Some(Some(self.actions))
        })
    }

    /// Whether the search finds a forced win within the nodes, and starts it correctly.
    pub fn is_found<G: Mind + Game>(&self, rules: &G) -> bool {
        let Ok(position) = rules.read_position(&self.position) else {
            return false;
        };
        let game = Match::from_position(rules.clone(), position);
        let table = TranspositionTable::new(4);
        let never = AtomicBool::new(false);
        let options = SearchOptions {
            method: Some(Method::Pvs),
            ..SearchOptions::default()
        };
        let limits = Limits::nodes(self.nodes);
        think(&game, &options, &limits, &table, &never, &mut |_| {})
            .is_some_and(|found| found.lines[0].score.wins_in() == Some(self.actions))
    }
}

/// `3 8000 A1 B1 …`
impl std::fmt::Display for Tactic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {}", self.actions, self.nodes, self.position)
    }
}

/// Nodes for the players of the games, and for finding a win.
const PLAY: u64 = 400;
const LOOK: u64 = 40_000;
/// The most positions to search for a proof.
const PROVE: u64 = 40_000_000;

/// Forced wins in 3 to `deepest` actions from self-play, at most two per game.
pub fn gather<G: Mind + Game>(
    rules: &G,
    count: usize,
    deepest: u32,
    seed: u64,
    tell: &mut dyn FnMut(&Tactic),
) -> Vec<Tactic> {
    let table = TranspositionTable::new(16);
    let never = AtomicBool::new(false);
    let options = SearchOptions {
        method: Some(Method::Pvs),
        ..SearchOptions::default()
    };
    let mut tactics: Vec<Tactic> = Vec::new();
    let mut random = SplitMix64::new(seed);
    for round in 0..count as u64 * 40 {
        let mut game = open(rules.clone(), 4 + random.below(8), seed ^ round << 8);
        let mut from_this_game = 0;
        while !game.is_over() && game.ply() < 300 && from_this_game < 2 {
            let look = |nodes| {
                let limits = Limits::nodes(nodes);
                think(&game, &options, &limits, &table, &never, &mut |_| {})
            };
            let Some(quick) = look(PLAY) else { break };
            // A closer look only where there is a chance of one.
            let sharp = quick.lines[0].chance > 0.75 && game.legal().len() > 1;
            let mut action = quick.best();
            if sharp && let Some(found) = look(LOOK) {
                action = found.best();
                if let Some(actions) = found.lines[0].score.wins_in()
                    && (3..=deepest).contains(&actions)
                {
                    let tactic = Tactic {
                        actions,
                        nodes: (found.nodes * 3).next_power_of_two().max(1_024),
                        position: rules.write_position(game.position()),
                    };
                    let new = tactics
                        .iter()
                        .all(|known| known.position != tactic.position);
                    if new && tactic.is_true(rules) && tactic.is_found(rules) {
                        tell(&tactic);
                        tactics.push(tactic);
                        from_this_game += 1;
                        if tactics.len() == count {
                            return tactics;
                        }
                    }
                }
            }
            // Weak enough to leave wins on the board.
            if random.below(6) == 0 {
                let legal = game.legal();
                action = legal[random.below(legal.len())];
            }
            game.play_unchecked(action);
        }
    }
    tactics
}
