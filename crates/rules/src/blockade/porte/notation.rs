use std::fmt::Write as _;

use super::{Action, Porte, Position, Shape};
use crate::scene::Message;
use crate::text::Reader;
use crate::{Notation, Refusal};

impl Notation for Porte {
    fn write_action(&self, _position: &Position, action: Action, text: &mut String) {
        let Some((from, to)) = action.squares() else {
            text.push_str("pass");
            return;
        };
        let _ = write!(text, "{from}-{to}");
        text.push_str(match action.entry() {
            Some(Shape::Triangle) => "+T",
            Some(_) => "+S",
            None => "",
        });
    }

    fn in_words(&self, _position: &Position, action: Action) -> Option<Message> {
        let Some((from, to)) = action.squares() else {
            return Some(Message::new("rules.in-words-pass"));
        };
        let shape = match action.entry()? {
            Shape::Triangle => "porte.triangle",
            _ => "porte.square",
        };
        let message = Message::new("porte.in-words-entry").word("shape", shape);
        Some(message.text("from", from).text("to", to))
    }

    fn read_action(&self, _position: &Position, text: &str) -> Result<Action, Refusal> {
        if text == "PASS" {
            return Ok(Action::PASS);
        }
        let mut reader = Reader::new(text, "A3-A7, A3-A7+T, pass");
        let from = reader.square()?;
        reader.expect("-")?;
        let to = reader.square()?;
        let entry = if reader.eat("+T") {
            Some(Shape::Triangle)
        } else {
            reader.eat("+S").then_some(Shape::Square)
        };
        reader.end()?;
        Ok(Action::new(from, to, entry))
    }
}
