//! What is done outside the tree: playing a path, looking at where it ends, playing on.

use tablier_rules::hash::SplitMix64;
use tablier_rules::{Enough, Outcome, Seat, Status, Trail};

use super::node::Values;
use super::tree::{Child, Growth, Leaf, Path, Visit};
use crate::network::Foreseer;
use crate::sides::shares;
use crate::task::cut_outcome;
use crate::{Mind, Profile, Task};

/// Of more actions than this, only the most promising are tried.
const WIDEST: usize = 96;
/// The prior of an action grows with this power of the chance foreseen after it.
const SHARPNESS: i32 = 5;
/// In a playout, one action in this many is chosen at random.
const SELDOM: usize = 6;
/// A playout is stopped after this many actions and evaluated.
const LONGEST_PLAYOUT: usize = 24;
/// The share of the playout in the value of a new position; the rest is its evaluation.
const PLAYED: f32 = 0.75;

pub(super) struct Worker<'a, M: Mind> {
    mind: &'a M,
    profile: Profile,
    root: &'a M::Position,
    trail: Trail,
    random: SplitMix64,
    pub(super) path: Path<M::Action>,
    /// The actions of the position opened last, the most promising first.
    pub(super) children: Vec<Child<M::Action>>,
    /// Looks ahead where something is foreseen.
    foreseer: Option<Foreseer<'a, M>>,
    likely: Vec<f32>,
    actions: Vec<M::Action>,
    scores: Vec<i32>,
    ranked: Vec<(i32, M::Action)>,
    /// The actions of a position in a playout.
    playing: Vec<M::Action>,
}

impl<'a, M: Mind> Worker<'a, M> {
    pub(super) fn new(task: &Task<'a, M>, foreseer: Option<Foreseer<'a, M>>, seed: u64) -> Self {
        Self {
            mind: task.mind,
            profile: task.profile,
            root: task.position,
            trail: task.trail.clone(),
            random: SplitMix64::new(seed),
            path: Path::new(),
            children: Vec::new(),
            foreseer,
            likely: Vec::new(),
            actions: Vec::new(),
            scores: Vec::new(),
            ranked: Vec::new(),
            playing: Vec::new(),
        }
    }

    /// Looks at where the path ends.
    pub(super) fn visit(&mut self, leaf: Leaf) -> Visit {
        let known = |values| Visit {
            values,
            growth: Growth::None,
        };
        let visit = match leaf {
            Leaf::Known(values) => known(values),
            Leaf::Far => known([1.0 / f32::from(self.mind.seats()); Seat::MOST]),
            Leaf::New => {
                let position = self.follow();
                let is_root = self.path.actions.is_empty();
                match self.foreseer.take() {
                    Some(mut foreseer) => {
                        let visit = self.foresee(&mut foreseer, &position, is_root);
                        self.foreseer = Some(foreseer);
                        visit
                    }
                    None => self.look(&position, is_root),
                }
            }
            Leaf::Closed => {
                let mut position = self.follow();
                self.open(&mut position)
            }
        };
        self.trail.cut_back();
        visit
    }

    /// The position where the path ends; those before it are added to the trail.
    fn follow(&mut self) -> M::Position {
        let mut position = self.root.clone();
        let count = self.path.actions.len();
        for (i, &action) in self.path.actions.iter().enumerate() {
            self.mind.apply(&mut position, action);
            if i + 1 < count {
                self.trail.push(self.mind.key(&position));
            }
        }
        position
    }

    /// Ranks the actions of a position seen before, and looks at where the most promising leads.
    fn open(&mut self, position: &mut M::Position) -> Visit {
        let mind = self.mind;
        let acts = match mind.actions(position, &mut self.actions) {
            Status::Acts(acts) => acts,
            // Known since it was first looked at.
            Status::Over(outcome) => return over(mind, outcome),
        };
        let narrowed = self.rank(position, acts);
        if !self.path.actions.is_empty() {
            self.trail.push(mind.key(position));
        }
        mind.apply(position, self.children[0].action);
        let first = self.look(position, false);
        let growth = Growth::Opened {
            acts,
            narrowed,
            over: matches!(first.growth, Growth::Proven),
        };
        Visit { growth, ..first }
    }

