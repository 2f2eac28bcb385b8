/// How a game is searched best: plain data.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Profile {
    /// The search that serves best.
    pub method: Method,
    /// The score at which a side wins about 73 games of 100 (a logistic curve goes through it).
    pub scale: f32,
    /// What a draw is worth to the side that searches: below 0, it would rather take a risk.
    pub draw: i32,
    /// Whether the search looks on past its depth at [noisy](crate::MoveOrdering::noisy) actions.
    pub quiescence: bool,
    /// Whether Monte-Carlo tree search also plays on from new positions, mostly by
    /// [`MoveOrdering::order`](crate::MoveOrdering::order), and goes by that more than by the evaluation: where
    /// an evaluation says little of what several enemies do.
    pub playouts: bool,
    /// What principal-variation search may leave out.
    pub tuning: Tuning,
}

impl Profile {
    /// What usually serves a game with this many sides.
    #[must_use]
    pub fn for_sides(sides: usize) -> Self {
        Self {
            method: match sides {
                1 => Method::Solo,
                2 => Method::Pvs,
                _ => Method::Mcts,
            },
            scale: 100.0,
            draw: 0,
            quiescence: false,
            playouts: false,
            tuning: Tuning::default(),
        }
    }
}

/// What the principal-variation search may leave out, as measured for each game.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Tuning {
    /// How much one quiet action can hardly change the score; 0 leaves nothing out.
    pub margin: i32,
    /// Near the end of its depth the search tries about this many quiet actions; 0 for all.
    pub late: i32,
    /// Actions that are ordered at this or above are never reduced nor left out.
    pub loud: i32,
    /// Whether answering something urgent costs no depth anywhere; otherwise only where it is used up.
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
