use std::fmt;

use serde::{Deserialize, Serialize};
use tablier_rules::scene::Message;

use crate::{CommandId, Event, Offer, PlayerId, RoomId};

/// What somebody wants to do at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Command {
    /// Sit down; the game begins when the last chair is taken.
    Sit {
        /// On this chair, counted from 0; otherwise on the first free one.
        #[serde(default)]
        chair: Option<u8>,
        /// What one is called.
        name: String,
    },
    /// Sit down on a chair that is kept for whoever has the key, otherwise on the first free one.
    SitInvited {
        /// What one is called.
        name: String,
        /// The key of the invitation. The house replaces it by what is stored of it.
        key: String,
    },
    /// Get up again before the game begins.
    Stand,
    /// Play an action (C9).
    Act {
        /// Its text.
        action: String,
    },
    /// Ask the others for something.
    Offer {
        /// What for.
        offer: Offer,
    },
    /// Answer what was asked.
    Answer {
        /// What was asked.
        offer: Offer,
        /// Yes or no.
        accept: bool,
    },
    /// Give the game up (C11).
    Resign,
    /// End the game without a result, before its second action.
    Abort,
    /// Say that the time of the seat to act has run out.
    Flag,
    /// Close the table: the host before the game begins, the house at any time.
    Close,
    /// Give what somebody has here to the account they logged in to. Only the house does so, and
    /// it is never sent.
    #[serde(skip)]
    Become {
        /// Who they were.
        player: PlayerId,
        /// Who they are now.
        now: PlayerId,
    },
}

/// Who gives a command.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Actor {
    /// A person or a program.
    Player(PlayerId),
    /// The house: it plays for computer players and for seats that were left, and cleans up.
    House,
}

/// A command with everything that makes it safe to send twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The client's own id for it.
    pub id: CommandId,
    /// The number of the last entry that the client knew.
    pub expects: u64,
    /// Who gives it.
    pub actor: Actor,
    /// What is wanted.
    pub command: Command,
}

impl Order {
    /// An order; `id` must be a valid id.
    ///
    /// # Panics
    /// If `id` is not 1 to 40 letters, digits, `-` or `_`.
    pub fn new(id: &str, expects: u64, actor: Actor, command: Command) -> Self {
        Self {
            id: CommandId::new(id).expect("a proper id"),
            expects,
            actor,
            command,
        }
    }
}

/// What a decision depends on besides the room: time and randomness, as data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Now {
    /// Milliseconds since 1970.
    pub ms: u64,
    /// How long the command was under way, as the house measured it; credited within limits.
    pub lag_ms: u64,
    /// A random number.
    pub lot: u64,
    /// A fresh id for a rematch.
    pub next_room: RoomId,
}

/// What follows from a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// These events, at least one.
    Events(Vec<Event>),
    /// The same command was carried out before.
    Repeated {
        /// The number of its first entry.
        seq: u64,
    },
}

/// Why a command is refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "reason", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Refusal {
    /// Nobody can sit at such a table.
    BadTerms {
        /// What is wrong.
        #[cfg_attr(feature = "openapi", schema(value_type = crate::schema::Sentence))]
        why: Message,
    },
    /// A name has 1 to 40 characters, none of them a control character.
    BadName,
    /// There is no such chair.
    NoSuchChair,
    /// Somebody else sits there.
    ChairTaken,
    /// It is kept for somebody who was invited.
    ChairKept,
    /// All chairs are taken.
    Full,
    /// One sits there already.
    SeatedAlready,
    /// One does not sit at this table.
    NotSeated,
    /// The game has not begun.
    NotStarted,
    /// The game has begun.
    Started,
    /// The game is over.
    Over,
    /// Another seat acts.
    NotYourTurn,
    /// The board has changed since.
    Outdated {
        /// The number of the last entry now.
        seq: u64,
    },
    /// The rules do not allow it.
    Illegal {
        /// The number of the paragraph.
        rule: String,
        /// What it says.
        #[cfg_attr(feature = "openapi", schema(value_type = crate::schema::Sentence))]
        why: Message,
    },
    /// The time had run out.
    OutOfTime,
    /// There is still time on that clock.
    TimeLeft,
    /// After the second action a game can no longer be aborted.
    TooLate,
    /// There is nothing to go back to.
    NothingToTakeBack,
    /// It was asked already.
    AlreadyOffered,
    /// Nobody asked for that, or the question is no longer open.
    NoSuchOffer,
    /// It cannot be asked now.
    CannotOffer,
    /// Only the host, or the house.
    NotAllowed,
}

