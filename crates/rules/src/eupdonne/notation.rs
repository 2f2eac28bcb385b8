use std::fmt::Write as _;

use super::{Action, Eupdonne, Placement, Position};
use crate::scene::Message;
use crate::text::Reader;
use crate::{Notation, Refusal};

impl Notation for Eupdonne {
    fn write_action(&self, _position: &Position, action: Action, text: &mut String) {
        let _ = match (action.from(), action.to()) {
            (None, Some(to)) => write!(text, "+{to}"),
            (Some(from), None) => write!(text, "-{from}"),
            (Some(from), Some(to)) => write!(text, "{from}>{to}"),
            (None, None) => write!(text, "."),
        };
    }

    fn read_action(&self, _position: &Position, text: &str) -> Result<Action, Refusal> {
        let mut reader = Reader::new(text, "+123A1h, -123A1h, 123A1h>321C4v");
        let action = read_action(&mut reader)?;
        reader.end()?;
        Ok(action)
    }
}

/// Reads an action, which more may follow.
pub(super) fn read_action(reader: &mut Reader) -> Result<Action, Refusal> {
    if reader.eat("+") {
        return Ok(Action::introduce(read_placement(reader)?));
    }
    if reader.eat("-") {
        return Ok(Action::take_off(read_placement(reader)?));
    }
    let from = read_placement(reader)?;
    reader.expect(">")?;
    Ok(Action::shift(from, read_placement(reader)?))
}

/// Reads a placement; three levels that are not a bar, and bars over the edge, are refused with the
/// rule.
pub(super) fn read_placement(reader: &mut Reader) -> Result<Placement, Refusal> {
    let (levels, square, vertical) = Placement::read(reader)?;
    let [a, b, c] = levels;
    let mut sorted = levels;
    sorted.sort_unstable();
    if sorted != [1, 2, 3] {
        let why = Message::new("eupdonne.no-bar").text("levels", format!("{a}{b}{c}"));
        return Err(Refusal::new("EU1", why));
    }
    Placement::new(levels, square, vertical).ok_or_else(|| {
        let why = Message::new("eupdonne.over-the-edge").text("at", square);
        Refusal::new("EU3", why)
    })
}
