use std::collections::BTreeMap;

use tablier_rooms::{Entry, RoomId};

use super::World;
use super::fault::Fault;
use super::happening::Happening;
use crate::Choices as _;

/// How long a server may count on the lease, in milliseconds.
pub(super) const LEASE: u64 = 3_000;

/// Stores the logs. A batch is stored as a whole or not at all, and each number once.
pub(super) struct Store {
    pub(super) is_up: bool,
    logs: BTreeMap<RoomId, Vec<Entry>>,
    /// Who handles flags and sweeping, and until when.
    lease: Option<(usize, u64)>,
    /// The last batch, for a fault.
    last: Option<(RoomId, usize)>,
}

/// What a server asks.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub(super) server: usize,
    pub(super) life: u32,
    pub(super) ticket: u64,
    pub(super) ask: Ask,
}

#[derive(Clone, Debug)]
pub(super) enum Ask {
    Read {
        room: RoomId,
        since: u64,
    },
    Append {
        room: RoomId,
        after: u64,
        entries: Vec<Entry>,
    },
    /// Let me handle the tables; the answer is all of them.
    Lease {
        now: u64,
    },
}

#[derive(Clone, Debug)]
pub(super) enum Answer {
    Entries(Vec<Entry>),
    Stored,
    Conflict,
    Leased(Vec<RoomId>),
    Denied,
    /// Nothing is known.
    Unavailable,
}

impl Store {
    pub(super) fn new() -> Self {
        Self {
            is_up: true,
            logs: BTreeMap::new(),
            lease: None,
            last: None,
        }
    }

    pub(super) fn put(&mut self, room: &RoomId, entries: Vec<Entry>) {
        self.logs.insert(room.clone(), entries);
    }

    pub(super) fn log(&self, room: &RoomId) -> &[Entry] {
        self.logs.get(room).map_or(&[], Vec::as_slice)
    }

    pub(super) fn logs(&self) -> impl Iterator<Item = (&RoomId, &Vec<Entry>)> {
        self.logs.iter()
    }

    /// What was stored stays stored.
    pub(super) fn crash(&mut self, fault: Option<Fault>) {
        self.is_up = false;
        if fault == Some(Fault::LosesTheLast)
            && let Some((room, length)) = self.last.take()
            && let Some(log) = self.logs.get_mut(&room)
            && log.len() > length
        {
            log.truncate(length);
        }
    }

    fn answer(&mut self, server: usize, ask: &Ask) -> Answer {
        match ask {
            Ask::Read { room, since } => {
                let log = self.log(room);
                Answer::Entries(log.get(*since as usize..).unwrap_or_default().to_vec())
            }
            Ask::Append {
                room,
                after,
                entries,
            } => {
                let log = self.logs.entry(room.clone()).or_default();
                if log.len() as u64 != *after {
                    return Answer::Conflict;
                }
                self.last = Some((room.clone(), log.len()));
                log.extend_from_slice(entries);
                Answer::Stored
            }
            Ask::Lease { now } => {
                if let Some((holder, until)) = self.lease
                    && holder != server
                    && until > *now
                {
                    return Answer::Denied;
                }
                self.lease = Some((server, now + LEASE));
                Answer::Leased(self.logs.keys().cloned().collect())
            }
        }
    }
}

impl World {
    pub(super) fn ask(&mut self, server: usize, ticket: u64, ask: Ask) {
        let arrives = self.now + self.random.below(4) as u64;
        let question = Question {
            server,
            life: self.servers[server].life,
            ticket,
            ask,
        };
        self.agenda.add(arrives, Happening::ToStore { question });
    }

    /// The store does what is asked, or crashes before or after doing it.
    pub(super) fn store_hears(&mut self, question: Question) {
        let Question {
            server,
            life,
            ticket,
            mut ask,
        } = question;
        let fails = self.trouble && self.random.once_in(60);
        let after = self.random.once_in(2);
        let answer = if !self.store.is_up {
            Answer::Unavailable
        } else if fails {
            if self.fault == Some(Fault::TearsBatches)
                && let Ask::Append { entries, .. } = &mut ask
            {
                entries.truncate(1);
            }
            if after {
                self.store.answer(server, &ask);
            }
            self.report.crashes += 1;
            self.store.crash(self.fault);
            let back = self.now + 1 + self.random.below(1_500) as u64;
            self.agenda.add(back, Happening::StoreReturns);
            Answer::Unavailable
        } else {
            self.store.answer(server, &ask)
        };
        if matches!(answer, Answer::Conflict) {
            self.report.conflicts += 1;
        }
        let arrives = self.now + self.random.below(4) as u64;
        self.agenda.add(
            arrives,
            Happening::FromStore {
                server,
                life,
                ticket,
                answer,
            },
        );
    }
}
