use std::fmt::Write as _;

use super::refusal::word;
use super::{Action, Alignement, Position, Shape};
use crate::scene::Message;
use crate::text::Reader;
use crate::{Notation, Refusal};

/// Reads the letter of a shape.
pub(super) fn read_shape(reader: &mut Reader) -> Result<Shape, Refusal> {
    let shape = Shape::ALL
        .into_iter()
        .find(|shape| reader.eat(shape.letter().encode_utf8(&mut [0; 4])));
    shape.ok_or_else(|| reader.unreadable())
}

impl Notation for Alignement {
    fn write_action(&self, _position: &Position, action: Action, text: &mut String) {
        let _ = match (action.from(), action.placed()) {
            (Some(from), _) => write!(text, "{from}-{}", action.to()),
            (None, shape) => write!(text, "{}@{}", shape.map_or('?', Shape::letter), action.to()),
        };
    }

    fn in_words(&self, _position: &Position, action: Action) -> Option<Message> {
        let shape = action.placed()?;
        let message = Message::new("alignement.in-words-place").word("shape", word(shape));
        Some(message.text("to", action.to()))
    }

    fn read_action(&self, _position: &Position, text: &str) -> Result<Action, Refusal> {
        let mut reader = Reader::new(text, "S@B2, B2-B3");
        let action = if let Ok(from) = reader.square() {
            reader.expect("-")?;
            Action::go(from, reader.square()?)
        } else {
            let shape = read_shape(&mut reader)?;
            reader.expect("@")?;
            Action::place(shape, reader.square()?)
        };
        reader.end()?;
        Ok(action)
    }
}
