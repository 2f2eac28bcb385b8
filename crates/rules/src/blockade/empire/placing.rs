//! Whole positions as text.

use super::{Empire, Position, Rank};
use crate::blockade::board::Square;
use crate::scene::Message;
use crate::text::Reader;
use crate::{Refusal, Rules, Seat};

pub(super) fn write(game: &Empire, position: &Position) -> String {
    let mut text = String::new();
    for seat in Seat::all(game.players) {
        let lists = Rank::ALL.map(|rank| {
            let squares = position.ranked(seat, rank).iter().map(|s| s.to_string());
            let list = squares.collect::<Vec<_>>().join(" ");
            if list.is_empty() {
                "-".to_owned()
            } else {
                list
            }
        });
        text.push_str(&lists.join("; "));
        text.push_str(" / ");
    }
    text.push_str(&position.to_act.to_string());
    if let Some(winner) = position.winner {
        text.push_str(&format!(" won {winner}"));
    }
    text
}

pub(super) fn read(game: &Empire, text: &str) -> Result<Position, Refusal> {
    let form = "B2; A2 B1; A1 C1 / K11; L11; L12 / 1";
    let unreadable = || Refusal::unreadable(text, form);
    let upper = text.trim().to_ascii_uppercase();
    let groups: Vec<&str> = upper.split('/').collect();
    let Some((end, groups)) = groups.split_last() else {
        return Err(unreadable());
    };
    if groups.len() != usize::from(game.players) {
        return Err(Refusal::position(
            "EM2",
            Message::new("empire.players").number("count", i64::from(game.players)),
        ));
    }
    let mut words = end.split_whitespace();
    let seat_of = |word: Option<&str>| {
        Seat::all(game.players).find(|seat| word == Some(seat.to_string().as_str()))
    };
    let to_act = seat_of(words.next()).ok_or_else(unreadable)?;
    let winner = match words.next() {
        None => None,
        Some("WON") => Some(seat_of(words.next()).ok_or_else(unreadable)?),
        Some(_) => return Err(unreadable()),
    };
    if words.next().is_some() {
        return Err(unreadable());
    }
    let mut position = Position::empty(to_act);
    for (seat, group) in Seat::all(game.players).zip(groups) {
        let lists: Vec<&str> = group.split(';').collect();
        if lists.len() != 3 {
            return Err(unreadable());
        }
        for (rank, list) in Rank::ALL.into_iter().zip(lists) {
            if list.trim() == "-" {
                continue;
            }
            let mut count = 0;
            for word in list.split_whitespace() {
                let mut reader = Reader::new(word);
                let square: Square = reader
                    .square()
                    .filter(|_| reader.is_done())
                    .ok_or_else(unreadable)?;
                if position.owner(square).is_some() {
                    return Err(Refusal::position(
                        "EM3",
                        Message::new("rules.square-twice").text("at", square),
                    ));
                }
                position.put(seat, rank, square);
                count += 1;
            }
            if rank == Rank::Commander && count != 1 {
                return Err(Refusal::position(
                    "EM1",
                    Message::new("empire.one-commander").seat("seat", seat),
                ));
            }
        }
    }
    numbers(game, &position)?;
    end_of_game(game, &position, winner)?;
    winner.into_iter().for_each(|w| position.set_winner(w));
    Ok(position)
}

/// Checks that nobody has more pieces than possible (EM1, EM7).
fn numbers(game: &Empire, position: &Position) -> Result<(), Refusal> {
    let too_many = || Refusal::position("EM1", Message::new("empire.too-many"));
    let mut total = [0; 3];
    let mut spare = 1;
    for seat in Seat::all(game.players) {
        if position.commander(seat).is_none() && game.plays_on_without() {
            if !position.pieces(seat).is_empty() {
                return Err(Refusal::position(
                    "EM7",
                    Message::new("empire.out-has-pieces").seat("seat", seat),
                ));
            }
            spare += 1;
        }
    }
    for seat in Seat::all(game.players) {
        for (i, rank) in Rank::ALL.into_iter().enumerate() {
            let count = position.ranked(seat, rank).len();
            total[i] += count;
            let most = [1, 4, 6][i] * if i == 0 { 1 } else { spare };
            if count > most {
                return Err(too_many());
            }
        }
    }
    let players = u32::from(game.players);
    if total[1] > 4 * players || total[2] > 6 * players {
        return Err(too_many());
    }
    Ok(())
}

/// Checks that the game is over exactly when it should be (EM6 to EM8).
fn end_of_game(game: &Empire, position: &Position, winner: Option<Seat>) -> Result<(), Refusal> {
    let rule = if game.teams {
        "EM8"
    } else if game.players == 2 {
        "EM6"
    } else {
        "EM7"
    };
    let refuse = |key| Err(Refusal::position(rule, Message::new(key)));
    let seats = || Seat::all(game.players);
    let alive: Vec<Seat> = seats()
        .filter(|&seat| position.commander(seat).is_some())
        .collect();
    let lost: Vec<Seat> = seats().filter(|seat| !alive.contains(seat)).collect();
    // The seat that acted last: seats in between that are out have been skipped.
    let mover = alive
        .iter()
        .copied()
        .find(|&seat| game.next(position, seat) == position.to_act);
    let Some(mover) = mover else {
        return refuse("empire.no-mover");
    };
    let captured = if game.plays_on_without() {
        alive.len() == 1
    } else {
        match lost[..] {
            [] => false,
            [seat] if game.side(seat) != game.side(mover) => true,
            _ => return refuse("empire.no-mover"),
        }
    };
    let enthroned = game.is_enthroned(position, mover);
    match winner {
        Some(winner) => {
            let won = captured || game.holds_thrones(position, mover) || enthroned;
            if winner != mover || !won {
                return refuse("empire.not-won");
            }
        }
        None => {
            // Thrones are won by the seat's own move, which ends the game.
            let holder = alive.iter().any(|&seat| game.holds_thrones(position, seat));
            // Nothing is tested after a pass (EM9): a seat that passed still cannot move.
            let passed = || {
                let mut before = *position;
                before.to_act = mover;
                let mut actions = Vec::new();
                game.list(&before, &mut actions);
                actions == [super::Action::PASS]
            };
            if captured || holder || (enthroned && !passed()) {
                return refuse("empire.already-won");
            }
        }
    }
    Ok(())
}
