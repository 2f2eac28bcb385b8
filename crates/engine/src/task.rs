use tablier_rules::{Cut, Match, Outcome, Rules, Seat, Status, Trail};

use crate::{Method, Mind, Profile, Score};

/// What to think about: a position, with the record that led to it.
#[derive(Clone, Debug)]
pub struct Task<'a, M: Mind> {
    pub(crate) mind: &'a M,
    pub(crate) profile: Profile,
    pub(crate) position: &'a M::Position,
    pub(crate) acts: Seat,
    pub(crate) legal: &'a [M::Action],
    pub(crate) trail: Trail,
}

impl<'a, M: Mind> Task<'a, M> {
    /// The current position of a match; none if the game is over.
    pub fn new(game: &'a Match<M>) -> Option<Self> {
        let Status::Acts(acts) = game.status() else {
            return None;
        };
        Some(Self {
            mind: game.rules(),
            profile: game.rules().profile(),
            position: game.position(),
            acts,
            legal: game.legal(),
            trail: Trail::from_match(game),
        })
    }
}

/// The outcome of cutting play short here, if that ends the game.
pub(crate) fn cut_outcome<R: Rules>(rules: &R, position: &R::Position) -> Option<Outcome> {
    match rules.cut(position) {
        Cut::Over(outcome) => Some(outcome),
        Cut::Next(_) => None,
    }
}

/// How to think.
#[derive(Clone, Debug)]
pub struct SearchOptions {
    /// Which search; none for the game's default.
    pub method: Option<Method>,
    /// How many best lines are wanted.
    pub lines: usize,
    /// The seed.
    pub seed: u64,
    /// How many threads (one in the browser).
    pub threads: usize,
    /// Without anything that could miss a line: equal to plain minimax of the same depth.
    pub exact: bool,
    /// Without certain knowledge, for a level that does not play its best.
    pub without_knowledge: bool,
    /// Without the network that corrects the evaluation.
    pub without_network: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self {
            method: None,
            lines: 1,
            seed: 0,
            threads: 1,
            exact: false,
            without_knowledge: false,
            without_network: false,
        }
    }
}

/// The findings of a search so far.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SearchResult<A> {
    /// The best lines, best first.
    pub lines: Vec<RootMove<A>>,
    /// The depth searched completely.
    pub depth: u32,
    /// The nodes searched.
    pub nodes: u64,
    /// Each seat's chance of winning.
    pub chances: [f32; Seat::MOST],
    /// Whether all of this is certain rather than just searched.
    pub certain: bool,
}

/// An action at the root with the line of play that follows it, and its worth to the side to act.
#[derive(Clone, Debug)]
pub struct RootMove<A> {
    /// The value for the side to act.
    pub score: Score,
    /// The chance of winning of the seat to act.
    pub chance: f32,
    /// The action and what follows.
    pub actions: Vec<A>,
}

impl<A: Copy> SearchResult<A> {
    /// The best action.
    ///
    /// # Panics
    /// Never: every search finds at least one line of one action.
    pub fn best(&self) -> A {
        self.lines[0].actions[0]
    }
}
