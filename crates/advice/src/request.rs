use std::time::Duration;

use serde::{Deserialize, Serialize};
use tablier_rules::Seat;
use tablier_rules::scene::Message;

use crate::{Limits, Score};

/// What to think about and how, as text and plain data: the interface of the engine to the command
/// line and the browser.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Request {
    /// The game with its options (C7).
    pub game: String,
    /// The starting position, if it is not the usual one.
    pub start: Option<String>,
    /// The actions played since.
    pub actions: Vec<String>,
    /// How long to think.
    pub limits: Limits,
    /// Play at this level (1 to 10) instead of as well as the limits allow; they hold as well.
    pub level: Option<u8>,
    /// How many best lines are wanted; 0 means 1.
    pub lines: usize,
    /// The seed.
    pub seed: u64,
    /// How many threads; 0 means 1, but 2 for the strongest level. More than the engine allows is
    /// capped.
    pub threads: usize,
    /// Which search, if not the default: `pvs`, `mcts`, `uct`.
    pub method: Option<String>,
    /// Whether to do without the network that the engine has learned, in games that have one.
    #[serde(default)]
    pub plain: bool,
    /// Whether a reason is wanted.
    pub hint: bool,
}

/// The findings so far.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The seat that acts.
    pub seat: Seat,
    /// The depth searched completely, in actions.
    pub depth: u32,
    /// The nodes searched.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
    /// The best lines, best first.
    pub lines: Vec<Variation>,
    /// Each seat's chance of winning, from 0 to 1.
    pub chances: Vec<f32>,
    /// Whether all of this is certain rather than just searched.
    #[serde(default)]
    pub certain: bool,
}

/// A line of play.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Variation {
    /// The value for the side to act.
    pub score: Score,
    /// The chance of winning of the seat to act, from 0 to 1.
    pub chance: f32,
    /// The actions.
    pub actions: Vec<String>,
}

/// What to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The action.
    pub action: String,
    /// What led to it.
    pub report: Report,
    /// Whether the game is so clearly lost that a polite player resigns.
    pub resigns: bool,
    /// Whether a draw offered now would be accepted.
    pub accepts_draw: bool,
    /// Why, if a reason was wanted and can be given.
    pub hint: Option<Hint>,
}

/// What an engine running elsewhere (in a worker of the page) says about a request, as messages.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Reply {
    /// The findings so far.
    Report(Report),
    /// What to do; nothing follows.
    Answer(Answer),
    /// Why it cannot be answered; nothing follows.
    Trouble(String),
}

/// Why an action is good, as far as can honestly be said.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Hint {
    /// The reason; `tablier-words` translates it.
    pub why: Message,
}

impl Hint {
    /// The reason, if it is one: that nothing better was found is none.
    pub fn reason(&self) -> Option<&Message> {
        (self.why.key != "engine.best-found").then_some(&self.why)
    }
}
