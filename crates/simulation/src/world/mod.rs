//! A world in one process: clients, up to three servers, one store, a bus and a network, all driven
//! by a seed and a simulated clock. Messages are lost, duplicated, delayed and reordered; servers
//! and the store crash and come back between any two steps. In the end everything works again,
//! nothing acknowledged may be missing, nothing may be there twice, and all must see the same
//! table.

mod client;
mod desk;
mod fault;
mod happening;
mod house;
mod laws;
mod network;
mod server;
mod store;

use std::collections::BTreeMap;
use std::fmt;

use tablier_rooms::{Entry, Now, Opening, RoomId};
use tablier_rules::hash::{SplitMix64, mix};

use crate::Choices as _;
use client::Client;
use happening::{Agenda, Happening};
use laws::Witness;
use network::Network;
use server::Server;
use store::Store;

pub use fault::Fault;

/// How long things may go wrong, and how long it may then take until everything is settled; in
/// milliseconds.
const TROUBLE: u64 = 30_000;
const SETTLING: u64 = 120_000;

/// The totals of a world.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Messages and other happenings.
    pub happenings: u64,
    /// Commands that clients made.
    pub commands: u64,
    /// Commands that were acknowledged.
    pub acknowledged: u64,
    /// Entries in the logs.
    pub entries: u64,
    /// How many times a server or the store crashed.
    pub crashes: u64,
    /// How many times two servers wanted the same number.
    pub conflicts: u64,
    /// How many of each kind of event are in the logs.
    pub kinds: BTreeMap<&'static str, u64>,
}

impl Report {
    /// Adds another world's totals.
    pub fn add(&mut self, other: &Report) {
        self.happenings += other.happenings;
        self.commands += other.commands;
        self.acknowledged += other.acknowledged;
        self.entries += other.entries;
        self.crashes += other.crashes;
        self.conflicts += other.conflicts;
        for (kind, count) in &other.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
    }
}

/// A broken law.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The seed that reproduces it.
    pub seed: u64,
    /// When, in milliseconds since the start.
    pub at: u64,
    /// What does not hold.
    pub law: String,
    /// The last happenings.
    pub story: Vec<String>,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.story {
            writeln!(f, "{line}")?;
        }
        write!(f, "seed {}, after {} ms: {}", self.seed, self.at, self.law)
    }
}

/// The whole state of a world.
pub(crate) struct World {
    random: SplitMix64,
    fault: Option<Fault>,
    now: u64,
    agenda: Agenda,
    network: Network,
    store: Store,
    servers: Vec<Server>,
    clients: Vec<Client>,
    witness: Witness,
    report: Report,
    /// Whether things still go wrong.
    trouble: bool,
    story: Option<Vec<String>>,
}

/// Runs the world of a seed, with or without a built-in fault.
pub fn run(seed: u64, fault: Option<Fault>) -> Result<Report, Broken> {
    World::new(seed, fault, false).run(seed)
}

/// The same, keeping the whole story for a reader.
pub fn told(seed: u64, fault: Option<Fault>) -> (Vec<String>, Result<Report, Broken>) {
    let mut world = World::new(seed, fault, true);
    let result = world.live(seed);
    (world.story.take().unwrap_or_default(), result)
}

impl World {
    fn new(seed: u64, fault: Option<Fault>, tell: bool) -> Self {
        let mut random = SplitMix64::new(mix(seed));
        let servers = 1 + random.below(3);
        let players = 1 + random.below(5);
        let watchers = random.below(3);
        let mut world = Self {
            network: Network::new(&mut random),
            store: Store::new(),
            servers: (0..servers).map(|_| Server::new(&mut random)).collect(),
            clients: (0..players + watchers)
                .map(|at| Client::new(at, at >= players, random.once_in(2)))
                .collect(),
            agenda: Agenda::default(),
            witness: Witness::default(),
            report: Report::default(),
            trouble: true,
            now: 0,
            story: tell.then(Vec::new),
            fault,
            random,
        };
        let rooms: Vec<RoomId> = (0..1 + world.random.below(2))
            .map(|at| world.open_room(at, players))
            .collect();
        for client in &mut world.clients {
            for room in &rooms {
                client.follow(room.clone());
            }
        }
        for at in 0..world.clients.len() {
            let first = world.random.below(500) as u64;
            world
                .agenda
                .add(first, Happening::ClientWakes { client: at });
        }
        for at in 0..servers {
            let first = world.random.below(1_000) as u64;
            let life = 0;
            world
                .agenda
                .add(first, Happening::ServerWakes { server: at, life });
        }
        world.plan_crash();
        world
    }

    /// A table that waits for its players.
    fn open_room(&mut self, at: usize, players: usize) -> RoomId {
        let id = RoomId::new(&format!("room-{at}")).expect("a proper id");
        let entries = loop {
            let spec = match self.random.once_in(12) {
                true => self.random.one_of(crate::games::all()).as_str(),
                false => self.random.one_of(crate::games::CHEAP),
            };
            let terms = crate::history::terms(&mut self.random, spec);
            let host = client::player(0);
            let opening = Opening {
                terms,
                host,
                host_name: "Host".to_owned(),
                chair: None,
            };
            let now = Now {
                ms: 0,
                lag_ms: 0,
                lot: self.random.any(),
                next_room: id.clone(),
            };
            let enough = |events: &Vec<_>| match events.first() {
                Some(tablier_rooms::Event::Opened { terms, .. }) => {
                    let open = tablier_rooms::Place::Open;
                    terms.seats.iter().filter(|&&place| place == open).count() <= players
                }
                _ => false,
            };
            if let Ok(events) = opening.events(&now)
                && enough(&events)
            {
                break Entry::opening(events, 0);
            }
        };
        self.store.put(&id, entries);
        id
    }

