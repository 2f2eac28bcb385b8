use std::fmt::Write as _;

use super::{Action, Breakthrough, Position, SOUTH, Square};
use crate::scene::Message;
use crate::text::Reader;
use crate::{Notation, Refusal, Seat};

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
        let unreadable = || Refusal::unreadable(text, "A2-A3");
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

    /// `A1 B1 (A8 B8) 1`: the men of seat 1, those of seat 2 in parentheses, the seat to act.
    fn write_position(&self, position: &Position) -> String {
        let list = |seat: Seat| {
            let squares = Square::all().filter(|&s| position.owner(s) == Some(seat));
            squares.map(|s| s.to_string()).collect::<Vec<_>>().join(" ")
        };
        format!(
            "{} ({}) {}",
            list(SOUTH),
            list(SOUTH.next(2)),
            position.to_act
        )
    }

    fn read_position(&self, text: &str) -> Result<Position, Refusal> {
        let upper = text.trim().to_ascii_uppercase();
        let unreadable = || Refusal::unreadable(text, "A1 B1 (A8 B8) 1");
        let (south, rest) = upper.split_once('(').ok_or_else(unreadable)?;
        let (north, seat) = rest.split_once(')').ok_or_else(unreadable)?;
        let mut men = [0u64; 2];
        for (seat, list) in [south, north].into_iter().enumerate() {
            for word in list.split_whitespace() {
                let mut reader = Reader::new(word);
                let square: Square = reader
                    .square()
                    .filter(|_| reader.is_done())
                    .ok_or_else(unreadable)?;
                if (men[0] | men[1]) >> square.index() & 1 == 1 {
                    return Err(Refusal::position(
                        "BT1",
                        Message::new("rules.square-twice").text("at", square),
                    ));
                }
                men[seat] |= 1 << square.index();
            }
            if men[seat].count_ones() > 16 {
                return Err(Refusal::position(
                    "BT1",
                    Message::new("breakthrough.too-many"),
                ));
            }
        }
        let to_act = match seat.trim() {
            "1" => SOUTH,
            "2" => SOUTH.next(2),
            _ => return Err(unreadable()),
        };
        let position = Position { men, to_act };
        let other = Position {
            men,
            to_act: to_act.next(2),
        };
        // Only the seat that has just acted can have won, and not both.
        if other.winner().is_some() {
            return Err(Refusal::position(
                "BT4",
                Message::new("breakthrough.already-won"),
            ));
        }
        Ok(position)
    }
}
