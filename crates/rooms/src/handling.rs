use crate::{Decision, Entry, Now, Order, Refusal, Room};

/// How many times an order is decided again because another server was faster.
const MOST_CONFLICTS: u8 = 8;

/// An order on its way through a server: says what to do next, without doing it.
///
/// The server's copy of a room may be behind the log, never ahead of it, and it may be discarded at
/// any time. The driver of this must ensure two things: entries are applied to the copy only once
/// the store has them, and nothing is answered but what [`Step::Answer`] says. When the store gives
/// no answer, neither does the server: the entries may or may not be stored, and sending the order
/// again finds out which.
///
/// ```
/// # use tablier_rooms::*;
/// # let ana = PlayerId::new("ana").unwrap();
/// # let now = Now { ms: 0, lag_ms: 0, lot: 0, next_room: RoomId::new("next").unwrap() };
/// # let opening = Opening { terms: Terms::for_game("d21").unwrap(), host: ana.clone(), host_name: "Ana".into(), chair: None };
/// # let mut log = Entry::opening(opening.events(&now).unwrap(), 0);
/// # let mut copy = Room::fold(&log).unwrap();
/// # let order = Order::new("c1", 1, Actor::Player(ana), Command::Sit { chair: None, name: "Ana".into() });
/// let mut handling = Handling::new(order);
/// let reply = loop {
///     match handling.next(&copy, &now) {
///         Step::CatchUp => {
///             for entry in &log[copy.seq() as usize..] {
///                 copy.apply(entry).unwrap();
///             }
///             handling.caught_up();
///         }
///         Step::Store(entries) if log.len() as u64 == copy.seq() => {
///             log.extend_from_slice(&entries);
///             for entry in &entries {
///                 copy.apply(entry).unwrap();
///             }
///             handling.stored(&entries);
///         }
///         Step::Store(_) => handling.conflicted(),
///         Step::Answer(reply) => break reply,
///     }
/// };
/// assert_eq!(reply, Reply::Done { seq: 2 });
/// ```
#[derive(Clone, Debug)]
pub struct Handling {
    order: Order,
    /// The copy has at least what was in the log when the order arrived.
    fresh: bool,
    conflicts: u8,
    stored: Option<u64>,
}

/// The next step for an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Read the log after the copy's last entry and apply it, then [`Handling::caught_up`].
    CatchUp,
    /// Store these entries after the copy's last one, all or none. When that is done, apply them
    /// and call [`Handling::stored`]; if another entry already has that number,
    /// [`Handling::conflicted`]; if the store does not answer, give up without a reply.
    Store(Vec<Entry>),
    /// Answer the sender of the order.
    Answer(Reply),
}

/// The answer to an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// It was carried out, now or earlier, and is durably stored.
    Done {
        /// The number of its first entry.
        seq: u64,
    },
    /// It was not carried out. Only [`Refusal::Outdated`] leaves open whether it was carried out
    /// long ago: the log tells.
    Refused {
        /// Why.
        refusal: Refusal,
        /// The number of the last entry.
        seq: u64,
    },
    /// Too many others were faster; nothing was changed, and it may be retried.
    Busy,
}

impl Handling {
    /// An order that has just arrived.
    pub fn new(order: Order) -> Self {
        Self {
            order,
            fresh: false,
            conflicts: 0,
            stored: None,
        }
    }

    /// The order.
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// The next step, given the server's copy of the room and the time.
    pub fn next(&self, copy: &Room, now: &Now) -> Step {
        if let Some(seq) = self.stored {
            return Step::Answer(Reply::Done { seq });
        }
        if self.conflicts > MOST_CONFLICTS {
            return Step::Answer(Reply::Busy);
        }
        // A client that knows more than the copy heard it from another server; and a conflict means
        // that there is more.
        if !self.fresh && (self.conflicts > 0 || self.order.expects > copy.seq()) {
            return Step::CatchUp;
        }
        match copy.decide(&self.order, now) {
            Ok(Decision::Repeated { seq }) => Step::Answer(Reply::Done { seq }),
            Ok(Decision::Events(events)) => Step::Store(copy.entries(&self.order, now, events)),
            // Another server may have carried it out, with only the answer lost: a refusal by a
            // copy that is behind is not final.
            Err(_) if !self.fresh => Step::CatchUp,
            Err(refusal) => Step::Answer(Reply::Refused {
                refusal,
                seq: copy.seq(),
            }),
        }
    }

    /// The copy has everything that the log had a moment ago.
    pub fn caught_up(&mut self) {
        self.fresh = true;
    }

    /// The entries of [`Step::Store`] are stored and applied.
    pub fn stored(&mut self, entries: &[Entry]) {
        self.stored = entries.first().map(|entry| entry.seq);
    }

