use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use tablier_protocol::{ToClient, ToServer};
use tablier_rooms::RoomId;

use super::store::{Answer, Question};

/// Something that happens at a moment.
#[derive(Clone, Debug)]
pub(super) enum Happening {
    Connects {
        client: usize,
        server: usize,
        connection: u64,
    },
    ToServer {
        server: usize,
        connection: u64,
        message: ToServer,
    },
    ToClient {
        client: usize,
        connection: u64,
        message: ToClient,
    },
    /// A client notices that its connection is gone.
    Cut {
        client: usize,
        connection: u64,
    },
    ToStore {
        question: Question,
    },
    FromStore {
        server: usize,
        life: u32,
        ticket: u64,
        answer: Answer,
    },
    /// The bus says that something happened at a table.
    Hint {
        server: usize,
        room: RoomId,
    },
    ClientWakes {
        client: usize,
    },
    ServerWakes {
        server: usize,
        life: u32,
    },
    /// The computer has finished thinking, or a question to it is due.
    HouseActs {
        server: usize,
        life: u32,
        room: RoomId,
    },
    Trouble,
    ServerReturns {
        server: usize,
    },
    StoreReturns,
}

/// What will happen, in order; at the same moment, what was planned first.
#[derive(Default)]
pub(super) struct Agenda {
    order: BinaryHeap<Reverse<(u64, u64)>>,
    what: BTreeMap<u64, Happening>,
    count: u64,
}

impl Agenda {
    pub(super) fn add(&mut self, at: u64, happening: Happening) {
        self.count += 1;
        self.order.push(Reverse((at, self.count)));
        self.what.insert(self.count, happening);
    }

    pub(super) fn next(&mut self) -> Option<(u64, Happening)> {
        let Reverse((at, number)) = self.order.pop()?;
        Some((at, self.what.remove(&number)?))
    }
}
