use std::fmt::Debug;

use crate::scene::Message;
use crate::{Refusal, Rules, Seat};

/// Positions as somebody describes them: text and drafts ([`crate::Arranging`]) know only a
/// `Setup`, and [`FromSetup::position_from`] alone decides whether it can stand.
pub trait FromSetup: Rules {
    /// Pieces, who acts and the rest, possible or not.
    type Setup: Clone + PartialEq + Debug;

    /// The description of a position, its pieces in the order in which they are written.
    fn setup_of(&self, position: &Self::Position) -> Self::Setup;

    /// The position that is described, or which rule makes it impossible. For the description of a
    /// position, an equal position.
    fn position_from(&self, setup: &Self::Setup) -> Result<Self::Position, Refusal>;

    /// A description as a single line of text.
    fn write_setup(&self, setup: &Self::Setup) -> String;

    /// Reads a description in any letter case, with no blanks around it; refuses only what is not one.
    fn read_setup(&self, text: &str) -> Result<Self::Setup, Refusal>;
}

/// Refuses a seat that a table of `seats` does not have (C2).
pub(crate) fn check_seat(seat: Seat, seats: u8) -> Result<(), Refusal> {
    if seat.index() < usize::from(seats) {
        return Ok(());
    }
    let why = Message::new("rules.no-such-seat").number("count", seats);
    Err(Refusal::new("C2", why))
}
