use std::mem;

use tablier_rules::{Enough, Outcome, Seat, Status, Verdict};

use super::order::pick;
use super::{DEEPEST, Pvs, QUIET_DEPTH};
use crate::Mind;
use crate::score::{FORCED, MOST, WIN};
use crate::sides::verdict_of;
use crate::task::cut_outcome;
use crate::transposition::{Bound, Entry};

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
        mut depth: i32,
        mut alpha: i32,
        mut beta: i32,
        was_ours: bool,
    ) -> i32 {
        self.nodes += 1;
        if self.nodes & 63 == 0 || self.nodes >= self.control.nodes() {
            self.stopped |= self.control.is_over(self.nodes);
        }
        if self.stopped {
            return 0;
        }
        let mind = self.mind;
        self.frames[ply].line.clear();
        let sign = if was_ours { 1 } else { -1 };
        // The quickest leaf: the list of actions is not needed.
        if depth <= 0
            && !self.quiesces
            && let Some(acts) = mind.acts(&self.frames[ply].position)
        {
            let position = &self.frames[ply].position;
            let key = mind.key(position);
            if self
                .trail
                .cuts(mind, position, key, Enough::OneInLine)
                .is_some()
            {
                return sign * self.cut(ply, acts);
            }
            return sign * self.worth(ply, acts, &[]);
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
        let key = mind.key(&self.frames[ply].position);
        if self
            .trail
            .cuts(mind, &self.frames[ply].position, key, Enough::OneInLine)
            .is_some()
        {
            self.frames[ply].actions = actions;
            return sign * self.cut(ply, acts);
        }
        let is_ours = mind.side(acts) == self.ours;
        let flips = is_ours != was_ours;
        if flips {
            (alpha, beta) = (-beta, -alpha);
        }
        if !self.exact && ply + 2 < DEEPEST {
            let soon = ply as i32 <= self.depth * 2;
            if (depth <= 0 || self.profile.tuning.forcing)
                && soon
                && mind.urgent(&self.frames[ply].position, acts, &actions)
            {
                depth = depth.max(0) + 1;
            } else if actions.len() == 1 && ply as i32 <= self.depth * 3 {
                depth += 1;
            }
        }
        self.trail.push(key);
        let score = if depth <= 0 || ply >= DEEPEST {
            self.leaf(ply, depth, alpha, beta, acts, &actions)
        } else {
            self.inner(ply, depth, (alpha, beta), acts, &mut actions, key)
        };
        self.trail.pop();
        self.frames[ply].actions = actions;
        if flips { -score } else { score }
    }

    /// The worth of an outcome to our side.
    fn outcome(&self, outcome: Outcome, ply: usize) -> i32 {
        match verdict_of(self.mind, outcome, self.ours) {
            Verdict::Won => WIN - ply as i32,
            Verdict::Lost => ply as i32 - WIN,
            Verdict::Drew => self.profile.draw,
        }
    }

    /// The worth to our side when play is cut short here (C8).
    fn cut(&mut self, ply: usize, acts: Seat) -> i32 {
        let position = &self.frames[ply].position;
        match cut_outcome(self.mind, position) {
            Some(outcome) => self.outcome(outcome, ply),
            None => self.worth(ply, acts, &[]),
        }
    }

    /// The evaluation for our side.
    #[inline]
    fn worth(&mut self, ply: usize, acts: Seat, actions: &[M::Action]) -> i32 {
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
    fn evaluate(&mut self, ply: usize, acts: Seat, actions: &[M::Action]) -> i32 {
        let score = self.worth(ply, acts, actions);
        if self.mind.side(acts) == self.ours {
            score
        } else {
            -score
        }
    }

    /// The depth is used up: the evaluation, after the noise has died down.
    fn leaf(
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
        let mut scores = mem::take(&mut self.frames[ply].scores);
        let mut order = mem::take(&mut self.frames[ply].order);
        let position = &self.frames[ply].position;
        noisy.clear();
        noisy.extend(
            actions
                .iter()
                .filter(|&&action| self.mind.noisy(position, action)),
        );
        scores.clear();
        scores.resize(noisy.len(), 0);
        order.clear();
        order.extend(0..noisy.len() as u16);
        if noisy.len() > 1 {
            self.mind.order(position, acts, &noisy, &mut scores);
            order.sort_by_key(|&i| -scores[usize::from(i)]);
        }
        for &i in &order {
            let action = noisy[usize::from(i)];
            self.step(ply, action);
            let score = self.visit(ply + 1, depth - 1, alpha, beta, is_ours);
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
        self.frames[ply].scores = scores;
        self.frames[ply].order = order;
        best
    }

    fn extend_line(&mut self, ply: usize, action: M::Action) {
        let (now, next) = self.frames.split_at_mut(ply + 1);
        let line = &mut now[ply].line;
        line.clear();
        line.push(action);
        line.extend_from_slice(&next[0].line);
    }

    /// A position with depth left.
    fn inner(
        &mut self,
        ply: usize,
        depth: i32,
        (mut alpha, mut beta): (i32, i32),
        acts: Seat,
        actions: &mut Vec<M::Action>,
        key: u64,
    ) -> i32 {
        let mind = self.mind;
        let is_ours = mind.side(acts) == self.ours;
        let is_line = beta - alpha > 1;
        // Nothing here can be better than winning at once, or worse than having lost.
        alpha = alpha.max(ply as i32 - WIN);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let slot = key ^ self.salt;
        let known = self.table.probe(slot);
        if let Some(known) = known {
            let enough = if self.exact {
                known.depth == depth
            } else {
                known.depth >= depth
            };
            if enough && (!is_line || self.exact) {
                let score = from_table(known.score, ply);
                let decides = match known.bound {
                    Bound::Exact => true,
                    Bound::Lower => score >= beta,
                    Bound::Upper => score <= alpha,
                };
                if decides {
                    return score;
                }
            }
        }
        mind.prune(&self.frames[ply].position, acts, actions);
        let tuning = self.profile.tuning;
        let mut evaluation = None;
        if tuning.margin > 0 && !self.exact && !is_line && beta.abs() < FORCED {
            let here = self.evaluate(ply, acts, actions);
            evaluation = Some(here);
            // So far ahead that a little more depth will not change it.
            if depth <= 3 && here - tuning.margin * depth >= beta {
                return here;
            }
        }
        let best_known = known
            .and_then(|known| known.best)
            .filter(|&best| usize::from(best) < actions.len());
        let mut scores = mem::take(&mut self.frames[ply].scores);
        let mut order = mem::take(&mut self.frames[ply].order);
        self.rank(ply, acts, actions, best_known, &mut scores, &mut order);
        self.frames[ply + 1].killers = [None; 2];
        let start = alpha;
        let mut best = -WIN - 1;
        let mut best_at = None;
        for place in 0..actions.len() {
            pick(place, &mut order, &scores);
            let at = order[place];
            let action = actions[usize::from(at)];
            let quiet = self.exact
                || (scores[usize::from(at)] < tuning.loud
                    && !mind.noisy(&self.frames[ply].position, action));
            if !self.exact && place > 0 && quiet && best > -FORCED && !is_line {
                if tuning.late > 0
                    && depth <= 4
                    && place as i32 >= tuning.late * (1 + depth * depth)
                {
                    continue;
                }
                if depth <= 2
                    && evaluation.is_some_and(|here| here + tuning.margin * depth <= alpha)
                {
                    continue;
                }
            }
            self.step(ply, action);
            let next = depth - 1;
            let score = if place == 0 {
                self.visit(ply + 1, next, alpha, beta, is_ours)
            } else {
                let mut less = 0;
                if !self.exact && depth >= 3 && quiet && place >= if is_line { 4 } else { 2 } {
                    less = i32::from(self.reductions[(depth as usize).min(63)][place.min(63)]);
                    if is_line {
                        less -= 1;
                    }
                    less = less.clamp(0, next - 1);
                }
                let mut score = self.visit(ply + 1, next - less, alpha, alpha + 1, is_ours);
                if less > 0 && score > alpha && !self.stopped {
                    score = self.visit(ply + 1, next, alpha, alpha + 1, is_ours);
                }
                if score > alpha && score < beta && !self.stopped {
                    score = self.visit(ply + 1, next, alpha, beta, is_ours);
                }
                score
            };
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                best_at = Some(at);
                if score > alpha {
                    alpha = score;
                    self.extend_line(ply, action);
                }
            }
            if alpha >= beta {
                self.reward(ply, depth, actions, &order[..=place], acts);
                break;
            }
        }
        self.frames[ply].scores = scores;
        self.frames[ply].order = order;
        if self.stopped {
            return 0;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > start {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.table.store(
            slot,
            Entry {
                score: to_table(best, ply),
                depth,
                bound,
                best: best_at,
            },
        );
        best
    }
}

/// Forced wins are stored relative to the position, not to the root.
#[inline]
fn to_table(score: i32, ply: usize) -> i32 {
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
