//! A game as it is saved in the browser, and what it is made of.

use serde::{Deserialize, Serialize};
use tablier_rules::{Playable, Seat};

use super::Clock;
use crate::share::FIRST_REVISION;
use crate::tree::{NodeId, Tree};

/// Who sits on a seat.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Player {
    /// A person at this screen.
    Person,
    /// A person at another screen, or nobody yet.
    Elsewhere,
    /// The computer at a level from 1 to 10.
    Machine(u8),
}

/// How a game ended other than by its rules (C11).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EarlyEnd {
    /// A seat resigned.
    Resigned(Seat),
    /// A seat ran out of time.
    OutOfTime(Seat),
    /// All agreed on a draw.
    Draw,
}

impl EarlyEnd {
    /// Tells a table; false if it cannot happen there.
    pub(super) fn happen(self, table: &mut dyn Playable) -> bool {
        match self {
            EarlyEnd::Resigned(seat) => table.leave(seat, false),
            EarlyEnd::OutOfTime(seat) => table.leave(seat, true),
            EarlyEnd::Draw => table.agree_draw(),
        }
    }
}

/// A game as it is saved in the browser.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Saved {
    /// Its id among the saved games.
    pub id: String,
    /// The game with its options.
    pub spec: String,
    /// The revision of its rules.
    #[serde(default = "first_revision")]
    pub rules: u32,
    /// The position at the beginning, if it is not the usual one.
    pub start: Option<String>,
    /// Everything that was played.
    pub tree: Tree,
    /// The current node.
    pub head: NodeId,
    /// Who sits where.
    pub players: Vec<Player>,
    /// What the people at this screen are called; empty where nobody said.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// What happened from outside the rules, and at which node.
    #[serde(default)]
    pub leavings: Vec<(NodeId, EarlyEnd)>,
    /// When it was last touched, in milliseconds since 1970.
    pub touched: f64,
    /// Whether it is over.
    pub over: bool,
    /// Milliseconds that each seat has left, if a clock runs.
    #[serde(default)]
    pub clock: Option<Clock>,
}

fn first_revision() -> u32 {
    FIRST_REVISION
}
