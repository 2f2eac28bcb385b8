use std::fmt::Write as _;

use super::{Action, Colour, Position, Solitaire, Square, between};
use crate::scene::Message;
use crate::text::Reader;
use crate::{Notation, Refusal};

impl Notation for Solitaire {
    fn write_action(&self, _position: &Position, action: Action, text: &mut String) {
        let _ = write!(text, "{}-{}", action.from, action.to);
    }

    fn read_action(&self, _position: &Position, text: &str) -> Result<Action, Refusal> {
        let unreadable = || Refusal::unreadable(text, "5D-1D");
        let mut reader = Reader::new(text);
        let from = Square::read(&mut reader).ok_or_else(unreadable)?;
        if !reader.eat("-") {
            return Err(unreadable());
        }
        let to = Square::read(&mut reader).ok_or_else(unreadable)?;
        if !reader.is_done() {
            return Err(unreadable());
        }
        Ok(Action { from, to })
    }

    fn refusal(&self, position: &Position, Action { from, to }: Action) -> Refusal {
        let refuse =
            |key: &'static str, at: Square| Refusal::new("SO2", Message::new(key).text("at", at));
        let Some(colour) = position.at(from) else {
            return refuse("solitaire.nothing-there", from);
        };
        if from == to || (from.row() != to.row() && from.column() != to.column()) {
            return refuse("solitaire.not-straight", from);
        }
        if position.at(to).is_some() {
            return refuse("solitaire.occupied", to);
        }
        let way = between(from, to);
        if way == 0 {
            return refuse("solitaire.nothing-jumped", to);
        }
        let same = way & position.mask(colour);
        if way & !position.occupied() != 0 {
            return refuse("solitaire.gap", nearest(way & !position.occupied(), from));
        }
        refuse("solitaire.same-colour", nearest(same, from))
    }

    /// `8/1RYRBGB1/…/8`: the rows from the top, a letter for a piece, a number for a run of empty
    /// squares.
    fn write_position(&self, position: &Position) -> String {
        let mut rows = Vec::new();
        for row in 0..8 {
            let mut text = String::new();
            let mut empty = 0;
            for column in 0..8 {
                match position.at(Square::new(row, column)) {
                    None => empty += 1,
                    Some(colour) => {
                        if empty > 0 {
                            let _ = write!(text, "{empty}");
                        }
                        empty = 0;
                        text.push(colour.letter());
                    }
                }
            }
            if empty > 0 {
                let _ = write!(text, "{empty}");
            }
            rows.push(text);
        }
        rows.join("/")
    }

    fn read_position(&self, text: &str) -> Result<Position, Refusal> {
        let upper = text.trim().to_ascii_uppercase();
        let unreadable = || Refusal::unreadable(text, "8/1RYRBGB1/8/8/8/8/8/8");
        let rows: Vec<&str> = upper.split('/').collect();
        if rows.len() != 8 {
            return Err(unreadable());
        }
        let mut masks = [0u64; 4];
        for (row, squares) in rows.into_iter().enumerate() {
            let mut column = 0;
            for c in squares.chars() {
                if let Some(colour) = Colour::from_letter(c).filter(|_| column < 8) {
                    masks[colour as usize] |= 1 << (row * 8 + column);
                    column += 1;
                } else if let Some(empty @ 1..=8) = c.to_digit(10) {
                    column += empty as usize;
                } else {
                    return Err(unreadable());
                }
            }
            if column != 8 {
                return Err(unreadable());
            }
        }
        for colour in Colour::ALL {
            if masks[colour as usize].count_ones() > 9 {
                return Err(Refusal::position(
                    "SO1",
                    Message::new("solitaire.too-many").word("colour", word(colour)),
                ));
            }
        }
        // A jump always leaves the piece that jumped.
        if masks == [0; 4] {
            return Err(Refusal::position("SO2", Message::new("solitaire.no-piece")));
        }
        Ok(Position::from_masks(masks))
    }
}

/// The key of the word for a colour.
fn word(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "solitaire.red",
        Colour::Blue => "solitaire.blue",
        Colour::Green => "solitaire.green",
        Colour::Yellow => "solitaire.yellow",
    }
}

/// The square of a mask (all in one line with `from`) that is nearest to it; `from` if there is none.
fn nearest(mask: u64, from: Square) -> Square {
    Square::of(mask)
        .min_by_key(|square| square.index().abs_diff(from.index()))
        .unwrap_or(from)
}
