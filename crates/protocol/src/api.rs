//! What the HTTP interface takes and gives about tables. Its other answers are the server's own.

use serde::{Deserialize, Serialize};
use tablier_rooms::{
    First, Occupant, Offer, Phase, Place, PlayerId, Room, RoomId, Terms, TimeControl,
};
use tablier_rules::Seat;

/// Somebody wants to open a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game with its options (C7).
    pub game: String,
    /// The position at the beginning, if it is not the usual one.
    #[serde(default)]
    pub start: Option<String>,
    /// Who may sit where; all seats open if left out.
    #[serde(default)]
    pub seats: Option<Vec<Place>>,
    /// How the first player is found; by lot if left out.
    #[serde(default)]
    pub first: Option<First>,
    /// How much time there is; as much as one likes if left out.
    #[serde(default)]
    pub time: Option<TimeControl>,
    /// Whether the result counts for ratings.
    #[serde(default)]
    pub rated: bool,
    /// Whether the table is shown to everybody.
    #[serde(default)]
    pub listed: bool,
    /// The chair on which the one who opens it sits down; none to leave all to others.
    #[serde(default)]
    pub chair: Option<u8>,
    /// What they are called at this table; their own name if left out.
    #[serde(default)]
    pub name: Option<String>,
}

impl NewTable {
    /// The terms it means, with what was left out filled in.
    pub fn terms(&self) -> Result<Terms, tablier_rooms::Refusal> {
        let plain = Terms::for_game(&self.game)?;
        Ok(Terms {
            start: self.start.clone(),
            seats: self.seats.clone().unwrap_or(plain.seats),
            first: self.first.unwrap_or(plain.first),
            time: self.time.unwrap_or(plain.time),
            rated: self.rated,
            listed: self.listed,
            ..plain
        })
    }
}

/// A table was opened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Created {
    /// Which.
    pub id: RoomId,
    /// The key of its kept seats, if it has any: told once, for the invitation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// Somebody wants to play with anyone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// The game with its options (C7).
    pub game: String,
    /// How much time there is.
    pub time: TimeControl,
    /// Whether the result counts for ratings.
    #[serde(default)]
    pub rated: bool,
}

/// The player who asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Me {
    /// The id by which events name this person.
    pub id: PlayerId,
    /// The name, or the one proposed to a guest.
    pub name: String,
    /// Whether this is an account, and not a guest.
    pub account: bool,
    /// Whether this is a program.
    pub bot: bool,
    /// How many games wait for this person.
    pub waiting: u32,
}

/// How far a table is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TableState {
    /// Somebody is missing.
    Open,
    /// The game is on.
    Playing,
    /// The game is over.
    Over,
    /// It ended without a result.
    Aborted,
}

impl From<Phase> for TableState {
    fn from(phase: Phase) -> Self {
        match phase {
            Phase::Waiting => TableState::Open,
            Phase::Playing => TableState::Playing,
            Phase::Over => TableState::Over,
            Phase::Aborted(_) => TableState::Aborted,
        }
    }
}

/// Tables in a list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableList {
    /// The tables, those that wait for you first, then the newest.
    pub tables: Vec<TableLine>,
}

/// A table in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableLine {
    /// Which.
    pub id: RoomId,
    /// The game with its options.
    pub game: String,
    /// How far it is.
    pub state: TableState,
    /// Who sits there, in seat order (in chair order before the game begins).
    pub seats: Vec<SeatView>,
    /// How much time there is.
    pub time: TimeControl,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// How many actions were played.
    pub ply: u32,
    /// Whether it waits for the one who asks.
    pub waits_for_me: bool,
    /// When something last happened, in milliseconds since 1970.
    pub touched: u64,
    /// The result as `trace` writes it (`1 0`, `= =`), once it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
}

/// Who has a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SeatView {
    /// Nobody yet.
    Open,
    /// Nobody yet, and kept for whoever has the key of the invitation.
    Kept,
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

impl From<Option<&Occupant>> for SeatView {
    fn from(occupant: Option<&Occupant>) -> Self {
        match occupant {
            None => SeatView::Open,
            Some(Occupant::Person { player, name }) => SeatView::Person {
                player: player.clone(),
                name: name.clone(),
            },
            Some(Occupant::Machine { level }) => SeatView::Machine { level: *level },
        }
    }
}

