//! What is read from the tree.

use tablier_rules::Seat;

use super::node::State;
use super::tree::Tree;
use crate::score::WIN;
use crate::{Mind, RootMove, Score, SearchResult, Task};

impl<A: Copy> Tree<A> {
    /// The children of a node, best first for the seat that acts there.
    fn ranked(&self, at: usize) -> Vec<usize> {
        let node = &self.nodes[at];
        let seat = usize::from(node.acts);
        let mut children: Vec<usize> = node.children().collect();
        let rank = |i: &usize| {
            let child = &self.nodes[*i];
            let proven = child.state == State::Proven;
            let value = child.value(seat, 0.0);
            let class = if proven && value >= 1.0 {
                2
            } else if proven && value <= 0.0 {
                0
            } else {
                1
            };
            let visits = if class == 1 {
                i64::from(child.visits)
            } else if class == 2 {
                -i64::from(child.distance)
            } else {
                i64::from(child.distance)
            };
            // Of those never visited, what is foreseen decides.
            let foreseen = child.state == State::Foreseen && child.visits == 0;
            (
                class,
                visits,
                if foreseen { (value * 1e6) as i64 } else { 0 },
            )
        };
        children.sort_by_key(|i| std::cmp::Reverse(rank(i)));
        children
    }

    /// The best lines so far, and everyone's chances.
    pub(super) fn found<M>(&self, task: &Task<M>, lines: usize) -> SearchResult<A>
    where
        M: Mind<Action = A>,
    {
        let root = &self.nodes[0];
        let seat = task.acts.index();
        let mut chances = [0.0; Seat::MOST];
        let likely = self.undecided(0);
        for seat in Seat::all(task.mind.seats()) {
            let seat = seat.index();
            chances[seat] = likely.map_or_else(|| root.value(seat, 0.5), |likely| likely[seat]);
        }
        // Nothing can be said about an action that was never tried and of which nothing is foreseen; one comes
        // first only if all those tried surely lose.
        let mut ranked = self.ranked(0);
        let first = ranked.first().copied();
        ranked.retain(|&child| {
            let node = &self.nodes[child];
            Some(child) == first || node.visits > 0 || node.state != State::New
        });
        ranked.truncate(lines.max(1));
        let lines = ranked
            .into_iter()
            .map(|first| {
                let child = &self.nodes[first];
                let chance = child.value(seat, chances[seat]);
                let distance = 1 + i32::from(child.distance);
                let score = if child.state == State::Proven && chance >= 1.0 {
                    WIN - distance
                } else if child.state == State::Proven && chance <= 0.0 {
                    distance - WIN
                } else {
                    let sure = chance.clamp(0.001, 0.999);
                    ((sure / (1.0 - sure)).ln() * task.profile.scale) as i32
                };
                RootMove {
                    score: Score(score),
                    chance,
                    actions: self.line(first),
                }
            })
            .collect();
        SearchResult {
            certain: false,
            lines,
            depth: self.deepest as u32,
            nodes: self.count,
            chances,
        }
    }

    /// The line of play that leads to a child of the root and on from there.
    fn line(&self, first: usize) -> Vec<A> {
        let mut actions: Vec<A> = self.nodes[first].action.into_iter().collect();
        let mut at = first;
        while matches!(self.nodes[at].state, State::Open | State::Narrowed) {
            let Some(&next) = self.ranked(at).first() else {
                break;
            };
            if self.nodes[next].visits == 0 {
                break;
            }
            actions.extend(self.nodes[next].action);
            at = next;
        }
        actions
    }
}
