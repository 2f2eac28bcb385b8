use std::fmt::Write as _;

use super::{Action, Position, Saute};
use crate::scene::Message;
use crate::text::Reader;
use crate::{Notation, Refusal};

impl Notation for Saute {
    fn write_action(&self, _position: &Position, action: Action, text: &mut String) {
        let _ = match action.squares() {
            Some((from, to)) => write!(text, "{from}-{to}"),
            None => write!(text, "pass"),
        };
    }

    fn in_words(&self, _position: &Position, action: Action) -> Option<Message> {
        action
            .squares()
            .is_none()
            .then(|| Message::new("rules.in-words-pass"))
    }

    fn read_action(&self, _position: &Position, text: &str) -> Result<Action, Refusal> {
        if text == "PASS" {
            return Ok(Action::PASS);
        }
        let mut reader = Reader::new(text, "C4-E4, pass");
        let from = reader.square()?;
        reader.expect("-")?;
        let to = reader.square()?;
        reader.end()?;
        Ok(Action::go(from, to))
    }
}
