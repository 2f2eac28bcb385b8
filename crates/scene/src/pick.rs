use serde::{Deserialize, Serialize};

use crate::{Glyph, Key, SiteId, ZoneId};

/// One click. An action is a path of picks.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
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

/// What can be picked next.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Choices {
    /// The next picks, each once, in the order of the actions they lead to.
    pub next: Vec<Choice>,
    /// The action that the path already means.
    pub action: Option<String>,
}

/// One possible next pick.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choice {
    /// The pick.
    pub pick: Pick,
    /// The action it completes, if it completes one.
    pub action: Option<String>,
}
