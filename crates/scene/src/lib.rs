//! What can be drawn and picked: boards, pieces, marks, picks, and how one picture turns into the
//! next. Plain data; it knows no rules and no screen.
//!
//! Feature `serde` (on by default): everything here can be stored and sent.

mod board;
pub mod dice;
pub mod draft;
pub mod drawing;
mod message;
mod motion;
mod pick;
mod seat;
mod view;

pub use board::{
    Edge, Ground, Label, Layout, Side, Site, SiteId, Stroke, Surface, Zone, ZoneId, ZoneRole,
};
pub use message::{Arg, Key, Message};
pub use motion::{Change, Transition};
pub use pick::{ActionId, Choice, Choices, Pick};
pub use seat::{NoSuchSeat, Seat};
pub use view::{
    Body, Die, DieKind, Glyph, Mark, MarkKind, Piece, Place, Preview, Scene, SeatView, State,
};