/// Everything about a table for a program that does not know the rules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableView {
    /// Which.
    pub id: RoomId,
    /// The number of the last entry of its log: what a command expects.
    pub seq: u64,
    /// What is agreed.
    pub terms: Terms,
    /// How far it is.
    pub state: TableState,
    /// Who sits there, in seat order (in chair order before the game begins).
    pub seats: Vec<SeatView>,
    /// The seats that have left the game: they resigned or ran out of time (C11).
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub gone: Vec<Seat>,
    /// The actions played.
    pub actions: Vec<String>,
    /// The position as text.
    pub position: String,
    /// The seat that acts, counted from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub to_act: Option<Seat>,
    /// The legal actions.
    pub legal: Vec<String>,
    /// The clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockView>,
    /// The questions that are open.
    pub offers: Vec<OfferView>,
    /// The result as `trace` writes it, once it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// The table at which these people play again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch: Option<RoomId>,
    /// The seat of the one who asks, counted from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<u8>))]
    pub my_seat: Option<Seat>,
}

/// The clocks of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClockView {
    /// What every seat had when the turn began, in milliseconds.
    pub left: Vec<u64>,
    /// When the turn began, in milliseconds since 1970.
    pub began: u64,
    /// Whether the clock of the seat to act runs.
    pub runs: bool,
}

/// The server's time with something that depends on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TimeView<T> {
    /// The server's time, in milliseconds since 1970.
    pub now: u64,
    /// What depends on it.
    #[serde(flatten)]
    pub view: T,
}

/// A question that is open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OfferView {
    /// What was asked.
    pub offer: Offer,
    /// The seat that asked.
    #[cfg_attr(feature = "openapi", schema(value_type = u8))]
    pub by: Seat,
    /// The seats that have not answered.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<u8>))]
    pub awaits: Vec<Seat>,
}

impl TableView {
    /// A player's view of a room.
    pub fn from_room(id: &RoomId, room: &Room, me: Option<&PlayerId>) -> Self {
        let table = room.table();
        Self {
            id: id.clone(),
            seq: room.seq(),
            terms: room.terms().clone(),
            state: room.phase().into(),
            seats: seats(room),
            gone: Seat::all(room.chairs().len() as u8)
                .filter(|seat| table.has_left(*seat))
                .collect(),
            actions: table.history(),
            position: table.position(),
            to_act: room.to_act(),
            legal: room.to_act().map_or_else(Vec::new, |_| table.legal()),
            clock: (!room.time_left().is_empty()).then(|| ClockView {
                left: room.time_left().to_vec(),
                began: room.turn_began(),
                runs: room.clock_runs(),
            }),
            offers: room
                .pending()
                .iter()
                .map(|open| OfferView {
                    offer: open.offer,
                    by: open.by,
                    awaits: open.awaits.clone(),
                })
                .collect(),
            result: room.outcome().map(|outcome| outcome.to_string()),
            rematch: room.next_room().cloned(),
            my_seat: me.and_then(|me| room.seat_of(me)),
        }
    }
}

impl TableLine {
    /// A room's line in a list.
    pub fn from_room(id: &RoomId, room: &Room, me: Option<&PlayerId>) -> Self {
        let acts = room
            .to_act()
            .filter(|_| room.house_acts().is_none())
            .and_then(|seat| room.occupants().get(seat.index())?.player());
        Self {
            id: id.clone(),
            game: room.terms().game.clone(),
            state: room.phase().into(),
            seats: seats(room),
            time: room.terms().time,
            rated: room.terms().rated,
            ply: room.table().ply() as u32,
            waits_for_me: me.is_some() && acts == me,
            touched: room.last_at(),
            result: room.outcome().map(|outcome| outcome.to_string()),
        }
    }
}

fn seats(room: &Room) -> Vec<SeatView> {
    if room.occupants().is_empty() {
        let chairs = room.chairs().iter().enumerate();
        return chairs
            .map(|(at, chair)| match chair {
                None if room.is_kept(at) => SeatView::Kept,
                chair => chair.as_ref().into(),
            })
            .collect();
    }
    room.occupants().iter().map(|o| Some(o).into()).collect()
}
