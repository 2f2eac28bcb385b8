//! Plain UCT with random playouts, for any number of seats: the yardstick of all measured matches.
//! It knows nothing but the rules.

use tablier_rules::hash::SplitMix64;
use tablier_rules::{Cut, Seat, Status};

use crate::sides::shares;
use crate::{Control, Mind, RootMove, Score, SearchOptions, SearchResult, Task};

const MOST_NODES: usize = 4_000_000;

struct Node<A> {
    action: Option<A>,
    visits: u32,
    sums: [f32; Seat::MOST],
    first: u32,
    count: u32,
    acts: u8,
    open: bool,
}

/// Searches until a limit is reached; a node is a playout.
pub(crate) fn search<M: Mind>(
    task: &Task<M>,
    options: &SearchOptions,
    control: &Control,
    inform: &mut dyn FnMut(&SearchResult<M::Action>),
) -> SearchResult<M::Action> {
    let mind = task.mind;
    let root = Node {
        action: None,
        visits: 0,
        sums: [0.0; Seat::MOST],
        first: 0,
        count: 0,
        acts: 0,
        open: false,
    };
    let mut nodes = vec![root];
    let mut random = SplitMix64::new(options.seed);
    let mut actions: Vec<M::Action> = Vec::new();
    let mut path = Vec::new();
    let mut count: u64 = 0;
    let mut report = 4096;
    loop {
        let mut position = task.position.clone();
        let mut at = 0;
        path.clear();
        path.push(0);
        let mut left = task.trail.left();
        let mut broken_off = false;
        // Down the tree.
        let mut status = mind.actions(&position, &mut actions);
        while let Status::Acts(acts) = status {
            let node = &nodes[at];
            if !node.open {
                if (node.visits == 0 && at != 0) || nodes.len() + actions.len() > MOST_NODES {
                    break;
                }
                let first = nodes.len() as u32;
                nodes.extend(actions.iter().map(|&action| Node {
                    action: Some(action),
                    visits: 0,
                    sums: [0.0; Seat::MOST],
                    first: 0,
                    count: 0,
                    acts: 0,
                    open: false,
                }));
                let node = &mut nodes[at];
                (node.first, node.count) = (first, actions.len() as u32);
                node.acts = acts.index() as u8;
                node.open = true;
            }
            at = select(&nodes, at, &mut random);
            path.push(at);
            if let Some(action) = nodes[at].action {
                mind.apply(&mut position, action);
            }
            left = left.saturating_sub(1);
            status = mind.actions(&position, &mut actions);
            if left == 0 {
                break;
            }
        }
        // The playout.
        let outcome = loop {
            match status {
                Status::Over(outcome) => break Some(outcome),
                Status::Acts(_) if left == 0 => {
                    break match mind.cut(&position) {
                        Cut::Over(outcome) => Some(outcome),
                        Cut::Next(_) => None,
                    };
                }
                Status::Acts(_) => {}
            }
            let action = actions[random.below(actions.len())];
            mind.apply(&mut position, action);
            left -= 1;
            if left & 127 == 0 && control.is_over(count) && nodes[0].visits > 0 {
                broken_off = true;
                break None;
            }
            status = mind.actions(&position, &mut actions);
        };
        if !broken_off {
            let gains = match outcome {
                Some(outcome) => shares(mind, outcome),
                None => [1.0 / f32::from(mind.seats()); Seat::MOST],
            };
            for &at in &path {
                let node = &mut nodes[at];
                node.visits += 1;
                for (sum, gain) in node.sums.iter_mut().zip(gains) {
                    *sum += gain;
                }
            }
            count += 1;
        }
        let over = broken_off
            || control.is_over_lazily(count)
            || (count & 255 == 0 && control.is_late())
            || (task.legal.len() == 1 && control.is_bounded());
        if over || count == report {
            let found = found(task, &nodes, options.lines, count);
            if over {
                return found;
            }
            report *= 2;
            inform(&found);
        }
    }
}

/// An untried child at random, or the one with the best upper bound (UCB1 with √2).
fn select<A>(nodes: &[Node<A>], at: usize, random: &mut SplitMix64) -> usize {
    let node = &nodes[at];
    let first = node.first as usize;
    let children = &nodes[first..first + node.count as usize];
    let untried = children.iter().filter(|child| child.visits == 0).count();
    if untried > 0 {
        let mut nth = random.below(untried);
        for (i, child) in children.iter().enumerate() {
            if child.visits == 0 {
                if nth == 0 {
                    return first + i;
                }
                nth -= 1;
            }
        }
    }
    let seat = usize::from(node.acts);
    let log = 2.0 * (node.visits.max(1) as f32).ln();
    let mut best = (f32::MIN, first);
    for (i, child) in children.iter().enumerate() {
        let visits = child.visits as f32;
        let bound = child.sums[seat] / visits + (log / visits).sqrt();
        if bound > best.0 {
            best = (bound, first + i);
        }
    }
    best.1
}

fn found<M: Mind>(
    task: &Task<M>,
    nodes: &[Node<M::Action>],
    lines: usize,
    count: u64,
) -> SearchResult<M::Action> {
    let seat = task.acts.index();
    let root = &nodes[0];
    let mut children: Vec<&Node<M::Action>> = nodes
        [root.first as usize..(root.first + root.count) as usize]
        .iter()
        .collect();
    children.sort_by_key(|child| std::cmp::Reverse(child.visits));
    // Nothing can be said about an action that was never tried.
    children.retain(|child| child.visits > 0);
    children.truncate(lines.max(1));
    let mut chances = [0.0; Seat::MOST];
    for seat in Seat::all(task.mind.seats()) {
        chances[seat.index()] = root.sums[seat.index()] / root.visits.max(1) as f32;
    }
    let lines = children
        .into_iter()
        .map(|child| {
            let chance = child.sums[seat] / child.visits.max(1) as f32;
            let sure = chance.clamp(0.001, 0.999);
            RootMove {
                score: Score(((sure / (1.0 - sure)).ln() * task.profile.scale) as i32),
                chance,
                actions: child.action.into_iter().collect(),
            }
        })
        .collect();
    SearchResult {
        certain: false,
        lines,
        depth: 1,
        nodes: count,
        chances,
    }
}
