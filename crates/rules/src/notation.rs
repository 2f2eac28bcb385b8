use crate::scene::Message;
use crate::{FromSetup, Refusal, Rules};

/// Actions and positions as text.
pub trait Notation: Rules + FromSetup {
    /// Appends the text of a legal action, exactly as the rules define it.
    fn write_action(&self, position: &Self::Position, action: Self::Action, text: &mut String);

    /// A legal action in a few words, where its text is a command or uses letters of one language;
    /// none where the squares say it all.
    fn in_words(&self, position: &Self::Position, action: Self::Action) -> Option<Message> {
        let _ = (position, action);
        None
    }

    /// Reads an action. `text` is already in upper case and without trailing marks (C9). The result
    /// need not be legal; it equals a listed action exactly when their texts are equal.
    fn read_action(&self, position: &Self::Position, text: &str) -> Result<Self::Action, Refusal>;

    /// The whole position as a single line of text; reading it gives an equal position.
    fn write_position(&self, position: &Self::Position) -> String {
        self.write_setup(&self.setup_of(position))
    }

    /// Reads a position in any letter case and checks it: impossible ones are refused.
    fn read_position(&self, text: &str) -> Result<Self::Position, Refusal> {
        self.position_from(&self.read_setup(text.trim())?)
    }
}
