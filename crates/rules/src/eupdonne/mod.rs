//! Eupdonne: bars of three levels, linked where equal levels touch, from corner to corner.
//!
//! *Pièce* is a bar, *niveau* a level, *liaison* a link, *angle* a corner of the board, *capturer* to
//! capture, *délivrer* to free, *ôter* to take off.
//!
//! Choices where the rulebook is silent or lost: three orders of levels and two bars of each (EU1); the
//! linking rule applies to all touching squares (EU5); what is forbidden is going back and forth (EU7);
//! placing captures, and captives do not hinder their captors (EU8); a captive stays captive until a
//! friend frees it, unless `release=captors` (EU11). A position set up by hand obeys EU5, with
//! `release=captors` also EU11, and a chain in it counts as made by the last action.
//!
//! A position is twelve bars with their links, the squares of each level and the two forbidden
//! actions: 120 bytes. An action is where a bar comes from and where it goes: 4 bytes.

mod actions;
mod arranging;
mod links;
#[cfg(test)]
mod naive;
mod notation;
mod placement;
mod position;
mod refusal;
mod setup;
mod staging;
#[cfg(test)]
mod tests;

pub use actions::Action;
pub use placement::{CORNERS, ORDERS, Placement, neighbours};
pub use position::{Bar, Position};
pub use setup::Setup;

use crate::grid;
use crate::{
    FormerDefault, Game, GameInfo, Kind, OptionInfo, Outcome, Rules, Seat, Spec, SpecError, Status,
    Values,
};

/// A square of the board.
pub type Square = grid::Square<8, 8>;
/// A set of squares.
pub type Bitboard = grid::Bitboard<8, 8>;

/// Seat 1.
pub const LIGHT: Seat = Seat::new(0);
/// Seat 2.
pub const DARK: Seat = Seat::new(1);

/// Its numbered rules ([`paragraphs`](crate::paragraphs) reads them).
pub(crate) const PARAGRAPHS: &str = include_str!("RULES.md");

/// Its catalog entry.
pub static INFO: GameInfo = GameInfo {
    id: "eupdonne",
    title: "Eupdonne",
    kind: Kind::Connection,
    minutes: (15, 40),
    revision: 2,
    options: &[OptionInfo {
        name: "release",
        values: Values::OneOf(&["friends", "captors"]),
    }],
    former_defaults: &[FormerDefault {
        until: 1,
        option: "release",
        value: "captors",
    }],
};

/// What frees a captive (EU10, EU11).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Release {
    /// Only a friend.
    #[default]
    Friends,
    /// A friend, or having fewer than two captors.
    Captors,
}

/// The game.
#[derive(Clone, Debug, Default)]
pub struct Eupdonne {
    release: Release,
}

impl Eupdonne {
    /// What frees a captive.
    pub fn release(&self) -> Release {
        self.release
    }
}

impl Rules for Eupdonne {
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
        let winner = match position.winner() {
            Some(winner) => winner,
            None => {
                position.list(actions);
                if !actions.is_empty() {
                    return Status::Acts(position.to_act());
                }
                // EU13
                position.to_act().next(2)
            }
        };
        Status::Over(Outcome::won_by(2, |seat| seat == winner))
    }

    #[inline]
    fn apply(&self, position: &mut Position, action: Action) {
        position.play(action, self.release);
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key()
    }
}

impl Game for Eupdonne {
    fn info(_id: &str) -> &'static GameInfo {
        &INFO
    }

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        let release = match spec.get("release") {
            "captors" => Release::Captors,
            _ => Release::Friends,
        };
        Ok(Self { release })
    }
}
