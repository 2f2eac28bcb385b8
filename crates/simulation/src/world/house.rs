//! What a server does by itself: computer players, seats that were left, flags.

use tablier_rooms::{Actor, Command, Occupant, Offer, Order, Room};
use tablier_rules::Seat;
use tablier_rules::hash::SplitMix64;

use crate::Choices as _;

/// Whether the house has something to do at a table.
pub(super) fn has_work(room: &Room, now: u64, trouble: bool) -> bool {
    flag_is_due(room, now) || asked(room) || (room.house_acts().is_some() && goes_on(room, trouble))
}

/// What the house does there. The id of the order follows from the entry that made it necessary, so
/// that two servers that see the same do it once.
pub(super) fn work(room: &Room, now: u64, trouble: bool, random: &mut SplitMix64) -> Option<Order> {
    let seq = room.seq();
    let (name, command) = if flag_is_due(room, now) {
        ("flag", Command::Flag)
    } else if asked(room) {
        let answer = Command::Answer {
            offer: Offer::Draw,
            accept: random.once_in(3),
        };
        ("answer", answer)
    } else if room.house_acts().is_some() && goes_on(room, trouble) {
        let legal = room.table().legal();
        let action = random.one_of(&legal).clone();
        ("act", Command::Act { action })
    } else {
        return None;
    };
    let id = format!("{name}-{seq}");
    Some(Order::new(&id, seq, Actor::House, command))
}

pub(super) fn flag_is_due(room: &Room, now: u64) -> bool {
    room.flag_due().is_some_and(|due| now > due)
}

/// Whether a computer player was asked for a draw.
pub(super) fn asked(room: &Room) -> bool {
    let machine = |seat: &Seat| {
        matches!(
            room.occupants().get(seat.index()),
            Some(Occupant::Machine { .. })
        )
    };
    room.pending()
        .iter()
        .any(|open| open.offer == Offer::Draw && open.awaits.iter().any(machine))
}

/// While everything settles, games that only the house still plays are paused.
pub(super) fn goes_on(room: &Room, trouble: bool) -> bool {
    let table = room.table();
    let plays = |(at, occupant): (usize, &Occupant)| {
        let left = Seat::all(room.occupants().len() as u8)
            .nth(at)
            .is_some_and(|seat| table.has_left(seat));
        occupant.player().is_some() && !left
    };
    trouble || room.occupants().iter().enumerate().any(plays)
}
