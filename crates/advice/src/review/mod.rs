//! A finished game looked at again: the chances in every position, and the mistakes.
//!
//! A [`Reviewer`] says what the engine is to be asked next and hears its answers; it neither waits nor
//! searches. Every search is limited by nodes, never by time, so that the same game always has the
//! same [`Review`]. What counts as a mistake is decided in `mistakes` alone.

mod mistakes;
mod reviewer;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use tablier_rules::Seat;
use tablier_rules::scene::Message;

pub use mistakes::{BestReply, Fault, Mistake};
pub use reviewer::Reviewer;

/// What was found out about a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Review {
    /// The game with its options (C7).
    pub game: String,
    /// The starting position, if it is not the usual one.
    pub start: Option<String>,
    /// The actions played.
    pub actions: Vec<String>,
    /// The positions: the start, and one after each action.
    pub points: Vec<Point>,
}

/// What was found out about one position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Point {
    /// The seat to act; none where the game is over.
    pub seat: Option<Seat>,
    /// Each seat's chance of winning, from 0 to 1.
    pub chances: Vec<f32>,
    /// In a game for one: the fewest pieces that can be left from here, as far as is known.
    pub left: Option<u8>,
    /// Whether that is proved rather than searched.
    pub certain: bool,
    /// The first actions of the best line found.
    pub line: Vec<String>,
    /// Why the first of them is good, where it was asked and can be said.
    pub why: Option<Message>,
}

impl Review {
    /// Whether this is the review of a game.
    pub fn is_of(&self, game: &str, start: Option<&str>, actions: &[String]) -> bool {
        self.game == game
            && self.start.as_deref() == start
            && self.actions == actions
            && self.points.len() == actions.len() + 1
    }

    /// The mistakes, in order.
    pub fn mistakes(&self) -> Vec<Mistake> {
        mistakes::find(&self.actions, &self.points)
    }

    /// How many seats there are.
    pub fn seats(&self) -> usize {
        self.points.first().map_or(0, |point| point.chances.len())
    }

    /// Whether it is a game for one: its points say how few pieces can be left.
    pub fn is_solo(&self) -> bool {
        self.seats() == 1
    }
}
