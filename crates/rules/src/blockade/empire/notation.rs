use std::fmt::Write as _;

use super::{Action, Empire, Position, Rank, placing};
use crate::scene::Message;
use crate::text::Reader;
use crate::{Notation, Refusal};

impl Notation for Empire {
    fn write_action(&self, position: &Position, action: Action, text: &mut String) {
        let _ = match action.squares() {
            Some((from, to)) if position.owner(to).is_some() => write!(text, "{from}x{to}"),
            Some((from, to)) => write!(text, "{from}-{to}"),
            None => write!(text, "pass"),
        };
    }

    fn read_action(&self, position: &Position, text: &str) -> Result<Action, Refusal> {
        let unreadable = || Refusal::unreadable(text, "B4-B9, B4xB8, pass");
        if text == "PASS" {
            return Ok(Action::PASS);
        }
        let mut reader = Reader::new(text);
        let from = reader.square().ok_or_else(unreadable)?;
        let takes = reader.eat("X");
        if !takes && !reader.eat("-") {
            return Err(unreadable());
        }
        let to = reader.square().ok_or_else(unreadable)?;
        if !reader.is_done() {
            return Err(unreadable());
        }
        match (takes, position.owner(to)) {
            (true, None) => Err(Refusal::new(
                "EM4",
                Message::new("empire.nothing-to-take").text("to", to),
            )),
            (false, Some(_)) => Err(Refusal::new(
                "EM3",
                Message::new("empire.occupied").text("to", to),
            )),
            _ => Ok(Action::new(from, to)),
        }
    }

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

    /// `B2; A2 B1; A1 C1 / K11; L11; L12 / 1`: for each seat its commander, its cavaliers and
    /// its archers (`-` for none), then the seat to act; then `won 2` when that seat's move won.
    fn write_position(&self, position: &Position) -> String {
        placing::write(self, position)
    }

    fn read_position(&self, text: &str) -> Result<Position, Refusal> {
        placing::read(self, text)
    }
}
