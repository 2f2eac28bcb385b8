//! What the search must know about a game, and helpers about sides and chances.

use tablier_rules::{Match, Outcome, Rules, Seat, Verdict};

use crate::{Control, Score};

/// What the search must know about a game beyond its rules.
///
/// Everything has a default, so that a game without an evaluation of its own can be played (badly).
/// Scores are whole numbers in a unit that the game chooses; [`Mind::scale`] says what they mean.
pub trait Mind: Rules {
    /// The search that serves these options best, as measured.
    fn method(&self) -> Method {
        match side_count(self) {
            1 => Method::Solo,
            2 => Method::Pvs,
            _ => Method::Mcts,
        }
    }

    /// What each side has, by the number of the side; more is better, only differences count. `acts`
    /// is the seat to act, with its legal actions (empty when [`Mind::acts`] spared listing them).
    fn worths(
        &self,
        _position: &Self::Position,
        _acts: Seat,
        _actions: &[Self::Action],
    ) -> [i32; Seat::MOST] {
        [0; Seat::MOST]
    }

    /// How well a side stands against the others: above 0 is better. With two sides the scores of the
    /// two must add up to 0.
    #[inline]
    fn evaluate(
        &self,
        position: &Self::Position,
        acts: Seat,
        actions: &[Self::Action],
        side: u8,
    ) -> i32 {
        let worths = self.worths(position, acts, actions);
        let own = worths[usize::from(side)];
        let mut seen = [false; Seat::MOST];
        seen[usize::from(side)] = true;
        let (mut most, mut sum, mut count) = (i32::MIN, 0, 0);
        for seat in Seat::all(self.seats()) {
            let other = usize::from(self.side(seat));
            if !seen[other] && self.plays_on(position, seat) {
                seen[other] = true;
                most = most.max(worths[other]);
                sum += worths[other];
                count += 1;
            }
        }
        match count {
            0 => own,
            1 => own - most,
            // The strongest of the others counts as much as their average.
            _ => own - (most + sum / count) / 2,
        }
    }

    /// The score at which a side wins about 73 games of 100 (a logistic curve goes through it).
    fn scale(&self) -> f32 {
        100.0
    }

    /// What a draw is worth to the side that searches: below 0, it would rather take a risk.
    fn draw(&self) -> i32 {
        0
    }

    /// What the side that searches likes about a position whoever gains by it, on top of
    /// [`Mind::evaluate`]: where waiting is always safe, somebody must want to get on.
    fn zest(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// Whether Monte-Carlo tree search also plays on from new positions, mostly by [`Mind::order`], and goes
    /// by that more than by the evaluation: where an evaluation says little of what several enemies do.
    fn playouts(&self) -> bool {
        false
    }

    /// The terms of which [`Mind::worths`] is a sum, each with its weight, where it is such a sum and
    /// can be fitted to games (`tablier tune`).
    fn terms(&self) -> Vec<Term> {
        Vec::new()
    }

    /// What each side has without any of the [`Mind::terms`], and how much of each it has.
    fn counts(&self, _position: &Self::Position, _acts: Seat) -> Counts {
        Counts::default()
    }

    /// Adds to `scores` how promising each action looks, better ones higher: about 0 for an
    /// ordinary one, at most a few thousand.
    fn order(
        &self,
        _position: &Self::Position,
        _acts: Seat,
        _actions: &[Self::Action],
        _scores: &mut [i32],
    ) {
    }

    /// Whether the search should look on past its depth at actions like [`Mind::noisy`].
    fn quiesces(&self) -> bool {
        false
    }

    /// Whether an action changes the evaluation by much (a capture).
    fn noisy(&self, _position: &Self::Position, _action: Self::Action) -> bool {
        false
    }

    /// Whether the acting seat must answer something (a check): such positions are searched deeper.
    fn urgent(&self, _position: &Self::Position, _acts: Seat, _actions: &[Self::Action]) -> bool {
        false
    }

    /// Removes actions that surely lose at once or are no better than one that stays. At least one
    /// stays, and the value of the position stays the same.
    fn prune(&self, _position: &Self::Position, _acts: Seat, _actions: &mut Vec<Self::Action>) {}

    /// Who acts, if that is known without listing the actions and the game is surely not over.
    fn acts(&self, _position: &Self::Position) -> Option<Seat> {
        None
    }

    /// The best lines, at most `lines`, where they are known for certain: from a solution that is
    /// carried along, or proved within what the control allows; with the value for the acting side.
    fn known(
        &self,
        _game: &Match<Self>,
        _lines: usize,
        _control: &Control,
    ) -> Option<Vec<Certain<Self::Action>>> {
        None
    }

    /// The position if the acting seat could pass, where passing makes sense as a test of threats
    /// (null move). None where it could be an advantage to pass.
    fn passed(&self, _position: &Self::Position, _acts: Seat) -> Option<Self::Position> {
        None
    }

    /// The key of the sentence that says what an action does, where that can be told honestly:
    /// `engine.captures`, `engine.saves`.
    fn reason(&self, position: &Self::Position, action: Self::Action) -> Option<&'static str> {
        self.noisy(position, action).then_some("engine.captures")
    }