/// For logs and programs; people are told in their language by `tablier-words`.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Outdated { seq } => write!(f, "the board has changed; it is at {seq} now"),
            Refusal::Illegal { rule, .. } => write!(f, "not allowed by {rule}"),
            Refusal::BadTerms { why } => write!(f, "such a table cannot be opened ({})", why.key),
            other => f.write_str(other.sentence()),
        }
    }
}

impl std::error::Error for Refusal {}

impl Refusal {
    fn sentence(&self) -> &'static str {
        match self {
            Refusal::BadTerms { .. } => "such a table cannot be opened",
            Refusal::BadName => "a name has 1 to 40 characters, none of them a control character",
            Refusal::NoSuchChair => "there is no such chair",
            Refusal::ChairTaken => "somebody else sits there",
            Refusal::ChairKept => "that chair is kept for somebody who was invited",
            Refusal::Full => "all chairs are taken",
            Refusal::SeatedAlready => "you sit there already",
            Refusal::NotSeated => "you do not sit at this table",
            Refusal::NotStarted => "the game has not begun",
            Refusal::Started => "the game has begun",
            Refusal::Over => "the game is over",
            Refusal::NotYourTurn => "it is not your turn",
            Refusal::Outdated { .. } => "the board has changed",
            Refusal::Illegal { .. } => "the rules do not allow it",
            Refusal::OutOfTime => "your time had run out",
            Refusal::TimeLeft => "there is still time on that clock",
            Refusal::TooLate => "a game can be aborted before its second action only",
            Refusal::NothingToTakeBack => "there is nothing to take back",
            Refusal::AlreadyOffered => "you asked already",
            Refusal::NoSuchOffer => "that question is not open",
            Refusal::CannotOffer => "that cannot be asked now",
            Refusal::NotAllowed => "only the host may do that",
        }
    }

    /// Its name on the wire, and the key of its sentence: `rooms.NAME`.
    pub fn name(&self) -> &'static str {
        match self {
            Refusal::BadTerms { .. } => "bad-terms",
            Refusal::BadName => "bad-name",
            Refusal::NoSuchChair => "no-such-chair",
            Refusal::ChairTaken => "chair-taken",
            Refusal::ChairKept => "chair-kept",
            Refusal::Full => "full",
            Refusal::SeatedAlready => "seated-already",
            Refusal::NotSeated => "not-seated",
            Refusal::NotStarted => "not-started",
            Refusal::Started => "started",
            Refusal::Over => "over",
            Refusal::NotYourTurn => "not-your-turn",
            Refusal::Outdated { .. } => "outdated",
            Refusal::Illegal { .. } => "illegal",
            Refusal::OutOfTime => "out-of-time",
            Refusal::TimeLeft => "time-left",
            Refusal::TooLate => "too-late",
            Refusal::NothingToTakeBack => "nothing-to-take-back",
            Refusal::AlreadyOffered => "already-offered",
            Refusal::NoSuchOffer => "no-such-offer",
            Refusal::CannotOffer => "cannot-offer",
            Refusal::NotAllowed => "not-allowed",
        }
    }

    /// The reason as data, for `tablier-words`.
    pub fn message(&self) -> Message {
        match self {
            Refusal::BadTerms { why } | Refusal::Illegal { why, .. } => why.clone(),
            other => Message {
                key: format!("rooms.{}", other.name()).into(),
                args: Vec::new(),
            },
        }
    }
}
