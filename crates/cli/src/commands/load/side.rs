use tablier_protocol::{Follower, ToServer};
use tablier_rooms::{Phase, RoomId};

use crate::online::{Address, Proof, Socket};

/// One guest at a table, with a connection of their own.
pub(super) struct Side {
    proof: Proof,
    pub(super) socket: Socket,
    pub(super) follower: Follower,
}

impl Side {
    /// Connects and watches a table.
    pub(super) async fn new(
        address: &Address,
        proof: Proof,
        room: &RoomId,
    ) -> Result<Self, String> {
        let mut socket = Socket::connect(address, &proof).await?;
        let follower = Follower::new(room.clone(), socket.you().id.clone());
        socket.send(&follower.watch()).await?;
        Ok(Self {
            proof,
            socket,
            follower,
        })
    }

    /// A new connection; all that is under way is sent again.
    pub(super) async fn connect_again(&mut self, address: &Address) -> Result<(), String> {
        let mut socket = Socket::connect(address, &self.proof).await?;
        for message in self.follower.connect() {
            socket.send(&message).await?;
        }
        self.socket = socket;
        Ok(())
    }

    /// Leaves the table for another.
    pub(super) async fn move_to(&mut self, next: RoomId) -> Result<(), String> {
        let room = self.follower.id().clone();
        self.follower = Follower::new(next, self.socket.you().id.clone());
        self.socket.send(&ToServer::Unwatch { room }).await?;
        self.socket.send(&self.follower.watch()).await
    }

    pub(super) fn plays(&self) -> bool {
        let room = self.follower.room();
        room.is_some_and(|room| room.phase() == Phase::Playing)
    }

    pub(super) fn next_room(&self) -> Option<RoomId> {
        self.follower.room()?.next_room().cloned()
    }
}
