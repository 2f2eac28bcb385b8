//! Online tables, as plain code: a [`Room`] is the fold of its log and nothing else.
//!
//! A [`Command`] comes in, [`Event`]s or a [`Refusal`] come out ([`Room::decide`]); a stored event
//! is applied ([`Room::apply`]). Time, randomness and identities come in as data ([`Now`],
//! [`Order`]), so the same log gives the same room on the server, in the page and in a test, and
//! millions of histories can be tried in seconds.
//!
//! Games are known only through [`tablier_rules::Table`].
//!
//! ```
//! use tablier_rooms::*;
//!
//! let ana = PlayerId::new("ana").unwrap();
//! let ben = PlayerId::new("ben").unwrap();
//! let now = Now { ms: 1_000, lag_ms: 0, lot: 0, next_room: RoomId::new("next").unwrap() };
//!
//! // Ana opens a table and sits down; Ben comes by the link.
//! let terms = Terms::for_game("d21").unwrap();
//! let opening = Opening { terms, host: ana.clone(), host_name: "Ana".into(), chair: Some(0) };
//! let mut room = Room::open(opening.events(&now).unwrap(), 1_000).unwrap();
//! let sit = Order::new("c1", room.seq(), Actor::Player(ben), Command::Sit { chair: None, name: "Ben".into() });
//! room.carry_out(&sit, &now).unwrap();
//! assert_eq!(room.phase(), Phase::Playing);
//!
//! // Whoever has the first seat plays.
//! let first = room.occupants()[0].player().unwrap().clone();
//! let act = Order::new("c2", room.seq(), Actor::Player(first), Command::Act { action: "C3-C6".into() });
//! room.carry_out(&act, &now).unwrap();
//! assert_eq!(room.table().history(), ["C3-C6"]);
//! ```

mod clock;
mod command;
mod decide;
mod event;
mod fold;
mod handling;
mod ids;
mod opening;
mod recent;
mod room;
#[cfg(feature = "openapi")]
mod schema;
mod state;
mod terms;

#[cfg(test)]
mod tests;

pub use clock::{ABORTABLE_PLIES, MOST_LAG_MS};
pub use command::{Actor, Command, Decision, Now, Order, Refusal};
pub use event::{Cause, Entry, Event, Occupant, Offer};
pub use handling::{Handling, Reply, Step};
pub use ids::{BadId, CommandId, PlayerId, RoomId};
pub use opening::Opening;
pub use room::{Chair, Corrupt, Pending, Phase, Room};
pub use terms::{First, Place, Terms, TimeControl};
