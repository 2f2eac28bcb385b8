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
mod placing;
mod position;
mod staging;
#[cfg(test)]
mod tests;

pub use actions::Action;
pub use position::Position;

use crate::{
    Game, GameInfo, Kind, OptionInfo, Outcome, Rules, Seat, Spec, SpecError, Status, Values,
};

/// Its catalog entry.
pub static INFO: GameInfo = GameInfo {
    id: "porte",
    title: "La Porte",
    kind: Kind::Pattern,
    minutes: (10, 30),
    revision: 1,
    options: &[
        OptionInfo {
            name: "players",
            values: Values::OneOf(&["2", "3", "4"]),
        },
        OptionInfo {
            name: "teams",
            values: Values::OneOf(&["false", "true"]),
        },
    ],
    former_defaults: &[],
    rules: include_str!("../RULES.md"),
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
    pub(super) players: u8,
    pub(super) teams: bool,
}

impl Porte {
    /// The game for `players` players; teams are for four.
    pub fn new(players: u8, teams: bool) -> Self {
        Porte { players, teams }
    }

    /// The corner of a seat, counted clockwise from 0 in the south-west (PO1).
    pub fn place(&self, seat: Seat) -> u8 {
        let seat = seat.index();
        match (self.players, self.teams) {
            (2, _) => [0, 2, 0, 0][seat],
            (_, true) => [0, 2, 1, 3][seat],
            _ => seat as u8,
        }
    }

    /// The partner of a seat, in teams.
    #[inline]
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        self.teams.then(|| Seat::new(seat.index() as u8 ^ 2))
    }

    /// The opponents of a seat.
    #[inline]
    pub fn enemies(&self, seat: Seat) -> impl Iterator<Item = Seat> + Clone + use<> {
        let partner = self.partner(seat);
        Seat::all(self.players).filter(move |&other| other != seat && partner != Some(other))
    }

    /// PO5: the seat whose last action brought in the last piece of its side.
    #[inline]
    pub fn winner(&self, position: &Position) -> Option<Seat> {
        let last = if position.to_act().index() == 0 {
            self.players - 1
        } else {
            position.to_act().index() as u8 - 1
        };
        let mover = Seat::new(last);
        let partner = self.partner(mover).unwrap_or(mover);
        (position.is_done(mover) && position.is_done(partner)).then_some(mover)
    }
}

impl Rules for Porte {
    type Position = Position;
    type Action = Action;

    fn seats(&self) -> u8 {
        self.players
    }

    #[inline]
    fn side(&self, seat: Seat) -> u8 {
        let seat = seat.index() as u8;
        if self.teams { seat & 1 } else { seat }
    }

    fn start(&self) -> Position {
        Position::start(self)
    }

    #[inline]
    fn actions(&self, position: &Position, actions: &mut Vec<Action>) -> Status {
        if let Some(winner) = self.winner(position) {
            actions.clear();
            let side = self.side(winner);
            return Status::Over(Outcome::won_by(self.players, |seat| {
                self.side(seat) == side
            }));
        }
        self.list(position, actions);
        Status::Acts(position.to_act())
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
        let (players, teams) = spec.players_and_teams()?;
        Ok(Self::new(players, teams))
    }
}
