use std::mem;

use tablier_rules::{Outcome, Seat, Verdict};

use super::order::{Rank, pick};
use super::{DEEPEST, Pvs, QUIET_DEPTH};
use crate::Mind;
use crate::score::{MOST, WIN};
use crate::sides::verdict_of;
use crate::task::cut_outcome;

impl<M: Mind> Pvs<'_, M> {
    /// The worth of an outcome to our side.
    pub(super) fn outcome(&self, outcome: Outcome, ply: usize) -> i32 {
        match verdict_of(self.mind, outcome, self.ours) {
            Verdict::Won => WIN - ply as i32,
            Verdict::Lost => ply as i32 - WIN,
            Verdict::Drew => self.profile.draw,
        }
    }

    /// The worth to our side when play is cut short here (C8).
    pub(super) fn cut(&mut self, ply: usize, acts: Seat) -> i32 {
        let position = &self.frames[ply].position;
        match cut_outcome(self.mind, position) {
            Some(outcome) => self.outcome(outcome, ply),
            None => self.worth(ply, acts, &[]),
        }
    }

    /// The evaluation for our side.
    #[inline]
    pub(super) fn worth(&mut self, ply: usize, acts: Seat, actions: &[M::Action]) -> i32 {
        let position = &self.frames[ply].position;
        let mut score = self.mind.evaluate(position, acts, actions, self.ours);
        if let Some(accumulator) = &mut self.accumulator {
            let side = self.mind.mover(position, acts);
            let correction = accumulator.correction(self.mind, position, side);
            score += if side == self.ours {
                correction
            } else {
                -correction
            };
        }
        if !self.exact {
            score += self.mind.zest(position);
        }
        score.clamp(-MOST, MOST)
    }

    /// The evaluation for the side to act.
    #[inline]
    pub(super) fn evaluate(&mut self, ply: usize, acts: Seat, actions: &[M::Action]) -> i32 {
        let score = self.worth(ply, acts, actions);
        if self.mind.side(acts) == self.ours {
            score
        } else {
            -score
        }
    }

    /// The depth is used up: the evaluation, after the noise has died down.
    pub(super) fn leaf(
        &mut self,
        ply: usize,
        depth: i32,
        mut alpha: i32,
        beta: i32,
        acts: Seat,
        actions: &[M::Action],
    ) -> i32 {
        let mut best = self.evaluate(ply, acts, actions);
        if !self.quiesces || best >= beta || depth <= QUIET_DEPTH || ply >= DEEPEST {
            return best;
        }
        alpha = alpha.max(best);
        let is_ours = self.mind.side(acts) == self.ours;
        let mut noisy = mem::take(&mut self.frames[ply].noisy);
        let mut ranks = mem::take(&mut self.frames[ply].ranks);
        let position = &self.frames[ply].position;
        noisy.clear();
        noisy.extend(
            actions
                .iter()
                .filter(|&&action| self.mind.noisy(position, action)),
        );
        ranks.clear();
        ranks.extend((0..noisy.len()).map(|at| Rank::new(0, at)));
        self.rank_by_game(ply, acts, &noisy, &mut ranks);
        for place in 0..noisy.len() {
            let action = noisy[pick(place, &mut ranks).at()];
            self.step(ply, action);
            let score = self.visit(ply + 1, depth - 1, (alpha, beta), is_ours);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    self.extend_line(ply, action);
                }
            }
            if alpha >= beta {
                break;
            }
        }
        self.frames[ply].noisy = noisy;
        self.frames[ply].ranks = ranks;
        best
    }

    pub(super) fn extend_line(&mut self, ply: usize, action: M::Action) {
        let (now, next) = self.frames.split_at_mut(ply + 1);
        let line = &mut now[ply].line;
        line.clear();
        line.push(action);
        line.extend_from_slice(&next[0].line);
    }
}
