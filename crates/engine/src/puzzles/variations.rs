use std::sync::atomic::AtomicBool;

use tablier_rules::{Game, Match};

use super::themes::Facts;
use super::{Goal, rival, side_to_act};
use crate::proof::Proof;
use crate::{Limits, Mind, SearchOptions, TranspositionTable, think};

/// Nodes for choosing tries and replies that look natural.
const LOOK: u64 = 400;
/// How many tries are shown at most.
const TRIES: usize = 3;

/// What else the key wins against, and the most tempting tries with what refutes them.
pub(super) fn find<G: Mind + Game>(
    game: &Match<G>,
    goal: Goal,
    facts: &Facts<G::Action>,
    proof: &mut Proof<'_, G>,
) -> Vec<Vec<G::Action>> {
    let mut all: Vec<_> = facts.second.iter().cloned().collect();
    let key = facts.line[0];
    let mut tries: Vec<_> = tempting(game, key)
        .into_iter()
        .filter_map(|action| refuted(game, goal, action, proof))
        .take(TRIES)
        .collect();
    // Where the search sees only the key, any other action will do.
    if tries.is_empty() {
        let others = game.legal().iter().filter(|&&action| action != key);
        tries.extend(
            others
                .filter_map(|&action| refuted(game, goal, action, proof))
                .take(1),
        );
    }
    all.extend(tries);
    all
}

/// The actions that look best to a short search, without the key.
fn tempting<G: Mind + Game>(game: &Match<G>, key: G::Action) -> Vec<G::Action> {
    let options = SearchOptions {
        lines: TRIES + 4,
        ..SearchOptions::default()
    };
    let found = search(game, &options);
    let mut actions: Vec<_> = found
        .into_iter()
        .filter_map(|line| line.first().copied())
        .collect();
    actions.retain(|&action| action != key);
    actions
}

fn search<G: Mind + Game>(game: &Match<G>, options: &SearchOptions) -> Vec<Vec<G::Action>> {
    let never = AtomicBool::new(false);
    let found = think(
        game,
        options,
        &Limits::nodes(LOOK),
        &TranspositionTable::new(1),
        &never,
        &mut |_| {},
    );
    found.map_or(Vec::new(), |found| {
        found.lines.into_iter().map(|line| line.actions).collect()
    })
}

/// A try and why it fails; none if that is not shown by a single reply, or takes too long to find.
fn refuted<G: Mind + Game>(
    game: &Match<G>,
    goal: Goal,
    action: G::Action,
    proof: &mut Proof<'_, G>,
) -> Option<Vec<G::Action>> {
    let rules = game.rules();
    let side = side_to_act(rules, game.position())?;
    let mut after = game.clone();
    after.play_unchecked(action);
    match goal {
        Goal::Hold(within) => {
            let mut other = Proof::for_side(rules, rival(rules, game.position())?, u64::MAX);
            let mut line = vec![action];
            line.extend(other.line(after.position(), within)?);
            Some(line)
        }
        Goal::Win(length) => {
            let next = side_to_act(rules, after.position())?;
            if next == side {
                return None;
            }
            let within = length.saturating_sub(2).max(1);
            let natural = search(&after, &SearchOptions::default());
            let natural = natural.first().and_then(|line| line.first().copied());
            let replies = natural.into_iter().chain(after.legal().iter().copied());
            for reply in replies {
                let mut then = after.position().clone();
                rules.apply(&mut then, reply);
                if !proof.wins(&then, within)? {
                    return Some(vec![action, reply]);
                }
            }
            None
        }
    }
}
