use std::fmt::Write as _;

use super::{Action, Position, Solitaire, Square};
use crate::text::Reader;
use crate::{Notation, Refusal};

impl Notation for Solitaire {
    fn write_action(&self, _position: &Position, action: Action, text: &mut String) {
        let _ = write!(text, "{}-{}", action.from, action.to);
    }

    fn read_action(&self, _position: &Position, text: &str) -> Result<Action, Refusal> {
        let mut reader = Reader::new(text, "5D-1D");
        let from = Square::read(&mut reader)?;
        reader.expect("-")?;
        let to = Square::read(&mut reader)?;
        reader.end()?;
        Ok(Action { from, to })
    }
}
