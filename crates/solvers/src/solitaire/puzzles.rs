//! Puzzles: positions where exactly one jump keeps a single last piece within reach.

use tablier_rules::blockade::solitaire::{Action, Position};
use tablier_rules::hash::SplitMix64;

use super::search::jumps_of;
use super::{Answer, Beam, Search, fewest_left};

/// A position with one right jump.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// The position.
    pub position: Position,
    /// The fewest jumps to one piece; the first is the one jump that leaves a solution.
    pub solution: Vec<Action>,
    /// Some other first jumps, each with the play that leaves the fewest pieces after it.
    pub tries: Vec<Vec<Action>>,
}

/// How many other first jumps are shown.
const TRIES: usize = 3;

/// Other first jumps than the key, those that leave the fewest pieces first, each played out.
pub fn tries(position: &Position, key: Action) -> Vec<Vec<Action>> {
    let mut all: Vec<(u32, Vec<Action>)> = jumps_of(position)
        .filter(|&action| action != key)
        .map(|action| {
            let best = fewest_left(&position.after(action), u64::MAX, &|| false);
            let line = std::iter::once(action).chain(best.jumps).collect();
            (best.left, line)
        })
        .collect();
    all.sort_by_key(|(left, _)| *left);
    all.into_iter().take(TRIES).map(|(_, line)| line).collect()
}

/// The only jump after which one piece can be reached; none if there is not exactly one. Everything
/// is tried.
pub fn only_key(position: &Position) -> Option<Action> {
    let mut keys = jumps_of(position)
        .filter(|&action| fewest_left(&position.after(action), u64::MAX, &|| false).left == 1);
    let key = keys.next()?;
    keys.next().is_none().then_some(key)
}

/// A narrow beam is enough to see that a start can still be solved.
const BEAM: Beam = Beam {
    width: 40,
    threads: 1,
};

/// Shorter solutions are seen at a glance.
const FEWEST_JUMPS: usize = 3;

/// Puzzles of up to `most_pieces` pieces, from random play that always stays solvable.
pub fn gather(count: usize, most_pieces: u32, seed: u64) -> Vec<Puzzle> {
    let mut random = SplitMix64::new(seed);
    let mut puzzles: Vec<Puzzle> = Vec::new();
    while puzzles.len() < count {
        let mut position = Position::shuffled(random.next());
        // Later puzzles have more pieces.
        let wanted = 6 + most_pieces.saturating_sub(6) * puzzles.len() as u32 / count as u32;
        while position.count() > wanted {
            let mut jumps: Vec<_> = jumps_of(&position).collect();
            let next = loop {
                if jumps.is_empty() {
                    break None;
                }
                let child = position.after(jumps.swap_remove(random.below(jumps.len())));
                if BEAM.solve(&child, 35, &|| false).is_some() {
                    break Some(child);
                }
            };
            match next {
                Some(next) => position = next,
                None => break,
            }
        }
        // One jump takes several pieces: slightly fewer are just as good.
        let fits = (wanted.saturating_sub(2).max(5)..=wanted).contains(&position.count());
        if !fits || puzzles.iter().any(|p| p.position == position) {
            continue;
        }
        // Where there is only one jump, there is nothing to find.
        if jumps_of(&position).nth(1).is_none() || only_key(&position).is_none() {
            continue;
        }
        let search = Search::new(16, u64::MAX);
        let solution =
            (1..position.count()).find_map(|jumps| match search.within(&position, jumps) {
                Answer::Solved(solution) => Some(solution),
                _ => None,
            });
        let solution = solution.filter(|solution| solution.len() >= FEWEST_JUMPS);
        puzzles.extend(solution.map(|solution| Puzzle {
            position,
            tries: tries(&position, solution[0]),
            solution,
        }));
    }
    puzzles
}
