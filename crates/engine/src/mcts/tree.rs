//! The tree: how it is walked and grows.

use tablier_rules::Seat;

use super::node::{Node, State, Values};
use crate::network::Foreseen;

/// The tree stops growing at this many nodes (about 56 bytes each).
const MOST_NODES: usize = 2_000_000;
/// How strongly it explores.
const EXPLORATION: f32 = 1.3;
/// The same where every new position comes with what is foreseen of it.
const FORESEEING: f32 = 0.3;
const LONGEST: usize = 200;

/// The nodes, and how often it was visited.
pub(super) struct Tree<A> {
    pub(super) nodes: Vec<Node<A>>,
    /// The only seat that does not choose by habit, if anything is foreseen.
    searcher: Option<usize>,
    pub(super) count: u64,
    pub(super) deepest: usize,
}

/// A way from the root to a node: the nodes, and the actions between them.
pub(super) struct Path<A> {
    nodes: Vec<usize>,
    pub(super) actions: Vec<A>,
}

impl<A> Path<A> {
    pub(super) fn new() -> Self {
        Self {
            nodes: Vec::new(),
            actions: Vec::new(),
        }
    }
}

/// Where a path ends.
pub(super) enum Leaf {
    /// At a node nobody has visited, or at one that the tree has no room to open.
    New,
    /// At a node visited once: it is to be opened, and the most promising of its children visited.
    Closed,
    /// At a proven end, or where nothing is to be added to what is foreseen.
    Known(Values),
    /// Too far from the root.
    Far,
}

/// What was found at the end of a path.
pub(super) struct Visit {
    pub(super) values: Values,
    pub(super) growth: Growth,
}

/// What becomes of the node at the end of a path.
pub(super) enum Growth {
    /// It stays as it is.
    None,
    /// The game is over there.
    Proven,
    /// This seat acts there. It gets children, only for the most promising actions if narrowed; the values are those
    /// of the first, where the game may be over.
    Opened {
        acts: Seat,
        narrowed: bool,
        over: bool,
    },
    /// This seat acts there. It gets children with what is foreseen of each.
    Foreseen { acts: Seat },
}

/// An action at the end of a path, and what is known of where it leads.
pub(super) struct Child<A> {
    pub(super) prior: f32,
    pub(super) action: A,
    /// Everyone's chances, and whether the game is over.
    pub(super) foreseen: Option<Foreseen>,
}

impl<A: Copy> Tree<A> {
    pub(super) fn new(searcher: Option<Seat>) -> Self {
        Self {
            nodes: vec![Node::new(None, 1.0)],
            searcher: searcher.map(Seat::index),
            count: 0,
            deepest: 0,
        }
    }

    /// Whether there is nothing left to find out: the value of the root is known, or that of all its actions.
    pub(super) fn is_settled(&self) -> bool {
        let root = &self.nodes[0];
        root.state == State::Proven || self.all_proven(root)
    }

    fn all_proven(&self, node: &Node<A>) -> bool {
        let mut children = self.nodes[node.children()].iter();
        node.state == State::Open && children.all(|child| child.state == State::Proven)
    }

    /// Goes down to a node that is worth a visit.
    pub(super) fn descend(&mut self, path: &mut Path<A>) -> Leaf {
        path.nodes.clear();
        path.actions.clear();
        path.nodes.push(0);
        let mut at = 0;
        loop {
            let node = &self.nodes[at];
            match node.state {
                State::Proven => return Leaf::Known(node.sums),
                State::New => {
                    // Most nodes are visited once only and need no children.
                    let full = self.nodes.len() >= MOST_NODES;
                    return if node.visits == 0 || full {
                        Leaf::New
                    } else {
                        Leaf::Closed
                    };
                }
                State::Foreseen if self.nodes.len() >= MOST_NODES => {
                    return Leaf::Known(std::array::from_fn(|seat| node.value(seat, 0.0)));
                }
                State::Foreseen => return Leaf::New,
                State::Open | State::Narrowed => {
                    at = self.select(at);
                    path.nodes.push(at);
                    path.actions.extend(self.nodes[at].action);
                    let fresh = matches!(self.nodes[at].state, State::New | State::Foreseen);
                    if !fresh && path.nodes.len() > LONGEST {
                        return Leaf::Far;
                    }
                }
            }
        }
    }

