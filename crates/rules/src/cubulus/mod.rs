//! Cubulus (1999) and its forerunner Die-Check (1987), levels 1 and 2: rolling dice hunt a Master.
//!
//! French and English names: *cube stratégique* is a cube, *bouclier* a shield, *soldat* a soldier,
//! *maître* or *pièce maîtresse* the Master, *troc* or *troquage* the exchange, *échec* check.
//!
//! Choices made where the rules leave one to the program:
//! - An exchange before the move leaves the same seat to act, with its Master at home (CU15): no
//!   flag is needed, for nothing else tells such a position from any other.
//! - After a move the seat acts again only when an exchange is actually legal (CU15, CU10).
//! - The right to a first diagonal move (CU20) is part of a position at level 2 only: at level 1 it
//!   does not matter (C8).
//!
//! A position is a board of codes with bitboards beside it: 192 bytes. An action is what the piece
//! is before and after it, what comes back and whether it takes: 8 bytes.

mod actions;
mod arranging;
mod attacks;
mod exchange;
#[cfg(test)]
mod naive;
mod notation;
mod position;
mod refusal;
mod setup;
mod staging;
mod tables;
#[cfg(test)]
mod tests;

pub use actions::Action;
pub use position::{Kind as PieceKind, Piece, Position};
pub use setup::Setup;

use crate::grid;
use crate::{
    Game, GameInfo, Kind, OptionInfo, Outcome, Rules, Seat, Spec, SpecError, Status, Values,
};
use tables::Tables;

/// A square of the board.
pub type Square = grid::Square<9, 9>;
/// A set of squares.
pub type Bitboard = grid::Bitboard<9, 9, u128>;

static OPTIONS: [OptionInfo; 1] = [OptionInfo {
    name: "level",
    values: Values::OneOf(&["1", "2"]),
}];

/// Its numbered rules ([`paragraphs`](crate::paragraphs) reads them).
pub(crate) const PARAGRAPHS: &str = include_str!("RULES.md");

/// The catalog entry of Cubulus.
pub static CUBULUS: GameInfo = GameInfo {
    id: "cubulus",
    title: "Cubulus",
    kind: Kind::Hunt,
    minutes: (30, 60),
    revision: 1,
    options: &OPTIONS,
    former_defaults: &[],
};

/// The catalog entry of Die-Check.
pub static DIE_CHECK: GameInfo = GameInfo {
    id: "die-check",
    title: "Die-Check",
    kind: Kind::Hunt,
    minutes: (30, 60),
    revision: 1,
    options: &OPTIONS,
    former_defaults: &[],
};

/// Which of the two games it is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Edition {
    /// Cubulus (1999): columns A to I, an exchange restores the Master's first move (CU20).
    Cubulus,
    /// Die-Check (1987): columns A to H and J, it does not.
    DieCheck,
}

/// The game: which edition and level, and its tables.
#[derive(Clone)]
pub struct Cubulus {
    edition: Edition,
    /// Level 2: rotations, soldiers and the Master's first move.
    tournament: bool,
    tables: &'static Tables,
}

impl Cubulus {
    /// The game of this edition at level 1 or, with `tournament`, at level 2.
    pub fn new(edition: Edition, tournament: bool) -> Self {
        Self {
            edition,
            tournament,
            tables: tables::get(),
        }
    }

    /// Which edition is played.
    #[inline]
    pub fn edition(&self) -> Edition {
        self.edition
    }

    /// Whether level 2 is played.
    #[inline]
    pub fn is_tournament(&self) -> bool {
        self.tournament
    }
}

impl Rules for Cubulus {
    type Position = Position;
    type Action = Action;

    fn seats(&self) -> u8 {
        2
    }

    fn start(&self) -> Position {
        Position::start(self.tournament)
    }

    #[inline]
    fn actions(&self, position: &Position, actions: &mut Vec<Action>) -> Status {
        actions.clear();
        self.list(position, actions);
        if actions.is_empty() {
            // CU11: mated or not, a seat that cannot act has lost.
            return Status::Over(Outcome::won_by(2, |seat| seat != position.to_act()));
        }
        Status::Acts(position.to_act())
    }

    #[inline]
    fn apply(&self, position: &mut Position, action: Action) {
        self.play(position, action);
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key()
    }
}

impl Game for Cubulus {
    fn info(id: &str) -> &'static GameInfo {
        if id == DIE_CHECK.id {
            &DIE_CHECK
        } else {
            &CUBULUS
        }
    }

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        let edition = if spec.id() == DIE_CHECK.id {
            Edition::DieCheck
        } else {
            Edition::Cubulus
        };
        Ok(Self::new(edition, spec.number("level") == 2))
    }
}

/// White, at the south.
pub(crate) const WHITE: Seat = Seat::new(0);
/// Black, at the north.
pub(crate) const BLACK: Seat = Seat::new(1);
