//! Whole positions as text.

use super::{Porte, Position, Shape};
use crate::blockade::board::{Set, Square};
use crate::scene::Message;
use crate::text::Reader;
use crate::{Refusal, Rules, Seat};

pub(super) fn write(game: &Porte, position: &Position) -> String {
    let mut text = String::new();
    for seat in Seat::all(game.players) {
        let lists = Shape::ALL.map(|shape| {
            let squares = position.shaped(seat, shape).iter().map(|s| s.to_string());
            squares.collect::<Vec<_>>().join(" ")
        });
        text.push_str(&lists.join("; "));
        text.push_str(" / ");
    }
    text.push_str(&position.to_act.to_string());
    text
}

pub(super) fn read(game: &Porte, text: &str) -> Result<Position, Refusal> {
    let unreadable = || Refusal::unreadable(text, "A1; A3; C1 / L12; L10; J12 / 1");
    let upper = text.trim().to_ascii_uppercase();
    let groups: Vec<&str> = upper.split('/').map(str::trim).collect();
    let Some((end, groups)) = groups.split_last() else {
        return Err(unreadable());
    };
    if groups.len() != usize::from(game.players) {
        return Err(Refusal::position(
            "PO1",
            Message::new("porte.players").number("count", i64::from(game.players)),
        ));
    }
    let to_act = Seat::all(game.players)
        .find(|seat| seat.to_string() == *end)
        .ok_or_else(unreadable)?;
    let mut position = Position::empty(to_act);
    for (seat, group) in Seat::all(game.players).zip(groups) {
        let lists: Vec<&str> = group.split(';').collect();
        if lists.len() != 3 {
            return Err(unreadable());
        }
        for (shape, list) in Shape::ALL.into_iter().zip(lists) {
            let mut squares = Set::EMPTY;
            for word in list.split_whitespace() {
                let mut reader = Reader::new(word);
                let square: Square = reader
                    .square()
                    .filter(|_| reader.is_done())
                    .ok_or_else(unreadable)?;
                if (squares | position.occupied()).contains(square) {
                    return Err(Refusal::position(
                        "PO2",
                        Message::new("rules.square-twice").text("at", square),
                    ));
                }
                squares = squares.with(square);
            }
            numbers(seat, shape, squares)?;
            squares
                .iter()
                .for_each(|square| position.put(seat, shape, square));
        }
    }
    // Only the side of the seat that acted last can have brought in everything.
    let done =
        |seat| position.is_done(seat) && game.partner(seat).is_none_or(|p| position.is_done(p));
    let winner = game.winner(&position).map(|seat| game.side(seat));
    if Seat::all(game.players).any(|seat| done(seat) && Some(game.side(seat)) != winner) {
        return Err(Refusal::position("PO5", Message::new("porte.already-won")));
    }
    Ok(position)
}

/// Checks that a seat has at least one piece of a shape and no more than it owns (PO1), and not all
/// of them on centres (PO2).
fn numbers(seat: Seat, shape: Shape, squares: Set) -> Result<(), Refusal> {
    let count = squares.len();
    if count < 1 || count > u32::from(shape.number()) {
        return Err(Refusal::position(
            "PO1",
            Message::new("porte.number").seat("seat", seat),
        ));
    }
    if (squares & Set::CENTRES).len() >= count {
        return Err(Refusal::position(
            "PO2",
            Message::new("porte.first-on-centre").seat("seat", seat),
        ));
    }
    Ok(())
}
