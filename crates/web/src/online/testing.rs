//! Sample tables for tests: Ana and Ben at D.21. Their logs are decided by a room, as the server's
//! are.

use tablier_protocol::ToClient;
use tablier_rooms::{
    Actor, Command, Decision, Entry, First, Now, Opening, Order, PlayerId, Room, RoomId, Terms,
    TimeControl,
};

use super::mirror::Mirror;

pub(crate) fn ana() -> PlayerId {
    PlayerId::new("ana").unwrap()
}

pub(crate) fn ben() -> PlayerId {
    PlayerId::new("ben").unwrap()
}

pub(crate) fn room_id() -> RoomId {
    RoomId::new("room").unwrap()
}

pub(crate) fn act(action: &str) -> Command {
    let action = action.to_owned();
    Command::Act { action }
}

/// A table and its whole log.
pub(crate) struct History {
    pub(crate) room: Room,
    pub(crate) log: Vec<Entry>,
}

fn now(ms: u64) -> Now {
    Now {
        ms,
        lag_ms: 0,
        lot: 0,
        next_room: RoomId::new("next").unwrap(),
    }
}

impl History {
    /// Ana and Ben have sat down; Ana begins.
    pub(crate) fn begun() -> Self {
        Self::timed(TimeControl::None)
    }

    /// The same with clocks.
    pub(crate) fn timed(time: TimeControl) -> Self {
        let mut terms = Terms::for_game("d21").unwrap();
        terms.first = First::Chosen;
        terms.time = time;
        let opening = Opening {
            terms,
            host: ana(),
            host_name: "ana".to_owned(),
            chair: Some(0),
        };
        let log = Entry::opening(opening.events(&now(0)).unwrap(), 0);
        let room = Room::fold(&log).unwrap();
        let mut history = Self { room, log };
        let name = "ben".to_owned();
        history.does(ben(), "sit", 0, Command::Sit { chair: None, name });
        history
    }

    /// Somebody does something at a time; returns the entries that follow.
    pub(crate) fn does(
        &mut self,
        who: PlayerId,
        id: &str,
        at: u64,
        command: Command,
    ) -> Vec<Entry> {
        let order = Order::new(id, self.room.seq(), Actor::Player(who), command);
        let Ok(Decision::Events(events)) = self.room.decide(&order, &now(at)) else {
            panic!("{id} is refused or known");
        };
        let entries = self.room.entries(&order, &now(at), events);
        for entry in &entries {
            self.room.apply(entry).unwrap();
        }
        self.log.extend(entries.clone());
        entries
    }
}

/// Entries as received over the socket.
pub(crate) fn events(entries: &[Entry]) -> ToClient {
    ToClient::Events {
        room: room_id(),
        entries: entries.to_vec(),
        now: 0,
    }
}

/// Somebody's copy of a table.
pub(crate) fn mirror(me: PlayerId, history: &History) -> Mirror {
    let mut mirror = Mirror::new(room_id(), Vec::new());
    mirror.connect(&me);
    mirror.hear(&events(&history.log)).unwrap();
    mirror
}
