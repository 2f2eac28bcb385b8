use std::collections::HashMap;

use tablier_rules::hash::SplitMix64;

use super::World;
use super::happening::Happening;
use crate::Choices as _;

/// How messages travel. Either as over real sockets (in order, and a lost one cuts the connection),
/// or worse than any real network: each one independently lost, duplicated and late.
pub(super) struct Network {
    wild: bool,
    /// One in this many is lost; none if 0.
    loss: usize,
    double: usize,
    /// The longest delay in milliseconds.
    slow: usize,
    /// One in this many hints of the bus is lost.
    pub(super) deaf: usize,
    /// When the last message of a connection arrives, in each direction.
    last: HashMap<(u64, bool), u64>,
}

impl Network {
    pub(super) fn new(random: &mut SplitMix64) -> Self {
        let wild = random.once_in(2);
        Self {
            wild,
            loss: [0, 200, 40, 10][random.below(4)],
            double: [0, 40, 8][random.below(3)],
            slow: [5, 60, 900][random.below(3)],
            deaf: [0, 10, 2, 1][random.below(4)],
            last: HashMap::new(),
        }
    }

    /// Makes the network reliable. Returns whether messages may be missing on open connections.
    pub(super) fn heal(&mut self) -> bool {
        let wild = std::mem::replace(&mut self.wild, false);
        self.loss = 0;
        self.double = 0;
        self.slow = 5;
        wild
    }

    fn happens(random: &mut SplitMix64, one_in: usize) -> bool {
        one_in > 0 && random.once_in(one_in)
    }
}

impl World {
    /// Sends a message over a connection; `up` is to the server.
    pub(super) fn travel(&mut self, connection: u64, up: bool, client: usize, what: Happening) {
        let network = &mut self.network;
        if Network::happens(&mut self.random, network.loss) {
            if !network.wild {
                // Both ends notice some time later.
                for server in &mut self.servers {
                    server.connections.remove(&connection);
                }
                let notices = self.now + self.random.below(1_000) as u64;
                self.agenda
                    .add(notices, Happening::Cut { client, connection });
            }
            return;
        }
        let mut copies = 1;
        if network.wild {
            copies += usize::from(Network::happens(&mut self.random, network.double));
        }
        for _ in 0..copies {
            let mut arrives = self.now + 1 + self.random.below(network.slow) as u64;
            if !network.wild {
                let last = network.last.entry((connection, up)).or_default();
                arrives = arrives.max(*last);
                *last = arrives;
            }
            self.agenda.add(arrives, what.clone());
        }
    }

    /// Sends hints on the bus, to all servers but one.
    pub(super) fn publish(&mut self, from: usize, room: &tablier_rooms::RoomId) {
        for server in 0..self.servers.len() {
            let lost = Network::happens(&mut self.random, self.network.deaf);
            if server == from || lost {
                continue;
            }
            let arrives = self.now + 1 + self.random.below(self.network.slow) as u64;
            let room = room.clone();
            self.agenda.add(arrives, Happening::Hint { server, room });
        }
    }
}
