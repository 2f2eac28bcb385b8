//! Monte-Carlo tree search for any number of seats: leaves are evaluated instead of played out,
//! every seat maximises its own chance (partners share theirs), and proven wins and losses are
//! passed up the tree.

mod node;

use tablier_rules::hash::SplitMix64;
use tablier_rules::{Enough, Seat, Status, Trail};

use node::{Node, State, Values};

use crate::score::WIN;
use crate::sides::shares;
use crate::task::cut_outcome;
use crate::{Control, Mind, Profile, RootMove, Score, SearchOptions, SearchResult, Task};

/// The tree stops growing at this many nodes (about 56 bytes each).
const MOST_NODES: usize = 2_000_000;
/// Of more actions than this, only the most promising are tried.
const WIDEST: usize = 96;
/// How strongly it explores.
const EXPLORATION: f32 = 1.3;
const LONGEST: usize = 200;
/// In a playout, one action in this many is chosen at random.
const SELDOM: usize = 6;
/// A playout is stopped after this many actions and evaluated.
const LONGEST_PLAYOUT: usize = 24;
/// The share of the playout in the value of a new position; the rest is its evaluation.
const PLAYED: f32 = 0.75;

/// Searches until a limit is reached.
pub(crate) fn search<M: Mind>(
    task: &Task<M>,
    options: &SearchOptions,
    control: &Control,
    inform: &mut dyn FnMut(&SearchResult<M::Action>),
) -> SearchResult<M::Action> {
    let mut tree = Tree {
        mind: task.mind,
        profile: task.profile,
        nodes: vec![Node::new(None, 1.0)],
        actions: Vec::new(),
        scores: Vec::new(),
        playing: Vec::new(),
        random: SplitMix64::new(options.seed),
        trail: task.trail.clone(),
        path: Vec::new(),
        deepest: 0,
    };
    let mut count = 0;
    let mut report = 1024;
    loop {
        tree.iterate(task.position);
        count += 1;
        let found = |tree: &Tree<M>| tree.found(task, options.lines, count);
        // At least one visit beyond the root is needed before anything can be said.
        if count >= 2
            && (tree.nodes[0].state == State::Proven
                || control.is_over_lazily(count)
                || (count & 255 == 0 && control.is_late())
                || tree.deepest as u32 > control.depth()
                || (task.legal.len() == 1 && count > 64 && control.is_bounded()))
        {
            return found(&tree);
        }
        if count == report {
            report *= 2;
            inform(&found(&tree));
        }
    }
}

struct Tree<'a, M: Mind> {
    mind: &'a M,
    profile: Profile,
    nodes: Vec<Node<M::Action>>,
    actions: Vec<M::Action>,
    scores: Vec<i32>,
    /// The actions of a position in a playout.
    playing: Vec<M::Action>,
    random: SplitMix64,
    trail: Trail,
    path: Vec<usize>,
    deepest: usize,
}

