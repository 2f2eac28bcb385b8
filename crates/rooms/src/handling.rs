use crate::{Decision, Entry, Now, Order, Refusal, Room};

/// How often an order is decided anew because another server was faster.
const MOST_CONFLICTS: u8 = 8;

/// An order on its way through a server: what is to be done next, without doing it.
///
/// The server's copy of a room may be behind the log, never ahead of it, and it may be thrown away at
/// any time. Whoever drives this holds on to two things: entries are applied to the copy only when
/// the store has them, and nothing is answered but what [`Step::Answer`] says. When the store gives
/// no answer, neither does the server: the entries may be stored or not, and the order, sent again,
/// finds out which.
///
/// ```
/// # use tablier_rooms::*;
/// # let ana = PlayerId::new("ana").unwrap();
/// # let now = Now { ms: 0, lag_ms: 0, lot: 0, next_room: RoomId::new("next").unwrap() };
/// # let opening = Opening { terms: Terms::of("d21").unwrap(), host: ana.clone(), host_name: "Ana".into(), chair: None };
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
    /// The copy has all that was in the log when the order came, or later.
    fresh: bool,
    conflicts: u8,
    stored: Option<u64>,
}

/// What is to be done next with an order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Read the log after the copy's last entry and apply it, then [`Handling::caught_up`].
    CatchUp,
    /// Store these entries after the copy's last one, all or none. When that is done, apply them and
    /// call [`Handling::stored`]; when another entry has that number already,
    /// [`Handling::conflicted`]; when the store does not answer, give up without a reply.
    Store(Vec<Entry>),
    /// Tell whoever gave the order.
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
    /// It was not carried out. Only [`Refusal::Outdated`] leaves open whether it was long ago: the
    /// log tells.
    Refused {
        /// Why.
        refusal: Refusal,
        /// The number of the last entry.
        seq: u64,
    },
    /// Too many others were faster; nothing was changed, and it may be tried again.
    Busy,
}

impl Handling {
    /// An order that has just come.
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

    /// What is to be done next, given the server's copy of the room and the time.
    pub fn next(&self, copy: &Room, now: &Now) -> Step {
        if let Some(seq) = self.stored {
            return Step::Answer(Reply::Done { seq });
        }
        if self.conflicts > MOST_CONFLICTS {
            return Step::Answer(Reply::Busy);
        }
        // Whoever knows more than the copy has heard it from another server; and a conflict says
        // that there is more.
        if !self.fresh && (self.conflicts > 0 || self.order.expects > copy.seq()) {
            return Step::CatchUp;
        }
        match copy.decide(&self.order, now) {
            Ok(Decision::Repeated { seq }) => Step::Answer(Reply::Done { seq }),
            Ok(Decision::Events(events)) => Step::Store(copy.entries(&self.order, now, events)),
            // Another server may have carried it out, and only the answer was lost: what a copy that
            // is behind refuses is not refused for good.
            Err(_) if !self.fresh => Step::CatchUp,
            Err(refusal) => Step::Answer(Reply::Refused {
                refusal,
                seq: copy.seq(),
            }),
        }
    }

    /// The copy has all that the log had a moment ago.
    pub fn caught_up(&mut self) {
        self.fresh = true;
    }

    /// The entries of [`Step::Store`] are stored and applied.
    pub fn stored(&mut self, entries: &[Entry]) {
        self.stored = entries.first().map(|entry| entry.seq);
    }

    /// Another entry came first.
    pub fn conflicted(&mut self) {
        self.fresh = false;
        self.conflicts += 1;
    }
}
