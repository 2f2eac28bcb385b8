use std::collections::BTreeMap;

use tablier_protocol::{Follower, ToClient, ToServer};
use tablier_rooms::{CommandId, PlayerId, RoomId};

use super::World;
use super::fault::Fault;
use super::happening::Happening;
use crate::{Choices as _, wish};

/// How long a client waits for an answer before it sends again, in milliseconds.
const PATIENCE: u64 = 2_500;

/// Somebody with a connection that comes and goes.
pub(super) struct Client {
    me: PlayerId,
    watches_only: bool,
    /// Whether it sends its commands before asking what it missed.
    hasty: bool,
    followers: Vec<Follower>,
    wire: Wire,
    count: u32,
    /// When something was last sent or received.
    busy_at: u64,
    /// The wish behind each command; the same number is the same wish.
    wishes: BTreeMap<CommandId, u32>,
}

/// The state of its connection.
#[derive(Copy, Clone, PartialEq, Debug)]
enum Wire {
    None,
    Dialling(usize, u64),
    Open(usize, u64),
}

/// Somebody, by number.
pub(super) fn player(at: usize) -> PlayerId {
    crate::history::player(at)
}

impl Client {
    pub(super) fn new(at: usize, watches_only: bool, hasty: bool) -> Self {
        Self {
            me: player(at),
            watches_only,
            hasty,
            followers: Vec::new(),
            wire: Wire::None,
            count: 0,
            busy_at: 0,
            wishes: BTreeMap::new(),
        }
    }

    pub(super) fn me(&self) -> &PlayerId {
        &self.me
    }

    pub(super) fn follow(&mut self, room: RoomId) {
        if !self.followers.iter().any(|known| *known.id() == room) {
            self.followers.push(Follower::new(room, self.me.clone()));
        }
    }

    pub(super) fn followers(&self) -> &[Follower] {
        &self.followers
    }

    pub(super) fn wishes(&self) -> &BTreeMap<CommandId, u32> {
        &self.wishes
    }

    pub(super) fn is_connected(&self) -> bool {
        matches!(self.wire, Wire::Open(..))
    }

    pub(super) fn expects(&self, connection: u64) -> bool {
        matches!(self.wire, Wire::Dialling(_, number) if number == connection)
    }

    /// Notices that a connection is gone.
    pub(super) fn cut(&mut self, connection: u64) {
        if let Wire::Open(_, number) | Wire::Dialling(_, number) = self.wire
            && number == connection
        {
            self.wire = Wire::None;
        }
    }

    /// Ends its connection, if there is one.
    pub(super) fn hang_up(&mut self) {
        self.wire = Wire::None;
    }

    fn name(&mut self, wish: Option<u32>) -> CommandId {
        self.count += 1;
        let id = CommandId::new(&format!("{}-{}", self.me, self.count)).expect("a proper id");
        self.wishes.insert(id.clone(), wish.unwrap_or(self.count));
        id
    }
}

impl World {
    fn post(&mut self, client: usize, message: ToServer) {
        let Wire::Open(server, connection) = self.clients[client].wire else {
            return;
        };
        let what = Happening::ToServer {
            server,
            connection,
            message,
        };
        self.travel(connection, true, client, what);
    }

    pub(super) fn client_connected(&mut self, client: usize) {
        let this = &mut self.clients[client];
        if let Wire::Dialling(server, connection) = this.wire {
            this.wire = Wire::Open(server, connection);
        }
        for at in 0..self.clients[client].followers.len() {
            self.send_again(client, at);
        }
    }

    /// Sends the last known entry, and what is under way.
    fn send_again(&mut self, client: usize, at: usize) {
        let this = &mut self.clients[client];
        this.busy_at = self.now;
        let mut messages = this.followers[at].connect();
        match self.fault {
            Some(Fault::SendsOnce) => messages.truncate(1),
            Some(Fault::RenamesCommands) => {
                messages.truncate(1);
                let unsettled = this.followers[at].under_way().to_vec();
                for sent in unsettled {
                    let wish = this.wishes.get(&sent.id).copied();
                    let id = this.name(wish);
                    messages.push(this.followers[at].send(id, sent.command));
                }
            }
            _ => {}
        }
        if self.clients[client].hasty {
            messages.reverse();
        }
        for message in messages {
            self.post(client, message);
        }
    }

    pub(super) fn client_hears(&mut self, client: usize, connection: u64, message: &ToClient) {
        let this = &mut self.clients[client];
        if !matches!(this.wire, Wire::Open(_, number) if number == connection) {
            return;
        }
        let mut ask = Vec::new();
        for at in 0..this.followers.len() {
            let follower = &mut this.followers[at];
            match follower.hear(message) {
                Ok(heard) => {
                    if !heard.settled.is_empty() {
                        this.busy_at = self.now;
                    }
                    let log = self.store.log(follower.id());
                    for entry in &heard.entries {
                        if log.get(entry.seq as usize - 1) != Some(entry) {
                            self.witness.object(format!(
                                "{} saw what is not in the log: {entry:?}",
                                this.me
                            ));
                        }
                    }
                    if heard.gap {
                        ask.push(follower.watch());
                    }
                }
                Err(corrupt) => self
                    .witness
                    .object(format!("{} was told what does not fit: {corrupt}", this.me)),
            }
        }
        let next: Vec<RoomId> = this
            .followers
            .iter()
            .filter_map(|follower| follower.room()?.next_room().cloned())
            .collect();
        for room in next {
            let before = this.followers.len();
            this.follow(room);
            if this.followers.len() > before {
                ask.push(this.followers[before].watch());
            }
        }
        for message in ask {
            self.post(client, message);
        }
    }

    pub(super) fn client_wakes(&mut self, client: usize) {
        let pause = 20 + self.random.below(1_200) as u64;
        self.agenda
            .add(self.now + pause, Happening::ClientWakes { client });
        match self.clients[client].wire {
            Wire::None => {
                let server = self.random.below(self.servers.len());
                let connection = self.random.any();
                self.clients[client].wire = Wire::Dialling(server, connection);
                let arrives = self.now + 1 + self.random.below(50) as u64;
                self.agenda.add(
                    arrives,
                    Happening::Connects {
                        client,
                        server,
                        connection,
                    },
                );
            }
            Wire::Dialling(..) => {}
            Wire::Open(server, connection) => {
                if self.trouble && self.random.once_in(25) {
                    // The laptop is closed; the server may or may not notice.
                    self.clients[client].wire = Wire::None;
                    if self.random.once_in(2) {
                        self.servers[server].connections.remove(&connection);
                    }
                    return;
                }
                self.act_at_tables(client);
            }
        }
    }

    fn act_at_tables(&mut self, client: usize) {
        for at in 0..self.clients[client].followers.len() {
            let this = &self.clients[client];
            let follower = &this.followers[at];
            let waits = !follower.under_way().is_empty() || follower.room().is_none();
            if waits && self.now > this.busy_at + PATIENCE {
                self.send_again(client, at);
                continue;
            }
            if !self.trouble || this.watches_only || follower.under_way().len() > 2 {
                continue;
            }
            let Some(room) = follower.room() else {
                continue;
            };
            if let Some(command) = wish(room, &this.me, &mut self.random) {
                self.report.commands += 1;
                let this = &mut self.clients[client];
                let id = this.name(None);
                this.busy_at = self.now;
                let message = this.followers[at].send(id, command);
                self.post(client, message);
            }
        }
    }
}
