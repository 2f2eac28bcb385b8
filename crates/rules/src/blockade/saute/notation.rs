use std::fmt::Write as _;

use super::{Action, Position, Saute, Square};
use crate::scene::Message;
use crate::text::Reader;
use crate::{Notation, Refusal, Rules, Seat};

impl Notation for Saute {
    fn write_action(&self, _position: &Position, action: Action, text: &mut String) {
        let _ = match action.squares() {
            Some((from, to)) => write!(text, "{from}-{to}"),
            None => write!(text, "pass"),
        };
    }

    fn read_action(&self, _position: &Position, text: &str) -> Result<Action, Refusal> {
        if text == "PASS" {
            return Ok(Action::PASS);
        }
        let unreadable = || Refusal::unreadable(text, "C4-E4, pass");
        let mut reader = Reader::new(text);
        let from = reader.square().ok_or_else(unreadable)?;
        if !reader.eat("-") {
            return Err(unreadable());
        }
        let to = reader.square().ok_or_else(unreadable)?;
        if !reader.is_done() {
            return Err(unreadable());
        }
        Ok(Action::go(from, to))
    }

    fn refusal(&self, position: &Position, action: Action) -> Refusal {
        let seat = position.to_act();
        let Some((from, to)) = action.squares() else {
            return Refusal::new("SA6", Message::new("saute.can-hop"));
        };
        if position.is_home(self.place(seat)) {
            return Refusal::new("SA6", Message::new("saute.must-pass"));
        }
        if position.at(from).is_none() {
            return Refusal::new("SA2", Message::new("saute.nothing-there").text("at", from));
        }
        if self.seat_of(from) != Some(seat) {
            return Refusal::new("SA2", Message::new("saute.not-yours").text("at", from));
        }
        if from.row() != to.row() {
            return Refusal::new("SA2", Message::new("saute.stays-in-row"));
        }
        if to.column() <= from.column() {
            return Refusal::new("SA2", Message::new("saute.goes-east"));
        }
        if position.at(to).is_some() {
            return Refusal::new("SA2", Message::new("saute.occupied").text("at", to));
        }
        // SA3: the chain breaks at the last square that can be reached.
        let stop = self.ends(position, from).last().unwrap_or(from);
        let name = (b'A' + stop.column()) as char;
        Refusal::new(
            "SA3",
            Message::new("saute.even")
                .text("at", stop)
                .text("column", name)
                .number("enemies", self.enemies_in(position, seat, stop.column())),
        )
    }

    /// `12/…/SST9/… 1`: the rows from the north, `T` a triangle, `S` a square, a number for a run
    /// of empty squares; then the seat to act.
    fn write_position(&self, position: &Position) -> String {
        let mut text = String::new();
        for row in (0..12).rev() {
            let mut empty = 0;
            for column in 0..12 {
                match position.at(Square::new(column, row)) {
                    None => empty += 1,
                    Some(triangle) => {
                        if empty > 0 {
                            let _ = write!(text, "{empty}");
                        }
                        empty = 0;
                        text.push(if triangle { 'T' } else { 'S' });
                    }
                }
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
            text.push(if row > 0 { '/' } else { ' ' });
        }
        text + &position.to_act().to_string()
    }

    fn read_position(&self, text: &str) -> Result<Position, Refusal> {
        let upper = text.trim().to_ascii_uppercase();
        let unreadable = || Refusal::unreadable(text, "12/12/12/SST9/…/12 1");
        let (board, seat) = upper.split_once(' ').ok_or_else(unreadable)?;
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != 12 {
            return Err(unreadable());
        }
        let (mut pieces, mut triangles) = ([0u64; 4], [0u64; 4]);
        for (i, squares) in rows.into_iter().enumerate() {
            let row = 11 - i;
            let mut reader = Reader::new(squares);
            let mut column = 0;
            let mut count = [0, 0];
            while !reader.is_done() {
                if let Some(empty) = reader.number().filter(|n| (1..=12).contains(n)) {
                    column += empty as usize;
                    continue;
                }
                let letter = reader
                    .one(|c| c == 'S' || c == 'T')
                    .ok_or_else(unreadable)?;
                if column >= 12 {
                    return Err(unreadable());
                }
                let bit = 1 << (row % 3 * 12 + column);
                pieces[row / 3] |= bit;
                if letter == 'T' {
                    triangles[row / 3] |= bit;
                }
                count[usize::from(letter == 'T')] += 1;
                column += 1;
            }
            if column != 12 {
                return Err(unreadable());
            }
            // Pieces never leave their row: it keeps what it had at the start.
            let due = match self.seat_at(row / 3) {
                Some(_) => [2, 1],
                None => [0, 0],
            };
            if count != due {
                return Err(Refusal::position(
                    "SA1",
                    Message::new("saute.wrong-row")
                        .number("row", row as i64 + 1)
                        .number("squares", due[0])
                        .number("triangles", due[1]),
                ));
            }
        }
        let to_act = Seat::all(self.seats())
            .find(|to_act| to_act.to_string() == seat.trim())
            .ok_or_else(unreadable)?;
        let position = Position::from_masks(pieces, triangles, to_act);
        let last = self.side(self.last_to_act(&position));
        let early = Seat::all(self.seats())
            .find(|&seat| self.side(seat) != last && self.has_won(&position, seat));
        if let Some(seat) = early {
            return Err(Refusal::position(
                "SA4",
                Message::new("saute.already-won").seat("seat", seat),
            ));
        }
        Ok(position)
    }
}

impl Saute {
    /// How many opposing pieces there are in a column.
    pub(super) fn enemies_in(&self, position: &Position, seat: Seat, column: u8) -> i64 {
        (0..12)
            .map(|row| Square::new(column, row))
            .filter(|&square| position.at(square).is_some())
            .filter_map(|square| self.seat_of(square))
            .filter(|&other| self.side(other) != self.side(seat))
            .count() as i64
    }
}
