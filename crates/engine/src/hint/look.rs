use std::sync::atomic::{AtomicBool, Ordering};

use tablier_rules::{Status, Verdict};

use crate::Mind;
use crate::sides::verdict_of;

/// How many positions are looked at for one reason.
const BUDGET: u32 = 150_000;

/// Tries out every action, one or two ahead, for one of two sides. Nothing is skipped; where the budget
/// is used up or somebody said stop, the answer is none.
pub(super) struct Look<'a, M: Mind> {
    rules: &'a M,
    ours: u8,
    left: u32,
    stop: &'a AtomicBool,
}

impl<'a, M: Mind> Look<'a, M> {
    pub(super) fn new(rules: &'a M, ours: u8, stop: &'a AtomicBool) -> Self {
        Self {
            rules,
            ours,
            left: BUDGET,
            stop,
        }
    }

    pub(super) fn after(&self, position: &M::Position, action: M::Action) -> M::Position {
        let mut next = position.clone();
        self.rules.apply(&mut next, action);
        next
    }

    pub(super) fn status(&self, position: &M::Position) -> Status {
        self.rules.actions(position, &mut Vec::new())
    }

    /// Who acts, and the actions.
    fn list(&mut self, position: &M::Position) -> Option<(Status, Vec<M::Action>)> {
        self.left = self.left.checked_sub(1)?;
        if self.stop.load(Ordering::Relaxed) {
            return None;
        }
        let mut actions = Vec::new();
        let status = self.rules.actions(position, &mut actions);
        Some((status, actions))
    }

    /// Whether the game is over here and won by a side.
    fn is_won_by(&mut self, position: &M::Position, side: u8) -> Option<bool> {
        let (status, _) = self.list(position)?;
        Some(match status {
            Status::Over(outcome) => verdict_of(self.rules, outcome, side) == Verdict::Won,
            Status::Acts(_) => false,
        })
    }

    /// Whether a side that is to act wins with its next action.
    fn wins_next(&mut self, position: &M::Position, side: u8) -> Option<bool> {
        let (status, actions) = self.list(position)?;
        let Status::Acts(acts) = status else {
            return Some(false);
        };
        if self.rules.side(acts) != side {
            return Some(false);
        }
        for action in actions {
            let next = self.after(position, action);
            if self.is_won_by(&next, side)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether the other side wins with its next action.
    pub(super) fn is_lost(&mut self, position: &M::Position) -> Option<bool> {
        let (status, _) = self.list(position)?;
        let Status::Acts(acts) = status else {
            return Some(false);
        };
        let side = self.rules.side(acts);
        if side == self.ours {
            return Some(false);
        }
        self.wins_next(position, side)
    }

    /// Whether the other side's next action takes a piece of ours.
    pub(super) fn loses_piece(&mut self, position: &M::Position) -> Option<bool> {
        let (status, actions) = self.list(position)?;
        let Status::Acts(acts) = status else {
            return Some(false);
        };
        let have = self.rules.pieces(position, self.ours);
        if self.rules.side(acts) == self.ours || have == 0 {
            return Some(false);
        }
        self.left = self.left.checked_sub(actions.len() as u32)?;
        Some(actions.into_iter().any(|action| {
            let next = self.after(position, action);
            self.rules.pieces(&next, self.ours) < have
        }))
    }

    /// Those of the positions that fail a test, if at least half of them do.
    pub(super) fn most(
        &mut self,
        positions: &[M::Position],
        fails: impl Fn(&mut Self, &M::Position) -> Option<bool>,
    ) -> Option<Vec<usize>> {
        let mut failing = Vec::new();
        for (at, position) in positions.iter().enumerate() {
            if fails(self, position)? {
                failing.push(at);
            } else if (at + 1 - failing.len()) * 2 > positions.len() {
                return None;
            }
        }
        (!positions.is_empty()).then_some(failing)
    }

    /// How many of the other side's replies keep us from winning with our next action, and how many
    /// replies there are; only if at most a quarter of several do.
    pub(super) fn threat(&mut self, position: &M::Position) -> Option<(usize, usize)> {
        let (Status::Acts(acts), replies) = self.list(position)? else {
            return None;
        };
        if self.rules.side(acts) == self.ours {
            return None;
        }
        let mut stops = 0;
        for &reply in &replies {
            let next = self.after(position, reply);
            if !self.wins_next(&next, self.ours)? {
                stops += 1;
                if stops * 4 > replies.len() {
                    return None;
                }
            }
        }
        (replies.len() > 1).then_some((stops, replies.len()))
    }
}
