use std::fmt::Write as _;

use super::position::neighbours;
use super::{Action, Alignement, Circle, Position, Shape};
use crate::scene::Message;
use crate::text::Reader;
use crate::{Notation, Refusal, Seat};

/// The key of the word for a shape.
pub(super) fn word(shape: Shape) -> &'static str {
    match shape {
        Shape::Square => "alignement.square",
        Shape::Triangle => "alignement.triangle",
        Shape::Cylinder => "alignement.cylinder",
    }
}

fn read_shape(reader: &mut Reader) -> Option<Shape> {
    Shape::ALL
        .into_iter()
        .find(|shape| reader.eat(shape.letter().encode_utf8(&mut [0; 4])))
}

impl Notation for Alignement {
    fn write_action(&self, _position: &Position, action: Action, text: &mut String) {
        let _ = match (action.from(), action.placed()) {
            (Some(from), _) => write!(text, "{from}-{}", action.to()),
            (None, shape) => write!(text, "{}@{}", shape.map_or('?', Shape::letter), action.to()),
        };
    }

    fn read_action(&self, _position: &Position, text: &str) -> Result<Action, Refusal> {
        let unreadable = || Refusal::unreadable(text, "S@B2, B2-B3");
        let mut reader = Reader::new(text);
        let action = if let Some(from) = reader.square() {
            let to = reader
                .eat("-")
                .then(|| reader.square())
                .flatten()
                .ok_or_else(unreadable)?;
            Action::go(from, to)
        } else {
            let shape = read_shape(&mut reader).ok_or_else(unreadable)?;
            let to = reader
                .eat("@")
                .then(|| reader.square())
                .flatten()
                .ok_or_else(unreadable)?;
            Action::place(shape, to)
        };
        if reader.is_done() {
            Ok(action)
        } else {
            Err(unreadable())
        }
    }

    fn refusal(&self, position: &Position, action: Action) -> Refusal {
        let (seat, shape, to) = (position.to_act(), position.shape(), action.to());
        let refuse = |rule, key: &'static str| {
            Refusal::new(rule, Message::new(key).word("shape", word(shape)))
        };
        let Some(from) = action.from() else {
            return match action.placed() {
                Some(other) if other != shape => refuse("AL2", "alignement.other-shape"),
                _ if position.is_moving() => refuse("AL4", "alignement.must-move"),
                _ if !position.places() => refuse("AL3", "alignement.must-move"),
                _ => Refusal::new("AL3", Message::new("alignement.occupied").text("to", to)),
            };
        };
        match position.at(from) {
            Some((owner, _)) if owner != seat => {
                Refusal::new("AL4", Message::new("alignement.not-yours").text("at", from))
            }
            None => Refusal::new(
                "AL4",
                Message::new("alignement.nothing-there").text("at", from),
            ),
            Some(_) if position.places() => refuse("AL3", "alignement.must-place"),
            Some((_, other)) if other != shape => refuse("AL2", "alignement.other-shape"),
            Some(_) if neighbours(shape, from) >> to.index() & 1 == 0 => {
                let key = match shape {
                    Shape::Cylinder => "alignement.one-any-way",
                    _ => "alignement.one-straight",
                };
                refuse("AL4", key)
            }
            Some(_) => Refusal::new("AL4", Message::new("alignement.occupied").text("to", to)),
        }
    }

    /// `SB2 TA1 CD4 (TB1 SC1) 6`: the pieces of seat 1, those of seat 2 in parentheses, the turn (from
    /// the thirteenth on 13 to 18 by its place in the cycle).
    fn write_position(&self, position: &Position) -> String {
        let list = |seat: Seat| {
            let mut words = Vec::new();
            for shape in Shape::ALL {
                let mask = position.mask(seat, shape);
                words.extend(
                    Circle::all()
                        .filter(|circle| mask >> circle.index() & 1 == 1)
                        .map(|circle| format!("{}{circle}", shape.letter())),
                );
            }
            words.join(" ")
        };
        let (first, second) = (list(Seat::new(0)), list(Seat::new(1)));
        let gap = if first.is_empty() { "" } else { " " };
        format!("{first}{gap}({second}) {}", position.turn() + 1)
    }

    fn read_position(&self, text: &str) -> Result<Position, Refusal> {
        let upper = text.trim().to_ascii_uppercase();
        let unreadable = || Refusal::unreadable(text, "SB2 TA1 (TB1 SC1) 5");
        let (first, rest) = upper.split_once('(').ok_or_else(unreadable)?;
        let (second, turn) = rest.split_once(')').ok_or_else(unreadable)?;
        let mut pieces = [[0; 3]; 2];
        for (masks, list) in pieces.iter_mut().zip([first, second]) {
            for word in list.split_whitespace() {
                let mut reader = Reader::new(word);
                let shape = read_shape(&mut reader).ok_or_else(unreadable)?;
                let circle: Circle = reader
                    .square()
                    .filter(|_| reader.is_done())
                    .ok_or_else(unreadable)?;
                let bit = 1 << circle.index();
                if masks[shape as usize] & bit != 0 {
                    return Err(Refusal::position(
                        "AL1",
                        Message::new("rules.square-twice").text("at", circle),
                    ));
                }
                masks[shape as usize] |= bit;
            }
        }
        let mut reader = Reader::new(turn.trim());
        let turn = reader
            .number()
            .filter(|turn| (1..=18).contains(turn) && reader.is_done())
            .ok_or_else(unreadable)?;
        let position = Position::from_masks(pieces, turn as u8 - 1);
        position.check()?;
        Ok(position)
    }
}
