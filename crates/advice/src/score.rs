//! The worth of positions.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A won game, less one for each action until the end.
pub const WIN: i32 = 30_000;
/// Scores from here on are forced wins.
pub const FORCED: i32 = 29_000;
/// The best score an evaluation may give.
pub const MOST: i32 = 20_000;

/// The value of a position for a side.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Score(pub i32);

impl Score {
    /// In how many actions the side wins by force, if it does.
    pub fn wins_in(self) -> Option<u32> {
        (self.0 >= FORCED).then(|| (WIN - self.0) as u32)
    }

    /// In how many actions it loses by force, if it does.
    pub fn loses_in(self) -> Option<u32> {
        (self.0 <= -FORCED).then(|| (WIN + self.0) as u32)
    }
}

/// `win 3`, `loss 4`, or a number.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(actions) = self.wins_in() {
            write!(f, "win {actions}")
        } else if let Some(actions) = self.loses_in() {
            write!(f, "loss {actions}")
        } else {
            write!(f, "points {}", self.0)
        }
    }
}