    /// What the principal-variation search may leave out in this game.
    #[inline]
    fn tuning(&self) -> Tuning {
        Tuning::default()
    }

    /// For each seat its chance of winning (a shared win counts as its share), by the evaluation.
    fn chances(
        &self,
        position: &Self::Position,
        acts: Seat,
        actions: &[Self::Action],
    ) -> [f32; Seat::MOST] {
        let scale = self.scale();
        let mut chances = [0.0; Seat::MOST];
        if side_count(self) == 2 {
            let ours = self.side(acts);
            let chance = logistic(self.evaluate(position, acts, actions, ours) as f32 / scale);
            for seat in Seat::all(self.seats()) {
                chances[seat.index()] = if self.side(seat) == ours {
                    chance
                } else {
                    1.0 - chance
                };
            }
            return chances;
        }
        let worths = self.worths(position, acts, actions);
        let most = worths.into_iter().max().unwrap_or(0);
        let mut total = 0.0;
        for seat in Seat::all(self.seats()) {
            if self.plays_on(position, seat) {
                let behind = (most - worths[usize::from(self.side(seat))]) as f32;
                let weight = (-behind / scale).max(-20.0).exp();
                chances[seat.index()] = weight;
                total += weight;
            }
        }
        if total > 0.0 {
            chances.iter_mut().for_each(|chance| *chance /= total);
        }
        chances
    }
}

/// A term of an evaluation: what it is called, and what one of it is worth.
pub type Term = (String, i32);

/// What an evaluation is made of in a position, for each side.
#[derive(Clone, Default, Debug)]
pub struct Counts {
    /// What has no weight to be fitted.
    pub fixed: [i32; Seat::MOST],
    /// How much there is of each term.
    pub terms: Vec<[i32; Seat::MOST]>,
}

/// What the principal-variation search may leave out, as measured for each game.
#[derive(Copy, Clone, Debug)]
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
    pub fn name(self) -> &'static str {
        match self {
            Method::Pvs => "pvs",
            Method::Mcts => "mcts",
            Method::Uct => "uct",
            Method::Solo => "solo",
        }
    }

    /// The method of this name.
    pub fn named(name: &str) -> Option<Self> {
        [Method::Pvs, Method::Mcts, Method::Uct, Method::Solo]
            .into_iter()
            .find(|method| method.name() == name)
    }
}

/// A line that is known for certain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certain<A> {
    /// The actions, the first one at least.
    pub actions: Vec<A>,
    /// The value for the side to act.
    pub score: Score,
}

/// How many sides there are.
pub fn side_count<R: Rules>(rules: &R) -> usize {
    let mut seen = [false; Seat::MOST];
    for seat in Seat::all(rules.seats()) {
        seen[usize::from(rules.side(seat))] = true;
    }
    seen.iter().filter(|&&side| side).count()
}

/// The usual S-curve: 0 gives one half.
#[inline]
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// What a side got: the best of its seats.
pub(crate) fn verdict_of<R: Rules>(rules: &R, outcome: Outcome, side: u8) -> Verdict {
    Seat::all(rules.seats())
        .filter(|&seat| rules.side(seat) == side)
        .map(|seat| outcome.verdict(seat))
        .max()
        .unwrap_or(Verdict::Lost)
}

/// What each seat has of the game at the end: 1 in all among the winners (partners have the whole
/// of it each), or shared by those who drew.
pub fn shares<R: Rules>(rules: &R, outcome: Outcome) -> [f32; Seat::MOST] {
    let mut shares = [0.0; Seat::MOST];
    if let Outcome::Left(left) = outcome {
        shares[0] = 1.0 / f32::from(left.max(1));
        return shares;
    }
    let best = Seat::all(rules.seats())
        .map(|seat| outcome.verdict(seat))
        .max()
        .unwrap_or(Verdict::Lost);
    let mut sides = [false; Seat::MOST];
    for seat in Seat::all(rules.seats()) {
        if outcome.verdict(seat) == best {
            sides[usize::from(rules.side(seat))] = true;
        }
    }
    let share = 1.0 / sides.iter().filter(|&&side| side).count().max(1) as f32;
    for seat in Seat::all(rules.seats()) {
        if sides[usize::from(rules.side(seat))] {
            shares[seat.index()] = share;
        }
    }
    shares
}