    /// Another entry was stored first.
    pub fn conflicted(&mut self) {
        self.fresh = false;
        self.conflicts += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Actor, Command, Opening, PlayerId, RoomId, Terms, TimeControl};

    const MINUTE: u64 = 60_000;

    fn player(name: &str) -> PlayerId {
        PlayerId::new(name).unwrap()
    }

    fn now_at(ms: u64) -> Now {
        Now {
            ms,
            lag_ms: 0,
            lot: 0,
            next_room: RoomId::new("next").unwrap(),
        }
    }

    fn act(id: &str, expects: u64, who: &PlayerId, room: &Room) -> Order {
        let action = room.table().legal()[0].clone();
        Order::new(
            id,
            expects,
            Actor::Player(who.clone()),
            Command::Act { action },
        )
    }

    /// A game with a minute each, two actions old: its log, and who is to act.
    fn game() -> (Vec<Entry>, PlayerId) {
        let mut terms = Terms::for_game("saute").unwrap();
        terms.time = TimeControl::Clock {
            base_ms: MINUTE,
            increment_ms: 0,
        };
        let opening = Opening {
            terms,
            host: player("ana"),
            host_name: "Ana".to_owned(),
            chair: Some(0),
        };
        let mut log = Entry::opening(opening.events(&now_at(0)).unwrap(), 0);
        let mut room = Room::fold(&log).unwrap();
        let name = "Ben".to_owned();
        let sit = Command::Sit { chair: None, name };
        let sit = Order::new("sit", room.seq(), Actor::Player(player("ben")), sit);
        carry_out(&mut room, &mut log, &sit, 0);
        for id in ["first", "second"] {
            let who = to_act(&room);
            let order = act(id, room.seq(), &who, &room);
            carry_out(&mut room, &mut log, &order, 0);
        }
        let who = to_act(&room);
        (log, who)
    }

    fn to_act(room: &Room) -> PlayerId {
        let seat = room.to_act().unwrap();
        room.occupants()[seat.index()].player().unwrap().clone()
    }

    fn carry_out(room: &mut Room, log: &mut Vec<Entry>, order: &Order, ms: u64) {
        let Ok(Decision::Events(events)) = room.decide(order, &now_at(ms)) else {
            panic!("{order:?} is not carried out");
        };
        for entry in room.entries(order, &now_at(ms), events) {
            room.apply(&entry).unwrap();
            log.push(entry);
        }
    }

    /// Ana acts at the last moment, the answer is lost, and she asks another server, which has not
    /// heard of it. By its copy her time is up; the log knows better.
    #[test]
    fn a_copy_that_is_behind_refuses_nothing_for_good() {
        let (mut log, who) = game();
        let mut behind = Room::fold(&log).unwrap();
        let mut room = Room::fold(&log).unwrap();
        let order = act("late", room.seq(), &who, &room);
        carry_out(&mut room, &mut log, &order, MINUTE - 1);

        let later = now_at(MINUTE + 5_000);
        assert_eq!(behind.decide(&order, &later), Err(Refusal::OutOfTime));
        let mut handling = Handling::new(order);
        assert_eq!(handling.next(&behind, &later), Step::CatchUp);
        for entry in &log[behind.seq() as usize..] {
            behind.apply(entry).unwrap();
        }
        handling.caught_up();
        let seq = room.seq();
        assert_eq!(
            handling.next(&behind, &later),
            Step::Answer(Reply::Done { seq })
        );
    }

    #[test]
    fn what_is_refused_by_the_log_itself_is_refused() {
        let (log, who) = game();
        let room = Room::fold(&log).unwrap();
        let mut handling = Handling::new(act("late", room.seq(), &who, &room));
        let later = now_at(2 * MINUTE);
        assert_eq!(handling.next(&room, &later), Step::CatchUp);
        handling.caught_up();
        let refused = Reply::Refused {
            refusal: Refusal::OutOfTime,
            seq: room.seq(),
        };
        assert_eq!(handling.next(&room, &later), Step::Answer(refused));
    }

    #[test]
    fn after_too_many_conflicts_it_is_given_back() {
        let (log, who) = game();
        let room = Room::fold(&log).unwrap();
        let mut handling = Handling::new(act("slow", room.seq(), &who, &room));
        for _ in 0..=MOST_CONFLICTS {
            assert!(matches!(handling.next(&room, &now_at(1)), Step::Store(_)));
            handling.conflicted();
            if handling.conflicts <= MOST_CONFLICTS {
                assert_eq!(handling.next(&room, &now_at(1)), Step::CatchUp);
                handling.caught_up();
            }
        }
        assert_eq!(handling.next(&room, &now_at(1)), Step::Answer(Reply::Busy));
    }
}
