//! A quick solution, not necessarily the shortest: jump by jump only the most promising positions
//! are followed.

use std::collections::HashSet;

use tablier_rules::blockade::solitaire::{Action, Position};

use super::bound;
use super::search::jumps_of;

/// A position on the way, and how it was reached: the number of the position before it.
struct Step {
    position: Position,
    before: u32,
    action: Action,
}

/// The shortest solution that follows at most `width` positions after each jump, if it finds one.
pub fn solve(position: &Position, width: usize, most_jumps: u32) -> Option<Vec<Action>> {
    if position.count() == 1 {
        return Some(Vec::new());
    }
    let mut layers: Vec<Vec<Step>> = Vec::new();
    let mut here = vec![*position];
    for _ in 0..most_jumps {
        let mut seen = HashSet::new();
        let mut next: Vec<(u32, u64, Step)> = Vec::new();
        for (before, from) in here.iter().enumerate() {
            for action in jumps_of(from) {
                let child = from.after(action);
                if !seen.insert(child.canonical().key()) {
                    continue;
                }
                let step = Step {
                    position: child,
                    before: before as u32,
                    action,
                };
                if child.count() == 1 {
                    let mut path = vec![action];
                    let mut at = before;
                    for layer in layers.iter().rev() {
                        path.push(layer[at].action);
                        at = layer[at].before as usize;
                    }
                    path.reverse();
                    return Some(path);
                }
                next.push((promise(&child), child.key(), step));
            }
        }
        if next.len() > width {
            next.select_nth_unstable_by_key(width, |&(promise, key, _)| (promise, key));
            next.truncate(width);
        }
        here = next.iter().map(|(_, _, step)| step.position).collect();
        layers.push(next.into_iter().map(|(_, _, step)| step).collect());
        if here.is_empty() {
            return None;
        }
    }
    None
}

/// Smaller is better: few pieces in few lines, and colours that can still jump over one another.
fn promise(position: &Position) -> u32 {
    let colours = position.masks().iter().filter(|mask| **mask != 0).count() as u32;
    let stuck = if colours < 2 { 1000 } else { 0 };
    3 * position.count() + 8 * bound::smallest_cover(position.occupied()) + stuck
}
