use tablier_protocol::TableLine;
use tablier_rooms::{PlayerId, RoomId, TimeControl};
use tablier_rules::Verdict;

/// A line of a log: its number and an entry as JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogLine {
    /// Its number: 1 for the first, then without gaps.
    pub seq: u64,
    /// The entry.
    pub body: String,
}

/// Lines to add to a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// Which table.
    pub room: RoomId,
    /// The number of the last line before them; 0 for a new table.
    pub after: u64,
    /// The lines, numbered from `after + 1`.
    pub lines: Vec<LogLine>,
    /// The new index entry, if more changed than the turn; a new table has one.
    pub card: Option<Card>,
    /// Whose turn it is from now on.
    pub turn: Turn,
}

/// The index entry of a table, apart from the turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// Its line in lists. Its `ply`, `touched` and `waits_for_me` are filled in from the turn.
    pub line: TableLine,
    /// Who opened it.
    pub host: PlayerId,
    /// Whether the table is shown to everybody.
    pub listed: bool,
    /// Whether anybody looking for such a game may be sent there.
    pub pairs: bool,
    /// The verdict of each seat, once the game is over, unless it is a game for one.
    pub verdicts: Vec<Verdict>,
}

/// What changes with every action.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Turn {
    /// When something last happened, in milliseconds since 1970.
    pub at: u64,
    /// How many actions were played.
    pub ply: u32,
    /// The person the table is waiting for.
    pub acts: Option<PlayerId>,
    /// When that person's time runs out.
    pub due: Option<u64>,
    /// Whether the table waits for the house.
    pub house: bool,
}

/// What may have been written since some moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Changes {
    /// Where to go on the next time.
    pub mark: u64,
    /// The tables that may have changed; none if any of them may have.
    pub rooms: Option<Vec<Change>>,
}

/// A table that may have changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Which.
    pub room: RoomId,
    /// The number of the last line of its log.
    pub seq: u64,
    /// When somebody's time runs out there.
    pub due: Option<u64>,
}

/// A table as the index knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// Its line in lists; `waits_for_me` is always false here.
    pub line: TableLine,
    /// Who opened it.
    pub host: PlayerId,
    /// The number of the last line of its log.
    pub seq: u64,
    /// The person the table is waiting for.
    pub acts: Option<PlayerId>,
    /// Whether the table is shown to everybody.
    pub listed: bool,
}

/// Which tables are wanted, the most recently touched first, unless it says otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    /// Listed tables with a free chair whose host was here since `seen_since` or that are played
    /// over days.
    Open {
        /// The host must have been here since then.
        seen_since: u64,
        /// At most this many.
        limit: u32,
    },
    /// Listed games that are being played.
    Playing {
        /// At most this many.
        limit: u32,
    },
    /// Tables of a player that are open or being played; those that wait for this player first.
    Current {
        /// Whose.
        player: PlayerId,
        /// At most this many.
        limit: u32,
    },
    /// Games of a player that are over, touched before `before`.
    Finished {
        /// Whose.
        player: PlayerId,
        /// Only those touched before this time.
        before: u64,
        /// At most this many.
        limit: u32,
    },
    /// Games that wait for a player.
    Waiting {
        /// For whom.
        player: PlayerId,
    },
    /// Open tables where anybody looking for this may sit down, the oldest first.
    Pairs {
        /// The game with its options.
        game: String,
        /// How much time there is.
        time: TimeControl,
        /// Whether the result counts for ratings.
        rated: bool,
        /// The host must have been here since then, unless it is played over days.
        seen_since: u64,
    },
    /// Open tables that a player hosts.
    Hosted {
        /// Who.
        host: PlayerId,
    },
    /// Tables that are open or being played and have not been touched since, the oldest first.
    Stale {
        /// Not touched since this time.
        before: u64,
        /// Those that follow this one: when it was touched, and which it is.
        after: Option<(u64, RoomId)>,
        /// At most this many.
        limit: u32,
    },
    /// Tables that ended without a result before this time, the oldest first.
    Aborted {
        /// Not touched since this time.
        before: u64,
        /// At most this many.
        limit: u32,
    },
}

impl Query {
    /// The most tables that any query gives.
    pub const MOST: u32 = 200;

    /// At most this many tables.
    pub(crate) fn limit(&self) -> u32 {
        match *self {
            Query::Open { limit, .. }
            | Query::Playing { limit }
            | Query::Current { limit, .. }
            | Query::Finished { limit, .. }
            | Query::Stale { limit, .. }
            | Query::Aborted { limit, .. } => limit.min(Self::MOST),
            Query::Waiting { .. } | Query::Pairs { .. } | Query::Hosted { .. } => Self::MOST,
        }
    }
}

/// A person or a program, guest or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The id by which events name it.
    pub id: PlayerId,
    /// Its name.
    pub name: String,
    /// Guest, account or program.
    pub kind: PlayerKind,
    /// When it was created, in milliseconds since 1970.
    pub created: u64,
    /// When it was last here.
    pub seen: u64,
}

/// Guest, account or program.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// Known by a cookie alone.
    Guest,
    /// Somebody with a unique name and a password.
    Account,
    /// An account that plays by a program.
    Bot,
    /// Somebody who wanted to be forgotten.
    Gone,
}

/// The secrets of an account, none of them readable.
#[derive(Clone, PartialEq, Eq)]
pub struct Credentials {
    /// The key of the name.
    pub name_key: String,
    /// The Argon2id hash of the password.
    pub password: String,
    /// The hash of the recovery code.
    pub recovery: [u8; 32],
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Credentials")
            .field("name_key", &self.name_key)
            .finish_non_exhaustive()
    }
}

/// A secret that stands for a player. Only its hash is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct Key {
    /// The hash of the secret.
    pub hash: [u8; 32],
    /// Its purpose.
    pub kind: KeyKind,
    /// The player it stands for.
    pub player: PlayerId,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When it expires.
    pub expires: u64,
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Key")
            .field("kind", &self.kind)
            .field("player", &self.player)
            .finish_non_exhaustive()
    }
}

/// The purpose of a key.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum KeyKind {
    /// A browser that is logged in, or a guest's.
    Session,
    /// A program's token.
    Token,
    /// A link that logs a player in on another device, once.
    Link,
}

/// How strong a player is at a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Rating {
    /// Who.
    pub player: PlayerId,
    /// The game with its options.
    pub game: String,
    /// The rating.
    pub value: f64,
    /// How uncertain it is.
    pub deviation: f64,
    /// How much it swings (Glicko-2); 0 where that does not apply.
    pub volatility: f64,
    /// How many games it is based on.
    pub games: u32,
}

/// A player's results at a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The game with its options.
    pub game: String,
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

/// The results of one player against another.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct HeadToHead {
    /// Games where the first did better.
    pub won: u32,
    /// Games where both got the same.
    pub drawn: u32,
    /// Games where the other did better.
    pub lost: u32,
}