    fn run(mut self, seed: u64) -> Result<Report, Broken> {
        let result = self.live(seed);
        match result {
            // Run it again, this time recording the story.
            Err(_) if self.story.is_none() => {
                let (story, again) = told(seed, self.fault);
                let last = story.len().saturating_sub(60);
                again.map_err(|broken| Broken {
                    story: story[last..].to_vec(),
                    ..broken
                })
            }
            result => result,
        }
    }

    /// Runs everything, lets it settle, and judges.
    fn live(&mut self, seed: u64) -> Result<Report, Broken> {
        let law = self.happen().and_then(|()| self.judge()).err();
        match law {
            None => {
                self.count();
                Ok(self.report.clone())
            }
            Some(law) => Err(Broken {
                seed,
                at: self.now,
                law,
                story: Vec::new(),
            }),
        }
    }

    fn happen(&mut self) -> Result<(), String> {
        while let Some((at, happening)) = self.agenda.next() {
            self.now = at;
            if self.trouble && at > TROUBLE {
                self.calm_down();
            }
            if at > TROUBLE + SETTLING {
                // What was done twice says more than that it never ends.
                self.judge_doubles()?;
                let unsettled = self.unsettled();
                return Err(format!("after {at} ms it is not settled: {unsettled}"));
            }
            if !self.trouble && self.is_settled() {
                break;
            }
            self.report.happenings += 1;
            if let Some(story) = &mut self.story {
                story.push(format!("{at:>6} {happening:?}"));
            }
            self.take(happening)?;
            self.witness.verdict()?;
        }
        Ok(())
    }

    fn take(&mut self, happening: Happening) -> Result<(), String> {
        match happening {
            Happening::Connects {
                client,
                server,
                connection,
            } => self.connects(client, server, connection),
            Happening::ToServer {
                server,
                connection,
                message,
            } => self.server_hears(server, connection, message),
            Happening::ToClient {
                client,
                connection,
                message,
            } => self.client_hears(client, connection, &message),
            Happening::Cut { client, connection } => self.clients[client].cut(connection),
            Happening::ToStore { question } => self.store_hears(question),
            Happening::FromStore {
                server,
                life,
                ticket,
                answer,
            } => self.store_answers(server, life, ticket, answer)?,
            Happening::Hint { server, room } => self.hinted(server, &room),
            Happening::ClientWakes { client } => self.client_wakes(client),
            Happening::ServerWakes { server, life } => self.server_wakes(server, life),
            Happening::HouseActs { server, life, room } => {
                self.house_looks(server, life, &room);
            }
            Happening::Trouble => self.trouble(),
            Happening::ServerReturns { server } => self.server_returns(server),
            Happening::StoreReturns => self.store.is_up = true,
        }
        Ok(())
    }

    /// Plans a crash now and then.
    fn plan_crash(&mut self) {
        let pause = 200 + self.random.below(4_000) as u64;
        self.agenda.add(self.now + pause, Happening::Trouble);
    }

    fn trouble(&mut self) {
        if !self.trouble {
            return;
        }
        let pause = 1 + self.random.below(3_000) as u64;
        match self.random.below(5) {
            0 => {
                self.report.crashes += 1;
                self.store.crash(self.fault);
                self.agenda.add(self.now + pause, Happening::StoreReturns);
            }
            // A cache may be discarded at any time.
            1 => {
                let at = self.random.below(self.servers.len());
                self.servers[at].forget_rooms();
            }
            _ => {
                let at = self.random.below(self.servers.len());
                if self.servers[at].is_up {
                    self.report.crashes += 1;
                    self.server_crashes(at);
                    let back = Happening::ServerReturns { server: at };
                    self.agenda.add(self.now + pause, back);
                }
            }
        }
        self.plan_crash();
    }

    /// From now on everything works, and nobody wants anything new.
    fn calm_down(&mut self) {
        self.trouble = false;
        self.store.is_up = true;
        if self.network.heal() {
            for server in &mut self.servers {
                server.connections.clear();
            }
            for client in &mut self.clients {
                client.hang_up();
            }
        }
        for at in 0..self.servers.len() {
            if !self.servers[at].is_up {
                self.server_returns(at);
            }
        }
    }

    fn server_crashes(&mut self, at: usize) {
        for (client, connection) in self.servers[at].crash() {
            let notices = self.now + 1 + self.random.below(1_500) as u64;
            self.agenda
                .add(notices, Happening::Cut { client, connection });
        }
    }

    fn server_returns(&mut self, at: usize) {
        if self.servers[at].is_up {
            return;
        }
        self.servers[at].is_up = true;
        let life = self.servers[at].life;
        let soon = self.now + self.random.below(500) as u64;
        self.agenda
            .add(soon, Happening::ServerWakes { server: at, life });
    }
}
