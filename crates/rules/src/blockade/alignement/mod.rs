//! Alignement: get four of your five pieces in a line, on the sixteen circles of the *Blockade*
//! board.
//!
//! French and English: *carré* square, *triangle* triangle, *cylindre* cylinder, *cercle* circle.
//!
//! Rule choices: AL4 as the rules have it (a cylinder goes to one of the eight neighbouring circles,
//! though the rulebook says "the nearest empty circle"). Which turn of the cycle it is belongs to the
//! position (C8); turns from the thirteenth on are told apart only by their place in the cycle.
//!
//! A position is six masks of sixteen circles and the turn: 14 bytes. An action is the place it comes
//! from and the circle it goes to: 2 bytes.

mod actions;
mod arranging;
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
pub use position::{Position, Shape, line_in, neighbours};
pub use setup::Setup;

use crate::grid;
use crate::{Game, GameInfo, Kind, Outcome, Rules, Spec, SpecError, Status};

/// One of the sixteen circles (AL1).
pub type Circle = grid::Square<4, 4>;

/// Its numbered rules ([`paragraphs`](crate::paragraphs) reads them).
pub(crate) const PARAGRAPHS: &str = include_str!("../RULES.md");

/// Its catalog entry.
pub static INFO: GameInfo = GameInfo {
    id: "alignement",
    title: "Alignement",
    kind: Kind::Pattern,
    minutes: (5, 15),
    revision: 1,
    options: &[],
    former_defaults: &[],
};

/// The game. It has no options.
#[derive(Clone, Debug)]
pub struct Alignement;

impl Rules for Alignement {
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
        let mover = position.to_act().next(2);
        if line_in(position.all_of(mover)).is_some() {
            return Status::Over(Outcome::won_by(2, |seat| seat == mover)); // AL5
        }
        position.list(actions);
        if actions.is_empty() {
            return Status::Over(Outcome::won_by(2, |seat| seat == mover)); // AL6
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

impl Game for Alignement {
    fn info(_id: &str) -> &'static GameInfo {
        &INFO
    }

    fn from_spec(_spec: &Spec) -> Result<Self, SpecError> {
        Ok(Self)
    }
}
