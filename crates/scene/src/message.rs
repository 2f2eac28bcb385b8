use std::borrow::Cow;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::Seat;

/// The name of a sentence; `tablier-words` knows its text in every language.
pub type Key = Cow<'static, str>;

/// A sentence as data: which one, and what fills its gaps. Nothing here is in any language.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[must_use]
pub struct Message {
    /// The key of the sentence, like `game.what-it-says`.
    pub key: Key,
    /// What fills `{name}` in its text.
    pub args: Vec<(Key, Arg)>,
}

/// What fills a gap of a [`Message`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum Arg {
    /// Text that is the same in every language (a square, an action).
    Text(String),
    /// A number.
    Number(i64),
    /// A seat; readers see its colour or name.
    Seat(Seat),
    /// Another sentence or word, by its key.
    Word(Key),
}

impl Message {
    /// The sentence with this key and no gaps filled yet.
    pub fn new(key: &'static str) -> Self {
        Self {
            key: Cow::Borrowed(key),
            args: Vec::new(),
        }
    }

    /// Fills a gap with text.
    pub fn text(self, name: &'static str, value: impl ToString) -> Self {
        self.arg(name, Arg::Text(value.to_string()))
    }

    /// Fills a gap with a number.
    pub fn number(self, name: &'static str, value: impl Into<i64>) -> Self {
        self.arg(name, Arg::Number(value.into()))
    }

    /// Fills a gap with a seat.
    pub fn seat(self, name: &'static str, seat: Seat) -> Self {
        self.arg(name, Arg::Seat(seat))
    }

    /// Fills a gap with another word, by its key.
    pub fn word(self, name: &'static str, key: &'static str) -> Self {
        self.arg(name, Arg::Word(Cow::Borrowed(key)))
    }

    fn arg(mut self, name: &'static str, value: Arg) -> Self {
        self.args.push((Cow::Borrowed(name), value));
        self
    }
}
