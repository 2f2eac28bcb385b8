//! Solitaire: jump over pieces of other colours until as few as possible are left.
//!
//! French and English: *pion* piece, *case* square, *sauter* to jump; *rouge* red, *jaune* yellow, *bleu*
//! blue, *vert* green.
//!
//! Rule choices: row 1 is at the top and squares are written row first, as in the printed solution
//! (SO5). The shapes of the pieces mean nothing here, so they are all drawn alike. The number of
//! jumps made is the length of the record, not part of the position.
//!
//! A position is a mask of the pieces and two masks for their colours: 24 bytes. An action is two
//! squares: 2 bytes.

mod actions;
mod arranging;
#[cfg(test)]
mod naive;
mod notation;
mod position;
mod refusal;
mod setup;
mod square;
mod staging;
#[cfg(test)]
mod tests;

pub use actions::{Action, between};
pub use position::{Colour, Position};
pub use setup::Setup;
pub use square::Square;

use crate::hash::SplitMix64;
use crate::{
    Game, GameInfo, Kind, OptionInfo, Outcome, Rules, Seat, Spec, SpecError, Status, Values,
};

/// Its numbered rules ([`paragraphs`](crate::paragraphs) reads them).
pub(crate) const PARAGRAPHS: &str = include_str!("../RULES.md");

/// Its catalog entry.
pub static INFO: GameInfo = GameInfo {
    id: "solitaire",
    title: "Solitaire",
    kind: Kind::Puzzle,
    minutes: (5, 20),
    revision: 1,
    options: &[
        OptionInfo {
            name: "start",
            values: Values::OneOf(&["classic", "random"]),
        },
        OptionInfo {
            name: "seed",
            values: Values::Number,
        },
    ],
    former_defaults: &[],
};

/// The game from one start.
#[derive(Clone, Debug)]
pub struct Solitaire {
    start: Position,
}

impl Rules for Solitaire {
    type Position = Position;
    type Action = Action;

    fn seats(&self) -> u8 {
        1
    }

    fn start(&self) -> Position {
        self.start
    }

    #[inline]
    fn actions(&self, position: &Position, actions: &mut Vec<Action>) -> Status {
        actions.clear();
        position.list(actions);
        if actions.is_empty() {
            return Status::Over(Outcome::Left(position.count() as u8)); // SO3
        }
        Status::Acts(Seat::new(0))
    }

    #[inline]
    fn choose(
        &self,
        position: &Position,
        random: &mut SplitMix64,
        _buffer: &mut Vec<Action>,
    ) -> Result<Action, Outcome> {
        let left = || Outcome::Left(position.count() as u8); // SO3
        position.choose(random).ok_or_else(left)
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

impl Game for Solitaire {
    fn info(_id: &str) -> &'static GameInfo {
        &INFO
    }

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        let start = match spec.get("start") {
            "random" => Position::shuffled(spec.number("seed")),
            _ => Position::classic(),
        };
        Ok(Self { start })
    }
}
