//! The header `Result`: what each seat got, and how (C11).

use std::fmt;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// How a game ended, or that it has not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Finish {
    /// What each seat got, as `1 0`, `= =`, `left=3`; `ongoing` when the game is not over.
    pub outcome: String,
    /// How it ended; none while it goes on, or when it ended because enough seats left.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub by: Option<RecordedEnding>,
    /// Who left the table, in order.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Vec::is_empty")
    )]
    pub left: Vec<RecordedLeaving>,
}

/// An [`Ending`](crate::Ending) as a record writes it: seats that leave stand in [`Finish::left`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum RecordedEnding {
    /// By the game's own rules.
    Rules,
    /// By the third occurrence of a position (C8).
    Repetition,
    /// By the action limit (C8).
    Limit,
    /// All agreed on a draw (C11).
    Agreement,
}

/// A [`Leaving`](crate::Leaving) as a record writes it (C11).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct RecordedLeaving {
    /// The number of the seat, from 1.
    pub seat: u8,
    /// Whether the seat ran out of time rather than resigned.
    #[cfg_attr(feature = "serde", serde(default))]
    pub out_of_time: bool,
    /// After how many actions; none means at the end of the record.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub after: Option<usize>,
}

impl RecordedEnding {
    const ALL: [(RecordedEnding, &'static str); 4] = [
        (RecordedEnding::Rules, "rules"),
        (RecordedEnding::Repetition, "repetition"),
        (RecordedEnding::Limit, "limit"),
        (RecordedEnding::Agreement, "agreement"),
    ];
}

/// `1 0 (rules)`, `1 0 (seat 2 resigned)`, `0 1 0 (seat 1 out of time after 20; rules)`.
impl fmt::Display for Finish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut causes = Vec::new();
        for left in &self.left {
            let how = if left.out_of_time {
                "out of time"
            } else {
                "resigned"
            };
            causes.push(match left.after {
                Some(after) => format!("seat {} {how} after {after}", left.seat),
                None => format!("seat {} {how}", left.seat),
            });
        }
        for (way, name) in RecordedEnding::ALL {
            if self.by == Some(way) {
                causes.push(name.to_owned());
            }
        }
        f.write_str(&self.outcome)?;
        if !causes.is_empty() {
            write!(f, " ({})", causes.join("; "))?;
        }
        Ok(())
    }
}

impl Finish {
    /// Reads what [`Display`](fmt::Display) writes.
    pub fn parse(text: &str) -> Option<Self> {
        let (outcome, causes) = match text.split_once('(') {
            Some((outcome, rest)) => (outcome, Some(rest.trim_end().strip_suffix(')')?)),
            None => (text, None),
        };
        let mut finish = Finish {
            outcome: super::one_line(outcome),
            ..Finish::default()
        };
        if !is_outcome(&finish.outcome) {
            return None;
        }
        for cause in causes.into_iter().flat_map(|causes| causes.split(';')) {
            let words: Vec<_> = cause.split_whitespace().collect();
            match words[..] {
                [name] => {
                    let &(way, _) = RecordedEnding::ALL
                        .iter()
                        .find(|(_, known)| *known == name)?;
                    if finish.by.replace(way).is_some() {
                        return None;
                    }
                }
                ["seat", seat, ref how @ ..] => {
                    let (out_of_time, after) = match *how {
                        ["resigned", ref after @ ..] => (false, after),
                        ["out", "of", "time", ref after @ ..] => (true, after),
                        _ => return None,
                    };
                    let after = match *after {
                        [] => None,
                        ["after", plies] => Some(plies.parse().ok()?),
                        _ => return None,
                    };
                    finish.left.push(RecordedLeaving {
                        seat: seat.parse().ok().filter(|seat| (1..=4).contains(seat))?,
                        out_of_time,
                        after,
                    });
                }
                _ => return None,
            }
        }
        Some(finish)
    }
}

/// `ongoing`, `left=3`, or one of `1`, `0`, `=` for each seat.
fn is_outcome(text: &str) -> bool {
    if let Some(left) = text.strip_prefix("left=") {
        return left.parse::<u8>().is_ok();
    }
    let seats: Vec<_> = text.split(' ').collect();
    text == "ongoing" || (seats.len() <= 4 && seats.iter().all(|s| ["1", "0", "="].contains(s)))
}
