use serde::{Deserialize, Serialize};
use tablier_rules::scene::Message;
use tablier_rules::{Status, Table, catalog};

use crate::Refusal;

const SECOND: u64 = 1_000;
const DAY: u64 = 24 * 60 * 60 * SECOND;
/// The longest time on a clock, and the longest increment.
const LONGEST_BASE: u64 = DAY;
const LONGEST_INCREMENT: u64 = 600 * SECOND;
/// The shortest clock that a person can play with: base and increment together.
const SHORTEST: u64 = 5 * SECOND;
const MOST_DAYS: u8 = 30;
/// The longest text of a starting position.
const LONGEST_START: usize = 4_000;

/// What is agreed before anybody sits down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Terms {
    /// The game with its options (C7).
    pub game: String,
    /// The revision of its rules.
    pub rules: u32,
    /// The position at the beginning, if it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Who may sit where, one for each seat of the game.
    pub seats: Vec<Place>,
    /// How the first player is found.
    pub first: First,
    /// How much time there is.
    pub time: TimeControl,
    /// Whether the result counts for ratings.
    #[serde(default)]
    pub rated: bool,
    /// Whether the table is shown to everybody; otherwise only its link leads there.
    #[serde(default)]
    pub listed: bool,
    /// What is stored of the key that opens the kept seats; the key itself is in the invitation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// Who may sit on a chair.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// Whoever comes.
    Open,
    /// Whoever has the key of the invitation.
    Kept,
    /// The machine at a level from 1 to 10.
    Machine(u8),
}

/// How the first player is found.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum First {
    /// By lot, when all have sat down: the chairs are turned by a random number of seats, so that
    /// partners stay partners.
    Lot,
    /// Whoever takes the first chair.
    Chosen,
}

/// How much time there is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TimeControl {
    /// As much as one likes.
    None,
    /// A clock for each seat.
    Clock {
        /// Milliseconds at the beginning.
        base_ms: u64,
        /// Milliseconds added with each action.
        increment_ms: u64,
    },
    /// Days for each action.
    Days(u8),
}

impl TimeControl {
    /// Whether a table can be opened with it.
    pub fn is_sensible(self) -> bool {
        match self {
            TimeControl::None => true,
            TimeControl::Clock {
                base_ms,
                increment_ms,
            } => {
                base_ms <= LONGEST_BASE
                    && increment_ms <= LONGEST_INCREMENT
                    && base_ms + increment_ms >= SHORTEST
            }
            TimeControl::Days(days) => (1..=MOST_DAYS).contains(&days),
        }
    }

    /// The time each seat has at the start, in milliseconds.
    pub(crate) fn at_start(self) -> Option<u64> {
        match self {
            TimeControl::None => None,
            TimeControl::Clock {
                base_ms,
                increment_ms,
            } => Some(base_ms.max(increment_ms)),
            TimeControl::Days(days) => Some(u64::from(days) * DAY),
        }
    }
}

impl Terms {
    /// The simplest terms for a game: open seats, first player by lot, no clock, not listed.
    pub fn for_game(game: &str) -> Result<Self, Refusal> {
        let table = open_game(game)?;
        Ok(Self {
            game: game.to_owned(),
            rules: table.info().revision,
            start: None,
            seats: vec![Place::Open; table.seating().sides.len()],
            first: First::Lot,
            time: TimeControl::None,
            rated: false,
            listed: false,
            key: None,
        })
    }

    /// The table that these terms describe, or what is wrong with them.
    pub fn table(&self) -> Result<Box<dyn Table>, Refusal> {
        let mut table = open_game(&self.game)?;
        let wrong = |key: &'static str| Err(bad(Message::new(key)));
        if self.rules != table.info().revision {
            return wrong("rooms.other-rules");
        }
        if let Some(start) = &self.start {
            if start.len() > LONGEST_START {
                return wrong("rooms.long-start");
            }
            table
                .set_position(start)
                .map_err(|refusal| bad(refusal.why))?;
        }
        if let Status::Over(_) = table.status() {
            return wrong("rooms.over-at-start");
        }
        if self.seats.len() != table.seating().sides.len() {
            return Err(bad(Message::new("rooms.seat-count")
                .number("seats", table.seating().sides.len() as i64)));
        }
        let level = |place: &Place| match place {
            Place::Open | Place::Kept => true,
            Place::Machine(level) => (1..=10).contains(level),
        };
        if !self.seats.iter().all(level) {
            return wrong("rooms.level");
        }
        let machine = |place: &Place| matches!(place, Place::Machine(_));
        if self.seats.iter().all(machine) {
            return wrong("rooms.nobody");
        }
        // A seat that no key opens would stay empty.
        if self.seats.contains(&Place::Kept) != self.key.is_some() {
            return wrong("rooms.kept-without-key");
        }
        if self.rated && (self.seats.len() < 2 || self.seats.iter().any(machine)) {
            return wrong("rooms.rated-machine");
        }
        if !self.time.is_sensible() {
            return wrong("rooms.time");
        }
        Ok(table)
    }
}

fn bad(why: Message) -> Refusal {
    Refusal::BadTerms { why }
}

fn open_game(game: &str) -> Result<Box<dyn Table>, Refusal> {
    catalog::open(game).map_err(|error| bad(error.message()))
}
