use super::{Action, Porte, Position, Shape};
use crate::blockade::board::{Square, centre, is_centre, part};
use crate::scene::Message;
use crate::{Refusal, Refusing};

impl Refusing for Porte {
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
