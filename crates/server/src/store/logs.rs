use std::fmt;

use async_trait::async_trait;
use tablier_rooms::{PlayerId, RoomId};

use super::{
    Append, Card, Changes, HeadToHead, Listing, LogLine, Query, Rating, Standing, Stored, Turn,
};

/// The logs of the tables, and the index over them.
#[async_trait]
pub trait Logs: Send + Sync + fmt::Debug + 'static {
    /// Adds lines to the logs of some tables, all of them or none. Each write names the number of
    /// the last line before it (0 for a new table); if that is not the case, nothing is written and the
    /// result is a [`Conflict`](super::StoreError::Conflict).
    async fn append(&self, writes: Vec<Append>) -> Stored<()>;

    /// The lines of a log after number `since`, in order; empty for a table that does not exist.
    async fn read(&self, room: &RoomId, since: u64) -> Stored<Vec<LogLine>>;

    /// The number of the last line of each of these logs that exists.
    async fn heads(&self, rooms: &[RoomId]) -> Stored<Vec<(RoomId, u64)>>;

    /// What may have been written since an earlier answer's mark, by anybody; what was written
    /// through this store itself may be left out. Without a mark, the mark of now.
    async fn changes(&self, since: Option<u64>) -> Stored<Changes>;

    /// A text that changes when everything was restored from a backup: what was known before is no
    /// longer true.
    async fn generation(&self) -> Stored<String>;

    /// Tables that are not over and whose index is behind their log, as can happen after a crash.
    async fn behind(&self) -> Stored<Vec<RoomId>>;

    /// Brings the index up to line `seq` of a log, if it is behind.
    async fn reindex(&self, room: &RoomId, seq: u64, card: Card, turn: Turn) -> Stored<()>;

    /// Replaces the bodies of existing lines, to remove what somebody wants forgotten.
    async fn rewrite(&self, room: &RoomId, lines: Vec<LogLine>) -> Stored<()>;

    /// The tables whose log names a player: as host, at a seat, or long since gone. Reads every log;
    /// for what is asked seldom.
    async fn naming(&self, player: &PlayerId) -> Stored<Vec<RoomId>>;

    /// Removes a table with everything that belongs to it.
    async fn remove(&self, room: &RoomId) -> Stored<()>;

    /// The index entry of a table.
    async fn listing(&self, room: &RoomId) -> Stored<Option<Listing>>;

    /// The tables that match a query.
    async fn list(&self, query: Query) -> Stored<Vec<Listing>>;

    /// How many tables match a query, regardless of its limit.
    async fn count(&self, query: Query) -> Stored<u64>;

    /// The tables where somebody's time runs out before `before`, and when.
    async fn due(&self, before: u64) -> Stored<Vec<(RoomId, u64)>>;

    /// The tables that wait for the house and were last touched before `before`.
    async fn house(&self, before: u64) -> Stored<Vec<RoomId>>;

    /// Records that the hosts of these tables were here at this time.
    async fn host_seen(&self, rooms: &[RoomId], at: u64) -> Stored<()>;

    /// The results of two players against each other; games that both won or both lost do not count.
    async fn head_to_head(&self, one: &PlayerId, other: &PlayerId) -> Stored<HeadToHead>;

    /// A player's results, game by game.
    async fn standings(&self, player: &PlayerId) -> Stored<Vec<Standing>>;

    /// A player's ratings, game by game.
    async fn ratings(&self, player: &PlayerId) -> Stored<Vec<Rating>>;

    /// Counts a finished table: writes the new ratings, each with the number of games it is based on.
    /// [`Exists`](super::StoreError::Exists) if the table is already counted,
    /// [`Conflict`](super::StoreError::Conflict) if a rating has changed since it was read.
    async fn rate(&self, room: &RoomId, ratings: Vec<Rating>) -> Stored<()>;

    /// Rated tables that are over and not counted yet, in the order in which they ended.
    async fn unrated(&self) -> Stored<Vec<RoomId>>;

    /// Whether the store answers.
    async fn check(&self) -> Stored<()>;
}
