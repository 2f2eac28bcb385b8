use std::fmt::Write as _;

use super::{Action, Blocus, Deed, GUARDS, NORTH, Position, SOUTH};
use crate::blockade::board::{Set, Square, part};
use crate::scene::Message;
use crate::text::Reader;
use crate::{Notation, Refusal, Seat};

impl Notation for Blocus {
    fn write_action(&self, _position: &Position, action: Action, text: &mut String) {
        let _ = match action.deed() {
            Deed::Place(to) => write!(text, "@{to}"),
            Deed::Move(from, to) => write!(text, "{from}-{to}"),
            Deed::Exit => write!(text, "exit"),
        };
    }

    fn read_action(&self, _position: &Position, text: &str) -> Result<Action, Refusal> {
        let unreadable = || Refusal::unreadable(text, "@C5, C5-C9, exit");
        let mut reader = Reader::new(text);
        let deed = if reader.eat("EXIT") {
            Deed::Exit
        } else if reader.eat("@") {
            Deed::Place(reader.square().ok_or_else(unreadable)?)
        } else {
            let from = reader.square().ok_or_else(unreadable)?;
            if !reader.eat("-") {
                return Err(unreadable());
            }
            Deed::Move(from, reader.square().ok_or_else(unreadable)?)
        };
        if !reader.is_done() {
            return Err(unreadable());
        }
        Ok(Action::new(deed))
    }

    fn refusal(&self, position: &Position, action: Action) -> Refusal {
        if position.gone {
            return Refusal::new("BL5", Message::new("rules.over"));
        }
        if position.must_exit() {
            return Refusal::new("BL5", Message::new("blocus.must-exit"));
        }
        match action.deed() {
            Deed::Exit => no_exit(position),
            Deed::Place(to) => refused_place(position, to),
            Deed::Move(from, to) => refused_move(position, from, to),
        }
    }

    /// `C5 D9 (A3 H7) 1`: the guards of seat 1, those of seat 2 in parentheses, the seat to act;
    /// then `exit` when its king has left the board.
    fn write_position(&self, position: &Position) -> String {
        let list = |seat: Seat| {
            let squares = position.guards(seat).iter();
            squares.map(|s| s.to_string()).collect::<Vec<_>>().join(" ")
        };
        format!(
            "{} ({}) {}{}",
            list(SOUTH),
            list(NORTH),
            position.to_act,
            if position.gone { " exit" } else { "" }
        )
    }

    fn read_position(&self, text: &str) -> Result<Position, Refusal> {
        let unreadable = || Refusal::unreadable(text, "C5 D9 (A3 H7) 1");
        let upper = text.trim().to_ascii_uppercase();
        let (south, rest) = upper.split_once('(').ok_or_else(unreadable)?;
        let (north, end) = rest.split_once(')').ok_or_else(unreadable)?;
        let mut guards = [Set::EMPTY; 2];
        for (seat, list) in [south, north].into_iter().enumerate() {
            for word in list.split_whitespace() {
                let mut reader = Reader::new(word);
                let square: Square = reader
                    .square()
                    .filter(|_| reader.is_done())
                    .ok_or_else(unreadable)?;
                if (guards[0] | guards[1]).contains(square) {
                    return Err(Refusal::position(
                        "BL6",
                        Message::new("rules.square-twice").text("at", square),
                    ));
                }
                guards[seat] = guards[seat].with(square);
            }
        }
        let mut words = end.split_whitespace();
        let to_act = match words.next() {
            Some("1") => SOUTH,
            Some("2") => NORTH,
            _ => return Err(unreadable()),
        };
        let gone = match words.next() {
            None => false,
            Some("EXIT") => true,
            Some(_) => return Err(unreadable()),
        };
        if words.next().is_some() {
            return Err(unreadable());
        }
        let position = Position::new(self.kings, guards, to_act, gone);
        possible(&position)?;
        Ok(position)
    }
}

