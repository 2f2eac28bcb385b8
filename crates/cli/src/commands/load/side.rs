use std::sync::Arc;

use tablier_protocol::{Follower, ToServer};
use tablier_rooms::{CommandId, Entry, Phase, PlayerId, RoomId};

use super::history::{History, What};
use crate::online::{Address, Proof, Socket};

/// One guest at a table, with a connection of their own.
pub(super) struct Side {
    proof: Proof,
    pub(super) socket: Socket,
    pub(super) follower: Follower,
    history: Option<Arc<History>>,
    /// How many connections there were: each is another reader.
    connections: u32,
}

impl Side {
    /// Connects and watches a table.
    pub(super) async fn new(
        address: &Address,
        proof: Proof,
        room: &RoomId,
        history: Option<&Arc<History>>,
    ) -> Result<Self, String> {
        let socket = Socket::connect(address, &proof).await?;
        let follower = Follower::new(room.clone(), socket.you().id.clone());
        let mut side = Self {
            proof,
            socket,
            follower,
            history: history.cloned(),
            connections: 1,
        };
        side.watch().await?;
        Ok(side)
    }

    /// Asks for everything that is not known yet.
    pub(super) async fn watch(&mut self) -> Result<(), String> {
        self.asked();
        self.socket.send(&self.follower.watch()).await
    }

    /// Writes down what this guest does.
    pub(super) fn note(&self, what: impl FnOnce(PlayerId) -> What) {
        if let Some(history) = &self.history {
            let me = self.socket.you().id.clone();
            history.note(self.follower.id(), what(me));
        }
    }

    fn reader(&self) -> String {
        format!("{} {}", self.socket.you().id, self.connections)
    }

    fn asked(&self) {
        self.note(|_| What::Asked {
            reader: self.reader(),
            since: self.follower.seq(),
        });
    }

    pub(super) fn told(&self, room: &RoomId, id: &CommandId, seq: u64) {
        if let Some(history) = &self.history {
            let (by, id) = (self.socket.you().id.clone(), id.clone());
            history.note(room, What::Told { by, id, seq });
        }
    }

    pub(super) fn saw(&self, room: &RoomId, entries: &[Entry]) {
        if let Some(history) = &self.history {
            history.saw(&self.reader(), room, entries);
        }
    }

    /// A new connection; all that is under way is sent again.
    pub(super) async fn connect_again(&mut self, address: &Address) -> Result<(), String> {
        self.socket = Socket::connect(address, &self.proof).await?;
        self.connections += 1;
        self.asked();
        for message in self.follower.connect() {
            self.socket.send(&message).await?;
        }
        Ok(())
    }

    /// Leaves the table for another.
    pub(super) async fn move_to(&mut self, next: RoomId) -> Result<(), String> {
        let room = self.follower.id().clone();
        self.follower = Follower::new(next, self.socket.you().id.clone());
        self.socket.send(&ToServer::Unwatch { room }).await?;
        self.watch().await
    }

    pub(super) fn plays(&self) -> bool {
        let room = self.follower.room();
        room.is_some_and(|room| room.phase() == Phase::Playing)
    }

    pub(super) fn next_room(&self) -> Option<RoomId> {
        self.follower.room()?.next_room().cloned()
    }
}
