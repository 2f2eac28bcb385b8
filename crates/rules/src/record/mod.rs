//! Games written down: a readable text with headers, numbered actions, comments and variations
//! (docs/records.md describes it).
//!
//! Reading reports what is wrong and where; what was read is written back unchanged. Whether a
//! record is true (every action legal, the result correct) is for [`Record::replay`] to find out.

mod finish;
mod read;
mod replay;
#[cfg(test)]
mod tests;
mod write;

use std::fmt;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::Refusal;
use crate::scene::Message;

pub use finish::{Finish, RecordedEnding, RecordedLeaving};
pub use replay::Replayed;

/// How deep variations may be nested.
pub const DEEPEST: usize = 64;

/// A game written down.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[must_use]
pub struct Record {
    /// The game with its options (C7).
    pub game: String,
    /// The revision of its rules: the header `Rules`.
    #[cfg_attr(feature = "serde", serde(rename = "rules"))]
    pub revision: u32,
    /// The position at the beginning, if it was set up by hand.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub start: Option<String>,
    /// The players, in seat order; empty where nobody is named.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub seats: Vec<String>,
    /// The day, as `2026-11-15`.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub date: Option<String>,
    /// How it ended.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub result: Option<Finish>,
    /// Other headers, in order.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub other: Vec<(String, String)>,
    /// The actions.
    #[cfg_attr(feature = "serde", serde(default))]
    pub line: Line,
    /// Where the headers were.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub spots: Spots,
}

/// Actions in order, from some point of a game on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Line {
    /// The comment before the first action.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub comment: Option<String>,
    /// The actions.
    #[cfg_attr(feature = "serde", serde(default))]
    pub steps: Vec<Step>,
}

/// One action.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Step {
    /// Its text (C9).
    pub action: String,
    /// The comment on it.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub comment: Option<String>,
    /// What could have been played instead.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub variations: Vec<Line>,
    /// Where it was in the text.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub spot: Spot,
}

/// A place in a text, counted from 1; 0 for something that does not come from a text. All spots
/// compare equal: where something was is not part of what it is.
#[derive(Copy, Clone, Debug, Default)]
pub struct Spot {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl PartialEq for Spot {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Spot {}

/// `line 3, column 7`.
impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Where the headers were whose contents can be wrong.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Spots {
    /// `Game`.
    pub game: Spot,
    /// `Rules`.
    pub revision: Spot,
    /// `Start`.
    pub start: Spot,
    /// `Seat…`, the last of them.
    pub seats: Spot,
    /// `Result`.
    pub result: Spot,
}

/// What is wrong with a record, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Where.
    pub spot: Spot,
    /// The action that is refused, if it is one.
    pub action: Option<String>,
    /// The rule that refuses it.
    pub rule: Option<&'static str>,
    /// What is wrong, as data; `tablier-words` translates it.
    pub why: Message,
}

/// `line 3, column 7: record.game`: for programs; people read the sentence of [`Problem::why`].
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.spot, self.why.key)
    }
}

impl std::error::Error for Problem {}

impl Problem {
    pub(crate) fn new(spot: Spot, why: Message) -> Self {
        Self {
            spot,
            action: None,
            rule: None,
            why,
        }
    }

    fn refused(spot: Spot, action: &str, refusal: Refusal) -> Self {
        Self {
            spot,
            action: Some(action.to_owned()),
            rule: Some(refusal.rule),
            why: refusal.why,
        }
    }
}

/// Words separated by single blanks: line breaks in a comment mean nothing.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