    /// The child to visit next.
    fn select(&self, at: usize) -> usize {
        let node = &self.nodes[at];
        let seat = usize::from(node.acts);
        if self.searcher.is_some_and(|searcher| searcher != seat) {
            return self.habitual(node);
        }
        let exploration = match self.searcher {
            Some(_) => FORESEEING,
            None => EXPLORATION,
        };
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
                value + exploration * child.prior * root / (1 + child.visits) as f32
            };
            if urge > best.0 {
                best = (urge, node.first as usize + i);
            }
        }
        best.1
    }

    /// The child to visit next of a node where somebody chooses by habit: the visits follow the priors as closely as
    /// they can.
    fn habitual(&self, node: &Node<A>) -> usize {
        let count = (node.visits + 1) as f32;
        let mut most = (f32::MIN, node.first as usize);
        for (i, child) in self.nodes[node.children()].iter().enumerate() {
            let missing = child.prior * count - child.visits as f32;
            if missing > most.0 {
                most = (missing, node.first as usize + i);
            }
        }
        most.1
    }

    /// Adds what was found at the end of a path to every node of it, and passes proofs up.
    /// `children` are the actions there, the most promising first.
    pub(super) fn back(&mut self, path: &mut Path<A>, visit: Visit, children: &[Child<A>]) {
        let mut values = visit.values;
        let nodes = &mut path.nodes;
        let last = nodes[nodes.len() - 1];
        match visit.growth {
            Growth::None => {}
            Growth::Proven => self.prove(last, values, 0),
            Growth::Opened {
                acts,
                narrowed,
                over,
            } => {
                let first = self.open(last, acts, narrowed, children);
                nodes.push(first);
                if over {
                    self.prove(first, values, 0);
                }
            }
            Growth::Foreseen { acts } => {
                self.open(last, acts, false, children);
                if let Some((proven, distance)) = self.proof(last) {
                    self.prove(last, proven, distance);
                    values = proven;
                }
            }
        }
        for i in (0..nodes.len()).rev() {
            let at = nodes[i];
            if self.nodes[at].state != State::Proven
                && let Some(&child) = nodes.get(i + 1)
                && self.nodes[child].state == State::Proven
            {
                if let Some((proven, distance)) = self.proof(at) {
                    self.prove(at, proven, distance);
                    values = proven;
                } else if let Some(likely) = self.undecided(at) {
                    values = likely;
                }
            }
            let node = &mut self.nodes[at];
            if node.state != State::Proven {
                if node.visits == 0 {
                    // What was foreseen of it gives way to what is found.
                    node.sums = [0.0; Seat::MOST];
                }
                for (sum, value) in node.sums.iter_mut().zip(values) {
                    *sum += value;
                }
            }
            node.visits += 1;
        }
        self.count += 1;
        self.deepest = self.deepest.max(nodes.len() - 1);
    }

    /// Gives a node its children and returns the first.
    fn open(&mut self, at: usize, acts: Seat, narrowed: bool, children: &[Child<A>]) -> usize {
        let first = self.nodes.len();
        let node = &mut self.nodes[at];
        node.acts = acts.index() as u8;
        node.first = first as u32;
        node.count = children.len() as u16;
        node.state = if narrowed {
            State::Narrowed
        } else {
            State::Open
        };
        self.nodes.extend(children.iter().map(|child| {
            let mut node = Node::new(Some(child.action), child.prior);
            if let Some(foreseen) = child.foreseen {
                node.sums = foreseen.chances;
                node.state = match foreseen.over {
                    true => State::Proven,
                    false => State::Foreseen,
                };
            }
            node
        }));
        first
    }

    fn prove(&mut self, at: usize, values: Values, distance: u8) {
        let node = &mut self.nodes[at];
        node.state = State::Proven;
        node.sums = values;
        node.distance = distance;
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
        if !self.all_proven(node) {
            return None;
        }
        let best = children.iter().max_by(|a, b| {
            a.sums[seat]
                .total_cmp(&b.sums[seat])
                .then(a.distance.cmp(&b.distance))
        })?;
        // A seat that has nothing to win any more may still decide who does: that proves nothing.
        let decides = children
            .iter()
            .any(|child| child.sums[seat] == best.sums[seat] && child.sums != best.sums);
        (!decides).then_some((best.sums, best.distance.saturating_add(1)))
    }

    /// What is likely where all ends are known but a seat that has nothing to win any more decides between them: it may
    /// as well choose one as another, or follows its habit.
    pub(super) fn undecided(&self, at: usize) -> Option<Values> {
        let node = &self.nodes[at];
        if !self.all_proven(node) {
            return None;
        }
        let seat = usize::from(node.acts);
        let children = &self.nodes[node.children()];
        let best = children
            .iter()
            .map(|child| child.sums[seat])
            .fold(f32::MIN, f32::max);
        let habitual = self.searcher.is_some_and(|searcher| searcher != seat);
        let mut likely = [0.0; Seat::MOST];
        let mut total = 0.0;
        for child in children.iter().filter(|child| child.sums[seat] == best) {
            let weight = if habitual { child.prior.max(1e-6) } else { 1.0 };
            total += weight;
            for (sum, value) in likely.iter_mut().zip(child.sums) {
                *sum += weight * value;
            }
        }
        Some(likely.map(|sum| sum / total))
    }
}
