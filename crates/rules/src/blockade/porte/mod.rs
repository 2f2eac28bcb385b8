//! La Porte: line up with two opposing pieces of the two other shapes, and a new piece enters
//! through the door.
//!
//! French and English names: *porte*, *cercle* or *centre* = door (a centre), *cylindre* = cylinder,
//! *triangle* = triangle, *carré* = square.
//!
//! Choices made: cylinder, triangle and square begin in the corner as PO1 says; the door of a part is
//! free for an entry when the moved piece has just left it, as in the rulebook's fifth example (PO4).
//!
//! A position is the pieces of each seat, their shapes and hands: 168 bytes. An action is 2 bytes.

mod actions;
mod arranging;
mod entry;
#[cfg(test)]
mod naive;
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

use super::players::{self, Players};
use crate::hash::SplitMix64;
use crate::{Game, GameInfo, Kind, Outcome, Rules, Seat, Spec, SpecError, Status};

/// Its numbered rules ([`paragraphs`](crate::paragraphs) reads them).
pub(crate) const PARAGRAPHS: &str = include_str!("../RULES.md");

/// Its catalog entry.
pub static INFO: GameInfo = GameInfo {
    id: "porte",
    title: "La Porte",
    kind: Kind::Pattern,
    minutes: (10, 30),
    revision: 1,
    options: &[players::OPTION, players::TEAMS],
    former_defaults: &[],
};

/// The shape of a piece, the only thing that sets pieces apart.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// One each, on the board from the start.
    Cylinder,
    /// Four each, three of them in hand at the start.
    Triangle,
    /// Six each, five of them in hand at the start.
    Square,
}

impl Shape {
    /// All shapes.
    pub const ALL: [Shape; 3] = [Shape::Cylinder, Shape::Triangle, Shape::Square];

    /// How many pieces of this shape each seat has.
    pub const fn number(self) -> u8 {
        match self {
            Shape::Cylinder => 1,
            Shape::Triangle => 4,
            Shape::Square => 6,
        }
    }
}

/// The game with its options.
#[derive(Clone, Debug)]
pub struct Porte {
    pub(super) players: Players,
}

impl Porte {
    /// The game for these players.
    pub fn new(players: Players) -> Self {
        Porte { players }
    }

    /// Who plays.
    #[inline]
    pub fn players(&self) -> Players {
        self.players
    }

    /// The partner of a seat, in teams.
    #[inline]
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        self.players.partner(seat)
    }

    /// The opponents of a seat.
    #[inline]
    pub fn enemies(&self, seat: Seat) -> impl Iterator<Item = Seat> + Clone + use<> {
        self.players.enemies(seat)
    }

    /// PO5: the seat whose last action brought in the last piece of its side.
    #[inline]
    pub fn winner(&self, position: &Position) -> Option<Seat> {
        let mover = self.players.before(position.to_act());
        let partner = self.partner(mover).unwrap_or(mover);
        (position.is_done(mover) && position.is_done(partner)).then_some(mover)
    }
}

impl Rules for Porte {
    type Position = Position;
    type Action = Action;

    fn seats(&self) -> u8 {
        self.players.count
    }

    #[inline]
    fn side(&self, seat: Seat) -> u8 {
        self.players.side(seat)
    }

    fn start(&self) -> Position {
        Position::start(self)
    }

    #[inline]
    fn actions(&self, position: &Position, actions: &mut Vec<Action>) -> Status {
        if let Some(winner) = self.winner(position) {
            actions.clear();
            return Status::Over(self.players.won_by_side_of(winner));
        }
        self.list(position, actions);
        Status::Acts(position.to_act())
    }

    #[inline]
    fn choose(
        &self,
        position: &Position,
        random: &mut SplitMix64,
        _buffer: &mut Vec<Action>,
    ) -> Result<Action, Outcome> {
        match self.winner(position) {
            Some(winner) => Err(self.players.won_by_side_of(winner)),
            None => Ok(self.choose(position, random)),
        }
    }

    #[inline]
    fn apply(&self, position: &mut Position, action: Action) {
        self.play(position, action);
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key
    }
}

impl Game for Porte {
    fn info(_id: &str) -> &'static GameInfo {
        &INFO
    }

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        Players::from_spec(spec).map(Self::new)
    }
}
