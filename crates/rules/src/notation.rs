use crate::Rules;
use crate::scene::Message;

/// Why something is not allowed: which rule forbids it, and a sentence that says so.
#[derive(Clone, PartialEq, Eq, Debug)]
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

    /// The text is not an action of this game; `form` is an example of what would be.
    pub fn unreadable(text: &str, form: &'static str) -> Self {
        Self::new(
            "C9",
            Message::new("rules.unreadable")
                .text("text", text)
                .text("form", form),
        )
    }

    /// The position is impossible for this reason.
    pub fn position(rule: &'static str, why: Message) -> Self {
        Self::new(rule, why)
    }
}

/// Actions and positions as text, and why an action is refused.
pub trait Notation: Rules {
    /// Appends the text of a legal action, exactly as the rules define it.
    fn write_action(&self, position: &Self::Position, action: Self::Action, text: &mut String);

    /// Reads an action. `text` is already in upper case and without trailing marks (C9). The result
    /// need not be legal; it equals a listed action exactly when their texts are equal.
    fn read_action(&self, position: &Self::Position, text: &str) -> Result<Self::Action, Refusal>;

    /// Why an action that was read is not among the listed ones.
    fn refusal(&self, position: &Self::Position, action: Self::Action) -> Refusal;

    /// The whole position as a single line of text; reading it gives an equal position.
    fn write_position(&self, position: &Self::Position) -> String;

    /// Reads a position in any letter case and checks it: impossible ones are refused.
    fn read_position(&self, text: &str) -> Result<Self::Position, Refusal>;
}
