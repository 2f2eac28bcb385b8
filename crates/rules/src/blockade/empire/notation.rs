use std::fmt::Write as _;

use super::{Action, Empire, Position};
use crate::scene::Message;
use crate::text::Reader;
use crate::{Notation, Refusal};

impl Notation for Empire {
    fn write_action(&self, position: &Position, action: Action, text: &mut String) {
        let _ = match action.squares() {
            Some((from, to)) if position.owner(to).is_some() => write!(text, "{from}x{to}"),
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

    fn read_action(&self, position: &Position, text: &str) -> Result<Action, Refusal> {
        if text == "PASS" {
            return Ok(Action::PASS);
        }
        let mut reader = Reader::new(text, "B4-B9, B4xB8, pass");
        let from = reader.square()?;
        let takes = reader.takes()?;
        let to = reader.square()?;
        reader.end()?;
        match (takes, position.owner(to)) {
            (true, None) => Err(Refusal::new(
                "EM4",
                Message::new("empire.nothing-to-take").text("to", to),
            )),
            (false, Some(_)) => Err(Refusal::new(
                "EM3",
                Message::new("empire.occupied").text("to", to),
            )),
            _ => Ok(Action::new(from, to)),
        }
    }
}
