use tablier_rooms::{Command, Offer, Phase, PlayerId, Room};
use tablier_rules::hash::SplitMix64;

use crate::Choices as _;

/// What somebody wants at a table: mostly an action when it is their turn; not always sensible.
pub fn wish(room: &Room, me: &PlayerId, random: &mut SplitMix64) -> Option<Command> {
    match room.phase() {
        Phase::Waiting => match (room.chair_of(me), random.below(20)) {
            (None, 0..=11) | (_, 19) => Some(Command::Sit {
                chair: None,
                name: "Somebody".to_owned(),
            }),
            (Some(_), 0) => Some(Command::Stand),
            _ => None,
        },
        Phase::Playing => {
            let seat = room.seat_of(me);
            if seat.is_some() && seat == room.to_act() && !random.once_in(8) {
                let legal = room.table().legal();
                let action = random.one_of(&legal).clone();
                return Some(Command::Act { action });
            }
            let asked = room
                .pending()
                .iter()
                .find(|open| seat.is_some_and(|seat| open.awaits.contains(&seat)));
            if let Some(open) = asked {
                return Some(Command::Answer {
                    offer: open.offer,
                    accept: random.once_in(2),
                });
            }
            Some(match random.below(60) {
                0..=2 => Command::Offer { offer: Offer::Draw },
                3..=5 => Command::Offer {
                    offer: Offer::TakeBack,
                },
                6 => Command::Resign,
                7 => Command::Flag,
                8 => Command::Abort,
                9 => Command::Act {
                    action: "nonsense".to_owned(),
                },
                _ => return None,
            })
        }
        Phase::Over => random.once_in(6).then_some(Command::Offer {
            offer: Offer::Rematch,
        }),
        Phase::Aborted(_) => None,
    }
}
