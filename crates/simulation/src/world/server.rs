//! A server of the world: its connections, its clock, and when it looks at its tables.

use std::collections::BTreeMap;

use tablier_protocol::{ToClient, ToServer};
use tablier_rooms::{Actor, Entry, Handling, Now, Order, PlayerId, Room, RoomId};
use tablier_rules::hash::SplitMix64;

use super::World;
use super::desk::{Desk, Errand, Job};
use super::fault::Fault;
use super::happening::Happening;
use super::store::Ask;
use crate::Choices as _;

/// The clocks of the world begin here, in milliseconds since 1970.
pub(super) const EPOCH: u64 = 1_000_000;

/// One server: it owns no table, and everything it knows may vanish.
pub(super) struct Server {
    pub(super) is_up: bool,
    /// How many times it has crashed: answers to an earlier life are ignored.
    pub(super) life: u32,
    pub(super) connections: BTreeMap<u64, Connection>,
    /// How far its clock is off.
    skew: u64,
    /// How often it checks the tables being watched, and asks for the lease.
    tick: u64,
    desks: BTreeMap<RoomId, Desk>,
    pub(super) errands: BTreeMap<u64, Errand>,
    pub(super) tickets: u64,
}

pub(super) struct Connection {
    client: usize,
    player: PlayerId,
    /// What was told about each table that it watches.
    pub(super) told: BTreeMap<RoomId, u64>,
}

impl Server {
    pub(super) fn new(random: &mut SplitMix64) -> Self {
        Self {
            is_up: true,
            life: 0,
            connections: BTreeMap::new(),
            skew: [0, 3, 40, 700][random.below(4)],
            tick: [300, 1_000, 9_000][random.below(3)],
            desks: BTreeMap::new(),
            errands: BTreeMap::new(),
            tickets: 0,
        }
    }

    /// Loses everything; returns the connections that are cut.
    pub(super) fn crash(&mut self) -> Vec<(usize, u64)> {
        self.is_up = false;
        self.life += 1;
        self.desks.clear();
        self.errands.clear();
        let cut = std::mem::take(&mut self.connections);
        cut.into_iter()
            .map(|(number, connection)| (connection.client, number))
            .collect()
    }

    /// Discards its copies, except those in use.
    pub(super) fn forget_rooms(&mut self) {
        for desk in self.desks.values_mut().filter(|desk| !desk.busy) {
            desk.copy = None;
        }
    }

    pub(super) fn copies(&self) -> impl Iterator<Item = (&RoomId, &Room)> {
        self.desks
            .iter()
            .filter_map(|(id, desk)| Some((id, desk.copy.as_ref()?)))
    }

    pub(super) fn is_idle(&self) -> bool {
        self.desks.values().all(|desk| desk.jobs.is_empty())
    }

    pub(super) fn desk(&mut self, room: &RoomId) -> &mut Desk {
        self.desks.entry(room.clone()).or_default()
    }
}

impl World {
    pub(super) fn time(&mut self, server: usize) -> Now {
        let next = self.random.any();
        Now {
            ms: EPOCH + self.now + self.servers[server].skew,
            lag_ms: self.random.below(300) as u64,
            lot: self.random.any(),
            next_room: RoomId::new(&format!("next-{next}")).expect("a proper id"),
        }
    }

    pub(super) fn connects(&mut self, client: usize, server: usize, connection: u64) {
        if !self.servers[server].is_up || !self.clients[client].expects(connection) {
            self.clients[client].cut(connection);
            return;
        }
        let told = BTreeMap::new();
        let player = self.clients[client].me().clone();
        self.servers[server].connections.insert(
            connection,
            Connection {
                client,
                player,
                told,
            },
        );
        self.client_connected(client);
    }

