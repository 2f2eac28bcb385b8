//! The searches: against plain minimax, and on every game of the catalog.

mod breakthrough;
mod games;
mod tactics;
mod toys;

use std::sync::atomic::AtomicBool;

use tablier_rules::Match;

use crate::{
    Limits, Method, Mind, SearchOptions, SearchResult, Task, TranspositionTable, minimax, think,
};

static GO: AtomicBool = AtomicBool::new(false);

fn quick<M: Mind>(
    game: &Match<M>,
    options: &SearchOptions,
    limits: &Limits,
) -> SearchResult<M::Action> {
    let table = TranspositionTable::new(1);
    think(game, options, limits, &table, &GO, &mut |_| {}).expect("the game is not over")
}

/// A search by one method that reports several lines.
fn by(method: Method, lines: usize) -> SearchOptions {
    SearchOptions {
        method: Some(method),
        lines,
        ..SearchOptions::default()
    }
}

fn exact(lines: usize) -> SearchOptions {
    SearchOptions {
        exact: true,
        ..by(Method::Pvs, lines)
    }
}

/// Checks that the search and plain minimax agree on the value, and on the value of the chosen
/// action.
fn agrees<M: Mind>(game: &Match<M>, depth: u32) {
    let Some(task) = Task::new(game) else { return };
    let values = minimax::values(&task, depth);
    let found = quick(game, &exact(1), &Limits::depth(depth));
    assert_eq!(found.lines[0].score.0, minimax::value(&task, depth));
    let of_best = values.iter().find(|(action, _)| *action == found.best());
    assert_eq!(
        of_best.map(|(_, value)| *value),
        Some(found.lines[0].score.0)
    );
}
