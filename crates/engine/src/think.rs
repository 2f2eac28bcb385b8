use std::sync::atomic::AtomicBool;

use tablier_rules::{Match, Seat};

use crate::sides::chance;
use crate::{
    Certain, Control, Limits, Method, Mind, RootMove, Score, SearchOptions, SearchResult, Task,
    TranspositionTable,
};
use crate::{mcts, pvs, solo, uct};

/// Thinks about the current position of a match and returns the findings; none if the game is over.
///
/// With a node limit, one thread and the same seed, the answer is always the same.
pub fn think<M: Mind>(
    game: &Match<M>,
    options: &SearchOptions,
    limits: &Limits,
    table: &TranspositionTable,
    stop: &AtomicBool,
    inform: &mut dyn FnMut(&SearchResult<M::Action>),
) -> Option<SearchResult<M::Action>> {
    let task = Task::new(game)?;
    let control = Control::new(limits, stop);
    // At full strength, certain knowledge needs no search.
    if options.method.is_none()
        && !options.exact
        && !options.without_knowledge
        && let Some(lines) = game.rules().known(game, options.lines.max(1), &control)
        && !lines.is_empty()
    {
        return Some(certain(&task, lines));
    }
    if limits.nodes.is_some() || limits.depth.is_some() {
        table.forget();
    }
    let alone = game.rules().seats() == 1;
    let found = match options.method.unwrap_or(task.profile.method) {
        _ if alone => solo::search(&task, options, &control, inform),
        Method::Mcts => mcts::search(&task, options, &control, inform),
        Method::Uct => uct::search(&task, options, &control, inform),
        Method::Pvs | Method::Solo => pvs::search(&task, options, table, &control, inform),
    };
    Some(found)
}

/// Certain lines in the form that a search returns.
fn certain<M: Mind>(task: &Task<M>, lines: Vec<Certain<M::Action>>) -> SearchResult<M::Action> {
    let alone = task.mind.seats() == 1;
    let chance_of = |score: Score| match alone {
        // The value is minus the number of pieces left.
        true => 1.0 / score.0.abs().max(1) as f32,
        false => chance(score.0, task.profile.scale),
    };
    let lines: Vec<_> = lines
        .into_iter()
        .map(|line| RootMove {
            score: line.score,
            chance: chance_of(line.score),
            actions: line.actions,
        })
        .collect();
    let own = task.mind.side(task.acts);
    let best = lines.first().map_or(0.5, |line| line.chance);
    let mut chances = [0.0; Seat::MOST];
    for seat in Seat::all(task.mind.seats()) {
        let same = task.mind.side(seat) == own;
        chances[seat.index()] = if same { best } else { 1.0 - best };
    }
    let depth = lines.iter().map(|line| line.actions.len()).max();
    SearchResult {
        depth: depth.unwrap_or(0) as u32,
        nodes: 1,
        lines,
        chances,
        certain: true,
    }
}
