use std::mem;

use tablier_rules::{Seat, Status};

use super::{DEEPEST, Pvs};
use crate::Mind;
use crate::score::{FORCED, WIN};
use crate::transposition::{Bound, Entry};

/// What is known about the position of a frame before it is searched.
pub(super) struct Node {
    pub(super) key: u64,
    pub(super) acts: Seat,
    /// What the table says.
    pub(super) known: Option<Entry>,
    /// See [`Entry::plain`].
    pub(super) plain: bool,
}

impl<M: Mind> Pvs<'_, M> {
    /// Plays an action from the frame of this ply into the next.
    #[inline]
    pub(super) fn step(&mut self, ply: usize, action: M::Action) {
        let (now, next) = self.frames.split_at_mut(ply + 1);
        next[0].position.clone_from(&now[ply].position);
        self.mind.apply(&mut next[0].position, action);
    }

    /// The value of a frame's position for the side that acted before it.
    pub(super) fn visit(
        &mut self,
        ply: usize,
        depth: i32,
        (alpha, beta): (i32, i32),
        was_ours: bool,
    ) -> i32 {
        self.visit_known(ply, depth, (alpha, beta), was_ours, None)
    }

    /// The same for a position whose key may be known already. Most positions are leaves, and nearly all that is
    /// done for them is done here.
    #[inline]
    pub(super) fn visit_known(
        &mut self,
        ply: usize,
        depth: i32,
        window: (i32, i32),
        was_ours: bool,
        key: Option<u64>,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes & 255 == 0 || self.nodes >= self.control.nodes() {
            self.stopped |= self.control.is_over(self.nodes);
        }
        if self.stopped {
            return 0;
        }
        let frame = &mut self.frames[ply];
        frame.line.clear();
        if depth <= 0
            && !self.quiesces
            && let Some(acts) = self.mind.acts(&frame.position)
        {
            // The quickest leaf: the list of actions is not needed, and the key seldom.
            let worth = if self.is_cut(ply, None) {
                self.cut(ply, acts)
            } else {
                self.worth(ply, acts, &[])
            };
            return if was_ours { worth } else { -worth };
        }
        self.look(ply, depth, window, was_ours, key)
    }

    /// The value of a position that is no such leaf.
    #[inline(never)]
    fn look(
        &mut self,
        ply: usize,
        mut depth: i32,
        (mut alpha, mut beta): (i32, i32),
        was_ours: bool,
        key: Option<u64>,
    ) -> i32 {
        let mind = self.mind;
        let key = key.unwrap_or_else(|| mind.key(&self.frames[ply].position));
        let sign = if was_ours { 1 } else { -1 };
        let probed = depth > 0;
        let mut known = None;
        if probed {
            known = self.table.probe(key ^ self.salt);
            if let Some(known) = known.filter(|known| known.plain && ply < DEEPEST)
                && let Some(score) = self.foreseen(ply, depth, (alpha, beta), was_ours, key, known)
            {
                return score;
            }
        }
        let mut actions = mem::take(&mut self.frames[ply].actions);
        let status = mind.actions(&self.frames[ply].position, &mut actions);
        let acts = match status {
            Status::Over(outcome) => {
                self.frames[ply].actions = actions;
                return sign * self.outcome(outcome, ply);
            }
            Status::Acts(acts) => acts,
        };
        if self.is_cut(ply, Some(key)) {
            self.frames[ply].actions = actions;
            return sign * self.cut(ply, acts);
        }
        let flips = (mind.side(acts) == self.ours) != was_ours;
        if flips {
            (alpha, beta) = (-beta, -alpha);
        }
        let forcing = self.profile.tuning.forcing;
        let mut plain = actions.len() > 1 && !forcing;
        if !self.exact && ply + 2 < DEEPEST {
            let soon = ply as i32 <= self.depth * 2;
            let mut urgent = false;
            if (depth <= 0 || forcing) && soon {
                urgent = mind.urgent(&self.frames[ply].position, acts, &actions);
                plain = actions.len() > 1 && !(forcing && urgent);
            }
            if urgent {
                depth = depth.max(0) + 1;
            } else if actions.len() == 1 && ply as i32 <= self.depth * 3 {
                depth += 1;
            }
        }
        self.trail.push(key);
        let score = if depth <= 0 || ply >= DEEPEST {
            self.leaf(ply, depth, alpha, beta, acts, &actions)
        } else {
            if !probed {
                known = self.table.probe(key ^ self.salt);
            }
            let node = Node {
                key,
                acts,
                known,
                plain,
            };
            self.inner(ply, depth, (alpha, beta), &mut actions, &node)
        };
        self.trail.pop();
        self.frames[ply].actions = actions;
        if flips { -score } else { score }
    }

    /// Whether play is cut short here (C8); the key is reckoned only where it is needed.
    #[inline]
    fn is_cut(&self, ply: usize, key: Option<u64>) -> bool {
        let position = &self.frames[ply].position;
        let period = self.mind.period(position);
        let key = || key.unwrap_or_else(|| self.mind.key(position));
        let cut = self.trail.cuts_line(self.mind, position, period, key);
        cut.is_some()
    }

    /// The value of a position with depth left if the table has it: such a position is not over, and its
    /// actions need not be listed.
    #[inline]
    fn foreseen(
        &mut self,
        ply: usize,
        depth: i32,
        (mut alpha, mut beta): (i32, i32),
        was_ours: bool,
        key: u64,
        known: Entry,
    ) -> Option<i32> {
        let flips = (self.mind.side(known.acts) == self.ours) != was_ours;
        if flips {
            (alpha, beta) = (-beta, -alpha);
        }
        let score = self.answer(ply, depth, (alpha, beta), Some(known))?;
        if self.is_cut(ply, Some(key)) {
            let sign = if was_ours { 1 } else { -1 };
            return Some(sign * self.cut(ply, known.acts));
        }
        Some(if flips { -score } else { score })
    }

    /// The value of a position with depth left if it needs no search.
    #[inline]
    pub(super) fn answer(
        &self,
        ply: usize,
        depth: i32,
        (alpha, beta): (i32, i32),
        known: Option<Entry>,
    ) -> Option<i32> {
        let is_line = beta - alpha > 1;
        let (alpha, beta) = within(ply, alpha, beta);
        if alpha >= beta {
            return Some(alpha);
        }
        let known = known?;
        let enough = if self.exact {
            known.depth == depth
        } else {
            known.depth >= depth && !is_line
        };
        let score = from_table(known.score, ply);
        let decides = match known.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        };
        (enough && decides).then_some(score)
    }
}

/// Nothing can be better than winning at once, or worse than having lost.
#[inline]
pub(super) fn within(ply: usize, alpha: i32, beta: i32) -> (i32, i32) {
    let ply = ply as i32;
    (alpha.max(ply - WIN), beta.min(WIN - ply - 1))
}

/// Forced wins are stored relative to the position, not to the root.
#[inline]
pub(super) fn to_table(score: i32, ply: usize) -> i32 {
    if score >= FORCED {
        score + ply as i32
    } else if score <= -FORCED {
        score - ply as i32
    } else {
        score
    }
}

#[inline]
fn from_table(score: i32, ply: usize) -> i32 {
    if score >= FORCED {
        score - ply as i32
    } else if score <= -FORCED {
        score + ply as i32
    } else {
        score
    }
}
