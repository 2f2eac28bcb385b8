use tablier_rooms::{Entry, Event, Room};
use tablier_rules::Seat;

use super::orders::player;
use crate::Choices;

/// Offers the room a damaged form of the next entry, or an earlier one: it must be refused and
/// change nothing.
pub(super) fn try_one(
    room: &mut Room,
    next: &Entry,
    log: &[Entry],
    choices: &mut impl Choices,
) -> Result<(), String> {
    let Some(entry) = damaged(next, log, choices) else {
        return Ok(());
    };
    let before = room.state();
    if room.apply(&entry).is_ok() {
        return Err(format!("a damaged entry is accepted: {entry:?}"));
    }
    if room.state() != before {
        return Err(format!("a refused entry changes the room: {entry:?}"));
    }
    Ok(())
}

/// An entry that cannot follow, made from one that can.
fn damaged(next: &Entry, log: &[Entry], choices: &mut impl Choices) -> Option<Entry> {
    let mut entry = next.clone();
    match choices.below(8) {
        0 => entry.seq += 1,
        1 => entry.seq = u64::MAX,
        2 => entry.at = log.last()?.at - 1,
        3 => entry = choices.one_of(log).clone(),
        4 => entry.event = log[0].event.clone(),
        5 => {
            // Somebody who was never here.
            entry.by = Some(player(99));
            let anybody_may = matches!(
                entry.event,
                Event::Left {
                    out_of_time: true,
                    ..
                } | Event::Started { .. }
                    | Event::TakenBack { .. }
                    | Event::Drawn
                    | Event::Rematched { .. }
            );
            if anybody_may {
                return None;
            }
        }
        // The house may answer for any computer player.
        6 if entry.by.is_none() && matches!(entry.event, Event::Answered { .. }) => return None,
        6 => wrong_seat(&mut entry.event)?,
        _ => spoil(&mut entry.event)?,
    }
    Some(entry)
}

fn wrong_seat(event: &mut Event) -> Option<()> {
    match event {
        Event::Acted { seat, .. }
        | Event::Offered { seat, .. }
        | Event::Answered { seat, .. }
        | Event::Left { seat, .. } => *seat = seat.next(Seat::MOST as u8),
        Event::Sat { chair, .. } | Event::Stood { chair } => *chair = chair.checked_add(8)?,
        Event::Started { seats } => {
            seats.push(seats.first()?.clone());
        }
        _ => return None,
    }
    Some(())
}

fn spoil(event: &mut Event) -> Option<()> {
    match event {
        Event::Acted { action, left, .. } => match left.first_mut() {
            Some(first) => *first = u64::MAX,
            None => action.push('!'),
        },
        Event::TakenBack { ply } => *ply += 1,
        Event::Sat { name, .. } => name.push('\n'),
        Event::Started { seats } => {
            seats.pop();
        }
        _ => return None,
    }
    Some(())
}
