#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::{Message, Seat, SiteId, ZoneId};

/// Everything to draw for one position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Scene {
    /// All pieces, on the board and in the trays. No two share a place.
    pub pieces: Vec<Piece>,
    /// The marks on the board.
    pub marks: Vec<Mark>,
    /// What is shown beside each seat's name, in seat order.
    pub seats: Vec<SeatView>,
    /// What can be done now, in one sentence.
    pub prompt: Message,
}

/// A piece somewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Piece {
    /// Its look.
    pub glyph: Glyph,
    /// Its owner.
    pub seat: Option<Seat>,
    /// Where it is.
    pub at: Place,
    /// Its state.
    pub state: State,
}

impl Piece {
    /// A free piece of a seat on one site.
    pub fn on(site: SiteId, glyph: Glyph, seat: Seat) -> Self {
        Self {
            glyph,
            seat: Some(seat),
            at: Place::site(site),
            state: State::Free,
        }
    }

    /// A free piece of a seat in a tray.
    pub fn in_zone(zone: ZoneId, slot: u8, glyph: Glyph, seat: Seat) -> Self {
        Self {
            glyph,
            seat: Some(seat),
            at: Place::Zone(zone, slot),
            state: State::Free,
        }
    }
}

/// The state of a piece, where it shows.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum State {
    /// Nothing special.
    Free,
    /// Held captive by a seat.
    Captive(Seat),
    /// Its owner is out of the game.
    Orphan,
    /// Protected against attacks.
    Immune,
}

/// Where a piece is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum Place {
    /// On these sites, west or south end first.
    Sites(Vec<SiteId>),
    /// In a tray, at this slot. The slots of a tray are counted from 0 and each holds one *kind* of
    /// choice: equal pieces are in neighbouring slots, and a pick names the first of them.
    Zone(ZoneId, u8),
}

impl Place {
    /// On a single site.
    pub fn site(site: SiteId) -> Self {
        Place::Sites(vec![site])
    }
}

/// The look of a piece.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum Glyph {
    /// A die.
    Die(Die),
    /// A simple body.
    Body(Body),
    /// A bar of three squares with a level on each, west or south end first.
    Bar {
        /// The level on each of its squares.
        levels: [u8; 3],
        /// Whether it runs from south to north rather than from west to east.
        vertical: bool,
    },
}

/// The simple bodies.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum Body {
    /// Cubulus' Master: a faceted pyramid.
    Pyramid,
    /// Die-Check's Master: a rounded cube on a base.
    Pedestal,
    /// A shield: a long low bar on two squares.
    Shield,
    /// A soldier: the same bar, standing.
    Soldier,
    /// A cylinder that is a king.
    King,
    /// A cylinder.
    Cylinder,
    /// A triangular prism.
    Triangle,
    /// A cube without pips.
    Square,
    /// A plain man.
    Man,
}

/// A die. Two faces fix all six ([`crate::dice`]).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Die {
    /// The number on top (a replaced face counts as its number).
    pub top: u8,
    /// The number facing south; none while it is still to be chosen, or where it means nothing.
    pub south: Option<u8>,
    /// Its kind.
    pub kind: DieKind,
}

/// What is on a die's faces.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum DieKind {
    /// Ordinary pips.
    Plain,
    /// The face with this number shows a monster.
    Monster(u8),
    /// The face with this number shows a devil.
    Devil(u8),
}

/// A mark on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Mark {
    /// Its meaning.
    pub kind: MarkKind,
    /// Where; in order if the order matters (a way, a line).
    pub sites: Vec<SiteId>,
}

impl Mark {
    /// A mark on these sites.
    pub fn new(kind: MarkKind, sites: impl IntoIterator<Item = SiteId>) -> Self {
        Self {
            kind,
            sites: sites.into_iter().collect(),
        }
    }
}

/// The meaning of a mark.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum MarkKind {
    /// Where the last action was played.
    Last,
    /// A piece that is under attack and matters (check).
    Threat,
    /// Would be removed or taken.
    Hit,
    /// Would be turned over.
    Flip,
    /// Two or more pieces that are linked.
    Link,
    /// A way that a piece runs along, square by square.
    Way,
    /// The line, chain or way that won.
    Win,
    /// A piece that must be played now.
    Duty,
}

/// What is shown beside a seat's name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct SeatView {
    /// Its points, if points are counted.
    pub score: Option<i64>,
    /// Short facts ("2/3 outside", "+2 squares").
    pub notes: Vec<Message>,
    /// Whether the seat is out of the game.
    pub out: bool,
}

/// What an action would do, shown before it is final.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Preview {
    /// The marks: path, squares hit, bars linked.
    pub marks: Vec<Mark>,
    /// The scene afterwards.
    pub after: Scene,
    /// How it gets there.
    pub transition: crate::Transition,
}
