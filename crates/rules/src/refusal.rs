use std::fmt;

use crate::Rules;
use crate::scene::Message;

/// Why something is not allowed: which rule forbids it, and a sentence that says so.
#[derive(Clone, PartialEq, Eq, Debug)]
#[must_use]
pub struct Refusal {
    /// The number of the paragraph, as in `CU10`; `C9` for a text that cannot be read.
    pub rule: &'static str,
    /// The reason as data; `tablier-words` translates it.
    pub why: Message,
}

impl Refusal {
    /// A refusal by this rule.
    pub fn new(rule: &'static str, why: Message) -> Self {
        Self { rule, why }
    }

    /// A refusal whose sentence has no placeholders.
    pub fn by(rule: &'static str, key: &'static str) -> Self {
        Self::new(rule, Message::new(key))
    }

    /// The text is not an action of this game; `form` is an example of what would be.
    pub fn unreadable(text: &str, form: &'static str) -> Self {
        Self::new(
            "C9",
            Message::new("rules.unreadable")
                .text("text", text)
                .text("form", form),
        )
    }

    /// The position has two pieces on one square.
    pub fn square_twice(rule: &'static str, square: impl fmt::Display) -> Self {
        Self::new(rule, Message::new("rules.square-twice").text("at", square))
    }
}

/// `refused by CU10 (cubulus.in-check)`: for programs; people read the sentence of [`Refusal::why`].
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "refused by {} ({})", self.rule, self.why.key)
    }
}

impl std::error::Error for Refusal {}

/// Why actions are refused.
pub trait Refusing: Rules {
    /// Why an action that was read is not among the listed ones.
    fn refusal(&self, position: &Self::Position, action: Self::Action) -> Refusal;
}
