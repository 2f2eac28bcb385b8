//! A quick solution, not necessarily the shortest: after each jump only the most promising
//! positions are followed, as many as the width of the beam.
//!
//! A position that provably needs more jumps than are left is dropped; the others are ranked by
//! what a person would look for: few pieces, in few lines, close together. The weights were found
//! by trying hundreds of them with a narrow beam on the classic start.

use rustc_hash::FxHashSet;
use tablier_rules::blockade::solitaire::{Action, Position};
use tablier_rules::scene::Side;

use super::bound;
use super::search::jumps_of;

/// The parameters of a beam search.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Beam {
    /// How many positions are followed after each jump.
    pub width: usize,
    /// How many threads to use.
    pub threads: usize,
}

/// A position on the way, and how it was reached: the index of the previous position.
struct Step {
    position: Position,
    before: u32,
    action: Action,
}

/// A step before it is known whether it is followed: its rank, smaller being better, then its class
/// under the symmetries.
type Candidate = (i32, u64, u32, Action);

impl Beam {
    /// A solution of at most `most_jumps`, if one is found before `stop` returns true.
    pub fn solve(
        self,
        position: &Position,
        most_jumps: u32,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<Action>> {
        if position.count() == 1 {
            return Some(Vec::new());
        }
        let mut layers: Vec<Vec<Step>> = Vec::new();
        let mut here = vec![*position];
        for left in (0..most_jumps).rev() {
            let mut next = self.candidates(&here, left, stop);
            if stop() {
                return None;
            }
            self.choose(&mut next);
            let layer: Vec<Step> = next
                .into_iter()
                .map(|(_, _, before, action)| Step {
                    position: here[before as usize].after(action),
                    before,
                    action,
                })
                .collect();
            here = layer.iter().map(|step| step.position).collect();
            layers.push(layer);
            // A single piece ranks first of all.
            if here.first()?.count() == 1 {
                return Some(path(&layers));
            }
        }
        None
    }

    /// All jumps from the current positions, given the number of jumps left after them.
    fn candidates(
        self,
        here: &[Position],
        left: u32,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Vec<Candidate> {
        let share = here.len().div_ceil(self.threads.max(1)).max(1);
        std::thread::scope(|scope| {
            let work = |(number, part): (usize, &'_ [Position])| {
                let mut found = Vec::new();
                for (i, from) in part.iter().enumerate() {
                    if i % 16 == 0 && stop() {
                        break;
                    }
                    let before = (number * share + i) as u32;
                    for action in jumps_of(from) {
                        let child = from.after(action);
                        if bound::possible(&child, left) {
                            let class = child.canonical().key();
                            found.push((rank(&child), class, before, action));
                        }
                    }
                }
                found
            };
            let mut parts = here.chunks(share).enumerate();
            let first = parts.next();
            let others: Vec<_> = parts.map(|part| scope.spawn(move || work(part))).collect();
            let mut all = first.map(work).unwrap_or_default();
            for other in others {
                all.extend(other.join().unwrap_or_default());
            }
            all
        })
    }

    /// Keeps the best, one of each class.
    fn choose(self, candidates: &mut Vec<Candidate>) {
        // Most classes are reached in two or three ways.
        let enough = self.width.saturating_mul(3);
        let order = |&(rank, class, before, action): &Candidate| (rank, class, before, action);
        if candidates.len() > enough {
            candidates.select_nth_unstable_by_key(enough, order);
            candidates.truncate(enough);
        }
        candidates.sort_unstable_by_key(order);
        let mut seen = FxHashSet::default();
        candidates.retain(|&(_, class, _, _)| seen.len() < self.width && seen.insert(class));
    }
}

/// The way to the first position of the last layer.
fn path(layers: &[Vec<Step>]) -> Vec<Action> {
    let mut at = 0;
    let mut path = Vec::new();
    for layer in layers.iter().rev() {
        path.push(layer[at].action);
        at = layer[at].before as usize;
    }
    path.reverse();
    path
}

/// Smaller is better.
fn rank(position: &Position) -> i32 {
    const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
    const LAST_COLUMN: u64 = FIRST_COLUMN << 7;
    const EDGE: u64 = FIRST_COLUMN | LAST_COLUMN | 0xff | 0xff << 56;
    let pieces = position.occupied();
    if pieces.count_ones() == 1 {
        return i32::MIN;
    }
    let below = |mask: u64| mask << 8;
    let beside = |mask: u64| (mask & !LAST_COLUMN) << 1;
    let pairs = |mask: u64| (mask & below(mask)).count_ones() + (mask & beside(mask)).count_ones();
    let near = below(pieces) | pieces >> 8 | beside(pieces) | (pieces & !FIRST_COLUMN) >> 1;
    let same_colour: u32 = position.masks().into_iter().map(pairs).sum();
    let jumps: u32 = Side::ALL
        .into_iter()
        .map(|side| position.jumpers(side).count_ones())
        .sum();
    let bad = 27 * pieces.count_ones()
        + 42 * bound::smallest_cover(pieces)
        + 23 * (pieces & !near).count_ones()
        + 4 * same_colour
        + 12 * (pieces & EDGE).count_ones();
    let good = jumps + 17 * pairs(pieces);
    bad as i32 - good as i32
}
