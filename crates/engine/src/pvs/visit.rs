use std::mem;

use tablier_rules::{Enough, Seat, Status};

use super::busy::{Busy, LEAST_DEPTH};
use super::order::pick;
use super::{DEEPEST, Pvs};
use crate::Mind;
use crate::score::{FORCED, WIN};
use crate::transposition::{Bound, Entry, TranspositionTable};

/// What is known about the position of a frame before it is searched.
struct Node {
    key: u64,
    acts: Seat,
    /// What the table says.
    known: Option<Entry>,
    /// See [`Entry::plain`].
    plain: bool,
}

impl<M: Mind> Pvs<'_, M> {
    /// Plays an action from the frame of this ply into the next.
    #[inline]
    pub(super) fn step(&mut self, ply: usize, action: M::Action) {
        let (now, next) = self.frames.split_at_mut(ply + 1);
        next[0].position.clone_from(&now[ply].position);
        self.mind.apply(&mut next[0].position, action);
    }

    /// Has the table get ready for the position after an action, which is searched soon. Spoils the position of the
    /// next frame, which a [`step`](Self::step) sets anyway.
    #[inline]
    fn announce(&mut self, ply: usize, action: M::Action) {
        self.step(ply, action);
        let key = self.mind.key(&self.frames[ply + 1].position);
        self.table.prefetch(key ^ self.salt);
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
        if self.nodes & 255 == 0 || self.nodes >= self.control.nodes() {
            self.stopped |= self.control.is_over(self.nodes);
        }
        if self.stopped {
            return 0;
        }
        let mind = self.mind;
        let frame = &mut self.frames[ply];
        frame.line.clear();
        let key = mind.key(&frame.position);
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
        } else if !self.quiesces
            && let Some(acts) = mind.acts(&frame.position)
        {
            // The quickest leaf: the list of actions is not needed.
            if self.is_cut(ply, key) {
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
        if self.is_cut(ply, key) {
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

    /// Whether play is cut short here (C8).
    #[inline]
    fn is_cut(&self, ply: usize, key: u64) -> bool {
        let position = &self.frames[ply].position;
        let cut = self.trail.cuts(self.mind, position, key, Enough::OneInLine);
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
        if self.is_cut(ply, key) {
            let sign = if was_ours { 1 } else { -1 };
            return Some(sign * self.cut(ply, known.acts));
        }
        Some(if flips { -score } else { score })
    }

    /// The value of a position with depth left if it needs no search.
    #[inline]
    fn answer(
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

    /// A position with depth left.
    fn inner(
        &mut self,
        ply: usize,
        depth: i32,
        (alpha, beta): (i32, i32),
        actions: &mut Vec<M::Action>,
        node: &Node,
    ) -> i32 {
        if let Some(score) = self.answer(ply, depth, (alpha, beta), node.known) {
            return score;
        }
        let mind = self.mind;
        let acts = node.acts;
        let is_ours = mind.side(acts) == self.ours;
        let is_line = beta - alpha > 1;
        let (mut alpha, beta) = within(ply, alpha, beta);
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
        let best_known = node
            .known
            .and_then(|known| known.best)
            .filter(|&best| usize::from(best) < actions.len());
        // With depth left below, the next position will be looked up.
        let announces = depth > 1 && TranspositionTable::PREFETCHES;
        if let Some(best) = best_known.filter(|_| announces) {
            self.announce(ply, actions[usize::from(best)]);
        }
        let mut left = mem::take(&mut self.frames[ply].left);
        left.clear();
        let mut ranks = mem::take(&mut self.frames[ply].ranks);
        self.rank_by_history(ply, acts, actions, best_known, &mut ranks);
        if best_known.is_none() {
            self.rank_by_game(ply, acts, actions, &mut ranks);
        }
        self.frames[ply + 1].killers = [None; 2];
        let start = alpha;
        let mut best = -WIN - 1;
        let mut best_at = None;
        let slot = node.key ^ self.salt;
        let busy = self.busy.filter(|_| depth >= LEAST_DEPTH);
        let mut places = 0..actions.len();
        loop {
            let is_late = places.is_empty();
            let (place, rank) = if let Some(place) = places.next() {
                // The best known action often makes the others needless.
                if place == 1 && best_known.is_some() {
                    self.rank_by_game(ply, acts, actions, &mut ranks[1..]);
                }
                (place, pick(place, &mut ranks))
            } else if let Some(late) = left.pop() {
                late
            } else {
                break;
            };
            let action = actions[rank.at()];
            let quiet = place > 0
                && !self.exact
                && rank.score() < tuning.loud
                && !mind.noisy(&self.frames[ply].position, action);
            if quiet && best > -FORCED && !is_line {
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
            let mark = busy
                .filter(|_| place > 0)
                .map(|busy| (busy, Busy::mark(slot, rank.at() as u16)));
            if let Some((busy, mark)) = mark {
                if !is_late && busy.is_taken(mark) {
                    left.push((place, rank));
                    continue;
                }
                busy.take(mark);
            }
            if announces && !places.is_empty() && (place > 0 || best_known.is_none()) {
                let upcoming = pick(places.start, &mut ranks);
                self.announce(ply, actions[upcoming.at()]);
            }
            self.step(ply, action);
            let next = depth - 1;
            let score = if place == 0 {
                self.visit(ply + 1, next, alpha, beta, is_ours)
            } else {
                let mut less = 0;
                if depth >= 3 && quiet && place >= if is_line { 4 } else { 2 } {
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
            if let Some((busy, mark)) = mark {
                busy.release(mark);
            }
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                best_at = Some(rank.at() as u16);
                if score > alpha {
                    alpha = score;
                    self.extend_line(ply, action);
                }
            }
            if alpha >= beta {
                let tried = if is_late { &[rank] } else { &ranks[..=place] };
                self.reward(ply, depth, actions, tried, acts);
                break;
            }
        }
        self.frames[ply].ranks = ranks;
        self.frames[ply].left = left;
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
                acts,
                plain: node.plain,
            },
        );
        best
    }
}

/// Nothing can be better than winning at once, or worse than having lost.
#[inline]
fn within(ply: usize, alpha: i32, beta: i32) -> (i32, i32) {
    let ply = ply as i32;
    (alpha.max(ply - WIN), beta.min(WIN - ply - 1))
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
