//! Le Blocus: get your king off the opposite edge, and block the rival king's way with guards.
//!
//! French and English names: *roi* = king, *garde* = guard, *centre* = centre, *chemin du roi* = the
//! king's way, *case* = square or part (the rules say which each time).
//!
//! Choices made: the kings face each other on E2 and E11, unless `kings=left` (BL1); in that case nobody
//! leaves before the first guard is on the board (BL5). A king may cross the square it came from (BL2).
//!
//! A position is the guards of both seats, by rows and by columns: 112 bytes. An action is 2 bytes.

mod actions;
mod arranging;
mod kings;
#[cfg(test)]
mod naive;
mod notation;
mod position;
mod refusal;
mod setup;
mod staging;
#[cfg(test)]
mod tests;
mod way;

pub use actions::{Action, Deed};
pub use kings::Kings;
pub use position::Position;
pub use setup::Setup;

use crate::{
    Game, GameInfo, Kind, OptionInfo, Outcome, Rules, Seat, Spec, SpecError, Status, Values,
};

/// Its numbered rules ([`paragraphs`](crate::paragraphs) reads them).
pub(crate) const PARAGRAPHS: &str = include_str!("../RULES.md");

/// Its catalog entry.
pub static INFO: GameInfo = GameInfo {
    id: "blocus",
    title: "Le Blocus",
    kind: Kind::Connection,
    minutes: (10, 20),
    revision: 2,
    options: &[OptionInfo {
        name: "kings",
        values: Values::OneOf(&["column", "left"]),
    }],
    former_defaults: &[],
};

/// Seat 1, whose king must leave in the north.
pub const SOUTH: Seat = Seat::new(0);
/// Seat 2, whose king must leave in the south.
pub const NORTH: Seat = Seat::new(1);

/// How many guards each seat has (BL1).
pub const GUARDS: u32 = 6;

/// The game.
#[derive(Clone, Debug, Default)]
pub struct Blocus {
    kings: Kings,
}

impl Rules for Blocus {
    type Position = Position;
    type Action = Action;

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> Position {
        Position::start(self.kings)
    }

    #[inline]
    fn actions(&self, position: &Position, actions: &mut Vec<Action>) -> Status {
        if let Some(winner) = position.gone() {
            actions.clear();
            return Status::Over(Outcome::won_by(2, |seat| seat == winner));
        }
        position.list(actions);
        if actions.is_empty() {
            // BL9
            return Status::Over(Outcome::won_by(2, |seat| seat != position.to_act()));
        }
        Status::Acts(position.to_act())
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

impl Game for Blocus {
    fn info(_id: &str) -> &'static GameInfo {
        &INFO
    }

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        let kings = match spec.get("kings") {
            "left" => Kings::Left,
            _ => Kings::Column,
        };
        Ok(Self { kings })
    }
}
