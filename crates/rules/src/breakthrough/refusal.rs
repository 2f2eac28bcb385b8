use super::{Action, Breakthrough, Position, SOUTH};
use crate::scene::Message;
use crate::{Refusal, Refusing};

impl Refusing for Breakthrough {
    fn refusal(&self, position: &Position, action: Action) -> Refusal {
        let (from, to) = (action.from(), action.to());
        if position.owner(from) != Some(position.to_act) {
            return Refusal::new(
                "BT2",
                Message::new("breakthrough.not-your-man").text("from", from),
            );
        }
        let ahead = if position.to_act == SOUTH { 1 } else { -1 };
        let columns = to.column() as i8 - from.column() as i8;
        if to.row() as i8 - from.row() as i8 != ahead || columns.abs() > 1 {
            return Refusal::new(
                "BT2",
                Message::new("breakthrough.one-forward").text("from", from),
            );
        }
        if position.owner(to) == Some(position.to_act) {
            return Refusal::new("BT2", Message::new("breakthrough.occupied").text("to", to));
        }
        Refusal::new(
            "BT3",
            Message::new("breakthrough.takes-diagonally").text("from", from),
        )
    }
}
