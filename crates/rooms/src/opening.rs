use crate::room::rotated;
use crate::{Event, First, Now, Occupant, Place, PlayerId, Refusal, Room, RoomId, Terms};

/// A request to open a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opening {
    /// The terms.
    pub terms: Terms,
    /// Who opens it.
    pub host: PlayerId,
    /// The host's name.
    pub host_name: String,
    /// Where the host sits down; none to leave all chairs to others.
    pub chair: Option<u8>,
}

impl Opening {
    /// The first events of the table, or what is wrong with the terms.
    pub fn events(self, now: &Now) -> Result<Vec<Event>, Refusal> {
        self.terms.table()?;
        check_name(&self.host_name)?;
        let mut occupants: Vec<Option<Occupant>> = self.terms.seats.iter().map(machine).collect();
        let mut events = vec![Event::Opened {
            terms: self.terms.clone(),
            host: self.host.clone(),
            host_name: self.host_name.clone(),
            earlier: None,
        }];
        if let Some(chair) = self.chair {
            let place = occupants
                .get_mut(usize::from(chair))
                .ok_or(Refusal::NoSuchChair)?;
            if place.is_some() {
                return Err(Refusal::ChairTaken);
            }
            *place = Some(Occupant::Person {
                player: self.host.clone(),
                name: self.host_name.clone(),
            });
            events.push(Event::Sat {
                chair,
                player: self.host,
                name: self.host_name,
            });
        }
        events.extend(start_if_full(self.terms.first, &occupants, now.lot));
        Ok(events)
    }
}

/// The computer player that a place names.
pub(crate) fn machine(place: &Place) -> Option<Occupant> {
    match *place {
        Place::Open | Place::Kept => None,
        Place::Machine(level) => Some(Occupant::Machine { level }),
    }
}

/// Begins the game if all chairs are taken.
pub(crate) fn start_if_full(first: First, chairs: &[Option<Occupant>], lot: u64) -> Option<Event> {
    let seats: Vec<Occupant> = chairs.iter().cloned().collect::<Option<_>>()?;
    let turn = match first {
        First::Lot => (lot % seats.len().max(1) as u64) as usize,
        First::Chosen => 0,
    };
    Some(Event::Started {
        seats: rotated(&seats, turn),
    })
}

/// Checks that a name can be shown: 1 to 40 characters, no control characters.
pub(crate) fn check_name(name: &str) -> Result<(), Refusal> {
    let length = name.chars().count();
    if (1..=40).contains(&length) && !name.chars().any(char::is_control) {
        Ok(())
    } else {
        Err(Refusal::BadName)
    }
}

impl Room {
    /// The first events of the rematch: the same people and terms, with the next player first. None
    /// before the game is over.
    pub fn rematch(&self, this: &RoomId) -> Option<Vec<Event>> {
        self.next_room()?;
        let seats = rotated(self.occupants(), 1);
        let mut terms = self.terms().clone();
        terms.first = First::Chosen;
        terms.key = None;
        terms.seats = seats
            .iter()
            .map(|occupant| match occupant {
                Occupant::Person { .. } => Place::Open,
                Occupant::Machine { level } => Place::Machine(*level),
            })
            .collect();
        let mut events = vec![Event::Opened {
            terms,
            host: self.host().clone(),
            host_name: self.host_name().to_owned(),
            earlier: Some(this.clone()),
        }];
        for (chair, occupant) in seats.iter().enumerate() {
            if let Occupant::Person { player, name } = occupant {
                events.push(Event::Sat {
                    chair: chair as u8,
                    player: player.clone(),
                    name: name.clone(),
                });
            }
        }
        events.push(Event::Started { seats });
        Some(events)
    }
}