/// Checks that a position is possible.
fn possible(position: &Position) -> Result<(), Refusal> {
    for seat in Seat::all(2) {
        let guards = position.guards(seat);
        if guards.len() > GUARDS {
            return Err(Refusal::position("BL1", Message::new("blocus.too-many")));
        }
        if let Some(square) = (guards & position.courts()).iter().next() {
            return Err(in_court(position, "BL7", square));
        }
        // The first guard cannot leave its square until all six are on the board.
        let centres = guards & Set::CENTRES;
        if !guards.is_empty() && guards.len() < GUARDS && centres == guards {
            return Err(Refusal::position(
                "BL7",
                Message::new("blocus.first-on-centre").text("to", centre_of(guards)),
            ));
        }
    }
    let [south, north] = [SOUTH, NORTH].map(|seat| position.guards(seat).len());
    let expected = if position.to_act == SOUTH {
        north
    } else {
        (north + 1).min(GUARDS)
    };
    if south != expected {
        return Err(Refusal::position("BL6", Message::new("blocus.uneven")));
    }
    if position.gone && !position.must_exit() {
        return Err(no_exit(position));
    }
    Ok(())
}

fn centre_of(guards: Set) -> String {
    guards
        .iter()
        .next()
        .map(|s| s.to_string())
        .unwrap_or_default()
}

/// Why the king of the seat to act does not leave: it has no way out (BL3), or there is no guard on
/// the board yet (BL5).
fn no_exit(position: &Position) -> Refusal {
    if position.has_way(position.to_act) {
        Refusal::new("BL5", Message::new("blocus.guard-first"))
    } else {
        Refusal::new("BL3", Message::new("blocus.no-way"))
    }
}

/// The refusal of a guard on this square, which is in a king's part.
fn in_court(position: &Position, rule: &'static str, square: Square) -> Refusal {
    let [south, north] = [SOUTH, NORTH].map(|seat| position.king(seat));
    let king = if part(square) == part(south) {
        south
    } else {
        north
    };
    let why = Message::new("blocus.kings-part")
        .text("to", square)
        .text("king", king);
    Refusal::new(rule, why)
}

/// Why a guard cannot be placed there (BL6, BL7).
fn refused_place(position: &Position, to: Square) -> Refusal {
    if position.in_hand(position.to_act) == 0 {
        return Refusal::new("BL6", Message::new("blocus.none-in-hand"));
    }
    if position.owner(to).is_some() {
        return Refusal::new("BL6", Message::new("blocus.occupied").text("to", to));
    }
    if position.courts().contains(to) {
        return in_court(position, "BL7", to);
    }
    Refusal::new("BL7", Message::new("blocus.first-on-centre").text("to", to))
}

/// Why a guard cannot move there (BL6, BL8).
fn refused_move(position: &Position, from: Square, to: Square) -> Refusal {
    if position.in_hand(position.to_act) > 0 {
        return Refusal::new("BL6", Message::new("blocus.place-first"));
    }
    if position.owner(from) != Some(position.to_act) {
        return Refusal::new(
            "BL6",
            Message::new("blocus.not-your-guard").text("from", from),
        );
    }
    let (east, north) = (
        (to.column() as i8 - from.column() as i8).signum(),
        (to.row() as i8 - from.row() as i8).signum(),
    );
    if (east == 0) == (north == 0) {
        return Refusal::new("BL8", Message::new("blocus.straight"));
    }
    let mut at = from;
    while at != to {
        // It stays on the line between two squares of the board.
        at = at.offset(east, north).unwrap_or(to);
        if position.owner(at).is_some() || Seat::all(2).any(|seat| position.king(seat) == at) {
            let key = if at == to {
                "blocus.occupied"
            } else {
                "blocus.no-jump"
            };
            return Refusal::new("BL8", Message::new(key).text("to", at));
        }
    }
    in_court(position, "BL8", to)
}
