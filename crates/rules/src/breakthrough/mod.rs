//! Breakthrough, the example of a new game (CONTRIBUTING.md walks through this folder).
//!
//! A position is two bitboards and the side to act: 24 bytes. An action is two squares: 2 bytes.

mod actions;
mod arranging;
mod notation;
mod position;
mod refusal;
mod setup;
mod staging;
#[cfg(test)]
mod tests;

pub use actions::Action;
pub use position::Position;
pub use setup::Setup;

use crate::grid;
use crate::hash::SplitMix64;
use crate::{Game, GameInfo, Kind, Outcome, Rules, Seat, Spec, SpecError, Status};

/// A square of the board.
pub type Square = grid::Square<8, 8>;
/// A set of squares.
pub type Bitboard = grid::Bitboard<8, 8>;

/// Its numbered rules ([`paragraphs`](crate::paragraphs) reads them).
#[cfg(feature = "development")]
pub(crate) const PARAGRAPHS: &str = include_str!("RULES.md");

/// The entry it would have in a catalog.
pub static INFO: GameInfo = GameInfo {
    id: "breakthrough",
    title: "Breakthrough",
    kind: Kind::Race,
    minutes: (10, 20),
    revision: 1,
    options: &[],
    former_defaults: &[],
};

/// The game. It has no options.
#[derive(Clone, Debug)]
pub struct Breakthrough;

impl Rules for Breakthrough {
    type Position = Position;
    type Action = Action;

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> Position {
        Position::START
    }

    #[inline]
    fn actions(&self, position: &Position, actions: &mut Vec<Action>) -> Status {
        actions.clear();
        if let Some(winner) = position.winner() {
            return Status::Over(Outcome::won_by(2, |seat| seat == winner));
        }
        position.list(actions);
        Status::Acts(position.to_act())
    }

    #[inline]
    fn choose(
        &self,
        position: &Position,
        random: &mut SplitMix64,
        _buffer: &mut Vec<Action>,
    ) -> Result<Action, Outcome> {
        match position.winner() {
            Some(winner) => Err(Outcome::won_by(2, |seat| seat == winner)),
            None => Ok(position.choose(random)),
        }
    }

    #[inline]
    fn apply(&self, position: &mut Position, action: Action) {
        position.play(action);
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key()
    }
}

impl Game for Breakthrough {
    fn info(_id: &str) -> &'static GameInfo {
        &INFO
    }

    fn from_spec(_spec: &Spec) -> Result<Self, SpecError> {
        Ok(Self)
    }
}

/// Seat 1, at the south.
pub(crate) const SOUTH: Seat = Seat::new(0);
/// Seat 2, at the north.
const NORTH: Seat = Seat::new(1);
