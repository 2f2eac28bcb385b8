//! Counting sequences of actions (C5): the measure by which two implementations are compared.

use crate::{Cut, Enough, Match, Rules, Status, Trail};

/// The number of sequences of exactly `depth` actions from a match's current position, with
/// repetition and the action limit (C8).
pub fn count<G: Rules>(game: &Match<G>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.is_over() {
        return 0;
    }
    let from = game.ply() - game.round_actions();
    let past = (from..=game.ply())
        .filter_map(|ply| game.position_at(ply).cloned())
        .collect();
    let mut walk = Walk {
        rules: game.rules(),
        trail: Trail::from_match(game),
        past,
        buffers: (0..depth).map(|_| Vec::new()).collect(),
    };
    walk.count(game.position().clone(), depth)
}

struct Walk<'a, G: Rules> {
    rules: &'a G,
    /// The positions of the round so far, the current one last, and their keys.
    past: Vec<G::Position>,
    trail: Trail,
    /// One list of actions for each remaining depth.
    buffers: Vec<Vec<G::Action>>,
}

impl<G: Rules> Walk<'_, G> {
    /// `position` is the last of `past`, and not cut short.
    fn count(&mut self, position: G::Position, depth: u32) -> u64 {
        let at = depth as usize - 1;
        let mut actions = std::mem::take(&mut self.buffers[at]);
        let status = self.rules.actions(&position, &mut actions);
        let mut total = 0;
        if matches!(status, Status::Acts(_)) {
            if depth == 1 {
                total = actions.len() as u64;
            } else {
                for &action in &actions {
                    let mut next = position.clone();
                    self.rules.apply(&mut next, action);
                    total += self.follow(&position, next, depth - 1);
                }
            }
        }
        self.buffers[at] = actions;
        total
    }

    fn follow(&mut self, before: &G::Position, next: G::Position, depth: u32) -> u64 {
        if self.rules.round(before) != self.rules.round(&next) {
            return self.in_new_round(next, depth);
        }
        let key = self.rules.key(&next);
        let is_same = |at: usize| self.past[at] == next;
        let cut = self
            .trail
            .cuts_if(self.rules, &next, key, Enough::Two, is_same);
        // An end by the game's own rules comes first, and counts nothing either.
        if cut.is_some() && self.goes_on(&next) {
            return match self.rules.cut(&next) {
                Cut::Over(_) => 0,
                Cut::Next(next) => self.in_new_round(next, depth),
            };
        }
        self.trail.push(key);
        self.past.push(next.clone());
        let total = self.count(next, depth);
        self.past.pop();
        self.trail.pop();
        total
    }

    fn in_new_round(&mut self, next: G::Position, depth: u32) -> u64 {
        let trail = std::mem::replace(&mut self.trail, Trail::new(self.rules, &next));
        let past = std::mem::replace(&mut self.past, vec![next.clone()]);
        let total = self.count(next, depth);
        self.trail = trail;
        self.past = past;
        total
    }

    fn goes_on(&self, position: &G::Position) -> bool {
        matches!(
            self.rules.actions(position, &mut Vec::new()),
            Status::Acts(_)
        )
    }
}
