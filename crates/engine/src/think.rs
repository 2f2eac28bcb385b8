use std::sync::atomic::AtomicBool;

use tablier_rules::Match;

use crate::{Ask, Control, Found, Limits, Memory, Method, Mind, Task};
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
