use std::borrow::Cow;

use crate::Seat;
use crate::scene::{Arg, Message};

/// Why a game ended as it did: which rule says so, and a clause that goes with the result ("Red
/// wins: the red commander holds the king’s throne").
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Reason {
    /// The number of the paragraph.
    pub rule: &'static str,
    /// The clause as data; `tablier-words` translates it.
    pub why: Message,
}

impl Reason {
    /// A reason that is about nobody in particular.
    pub fn by(rule: &'static str, key: &'static str) -> Self {
        Self {
            rule,
            why: Message::new(key),
        }
    }

    /// A reason about what a seat did, or what befell it. There is a second clause, whose key ends in
    /// `-you`, to tell that seat ("your commander holds the king’s throne").
    pub fn about(rule: &'static str, key: &'static str, seat: Seat) -> Self {
        Self {
            rule,
            why: Message::new(key).seat("who", seat),
        }
    }

    /// A player who must act and cannot has lost.
    pub(crate) fn stuck(rule: &'static str, seat: Seat) -> Self {
        Self::about(rule, "rules.end-stuck", seat)
    }

    /// The seat that it is about.
    pub fn seat(&self) -> Option<Seat> {
        self.why.args.iter().find_map(|(_, arg)| match arg {
            Arg::Seat(seat) => Some(*seat),
            _ => None,
        })
    }

    /// The clause for a reader who plays this seat, if the reader plays one.
    pub fn told_to(&self, reader: Option<Seat>) -> Message {
        let mut why = self.why.clone();
        if reader.is_some() && reader == self.seat() {
            why.key = Cow::Owned(format!("{}-you", why.key));
        }
        why
    }
}
