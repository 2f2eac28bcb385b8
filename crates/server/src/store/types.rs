use tablier_protocol::TableLine;
use tablier_rooms::{PlayerId, RoomId, TimeControl};
use tablier_rules::Verdict;

/// A line of a log: its number and an entry as JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its number: 1 for the first, then without gaps.
    pub seq: u64,
    /// The entry.
    pub body: String,
}

/// Lines to be added to a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    /// Which table.
    pub room: RoomId,
    /// The number of the last line before them; 0 for a new table.
    pub after: u64,
    /// The lines, numbered from `after + 1`.
    pub lines: Vec<Line>,
    /// What the index says from now on, if more changed than the turn; a new table has one.
    pub card: Option<Card>,
    /// Whose turn it is from now on.
    pub turn: Turn,
}

/// What the index knows of a table beside the turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// What a list says of it. Its `ply`, `touched` and `waits_for_me` are filled in from the turn.
    pub line: TableLine,
    /// Who opened it.
    pub host: PlayerId,
    /// Whether the table is shown to everybody.
    pub listed: bool,
    /// Whether anybody who looks for such a game may be sent there.
    pub pairs: bool,
    /// What each seat got, once the game is over and if it is not a game for one.
    pub verdicts: Vec<Verdict>,
}

/// What changes with every action.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Turn {
    /// When something last happened, in milliseconds since 1970.
    pub at: u64,
    /// How many actions were played.
    pub ply: u32,
    /// The person for whom the table waits.
    pub acts: Option<PlayerId>,
    /// When that person's time runs out.
    pub due: Option<u64>,
    /// Whether the table waits for the house.
    pub house: bool,
}

/// A table as the index knows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listing {
    /// What a list says of it; `waits_for_me` is always false here.
    pub line: TableLine,
    /// Who opened it.
    pub host: PlayerId,
    /// The number of the last line of its log.
    pub seq: u64,
    /// The person for whom the table waits.
    pub acts: Option<PlayerId>,
    /// Whether the table is shown to everybody.
    pub listed: bool,
}

/// Which tables are wanted; those that were touched last come first, unless it says otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    /// Listed tables at which somebody is missing, whose host was here since `seen_since` or that
    /// are played over days.
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
    /// Open tables at which anybody who looks for this may sit down, the oldest first.
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
    /// Tables that are open or being played and were not touched since, the oldest first.
    Stale {
        /// Not touched since this time.
        before: u64,
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
    /// What it is called.
    pub name: String,
    /// Guest, account or program.
    pub kind: PlayerKind,
    /// Since when it is known, in milliseconds since 1970.
    pub created: u64,
    /// When it was last here.
    pub seen: u64,
}

/// Guest, account or program.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum PlayerKind {
    /// Known by a cookie alone.
    Guest,
    /// Somebody with a name of their own and a password.
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

/// A secret that stands for a player. Only its hash is kept.
#[derive(Clone, PartialEq, Eq)]
pub struct Key {
    /// The hash of the secret.
    pub hash: [u8; 32],
    /// What it is good for.
    pub kind: KeyKind,
    /// Whom it stands for.
    pub player: PlayerId,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
    /// When it runs out.
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

/// What a key is good for.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum KeyKind {
    /// A browser that is logged in, or a guest's.
    Session,
    /// A program's token.
    Token,
    /// A link that brings a player to another device, once.
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
    /// How much it swings (Glicko-2); 0 where that is not a notion.
    pub volatility: f64,
    /// On how many games it rests.
    pub games: u32,
}

/// What a player achieved at a game.
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
    /// Games that the one did better at.
    pub won: u32,
    /// Games at which both got the same.
    pub drawn: u32,
    /// Games that the other did better at.
    pub lost: u32,
}