    /// Lists the actions of a new position; what is seen if it is an end.
    fn enter(&mut self, position: &M::Position, is_root: bool) -> Result<Seat, Visit> {
        let mind = self.mind;
        let acts = match mind.actions(position, &mut self.actions) {
            Status::Over(outcome) => return Err(over(mind, outcome)),
            Status::Acts(acts) => acts,
        };
        if !is_root {
            let key = mind.key(position);
            let cut = self.trail.cuts(mind, position, key, Enough::OneInLine);
            if cut.is_some()
                && let Some(outcome) = cut_outcome(mind, position)
            {
                return Err(over(mind, outcome));
            }
        }
        Ok(acts)
    }

    /// Opens a new position with what is foreseen after each of its actions. The seat that searches chooses the best of
    /// them for itself, any other as it usually does.
    fn foresee(
        &mut self,
        foreseer: &mut Foreseer<M>,
        position: &M::Position,
        is_root: bool,
    ) -> Visit {
        let mind = self.mind;
        let acts = match self.enter(position, is_root) {
            Ok(acts) => acts,
            Err(visit) => return visit,
        };
        let searching = acts == foreseer.searcher();
        if searching {
            mind.prune(position, acts, &mut self.actions);
        } else {
            foreseer.habits(position, acts, &self.actions, &mut self.likely);
        }
        self.children.clear();
        let mut values = [0.0; Seat::MOST];
        let mut best = f32::MIN;
        for (i, &action) in self.actions.iter().enumerate() {
            let mut after = position.clone();
            mind.apply(&mut after, action);
            let foreseen = foreseer.look(&after);
            let own = foreseen.chances[acts.index()];
            let prior = match searching {
                true => own.powi(SHARPNESS),
                false => self.likely[i],
            };
            if !searching {
                let chances = values.iter_mut().zip(foreseen.chances);
                chances.for_each(|(value, chance)| *value += prior * chance);
            } else if own > best {
                (best, values) = (own, foreseen.chances);
            }
            self.children.push(Child {
                prior,
                action,
                foreseen: Some(foreseen),
            });
        }
        self.share_priors();
        self.children.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        Visit {
            values,
            growth: Growth::Foreseen { acts },
        }
    }

    /// Makes the priors of the children 1 in all.
    fn share_priors(&mut self) {
        let total: f32 = self.children.iter().map(|child| child.prior).sum();
        let even = 1.0 / self.children.len() as f32;
        for child in &mut self.children {
            child.prior = if total > 0.0 {
                child.prior / total
            } else {
                even
            };
        }
    }

    /// Looks at a new position: whether it is an end, and who is ahead.
    fn look(&mut self, position: &M::Position, is_root: bool) -> Visit {
        let mind = self.mind;
        let acts = match self.enter(position, is_root) {
            Ok(acts) => acts,
            Err(visit) => return visit,
        };
        let mut values = mind.chances(self.profile.scale, position, acts, &self.actions);
        if self.profile.playouts {
            let played = self.play_on(position);
            for (value, played) in values.iter_mut().zip(played) {
                *value = *value * (1.0 - PLAYED) + played * PLAYED;
            }
        }
        Visit {
            values,
            growth: Growth::None,
        }
    }

    /// Fills `children`; whether some actions have no place among them.
    fn rank(&mut self, position: &M::Position, acts: Seat) -> bool {
        self.children.clear();
        self.mind.prune(position, acts, &mut self.actions);
        self.scores.clear();
        self.scores.resize(self.actions.len(), 0);
        self.mind
            .order(position, acts, &self.actions, &mut self.scores);
        let scored = self.scores.iter().zip(&self.actions);
        self.ranked.clear();
        self.ranked
            .extend(scored.map(|(&score, &action)| (score, action)));
        self.ranked.sort_by_key(|&(score, _)| -score);
        let narrowed = self.ranked.len() > WIDEST;
        self.ranked.truncate(WIDEST);
        let top = self.ranked[0].0 as f32;
        let weight = |score: i32| ((score as f32 - top) / 400.0).exp();
        let ranked = self.ranked.iter();
        self.children.extend(ranked.map(|&(score, action)| Child {
            prior: weight(score),
            action,
            foreseen: None,
        }));
        self.share_priors();
        narrowed
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
}

/// What is seen of a position where the game is over.
fn over<M: Mind>(mind: &M, outcome: Outcome) -> Visit {
    Visit {
        values: shares(mind, outcome),
        growth: Growth::Proven,
    }
}
