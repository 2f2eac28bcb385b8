use std::fmt::Write as _;

use super::{Action, D21, GREEN, Jump, Position, RED, Square};
use crate::scene::Message;
use crate::text::Reader;
use crate::{Notation, Refusal, Seat};

impl Notation for D21 {
    fn write_action(&self, _position: &Position, action: Action, text: &mut String) {
        let _ = write!(text, "{}-{}", action.from(), action.to());
    }

    fn read_action(&self, _position: &Position, text: &str) -> Result<Action, Refusal> {
        let mut reader = Reader::new(text);
        let mut read = || {
            let from = reader.square()?;
            let dash = reader.eat("-");
            let to = reader.square().filter(|_| dash)?;
            reader.is_done().then(|| Action::new(from, to))
        };
        read().ok_or_else(|| Refusal::unreadable(text, "C3-C6"))
    }

    fn refusal(&self, position: &Position, action: Action) -> Refusal {
        let (from, to) = (action.from(), action.to());
        let seat = position.to_act();
        let say = |rule, key| {
            let why = Message::new(key).text("from", from).text("to", to);
            Refusal::new(rule, why)
        };
        match position.owner(from) {
            None => return say("D3", "d21.empty"),
            Some(owner) if owner != seat => return say("D3", "d21.not-your-die"),
            Some(_) => {}
        }
        if from == to {
            return say("D3", "d21.stands-still");
        }
        let Some(between) = between(from, to) else {
            return say("D4", "d21.not-straight");
        };
        if position.owner(to).is_some() {
            return say("D4", "d21.occupied");
        }
        let dice: Vec<Square> = between
            .iter()
            .copied()
            .filter(|&square| position.owner(square).is_some())
            .collect();
        match dice[..] {
            [] => {}
            [over] if between.last() != Some(&over) => {
                return say("D5", "d21.behind").with("over", over);
            }
            [over] if between.len() == 1 && self.jump == Jump::Apart => {
                return say("D5", "d21.too-near").with("over", over);
            }
            [_] => {}
            _ => return say("D5", "d21.over-two"),
        }
        say("D8", "d21.four-outside")
    }

    /// `1C2 1D2 (1C8 1D8) 1`: Red's dice, Green's in parentheses, the seat to act.
    fn write_position(&self, position: &Position) -> String {
        let list = |seat: Seat| {
            Square::all()
                .filter(|&square| position.owner(square) == Some(seat))
                .map(|square| format!("{}{square}", position.value(square)))
                .collect::<Vec<_>>()
                .join(" ")
        };
        format!("{} ({}) {}", list(RED), list(GREEN), position.to_act())
    }

    fn read_position(&self, text: &str) -> Result<Position, Refusal> {
        let upper = text.trim().to_ascii_uppercase();
        let unreadable = || Refusal::unreadable(text, "1C2 1D2 (1C8 1D8) 1");
        let (dice, seat) = upper.rsplit_once(' ').ok_or_else(unreadable)?;
        let to_act = match seat {
            "1" => RED,
            "2" => GREEN,
            _ => return Err(unreadable()),
        };
        let mut position = Position::EMPTY;
        let mut reader = Reader::new(dice);
        let mut colour = RED;
        while !reader.is_done() {
            if reader.one(char::is_whitespace).is_some() {
                continue;
            }
            if colour == RED && reader.eat("(") {
                colour = GREEN;
                continue;
            }
            if colour == GREEN && reader.eat(")") {
                colour = RED;
                continue;
            }
            let value = reader
                .digit()
                .filter(|value| (1..=6).contains(value))
                .ok_or_else(unreadable)?;
            let square: Square = reader.square().ok_or_else(unreadable)?;
            if position.owner(square).is_some() {
                let why = Message::new("rules.square-twice").text("at", square);
                return Err(Refusal::position("D2", why));
            }
            if position.dice(colour).count_ones() == 12 {
                return Err(not_twelve(colour, 13));
            }
            position.put(square, colour, value);
        }
        if colour == GREEN {
            return Err(unreadable());
        }
        for seat in Seat::all(2) {
            let count = position.dice(seat).count_ones();
            if count != 12 {
                return Err(not_twelve(seat, count));
            }
            if position.outside(seat) > 3 {
                let why = Message::new("d21.too-many-outside")
                    .seat("seat", seat)
                    .number("count", position.outside(seat));
                return Err(Refusal::position("D8", why));
            }
        }
        position.finish(to_act, self.strict);
        Ok(position)
    }
}

fn not_twelve(seat: Seat, count: u32) -> Refusal {
    let why = Message::new("d21.not-twelve")
        .seat("seat", seat)
        .number("count", count);
    Refusal::position("D2", why)
}

/// The squares from the first to the second, both on one line; none if they are not.
pub(super) fn between(from: Square, to: Square) -> Option<Vec<Square>> {
    let columns = to.column() as i8 - from.column() as i8;
    let rows = to.row() as i8 - from.row() as i8;
    if columns != 0 && rows != 0 && columns.abs() != rows.abs() {
        return None;
    }
    let steps = columns.abs().max(rows.abs());
    (1..steps)
        .map(|i| from.offset(columns.signum() * i, rows.signum() * i))
        .collect()
}

/// A refusal that names one more square.
trait With {
    fn with(self, name: &'static str, square: Square) -> Self;
}

impl With for Refusal {
    fn with(self, name: &'static str, square: Square) -> Self {
        Refusal::new(self.rule, self.why.text(name, square))
    }
}