    pub(super) fn server_hears(&mut self, server: usize, connection: u64, message: ToServer) {
        let Some(from) = self.servers[server].connections.get(&connection) else {
            return;
        };
        let (room, job) = match message {
            ToServer::Watch { room, since } => {
                // Registered now, so that it is not forgotten if the store does not answer.
                if let Some(from) = self.servers[server].connections.get_mut(&connection) {
                    from.told.insert(room.clone(), since);
                }
                (room, Job::Watch { connection, since })
            }
            ToServer::Command {
                room,
                id,
                expects,
                command,
            } => {
                let order = Order {
                    id,
                    expects,
                    actor: Actor::Player(from.player.clone()),
                    command,
                };
                let log = self.store.log(&room);
                let mine = |entry: &Entry| {
                    entry.id.as_ref() == Some(&order.id) && entry.by.as_ref() == Some(&from.player)
                };
                let job = Job::Order {
                    carried_out: log.iter().any(mine),
                    connection: Some(connection),
                    handling: Handling::new(order),
                };
                (room, job)
            }
            _ => return,
        };
        self.give(server, &room, job);
    }

    pub(super) fn tell(&mut self, server: usize, connection: u64, message: ToClient) {
        let Some(to) = self.servers[server].connections.get(&connection) else {
            return;
        };
        let client = to.client;
        let what = Happening::ToClient {
            client,
            connection,
            message,
        };
        self.travel(connection, false, client, what);
    }

    pub(super) fn hinted(&mut self, server: usize, room: &RoomId) {
        let home = &self.servers[server];
        let watched = |connection: &Connection| connection.told.contains_key(room);
        if home.is_up && home.connections.values().any(watched) {
            self.give(server, room, Job::Look);
        }
    }

    pub(super) fn server_wakes(&mut self, server: usize, life: u32) {
        if !self.servers[server].is_up || self.servers[server].life != life {
            return;
        }
        let next = self.now + self.servers[server].tick + self.random.below(200) as u64;
        self.agenda
            .add(next, Happening::ServerWakes { server, life });
        if self.fault == Some(Fault::TrustsTheBus) {
            return;
        }
        let now = self.time(server).ms;
        self.ask_for(server, Errand::Lease, Ask::Lease { now });
        let watched: std::collections::BTreeSet<RoomId> = self.servers[server]
            .connections
            .values()
            .flat_map(|connection| connection.told.keys().cloned())
            .collect();
        for room in watched {
            self.give(server, &room, Job::Look);
        }
    }

    /// Plans what the house does at a table, if anything.
    pub(super) fn look_for_the_house(&mut self, server: usize, room: &RoomId) {
        let now = self.time(server).ms;
        let Some(copy) = &self.servers[server].desk(room).copy else {
            return;
        };
        if super::house::has_work(copy, now, self.trouble)
            || copy
                .next_room()
                .is_some_and(|next| self.store.log(next).is_empty())
        {
            let life = self.servers[server].life;
            let soon = self.now + 5 + self.random.below(200) as u64;
            let room = room.clone();
            self.agenda
                .add(soon, Happening::HouseActs { server, life, room });
        }
    }

    pub(super) fn house_looks(&mut self, server: usize, life: u32, room: &RoomId) {
        if !self.servers[server].is_up || self.servers[server].life != life {
            return;
        }
        let now = self.time(server).ms;
        let trouble = self.trouble;
        let Some(copy) = &self.servers[server].desk(room).copy else {
            return;
        };
        if let Some(next) = copy.next_room().cloned() {
            if let Some(events) = copy.rematch(room) {
                let ask = Ask::Append {
                    room: next,
                    after: 0,
                    entries: Entry::opening(events, now),
                };
                self.ask_for(server, Errand::Rematch, ask);
            }
            return;
        }
        let order = super::house::work(copy, now, trouble, &mut self.random);
        if let Some(order) = order {
            let job = Job::Order {
                connection: None,
                handling: Handling::new(order),
                carried_out: false,
            };
            self.give(server, room, job);
        }
    }
}
