use super::Curve;
use crate::sides::{LIKELIEST, logistic};

/// How a game is best searched: plain data.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Profile {
    /// The best search method.
    pub method: Method,
    /// The score at which a side wins about 73 games in 100 (on a logistic curve).
    pub scale: f32,
    /// How sure the engine may be of itself when it tells its chances to people, as measured by
    /// `tablier chances`: it multiplies their logits. The search and the levels do without.
    pub sureness: f32,
    /// By how much surer it may be late in a game; half of it counts after 100 actions.
    pub surer: f32,
    /// What is told of two sides after that, measured likewise: a small lead may mean less, or more, than its
    /// part of a large one.
    pub curve: Curve,
    /// The worth of a draw to the searching side: below 0, it would rather take a risk.
    pub draw: i32,
    /// Whether the search continues past its depth with [noisy](crate::MoveOrdering::noisy)
    /// actions.
    pub quiescence: bool,
    /// Whether Monte-Carlo tree search also plays on from new positions, mostly by
    /// [`MoveOrdering::order`](crate::MoveOrdering::order), and trusts that more than the evaluation: for
    /// games whose evaluation says little about what several opponents do.
    pub playouts: bool,
    /// What principal-variation search may skip.
    pub tuning: Tuning,
}

impl Profile {
    /// The usual profile for a game with this many sides.
    #[must_use]
    pub fn for_sides(sides: usize) -> Self {
        Self {
            method: match sides {
                1 => Method::Solo,
                2 => Method::Pvs,
                _ => Method::Mcts,
            },
            scale: 100.0,
            sureness: 1.0,
            surer: 0.0,
            curve: Curve::STRAIGHT,
            draw: 0,
            quiescence: false,
            playouts: false,
            tuning: Tuning::default(),
        }
    }

    /// The same search, whose chances are told without any correction.
    #[must_use]
    pub fn telling_plainly(self) -> Self {
        Self {
            sureness: 1.0,
            surer: 0.0,
            curve: Curve::STRAIGHT,
            ..self
        }
    }

    /// Turns the chances of all sides that were searched after so many actions into those that people are
    /// told. They sum up to 1; what is certain stays so, and nothing else becomes it.
    pub fn tell(&self, ply: usize, chances: &mut [f32]) {
        let sureness = self.sureness_at(ply);
        if let [own, other] = chances {
            if *own > 0.0 && *other > 0.0 {
                let told = self.curve.at(sureness * (*own / *other).ln());
                *own = logistic(told).clamp(1.0 - LIKELIEST, LIKELIEST);
                *other = 1.0 - *own;
            }
            return;
        }
        for chance in chances.iter_mut().filter(|chance| **chance > 0.0) {
            *chance = chance.powf(sureness);
        }
        let all: f32 = chances.iter().sum();
        if all > 0.0 {
            chances.iter_mut().for_each(|chance| *chance /= all);
        }
    }

    /// How sure the engine may be of itself after so many actions.
    #[must_use]
    pub fn sureness_at(&self, ply: usize) -> f32 {
        self.sureness + self.surer * Self::lateness(ply)
    }

    /// How late it is after so many actions, from 0 up to 1.
    #[must_use]
    pub fn lateness(ply: usize) -> f32 {
        ply as f32 / (ply as f32 + 100.0)
    }
}

/// What principal-variation search may skip, as measured for each game.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Tuning {
    /// The most that a single quiet action usually changes the score by; 0 skips nothing.
    pub margin: i32,
    /// Near the end of its depth, the search tries about this many quiet actions; 0 for all.
    pub late: i32,
    /// Actions ordered at or above this are never reduced or skipped.
    pub loud: i32,
    /// Whether responding to something urgent never costs depth; otherwise only once the depth is
    /// used up.
    pub forcing: bool,
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            margin: 0,
            late: 0,
            loud: 1 << 14,
            forcing: false,
        }
    }
}

/// A way to search.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Method {
    /// Principal-variation search: the side to act against all others.
    Pvs,
    /// Monte-Carlo tree search with evaluations, each seat for itself.
    Mcts,
    /// Plain UCT with random playouts: the yardstick.
    Uct,
    /// For one player: the fewest pieces left.
    Solo,
}

impl Method {
    /// Its name in options.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Method::Pvs => "pvs",
            Method::Mcts => "mcts",
            Method::Uct => "uct",
            Method::Solo => "solo",
        }
    }

    /// The method of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        [Method::Pvs, Method::Mcts, Method::Uct, Method::Solo]
            .into_iter()
            .find(|method| method.name() == name)
    }
}
