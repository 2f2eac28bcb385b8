//! Everything a server can ask, asked of a [`FaultyStore`]: whoever tries a store in trouble has one,
//! as `crate::store::FaultyStore`, and decides there what becomes of a question.

use async_trait::async_trait;
use tablier_rooms::{PlayerId, RoomId};
use tablier_server::store::{
    Append, Card, Changes, Credentials, HeadToHead, Key, KeyKind, Leases, Listing, LogLine, Logs,
    People, Player, PlayerKind, Query, Rating, Standing, Stored, Turn,
};

use crate::store::FaultyStore;

#[async_trait]
impl Logs for FaultyStore {
    async fn append(&self, writes: Vec<Append>) -> Stored<()> {
        let room = writes.first().map(|write| write.room.to_string());
        let room = room.unwrap_or_default();
        if self.lies(&room) {
            return Ok(());
        }
        self.ask("append", &room, self.memory.append(writes)).await
    }

    async fn read(&self, room: &RoomId, since: u64) -> Stored<Vec<LogLine>> {
        self.ask("read", room, self.memory.read(room, since)).await
    }

    async fn heads(&self, rooms: &[RoomId]) -> Stored<Vec<(RoomId, u64)>> {
        self.ask("heads", &"", self.memory.heads(rooms)).await
    }

    async fn changes(&self, since: Option<u64>) -> Stored<Changes> {
        self.ask("changes", &"", self.memory.changes(since)).await
    }

    async fn generation(&self) -> Stored<String> {
        self.ask("generation", &"", self.memory.generation()).await
    }

    async fn behind(&self) -> Stored<Vec<RoomId>> {
        self.ask("behind", &"", self.memory.behind()).await
    }

    async fn reindex(&self, room: &RoomId, seq: u64, card: Card, turn: Turn) -> Stored<()> {
        let work = self.memory.reindex(room, seq, card, turn);
        self.ask("reindex", room, work).await
    }

    async fn rewrite(&self, room: &RoomId, lines: Vec<LogLine>) -> Stored<()> {
        let work = self.memory.rewrite(room, lines);
        self.ask("rewrite", room, work).await
    }

    async fn naming(&self, player: &PlayerId) -> Stored<Vec<RoomId>> {
        self.ask("naming", player, self.memory.naming(player)).await
    }

    async fn remove(&self, room: &RoomId) -> Stored<()> {
        self.ask("remove", room, self.memory.remove(room)).await
    }

    async fn listing(&self, room: &RoomId) -> Stored<Option<Listing>> {
        self.ask("listing", room, self.memory.listing(room)).await
    }

    async fn list(&self, query: Query) -> Stored<Vec<Listing>> {
        let about = format!("{query:?}");
        self.ask("list", &about, self.memory.list(query)).await
    }

    async fn count(&self, query: Query) -> Stored<u64> {
        let about = format!("{query:?}");
        self.ask("count", &about, self.memory.count(query)).await
    }

    async fn due(&self, before: u64) -> Stored<Vec<(RoomId, u64)>> {
        self.ask("due", &"", self.memory.due(before)).await
    }

    async fn house(&self, before: u64) -> Stored<Vec<RoomId>> {
        self.ask("house", &"", self.memory.house(before)).await
    }

    async fn host_seen(&self, rooms: &[RoomId], at: u64) -> Stored<()> {
        let work = self.memory.host_seen(rooms, at);
        self.ask("host_seen", &"", work).await
    }

    async fn head_to_head(&self, one: &PlayerId, other: &PlayerId) -> Stored<HeadToHead> {
        let work = self.memory.head_to_head(one, other);
        self.ask("head_to_head", one, work).await
    }

    async fn standings(&self, player: &PlayerId) -> Stored<Vec<Standing>> {
        let work = self.memory.standings(player);
        self.ask("standings", player, work).await
    }

    async fn ratings(&self, player: &PlayerId) -> Stored<Vec<Rating>> {
        let work = self.memory.ratings(player);
        self.ask("ratings", player, work).await
    }

    async fn rate(&self, room: &RoomId, ratings: Vec<Rating>) -> Stored<()> {
        self.ask("rate", room, self.memory.rate(room, ratings))
            .await
    }

    async fn unrated(&self) -> Stored<Vec<RoomId>> {
        self.ask("unrated", &"", self.memory.unrated()).await
    }

    async fn check(&self) -> Stored<()> {
        self.ask("check", &"", self.memory.check()).await
    }
}

/// Who people are is not what is tested here: the store always answers.
#[async_trait]
impl People for FaultyStore {
    async fn add_player(&self, player: Player, key: Option<Key>) -> Stored<()> {
        self.memory.add_player(player, key).await
    }

    async fn player(&self, id: &PlayerId) -> Stored<Option<Player>> {
        self.memory.player(id).await
    }

    async fn account(&self, name_key: &str) -> Stored<Option<(Player, Credentials)>> {
        self.memory.account(name_key).await
    }

    async fn rename(&self, id: &PlayerId, name: &str) -> Stored<()> {
        self.memory.rename(id, name).await
    }

    async fn seen(&self, id: &PlayerId, at: u64) -> Stored<()> {
        self.memory.seen(id, at).await
    }

    async fn open_account(
        &self,
        id: &PlayerId,
        name: &str,
        credentials: Credentials,
    ) -> Stored<()> {
        self.memory.open_account(id, name, credentials).await
    }

    async fn set_credentials(&self, id: &PlayerId, credentials: Credentials) -> Stored<()> {
        self.memory.set_credentials(id, credentials).await
    }

    async fn set_kind(&self, id: &PlayerId, kind: PlayerKind) -> Stored<()> {
        self.memory.set_kind(id, kind).await
    }

    async fn forget_player(&self, id: &PlayerId) -> Stored<()> {
        self.memory.forget_player(id).await
    }

    async fn add_key(&self, key: Key) -> Stored<()> {
        self.memory.add_key(key).await
    }

    async fn key(&self, hash: &[u8; 32]) -> Stored<Option<Key>> {
        self.memory.key(hash).await
    }

    async fn take_key(&self, hash: &[u8; 32]) -> Stored<Option<Key>> {
        self.memory.take_key(hash).await
    }

    async fn drop_keys(&self, player: &PlayerId, kind: KeyKind) -> Stored<()> {
        self.memory.drop_keys(player, kind).await
    }

    async fn block_name(&self, name_key: &str, blocked: bool) -> Stored<()> {
        self.memory.block_name(name_key, blocked).await
    }

    async fn is_blocked(&self, name_key: &str) -> Stored<bool> {
        self.memory.is_blocked(name_key).await
    }

    async fn sweep_guests(&self, now: u64, seen_before: u64) -> Stored<u64> {
        self.memory.sweep_guests(now, seen_before).await
    }
}

#[async_trait]
impl Leases for FaultyStore {
    async fn lease(&self, name: &str, holder: &str, ms: u64) -> Stored<bool> {
        let work = self.memory.lease(name, holder, ms);
        self.ask("lease", &name, work).await
    }

    async fn release(&self, name: &str, holder: &str) -> Stored<()> {
        let work = self.memory.release(name, holder);
        self.ask("release", &name, work).await
    }
}
