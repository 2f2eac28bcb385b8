use std::fmt::Write as _;

use super::{Action, Blocus, Deed, Position};
use crate::scene::Message;
use crate::text::Reader;
use crate::{Notation, Refusal};

impl Notation for Blocus {
    fn write_action(&self, _position: &Position, action: Action, text: &mut String) {
        let _ = match action.deed() {
            Deed::Place(to) => write!(text, "@{to}"),
            Deed::Move(from, to) => write!(text, "{from}-{to}"),
            Deed::Exit => write!(text, "exit"),
        };
    }

    fn in_words(&self, _position: &Position, action: Action) -> Option<Message> {
        match action.deed() {
            Deed::Place(to) => Some(Message::new("blocus.in-words-place").text("to", to)),
            Deed::Move(..) => None,
            Deed::Exit => Some(Message::new("blocus.in-words-exit")),
        }
    }

    fn read_action(&self, _position: &Position, text: &str) -> Result<Action, Refusal> {
        let mut reader = Reader::new(text, "@C5, C5-C9, exit");
        let deed = if reader.eat("EXIT") {
            Deed::Exit
        } else if reader.eat("@") {
            Deed::Place(reader.square()?)
        } else {
            let from = reader.square()?;
            reader.expect("-")?;
            Deed::Move(from, reader.square()?)
        };
        reader.end()?;
        Ok(Action::new(deed))
    }
}
