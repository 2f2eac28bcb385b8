//! Plain minimax: slow, simple, and the reference for every other search.

use tablier_rules::{Enough, Rules, Status, Trail, Verdict};

use crate::score::{MOST, WIN};
use crate::sides::verdict_of;
use crate::task::cut_outcome;
use crate::{Mind, Task};

/// The value of the current position for the side to act, searched `depth` actions deep.
pub fn value<M: Mind>(task: &Task<M>, depth: u32) -> i32 {
    let values = values(task, depth);
    values
        .into_iter()
        .map(|(_, value)| value)
        .max()
        .unwrap_or(0)
}

/// The value of each legal action for the side to act.
pub fn values<M: Mind>(task: &Task<M>, depth: u32) -> Vec<(M::Action, i32)> {
    let side = task.mind.side(task.acts);
    let mut trail = task.trail.clone();
    task.legal
        .iter()
        .map(|&action| {
            let mut next = task.position.clone();
            task.mind.apply(&mut next, action);
            let value = visit(task.mind, &next, &mut trail, side, depth - 1, 1);
            (action, value)
        })
        .collect()
}

fn visit<M: Mind>(
    mind: &M,
    position: &M::Position,
    trail: &mut Trail,
    side: u8,
    depth: u32,
    ply: i32,
) -> i32 {
    let judge = |outcome| match verdict_of(mind, outcome, side) {
        Verdict::Won => WIN - ply,
        Verdict::Lost => ply - WIN,
        Verdict::Drew => mind.profile().draw,
    };
    let mut actions = Vec::new();
    let acts = match mind.actions(position, &mut actions) {
        Status::Over(outcome) => return judge(outcome),
        Status::Acts(acts) => acts,
    };
    let key = mind.key(position);
    if trail.cuts(mind, position, key, Enough::OneInLine).is_some()
        && let Some(outcome) = cut_outcome(mind, position)
    {
        return judge(outcome);
    }
    if depth == 0 {
        return mind
            .evaluate(position, acts, &actions, side)
            .clamp(-MOST, MOST);
    }
    trail.push(key);
    let values = actions.iter().map(|&action| {
        let mut next = position.clone();
        mind.apply(&mut next, action);
        visit(mind, &next, trail, side, depth - 1, ply + 1)
    });
    let value = if mind.side(acts) == side {
        values.max()
    } else {
        values.min()
    };
    trail.pop();
    value.unwrap_or(0)
}

/// Whether a side wins by force within some number of actions: every action of its own is tried
/// against every one of the others'. Nothing is skipped, and nothing but the rules is used.
pub fn wins<R: Rules>(rules: &R, position: &R::Position, side: u8, actions_left: u32) -> bool {
    let mut actions = Vec::new();
    let acts = match rules.actions(position, &mut actions) {
        Status::Over(outcome) => return verdict_of(rules, outcome, side) == Verdict::Won,
        Status::Acts(acts) => acts,
    };
    if actions_left == 0 {
        return false;
    }
    let mut after = actions.into_iter().map(|action| {
        let mut next = position.clone();
        rules.apply(&mut next, action);
        wins(rules, &next, side, actions_left - 1)
    });
    if rules.side(acts) == side {
        after.any(|wins| wins)
    } else {
        after.all(|wins| wins)
    }
}
