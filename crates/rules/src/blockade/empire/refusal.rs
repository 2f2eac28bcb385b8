use super::{Action, Empire, Position, Rank};
use crate::scene::Message;
use crate::{Refusal, Refusing};

impl Refusing for Empire {
    fn refusal(&self, position: &Position, action: Action) -> Refusal {
        let Some((from, to)) = action.squares() else {
            return Refusal::new("EM9", Message::new("empire.no-pass"));
        };
        let seat = position.to_act;
        if position.owner(from) != Some(seat) {
            return Refusal::new("EM3", Message::new("empire.not-yours").text("from", from));
        }
        let columns = i64::from(from.column().abs_diff(to.column()));
        let rows = i64::from(from.row().abs_diff(to.row()));
        if (columns == 0) == (rows == 0) {
            return Refusal::new("EM3", Message::new("empire.straight"));
        }
        match position.owner(to) {
            Some(owner) if owner == seat => {
                Refusal::new("EM3", Message::new("empire.own-piece").text("to", to))
            }
            Some(owner) if self.partner(seat) == Some(owner) => {
                Refusal::new("EM8", Message::new("empire.partner").text("to", to))
            }
            _ => {
                let key = match position.rank_of(seat, from) {
                    Rank::Commander => "empire.commander-takes",
                    Rank::Cavalier => "empire.cavalier-takes",
                    Rank::Archer => "empire.archer-takes",
                };
                Refusal::new("EM4", Message::new(key).number("distance", columns + rows))
            }
        }
    }
}
