use super::{Action, Blocus, Deed, NORTH, Position, SOUTH};
use crate::blockade::board::{Square, part};
use crate::scene::Message;
use crate::{Refusal, Refusing, Seat};

impl Refusing for Blocus {
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
}

/// Why the king of the seat to act does not leave: it has no way out (BL3), or there is no guard on
/// the board yet (BL5).
pub(super) fn no_exit(position: &Position) -> Refusal {
    if position.has_way(position.to_act) {
        Refusal::new("BL5", Message::new("blocus.guard-first"))
    } else {
        Refusal::new("BL3", Message::new("blocus.no-way"))
    }
}

/// The refusal of a guard on this square, which is in a king's part.
pub(super) fn in_court(position: &Position, rule: &'static str, square: Square) -> Refusal {
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
