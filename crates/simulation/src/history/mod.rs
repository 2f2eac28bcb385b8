//! Random histories of one table: sensible orders and senseless ones, sent in time, late, repeated
//! or in another's name, under clocks that jump. A referee with its own books watches every
//! decision.

mod books;
mod damage;
mod orders;
mod referee;
mod terms;

use std::collections::BTreeMap;
use std::fmt;

use tablier_rooms::{Decision, Entry, Now, Opening, Room, RoomId};
use tablier_rules::hash::SplitMix64;

use crate::Choices;
use orders::Sender;
use referee::Referee;

pub use orders::player;
pub use referee::kind;
pub use terms::terms;

/// When every history begins, in milliseconds since 1970.
const BEGIN: u64 = 1_000_000;

/// The totals of a history.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    /// Orders given.
    pub orders: u64,
    /// Entries that followed.
    pub entries: u64,
    /// Damaged entries that were offered to the room.
    pub damaged: u64,
    /// How many of each kind of event, refusal and answer occurred.
    pub kinds: BTreeMap<&'static str, u64>,
}

impl Totals {
    /// Adds another history's totals.
    pub fn add(&mut self, other: &Totals) {
        self.orders += other.orders;
        self.entries += other.entries;
        self.damaged += other.damaged;
        for (kind, count) in &other.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
    }

    fn count(&mut self, kind: &'static str) {
        *self.kinds.entry(kind).or_default() += 1;
    }
}

/// A broken law, and the history that broke it.
#[derive(Clone, Debug)]
pub struct Broken {
    /// What does not hold.
    pub law: String,
    /// The log so far, one entry per line.
    pub log: Vec<Entry>,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for entry in &self.log {
            let line = serde_json::to_string(entry).unwrap_or_default();
            writeln!(f, "{line}")?;
        }
        write!(f, "broken: {}", self.law)
    }
}

/// The history of a seed.
pub fn seeded(seed: u64) -> Result<Totals, Broken> {
    // Mixed, so that neighbouring seeds have nothing in common.
    let mut choices = SplitMix64::new(tablier_rules::hash::mix(seed));
    let steps = 8 + Choices::below(&mut choices, 56);
    play(&mut choices, steps)
}

/// A history of `steps` orders, chosen as it goes.
pub fn play(choices: &mut impl Choices, steps: usize) -> Result<Totals, Broken> {
    let mut totals = Totals::default();
    let spec = match choices.below(16) {
        15 => choices.one_of(crate::games::all()).as_str(),
        _ => choices.one_of(crate::games::CHEAP),
    };
    let terms = terms(choices, spec);
    let opening = Opening {
        host: player(0),
        host_name: "Host".to_owned(),
        chair: (!choices.once_in(4)).then(|| choices.below(5) as u8),
        terms,
    };
    let now = Now {
        ms: BEGIN,
        lag_ms: 0,
        lot: choices.any(),
        next_room: room_id(0),
    };
    let events = match opening.events(&now) {
        Ok(events) => events,
        Err(refusal) => {
            totals.count(refusal.name());
            return Ok(totals);
        }
    };
    let log = Entry::opening(events, BEGIN);
    let broken = |law: String, log: &[Entry]| Broken {
        law,
        log: log.to_vec(),
    };
    let mut room = Room::fold(&log).map_err(|e| broken(e.to_string(), &log))?;
    let mut referee = Referee::new(&log);
    let mut sender = Sender::new();
    // A prefix whose state is kept, to be folded again at the end.
    let mut kept: Option<(usize, String)> = None;
    for step in 0..steps {
        let sent = sender.order(&room, choices);
        let now = sender.now(&room, step as u64 + 1, choices);
        totals.orders += 1;
        let decision = room.decide(&sent.order, &now);
        let name = match &decision {
            Err(refusal) => refusal.name(),
            Ok(Decision::Repeated { .. }) => "repeated",
            Ok(Decision::Events(_)) => "carried-out",
        };
        totals.count(name);
        let entries = referee
            .judge(&room, &sent, &now, decision)
            .map_err(|law| broken(law, referee.log()))?;
        for entry in &entries {
            totals.entries += 1;
            totals.count(referee::kind(&entry.event));
            if choices.once_in(24) {
                totals.damaged += 1;
                damage::try_one(&mut room, entry, referee.log(), choices)
                    .map_err(|law| broken(law, referee.log()))?;
            }
            referee
                .before(&room, entry)
                .map_err(|law| broken(law, referee.log()))?;
            room.apply(entry)
                .map_err(|e| broken(format!("decided but refused: {e}"), referee.log()))?;
            referee
                .applied(&room, entry)
                .map_err(|law| broken(law, referee.log()))?;
        }
        if choices.once_in(40) {
            kept = Some((referee.log().len(), room.state()));
        }
    }
    if let Some((length, state)) = kept {
        same(&referee.log()[..length], &state).map_err(|law| broken(law, referee.log()))?;
    }
    same(referee.log(), &room.state()).map_err(|law| broken(law, referee.log()))?;
    if choices.once_in(32) {
        let text = serde_json::to_string(referee.log()).unwrap_or_default();
        let read: Vec<Entry> = serde_json::from_str(&text).unwrap_or_default();
        same(&read, &room.state()).map_err(|law| broken(law, referee.log()))?;
    }
    Ok(totals)
}

/// The same entries give the same room.
fn same(log: &[Entry], state: &str) -> Result<(), String> {
    let again = Room::fold(log).map_err(|e| format!("the log cannot be read again: {e}"))?;
    let again = again.state();
    if again == state {
        return Ok(());
    }
    Err(format!(
        "folded anew it is another room:\n{again}\ninstead of\n{state}"
    ))
}

/// A fresh id for a rematch.
fn room_id(number: u64) -> RoomId {
    RoomId::new(&format!("next-{number}")).expect("a proper id")
}
