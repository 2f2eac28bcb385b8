use std::sync::LazyLock;
use std::{array, mem};

use super::Pvs;
use super::busy::{Busy, LEAST_DEPTH};
use super::order::pick;
use super::visit::{Node, to_table, within};
use crate::Mind;
use crate::score::{FORCED, WIN};
use crate::transposition::{Bound, Entry, TranspositionTable};

impl<M: Mind> Pvs<'_, M> {
    /// Has the table get ready for the position after an action, which is searched soon, and returns its key. Spoils
    /// the position of the next frame, which a [`step`](Self::step) sets anyway.
    #[inline]
    fn announce(&mut self, ply: usize, action: M::Action) -> u64 {
        self.step(ply, action);
        let key = self.mind.key(&self.frames[ply + 1].position);
        self.table.prefetch(key ^ self.salt);
        key
    }

    /// A position with depth left.
    pub(super) fn inner(
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
        // The key of the action searched next, once it is announced.
        let mut announced = best_known
            .filter(|_| announces)
            .map(|best| self.announce(ply, actions[usize::from(best)]));
        let mut left = mem::take(&mut self.frames[ply].left);
        left.clear();
        let mut ranks = mem::take(&mut self.frames[ply].ranks);
        self.rank(ply, acts, actions, best_known, &mut ranks);
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
                // What is announced has been picked.
                let rank = if place == 0 || announced.is_some() {
                    ranks[place]
                } else {
                    pick(place, &mut ranks)
                };
                (place, rank)
            } else if let Some(late) = left.pop() {
                late
            } else {
                break;
            };
            let action = actions[rank.at()];
            let mut key = announced.take();
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
            if announces && place == 0 && best_known.is_none() {
                key = Some(self.announce(ply, action));
            }
            if announces && !places.is_empty() && (place > 0 || best_known.is_none()) {
                let upcoming = pick(places.start, &mut ranks);
                announced = Some(self.announce(ply, actions[upcoming.at()]));
            }
            self.step(ply, action);
            let next = depth - 1;
            let mut less = 0;
            if depth >= 3 && quiet && place >= if is_line { 4 } else { 2 } {
                less = reduction(depth, place);
                if is_line {
                    less -= 1;
                }
                less = less.clamp(0, next - 1);
            }
            let narrow = (alpha, alpha + 1);
            let window = if place == 0 { (alpha, beta) } else { narrow };
            let mut score = self.visit_known(ply + 1, next - less, window, is_ours, key);
            if place > 0 && score > alpha {
                if less > 0 && !self.stopped {
                    score = self.visit(ply + 1, next, narrow, is_ours);
                }
                if score > alpha && score < beta && !self.stopped {
                    score = self.visit(ply + 1, next, (alpha, beta), is_ours);
                }
            }
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
                    // What is only compared with a limit is no part of the line.
                    if is_line {
                        self.extend_line(ply, action);
                    }
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

/// By how much less deep a late action is searched at first.
#[inline]
fn reduction(depth: i32, place: usize) -> i32 {
    static REDUCTIONS: LazyLock<[[u8; 64]; 64]> = LazyLock::new(|| {
        let logarithms: [f32; 64] = array::from_fn(|at| (at.max(1) as f32).ln());
        logarithms
            .map(|of_depth| logarithms.map(|of_place| (0.6 + of_depth * of_place / 2.2) as u8))
    });
    i32::from(REDUCTIONS[(depth as usize).min(63)][place.min(63)])
}
