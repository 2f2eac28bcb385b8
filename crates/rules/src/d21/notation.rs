use std::fmt::Write as _;

use super::{Action, D21, Position};
use crate::text::Reader;
use crate::{Notation, Refusal};

impl Notation for D21 {
    fn write_action(&self, _position: &Position, action: Action, text: &mut String) {
        let _ = write!(text, "{}-{}", action.from(), action.to());
    }

    fn read_action(&self, _position: &Position, text: &str) -> Result<Action, Refusal> {
        let mut reader = Reader::new(text, "C3-C6");
        let from = reader.square()?;
        reader.expect("-")?;
        let to = reader.square()?;
        reader.end()?;
        Ok(Action::new(from, to))
    }
}
