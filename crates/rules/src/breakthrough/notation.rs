use std::fmt::Write as _;

use super::{Action, Breakthrough, Position};
use crate::scene::Message;
use crate::text::Reader;
use crate::{Notation, Refusal};

impl Notation for Breakthrough {
    fn write_action(&self, position: &Position, action: Action, text: &mut String) {
        let sign = if position.owner(action.to()).is_some() {
            'x'
        } else {
            '-'
        };
        let _ = write!(text, "{}{sign}{}", action.from(), action.to());
    }

    fn read_action(&self, position: &Position, text: &str) -> Result<Action, Refusal> {
        let mut reader = Reader::new(text, "A2-A3");
        let from = reader.square()?;
        let takes = reader.takes()?;
        let to = reader.square()?;
        reader.end()?;
        match (takes, position.owner(to)) {
            (true, None) => Err(Refusal::new(
                "BT3",
                Message::new("breakthrough.nothing-to-take").text("to", to),
            )),
            (false, Some(_)) => Err(Refusal::new(
                "BT2",
                Message::new("breakthrough.occupied").text("to", to),
            )),
            _ => Ok(Action::new(from, to)),
        }
    }
}
