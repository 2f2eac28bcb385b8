//! Exact values by search, without the tables: how soon a win can be forced.

use std::collections::HashMap;

use tablier_rules::blockade::alignement::{Action, Alignement, Position};
use tablier_rules::{Rules, Status, Verdict};

use super::Value;

/// A forced win or loss found by deepening search, with a budget of positions.
pub struct Exact<'a> {
    /// For each position: known to be won within this many actions, and known not to be.
    known: HashMap<(Position, bool), (u16, u16)>,
    left: u64,
    stop: Option<&'a dyn Fn() -> bool>,
}

/// The greatest depth.
const DEEPEST: u16 = 40;

impl<'a> Exact<'a> {
    /// A search of at most `budget` positions.
    pub fn new(budget: u64) -> Self {
        Self {
            known: HashMap::new(),
            left: budget,
            stop: None,
        }
    }

    /// The same, ending as if the budget were used up once `stop` returns true.
    pub fn until(budget: u64, stop: &'a dyn Fn() -> bool) -> Self {
        Self {
            stop: Some(stop),
            ..Self::new(budget)
        }
    }

    /// The value of a position, if a win or a loss can be proved within the budget.
    pub fn value(&mut self, position: &Position) -> Option<Value> {
        for depth in 0..=DEEPEST {
            if depth % 2 == 1 && self.wins(position, depth)? {
                return Some(Value::Win(depth));
            }
            if depth % 2 == 0 && self.loses(position, depth)? {
                return Some(Value::Loss(depth));
            }
        }
        None
    }

    /// The best action in a position proved won or lost: the quickest win, or the slowest loss.
    pub fn best(&mut self, position: &Position) -> Option<(Value, Action)> {
        let value = self.value(position)?;
        let mut actions = Vec::new();
        Alignement.actions(position, &mut actions);
        let action = actions.into_iter().find(|&action| {
            let mut next = *position;
            Alignement.apply(&mut next, action);
            match value {
                Value::Win(n) => self.loses(&next, n - 1) == Some(true),
                Value::Loss(n) => n < 2 || self.wins(&next, n - 2) == Some(false),
                Value::Draw => false,
            }
        })?;
        Some((value, action))
    }

    /// Whether the player to act wins within `depth` actions; none when the budget is used up.
    fn wins(&mut self, position: &Position, depth: u16) -> Option<bool> {
        self.settle(position, depth, true)
    }

    /// Whether the player to act loses within `depth` actions.
    fn loses(&mut self, position: &Position, depth: u16) -> Option<bool> {
        self.settle(position, depth, false)
    }

    fn settle(&mut self, position: &Position, depth: u16, wins: bool) -> Option<bool> {
        let mut actions = Vec::new();
        if let Status::Over(outcome) = Alignement.actions(position, &mut actions) {
            let lost = outcome.verdict(position.to_act()) == Verdict::Lost;
            return Some(lost != wins);
        }
        if depth == 0 {
            return Some(false);
        }
        let (yes, no) = self
            .known
            .get(&(*position, wins))
            .copied()
            .unwrap_or((u16::MAX, 0));
        if depth >= yes {
            return Some(true);
        }
        if depth <= no {
            return Some(false);
        }
        self.left = self.left.checked_sub(1)?;
        if self.left.is_multiple_of(256) && self.stop.is_some_and(|stop| stop()) {
            self.left = 0;
            return None;
        }
        let mut result = !wins;
        for action in actions {
            let mut next = *position;
            Alignement.apply(&mut next, action);
            let other = self.settle(&next, depth - 1, !wins)?;
            // One action is enough to win; all of them must fail to lose.
            if other == wins {
                result = wins;
                break;
            }
        }
        let entry = self.known.entry((*position, wins)).or_insert((u16::MAX, 0));
        if result {
            entry.0 = entry.0.min(depth);
        } else {
            entry.1 = entry.1.max(depth);
        }
        Some(result)
    }
}
