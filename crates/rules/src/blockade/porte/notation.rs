use std::fmt::Write as _;

use super::{Action, Porte, Position, Shape, placing};
use crate::blockade::board::{Square, centre, is_centre, part};
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

    fn read_action(&self, _position: &Position, text: &str) -> Result<Action, Refusal> {
        let unreadable = || Refusal::unreadable(text, "A3-A7, A3-A7+T, pass");
        if text == "PASS" {
            return Ok(Action::PASS);
        }
        let mut reader = Reader::new(text);
        let from = reader.square().ok_or_else(unreadable)?;
        if !reader.eat("-") {
            return Err(unreadable());
        }
        let to = reader.square().ok_or_else(unreadable)?;
        let entry = match reader.rest() {
            "" => None,
            "+T" => Some(Shape::Triangle),
            "+S" => Some(Shape::Square),
            _ => return Err(unreadable()),
        };
        Ok(Action::new(from, to, entry))
    }

    fn refusal(&self, position: &Position, action: Action) -> Refusal {
        let seat = position.to_act;
        let Some((from, to)) = action.squares() else {
            return Refusal::new("PO6", Message::new("porte.no-pass"));
        };
        if position.owner(from) != Some(seat) {
            return Refusal::new("PO2", Message::new("porte.not-yours").text("from", from));
        }
        let duty = self.duty(position, seat);
        if !duty.is_empty() && !duty.contains(from) {
            let pieces: Vec<_> = duty.iter().map(|s| s.to_string()).collect();
            let why = Message::new("porte.duty").text("pieces", pieces.join(", "));
            return Refusal::new("PO3", why);
        }
        if (from.column() == to.column()) == (from.row() == to.row()) {
            return Refusal::new("PO2", Message::new("porte.straight"));
        }
        if position.owner(to).is_some() {
            return Refusal::new("PO2", Message::new("porte.occupied").text("to", to));
        }
        if is_centre(to) {
            return Refusal::new("PO2", Message::new("porte.centre").text("to", to));
        }
        self.refused_entry(position, from, to, action.entry())
    }

    /// `A1; A3; C1 / L12; L10; J12 / 1`: for each seat its cylinder, its triangles and its squares,
    /// then the seat to act. What is not on the board is in hand.
    fn write_position(&self, position: &Position) -> String {
        placing::write(self, position)
    }

    fn read_position(&self, text: &str) -> Result<Position, Refusal> {
        placing::read(self, text)
    }
}

impl Porte {
    /// Why nothing, or not this, can enter after a possible move (PO4).
    fn refused_entry(
        &self,
        position: &Position,
        from: Square,
        to: Square,
        entry: Option<Shape>,
    ) -> Refusal {
        let key = match entry {
            Some(Shape::Triangle) if position.in_hand(position.to_act, Shape::Triangle) == 0 => {
                "porte.no-triangle"
            }
            Some(Shape::Square) if position.in_hand(position.to_act, Shape::Square) == 0 => {
                "porte.no-square"
            }
            _ if self.meeting(position, from, to).is_none() => "porte.no-meeting",
            _ => "porte.door-shut",
        };
        let why = Message::new(key)
            .text("to", to)
            .text("door", centre(part(to)));
        Refusal::new("PO4", why)
    }
}
