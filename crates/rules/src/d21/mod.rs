//! D.21: dice that slide and jump, and turn by adding and subtracting.
//!
//! *Dé* is a die, *glissement* a slide, *saut* a jump, *cases extérieures* the outer squares,
//! *alignement* the line of the first goal, *série* the set 1 to 6 of the second.
//!
//! Choices where the rulebook is silent: the field is 8 × 8 inside one ring of outer squares (D1), all
//! dice start with 1 (D2), no die jumps over its neighbour unless `jump=any` (D5), the first goal asks
//! for a set unless `order=strict` (D9). A position set up by hand has twelve dice each, at most three
//! of them outside; if it already contains a line, or two series of the seat that is not to act, they
//! count as made by the last action.
//!
//! A position is two bitboards, the values, the occupation of all 58 rows, columns and diagonals, the
//! counts and the key: 240 bytes. An action is two squares and the kind of line between them: 2 bytes.

mod actions;
mod arranging;
mod geometry;
mod goals;
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
pub use geometry::{INNER, OUTER, STEP, Way, goal_lines};
pub use position::{Position, turned};
pub use setup::Setup;

use crate::grid;
use crate::hash::SplitMix64;
use crate::{
    Game, GameInfo, Kind, OptionInfo, Outcome, Rules, Seat, Spec, SpecError, Status, Values,
};

/// A square of the board.
pub type Square = grid::Square<10, 10>;
/// A set of squares.
pub type Bitboard = grid::Bitboard<10, 10, u128>;

/// Seat 1, at the south.
pub const RED: Seat = Seat::new(0);
/// Seat 2, at the north.
pub const GREEN: Seat = Seat::new(1);

/// Its numbered rules ([`paragraphs`](crate::paragraphs) reads them).
pub(crate) const PARAGRAPHS: &str = include_str!("RULES.md");

/// Its catalog entry.
pub static INFO: GameInfo = GameInfo {
    id: "d21",
    title: "D.21",
    kind: Kind::Pattern,
    minutes: (15, 30),
    revision: 2,
    options: &[
        OptionInfo {
            name: "order",
            values: Values::OneOf(&["any", "strict"]),
        },
        OptionInfo {
            name: "jump",
            values: Values::OneOf(&["apart", "any"]),
        },
    ],
    former_defaults: &[],
};

/// Over which dice a die jumps (D5).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Jump {
    /// Only dice that are apart, with an empty square before them.
    #[default]
    Apart,
    /// Neighbours as well.
    Any,
}

/// The game.
#[derive(Clone, Debug, Default)]
pub struct D21 {
    strict: bool,
    jump: Jump,
}

impl D21 {
    /// Whether the first goal requires 1 to 6 in that order along the line (D9).
    pub fn is_strict(&self) -> bool {
        self.strict
    }

    /// Over which dice a die jumps (D5).
    pub fn jump(&self) -> Jump {
        self.jump
    }
}

impl Rules for D21 {
    type Position = Position;
    type Action = Action;

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> Position {
        Position::start()
    }

    #[inline]
    fn actions(&self, position: &Position, actions: &mut Vec<Action>) -> Status {
        if !position.is_won() {
            position.list(self.jump, actions);
            if !actions.is_empty() {
                return Status::Acts(position.to_act());
            }
        }
        actions.clear();
        Status::Over(lost(position.to_act()))
    }

    #[inline]
    fn choose(
        &self,
        position: &Position,
        random: &mut SplitMix64,
        _buffer: &mut Vec<Action>,
    ) -> Result<Action, Outcome> {
        let chosen = (!position.is_won()).then(|| position.choose(self.jump, random));
        chosen.flatten().ok_or_else(|| lost(position.to_act()))
    }

    #[inline]
    fn apply(&self, position: &mut Position, action: Action) {
        position.play(action, self.strict);
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key()
    }
}

/// The outcome when a goal is reached (D9, D10) or no legal move is left (D11): either way the seat
/// to act has lost.
fn lost(loser: Seat) -> Outcome {
    Outcome::won_by(2, |seat| seat != loser)
}

impl Game for D21 {
    fn info(_id: &str) -> &'static GameInfo {
        &INFO
    }

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        Ok(Self {
            strict: spec.get("order") == "strict",
            jump: match spec.get("jump") {
                "any" => Jump::Any,
                _ => Jump::Apart,
            },
        })
    }
}
