//! A room's entry in the store's index.

use tablier_protocol::TableLine;
use tablier_rooms::{Entry, Event, First, Offer, Phase, Place, PlayerId, Room, RoomId, Terms};
use tablier_rules::{Outcome, Seat};

use crate::error::Error;
use crate::store::{Append, Card, LogLine, Turn};

/// The write for entries that led to `room`.
pub(super) fn append(id: &RoomId, entries: &[Entry], room: &Room) -> Result<Append, Error> {
    let lines = entries.iter().map(line).collect::<Result<_, _>>()?;
    let first = entries.first().map_or(1, |entry| entry.seq);
    // An action changes only the turn, unless it ends the game.
    let acted = |entry: &Entry| matches!(entry.event, Event::Acted { .. });
    let plain = entries.iter().all(acted) && room.phase() == Phase::Playing;
    Ok(Append {
        room: id.clone(),
        after: first - 1,
        lines,
        card: (!plain).then(|| card(id, room)),
        turn: turn(room),
    })
}

fn line(entry: &Entry) -> Result<LogLine, Error> {
    Ok(LogLine {
        seq: entry.seq,
        body: serde_json::to_string(entry).map_err(Error::internal)?,
    })
}

/// A room's index entry apart from the turn.
pub(super) fn card(id: &RoomId, room: &Room) -> Card {
    let verdicts = match room.outcome() {
        Some(Outcome::Seats { count, verdicts }) => verdicts[..usize::from(count)].to_vec(),
        Some(Outcome::Left(_)) | None => Vec::new(),
    };
    Card {
        line: TableLine::from_room(id, room, None),
        host: room.host().clone(),
        listed: room.terms().listed,
        pairs: pairs(room.terms()),
        verdicts,
    }
}

/// Whether anybody looking for such a game may be sent to a table with these terms: listed, all
/// chairs alike, and from the usual start.
pub(crate) fn pairs(terms: &Terms) -> bool {
    terms.listed
        && terms.start.is_none()
        && terms.first == First::Lot
        && terms.seats.len() > 1
        && terms.seats.iter().all(|place| *place == Place::Open)
}

/// Whose turn it is.
pub(super) fn turn(room: &Room) -> Turn {
    Turn {
        at: room.last_at(),
        ply: room.table().ply() as u32,
        acts: acts(room).cloned(),
        due: room.flag_due(),
        house: waits_for_house(room),
    }
}

/// Whether a computer player must decide something.
pub(super) fn waits_for_house(room: &Room) -> bool {
    room.house_acts().is_some() || asked_for_draw(room).is_some()
}

/// The person the table is waiting for.
pub(super) fn acts(room: &Room) -> Option<&PlayerId> {
    let seat = room.to_act()?;
    match room.house_acts() {
        Some(_) => None,
        None => room.occupants().get(seat.index())?.player(),
    }
}

/// The computer player that was offered a draw and has not answered.
pub(super) fn asked_for_draw(room: &Room) -> Option<Seat> {
    let open = room
        .pending()
        .iter()
        .find(|open| open.offer == Offer::Draw)?;
    let machine = |seat: &&Seat| {
        let occupant = room.occupants().get(seat.index());
        occupant.is_some_and(|occupant| occupant.player().is_none())
    };
    open.awaits.iter().find(machine).copied()
}

/// Whether it is their table: they sit at it or opened it.
pub(super) fn takes_part(room: &Room, player: &PlayerId) -> bool {
    room.host() == player || seated(room).contains(player)
}

/// The people at a table.
pub(super) fn seated(room: &Room) -> Vec<PlayerId> {
    let chairs = room.chairs().iter().flatten();
    chairs.filter_map(|o| o.player()).cloned().collect()
}
