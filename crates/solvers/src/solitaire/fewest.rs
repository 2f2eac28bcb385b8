//! How few pieces must remain: all reachable positions, as far as a budget goes.

use rustc_hash::FxHashSet;
use tablier_rules::blockade::solitaire::{Action, Position};

use super::search::jumps_of;

/// The best end that was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fewest {
    /// How many pieces are left.
    pub left: u32,
    /// The jumps that lead there.
    pub jumps: Vec<Action>,
    /// Whether nothing better exists: one piece is left, or everything was tried.
    pub proved: bool,
    /// How many positions were searched.
    pub positions: u64,
}

/// Searches at most `budget` different positions, and stops once `stop` returns true.
pub fn fewest_left(position: &Position, budget: u64, stop: &dyn Fn() -> bool) -> Fewest {
    let mut walk = Walk {
        best: Fewest {
            left: position.count(),
            jumps: Vec::new(),
            proved: false,
            positions: 0,
        },
        seen: FxHashSet::default(),
        path: Vec::new(),
        budget,
        stop,
    };
    let complete = walk.explore(position);
    walk.best.proved = complete || walk.best.left == 1;
    walk.best
}

struct Walk<'a> {
    best: Fewest,
    seen: FxHashSet<Position>,
    path: Vec<Action>,
    budget: u64,
    stop: &'a dyn Fn() -> bool,
}

impl Walk<'_> {
    /// False when the budget was used up or it was stopped; positions are compared exactly, not by
    /// hash alone.
    fn explore(&mut self, position: &Position) -> bool {
        if self.best.left == 1 || !self.seen.insert(position.canonical()) {
            return true;
        }
        self.best.positions += 1;
        let asks = self.best.positions.is_multiple_of(64);
        if self.best.positions >= self.budget || asks && (self.stop)() {
            return false;
        }
        if position.count() < self.best.left {
            self.best.left = position.count();
            self.best.jumps.clone_from(&self.path);
        }
        let mut children: Vec<_> = jumps_of(position)
            .map(|action| (position.after(action), action))
            .collect();
        // Few pieces and many remaining jumps first.
        children.sort_by_cached_key(|(child, _)| {
            (child.count(), std::cmp::Reverse(jumps_of(child).count()))
        });
        for (child, action) in children {
            self.path.push(action);
            let complete = self.explore(&child);
            self.path.pop();
            if !complete {
                return false;
            }
        }
        true
    }
}
