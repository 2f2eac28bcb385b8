use serde::{Deserialize, Serialize};
use tablier_rules::Seat;

use crate::{CommandId, PlayerId, RoomId, Terms};

/// One line of a table's log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Entry {
    /// Its number: 1 for the first, then without gaps.
    pub seq: u64,
    /// When it happened, in milliseconds since 1970; never before the entry above it.
    pub at: u64,
    /// Who caused it; none for the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<PlayerId>,
    /// The command that caused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<CommandId>,
    /// What happened.
    pub event: Event,
}

impl Entry {
    /// The first entries of a table, opened by these events at this time.
    pub fn opening(events: Vec<Event>, at: u64) -> Vec<Self> {
        Self::following(0, at, None, None, events)
    }

    /// Events as entries that follow number `seq`.
    pub(crate) fn following(
        seq: u64,
        at: u64,
        by: Option<&PlayerId>,
        id: Option<&CommandId>,
        events: Vec<Event>,
    ) -> Vec<Self> {
        (seq + 1..)
            .zip(events)
            .map(|(seq, event)| Self {
                seq,
                at,
                by: by.cloned(),
                id: id.cloned(),
                event,
            })
            .collect()
    }
}

/// What happens at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// Somebody opened the table.
    Opened {
        /// What is agreed.
        terms: Terms,
        /// Who opened it.
        host: PlayerId,
        /// The host's name.
        host_name: String,
        /// The table of which this is a rematch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        earlier: Option<RoomId>,
    },
    /// Somebody sat down.
    Sat {
        /// On which chair, counted from 0.
        chair: u8,
        /// Who.
        player: PlayerId,
        /// What they are called.
        name: String,
    },
    /// Somebody got up before the game began.
    Stood {
        /// From which chair.
        chair: u8,
    },
    /// All have sat down, and the game begins.
    Started {
        /// Who has which seat, in turn order.
        seats: Vec<Occupant>,
    },
    /// A seat acted.
    Acted {
        /// Which.
        #[cfg_attr(feature = "openapi", schema(value_type = u8))]
        seat: Seat,
        /// What it played, as the rules write it.
        action: String,
        /// What every seat has on its clock then, in milliseconds; empty without clocks.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        left: Vec<u64>,
    },
    /// A seat asks for something.
    Offered {
        /// Which seat.
        #[cfg_attr(feature = "openapi", schema(value_type = u8))]
        seat: Seat,
        /// What for.
        offer: Offer,
    },
    /// A seat answers what was asked.
    Answered {
        /// Which seat.
        #[cfg_attr(feature = "openapi", schema(value_type = u8))]
        seat: Seat,
        /// What was asked.
        offer: Offer,
        /// Yes or no.
        accept: bool,
    },
    /// All agreed to go back.
    TakenBack {
        /// So that this number of actions remains.
        ply: u32,
    },
    /// All agreed on a draw.
    Drawn,
    /// A seat resigned or ran out of time (C11).
    Left {
        /// Which.
        #[cfg_attr(feature = "openapi", schema(value_type = u8))]
        seat: Seat,
        /// Whether time ran out, rather than that it resigned.
        out_of_time: bool,
    },
    /// The game ended without a result.
    Aborted {
        /// Why.
        cause: Cause,
    },
    /// Somebody who came as a guest is known by an account now, and keeps chair, seat and name.
    Became {
        /// Who they were.
        player: PlayerId,
        /// Who they are now.
        now: PlayerId,
    },
    /// All agreed to play again, at another table.
    Rematched {
        /// Which.
        room: RoomId,
    },
}

/// Who has a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Occupant {
    /// A person, or a program with an account.
    Person {
        /// Who.
        player: PlayerId,
        /// What they are called.
        name: String,
    },
    /// The machine of the house.
    Machine {
        /// Its level from 1 to 10.
        level: u8,
    },
}

impl Occupant {
    /// The person, if it is one.
    pub fn player(&self) -> Option<&PlayerId> {
        self.person().map(|(player, _)| player)
    }

    /// The person with their name, if it is one.
    pub fn person(&self) -> Option<(&PlayerId, &str)> {
        match self {
            Occupant::Person { player, name } => Some((player, name)),
            Occupant::Machine { .. } => None,
        }
    }
}

/// What one can ask of the others.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// To call it a draw.
    Draw,
    /// To take back one's last action and what followed.
    TakeBack,
    /// To play again, once the game is over.
    Rematch,
}

/// Why a game ended without a result.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Somebody at the table wanted it, early enough.
    Player,
    /// The house closed the table.
    Closed,
}
