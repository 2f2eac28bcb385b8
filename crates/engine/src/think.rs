use std::sync::atomic::AtomicBool;

use tablier_rules::{Match, Seat};

use crate::task::chance;
use crate::{Ask, Control, Found, Limits, Line, Memory, Method, Mind, Score, Task};
use crate::{mcts, pvs, solo, uct};

/// Thinks about the present position of a match and tells what it finds; none when the game is over.
///
/// With a limit of nodes, one thread and the same seed the answer is always the same.
pub fn think<M: Mind>(
    game: &Match<M>,
    ask: &Ask,
    limits: &Limits,
    memory: &Memory,
    stop: &AtomicBool,
    inform: &mut dyn FnMut(&Found<M::Action>),
) -> Option<Found<M::Action>> {
    let task = Task::of(game)?;
    // One answer at full strength: what is known for certain needs no search.
    if ask.method.is_none()
        && !ask.exact
        && ask.lines <= 1
        && let Some((action, score)) = game.rules().known(game)
    {
        return Some(certain(&task, action, score));
    }
    let control = Control::new(limits, stop);
    if limits.nodes.is_some() || limits.depth.is_some() {
        memory.forget();
    }
    let alone = game.rules().seats() == 1;
    let found = match ask.method.unwrap_or_else(|| game.rules().method()) {
        Method::Solo if alone => solo::search(&task, ask, &control, inform),
        _ if alone => solo::search(&task, ask, &control, inform),
        Method::Mcts => mcts::search(&task, ask, &control, inform),
        Method::Uct => uct::search(&task, ask, &control, inform),
        Method::Pvs | Method::Solo => pvs::search(&task, ask, memory, &control, inform),
    };
    Some(found)
}

/// A certain answer as a search would give it.
fn certain<M: Mind>(task: &Task<M>, action: M::Action, score: Score) -> Found<M::Action> {
    let chance = chance(task.mind, score.0);
    let own = task.mind.side(task.acts);
    let mut chances = [0.0; Seat::MOST];
    for seat in Seat::all(task.mind.seats()) {
        let same = task.mind.side(seat) == own;
        chances[seat.index()] = if same { chance } else { 1.0 - chance };
    }
    Found {
        lines: vec![Line {
            score,
            chance,
            actions: vec![action],
        }],
        depth: 1,
        nodes: 1,
        chances,
    }
}
