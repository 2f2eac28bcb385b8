//! What can be drawn and picked: boards, pieces, marks, picks, and how one picture turns into the
//! next. Plain data; it knows no rules and no screen.

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
    Edge, Ground, Label, Layout, Rule, Side, Site, SiteId, Surface, Zone, ZoneId, ZoneRole,
};
pub use message::{Arg, Key, Message};
pub use motion::{Change, Transition};
pub use pick::{Choice, Choices, Pick};
pub use seat::Seat;
pub use view::{
    Body, Die, DieKind, Glyph, Mark, MarkKind, Piece, Place, Preview, Scene, SeatView, State,
};