impl<M: Mind> Tree<'_, M> {
    /// Goes down to an unvisited node, and back up with what was found there.
    fn iterate(&mut self, root: &M::Position) {
        let mut position = root.clone();
        let mut at = 0;
        self.path.clear();
        self.path.push(0);
        let values = loop {
            let node = &self.nodes[at];
            match node.state {
                State::Proven => break node.sums,
                State::New => break self.open(at, &position),
                State::Open | State::Narrowed => {
                    at = self.select(at);
                    if let Some(action) = self.nodes[at].action {
                        self.mind.apply(&mut position, action);
                    }
                    self.path.push(at);
                    if self.nodes[at].state == State::New {
                        continue;
                    }
                    self.trail.push(self.mind.key(&position));
                }
            }
            if self.path.len() > LONGEST {
                break [1.0 / f32::from(self.mind.seats()); Seat::MOST];
            }
        };
        self.trail.cut_back();
        self.deepest = self.deepest.max(self.path.len() - 1);
        self.back(values);
    }

    /// The child to visit next.
    fn select(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let seat = usize::from(node.acts);
        let mean = node.value(seat, 0.5);
        let root = ((node.visits + 1) as f32).sqrt();
        let first_guess = (mean - 0.08).max(0.0);
        let mut best = (f32::MIN, node.first as usize);
        // The more visits, the more of the actions are considered.
        let width = 4 + (2.0 * root) as usize;
        for (i, child) in self.nodes[node.children()].iter().enumerate() {
            if i >= width && best.0 > 0.0 {
                break;
            }
            let value = child.value(seat, first_guess);
            let urge = if child.state == State::Proven {
                // There is nothing to learn there.
                if value <= 0.5 { value - 1.0 } else { value }
            } else {
                value + EXPLORATION * child.prior * root / (1 + child.visits) as f32
            };
            if urge > best.0 {
                best = (urge, node.first as usize + i);
            }
        }
        best.1
    }

    /// Visits a new node: whether it is an end, how promising its actions are, and who is ahead.
    fn open(&mut self, at: usize, position: &M::Position) -> Values {
        let mind = self.mind;
        let acts = match mind.actions(position, &mut self.actions) {
            Status::Over(outcome) => return self.prove(at, shares(mind, outcome), 0),
            Status::Acts(acts) => acts,
        };
        if at != 0 {
            let key = mind.key(position);
            if self
                .trail
                .cuts(mind, position, key, Enough::OneInLine)
                .is_some()
                && let Some(outcome) = cut_outcome(mind, position)
            {
                return self.prove(at, shares(mind, outcome), 0);
            }
        }
        let mut values = mind.chances(self.profile.scale, position, acts, &self.actions);
        if self.profile.playouts {
            let played = self.play_on(position);
            for (value, played) in values.iter_mut().zip(played) {
                *value = *value * (1.0 - PLAYED) + played * PLAYED;
            }
        }
        self.nodes[at].acts = acts.index() as u8;
        if self.nodes.len() >= MOST_NODES {
            return values;
        }
        mind.prune(position, acts, &mut self.actions);
        self.scores.clear();
        self.scores.resize(self.actions.len(), 0);
        mind.order(position, acts, &self.actions, &mut self.scores);
        let mut ranked: Vec<(i32, M::Action)> = self
            .scores
            .iter()
            .copied()
            .zip(self.actions.iter().copied())
            .collect();
        ranked.sort_by_key(|&(score, _)| -score);
        let narrowed = ranked.len() > WIDEST;
        ranked.truncate(WIDEST);
        let top = ranked[0].0 as f32;
        let weight = |score: i32| ((score as f32 - top) / 400.0).exp();
        let total: f32 = ranked.iter().map(|&(score, _)| weight(score)).sum();
        let node = &mut self.nodes[at];
        node.count = ranked.len() as u16;
        node.state = if narrowed {
            State::Narrowed
        } else {
            State::Open
        };
        let first = self.nodes.len();
        self.nodes[at].first = first as u32;
        for (score, action) in ranked {
            self.nodes
                .push(Node::new(Some(action), weight(score) / total));
        }
        values
    }

    /// Plays on from a position, mostly by what looks best, and returns how it ended or who is
    /// ahead then.
    fn play_on(&mut self, position: &M::Position) -> Values {
        let mind = self.mind;
        let mut position = position.clone();
        let mut count = 0;
        loop {
            let acts = match mind.actions(&position, &mut self.playing) {
                Status::Over(outcome) => return shares(mind, outcome),
                Status::Acts(acts) => acts,
            };
            if count == LONGEST_PLAYOUT {
                return mind.chances(self.profile.scale, &position, acts, &self.playing);
            }
            let actions = &self.playing;
            let drawn = self.random.below(actions.len() * SELDOM);
            let action = actions.get(drawn).copied().unwrap_or_else(|| {
                self.scores.clear();
                self.scores.resize(actions.len(), 0);
                mind.order(&position, acts, actions, &mut self.scores);
                // Ties are broken by where the search for the best begins.
                let start = drawn % actions.len();
                let best = (start..actions.len())
                    .chain(0..start)
                    .max_by_key(|&i| self.scores[i]);
                actions[best.unwrap_or(start)]
            });
            mind.apply(&mut position, action);
            count += 1;
        }
    }

    fn prove(&mut self, at: usize, values: Values, distance: u8) -> Values {
        let node = &mut self.nodes[at];
        node.state = State::Proven;
        node.sums = values;
        node.distance = distance;
        values
    }

    /// Adds what was found to every node of the path, and passes proofs up.
    fn back(&mut self, mut values: Values) {
        for i in (0..self.path.len()).rev() {
            let at = self.path[i];
            if self.nodes[at].state != State::Proven && i + 1 < self.path.len() {
                let child = &self.nodes[self.path[i + 1]];
                if child.state == State::Proven
                    && let Some((proven, distance)) = self.proof(at)
                {
                    values = self.prove(at, proven, distance);
                }
            }
            let node = &mut self.nodes[at];
            node.visits += 1;
            if node.state != State::Proven {
                for (sum, value) in node.sums.iter_mut().zip(values) {
                    *sum += value;
                }
            }
        }
    }

    /// The value of a node, if its children prove one.
    fn proof(&self, at: usize) -> Option<(Values, u8)> {
        let node = &self.nodes[at];
        let seat = usize::from(node.acts);
        let children = &self.nodes[node.children()];
        let win = children
            .iter()
            .filter(|child| child.state == State::Proven && child.sums[seat] >= 1.0)
            .min_by_key(|child| child.distance);
        if let Some(child) = win {
            return Some((child.sums, child.distance.saturating_add(1)));
        }
        if node.state == State::Narrowed
            || children.iter().any(|child| child.state != State::Proven)
        {
            return None;
        }
        let best = children.iter().max_by(|a, b| {
            a.sums[seat]
                .total_cmp(&b.sums[seat])
                .then(a.distance.cmp(&b.distance))
        })?;
        Some((best.sums, best.distance.saturating_add(1)))
    }

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
            (class, visits)
        };
        children.sort_by_key(|i| std::cmp::Reverse(rank(i)));
        children
    }

    fn found(&self, task: &Task<M>, lines: usize, count: u64) -> SearchResult<M::Action> {
        let root = &self.nodes[0];
        let seat = task.acts.index();
        let mut chances = [0.0; Seat::MOST];
        for seat in Seat::all(self.mind.seats()) {
            chances[seat.index()] = root.value(seat.index(), 0.5);
        }
        // Nothing can be said about an action that was never tried; one comes first only if all
        // those tried surely lose.
        let mut ranked = self.ranked(0);
        let first = ranked.first().copied();
        ranked.retain(|&child| Some(child) == first || self.nodes[child].visits > 0);
        ranked.truncate(lines.max(1));
        let lines = ranked
            .into_iter()
            .map(|first| {
                let child = &self.nodes[first];
                let chance = child.value(seat, chances[seat]);
                let mut actions: Vec<_> = child.action.into_iter().collect();
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
                let distance = 1 + i32::from(child.distance);
                let score = if child.state == State::Proven && chance >= 1.0 {
                    WIN - distance
                } else if child.state == State::Proven && chance <= 0.0 {
                    distance - WIN
                } else {
                    let sure = chance.clamp(0.001, 0.999);
                    ((sure / (1.0 - sure)).ln() * self.profile.scale) as i32
                };
                RootMove {
                    score: Score(score),
                    chance,
                    actions,
                }
            })
            .collect();
        SearchResult {
            certain: false,
            lines,
            depth: self.deepest as u32,
            nodes: count,
            chances,
        }
    }
}
