#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::{Glyph, Key, SiteId, ZoneId};

/// One click. An action is a path of picks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum Pick {
    /// A place on the board; for a piece on several sites, the first of them.
    Site(SiteId),
    /// A piece in a tray; for several equal ones, the first slot.
    Slot(ZoneId, u8),
    /// One of several outcomes, shown as a picture.
    Picture(Glyph),
    /// A button, by the key of its label.
    Button(Key),
}

impl Pick {
    /// The place on the board, if it is one.
    pub fn site(&self) -> Option<SiteId> {
        match self {
            Pick::Site(site) => Some(*site),
            _ => None,
        }
    }
}

/// A legal action, as the table that lists it numbers it. Whoever receives one hands it back to a
/// table: played, previewed or written out, it needs no text to be read. At a table with another
/// position it means nothing, and is refused.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct ActionId {
    /// The key of the position in which it is legal.
    pub position: u64,
    /// Its place in the list of legal actions there.
    pub index: u32,
}

/// What can be picked next.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Choices {
    /// The next picks, each once, in the order of the actions they lead to.
    pub next: Vec<Choice>,
    /// The action that the path already means.
    pub action: Option<ActionId>,
}

/// One possible next pick.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Choice {
    /// The pick.
    pub pick: Pick,
    /// The action it completes, if it completes one.
    pub action: Option<ActionId>,
}
