//! For one player: a beam search, widened until the time is up, for the fewest pieces left.

use rustc_hash::FxHashSet;
use tablier_rules::{Outcome, Seat, Status};

use crate::{Control, Mind, RootMove, Score, SearchOptions, SearchResult, Task};

/// The beam is never wider than this.
const WIDEST: usize = 1 << 16;

struct State<M: Mind> {
    position: M::Position,
    /// Its index in the list of steps, for the way back.
    step: usize,
    worth: i32,
}

struct Step<A> {
    action: A,
    before: usize,
}

const START: usize = usize::MAX;

/// Searches until a limit is reached or a single piece is left.
pub(crate) fn search<M: Mind>(
    task: &Task<M>,
    options: &SearchOptions,
    control: &Control,
    inform: &mut dyn FnMut(&SearchResult<M::Action>),
) -> SearchResult<M::Action> {
    let mut best: Option<(u8, Vec<M::Action>)> = None;
    let mut nodes = 0;
    let mut width = 16;
    let mut round = 0;
    loop {
        round += 1;
        let over = beam(task, width, control, &mut nodes, &mut best);
        let found = found(task, options, &best, nodes, round);
        let perfect = best.as_ref().is_some_and(|&(left, _)| left <= 1);
        if over || perfect || width >= WIDEST || control.is_late() || round >= control.depth() {
            return found;
        }
        inform(&found);
        width *= 4;
    }
}

/// One pass with a beam of this width; true when a limit was reached.
fn beam<M: Mind>(
    task: &Task<M>,
    width: usize,
    control: &Control,
    nodes: &mut u64,
    best: &mut Option<(u8, Vec<M::Action>)>,
) -> bool {
    let mind = task.mind;
    let mut steps: Vec<Step<M::Action>> = Vec::new();
    let mut now = vec![State::<M> {
        position: task.position.clone(),
        step: START,
        worth: 0,
    }];
    let mut seen = FxHashSet::default();
    let mut actions = Vec::new();
    let mut next_actions = Vec::new();
    while !now.is_empty() {
        let mut next: Vec<State<M>> = Vec::new();
        seen.clear();
        for state in &now {
            mind.actions(&state.position, &mut actions);
            for &action in &actions {
                *nodes += 1;
                if *nodes & 63 == 0 && control.is_over(*nodes) {
                    return true;
                }
                let mut position = state.position.clone();
                mind.apply(&mut position, action);
                if !seen.insert(mind.key(&position)) {
                    continue;
                }
                let status = mind.actions(&position, &mut next_actions);
                steps.push(Step {
                    action,
                    before: state.step,
                });
                let step = steps.len() - 1;
                match status {
                    Status::Over(outcome) => {
                        let left = match outcome {
                            Outcome::Left(left) => left,
                            Outcome::Seats { .. } => 1,
                        };
                        if best.as_ref().is_none_or(|&(known, _)| left < known) {
                            *best = Some((left, way(&steps, step)));
                        }
                    }
                    Status::Acts(seat) => next.push(State {
                        worth: mind.evaluate(&position, seat, &next_actions, mind.side(seat)),
                        position,
                        step,
                    }),
                }
            }
        }
        if best.as_ref().is_some_and(|&(left, _)| left <= 1) {
            return false;
        }
        if next.len() > width {
            next.select_nth_unstable_by_key(width, |state| (-state.worth, state.step));
            next.truncate(width);
        }
        next.sort_by_key(|state| (-state.worth, state.step));
        now = next;
    }
    false
}

fn way<A: Copy>(steps: &[Step<A>], last: usize) -> Vec<A> {
    let mut way = Vec::new();
    let mut at = last;
    while at != START {
        way.push(steps[at].action);
        at = steps[at].before;
    }
    way.reverse();
    way
}

fn found<M: Mind>(
    task: &Task<M>,
    _ask: &SearchOptions,
    best: &Option<(u8, Vec<M::Action>)>,
    nodes: u64,
    depth: u32,
) -> SearchResult<M::Action> {
    let (left, actions) = match best {
        Some((left, actions)) => (*left, actions.clone()),
        None => (u8::MAX, vec![task.legal[0]]),
    };
    let chance = 1.0 / f32::from(left.max(1));
    let mut chances = [0.0; Seat::MOST];
    chances[0] = chance;
    SearchResult {
        certain: false,
        lines: vec![RootMove {
            score: Score(-i32::from(left)),
            chance,
            actions,
        }],
        depth,
        nodes,
        chances,
    }
}
