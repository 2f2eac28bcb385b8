#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::{Place, SiteId, ZoneId};

/// How one scene turns into the next: steps in sequence, the changes of each step at once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Transition {
    /// The steps in order.
    pub steps: Vec<Vec<Change>>,
}

impl Transition {
    /// A transition of one step.
    pub fn single_step(changes: Vec<Change>) -> Self {
        Self {
            steps: vec![changes],
        }
    }

    /// Adds a step that follows the others, if it changes anything.
    pub fn then(mut self, changes: Vec<Change>) -> Self {
        if !changes.is_empty() {
            self.steps.push(changes);
        }
        self
    }
}

/// Something that happens to one piece, identified by its place when the transition begins.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum Change {
    /// A die rolls over its edges along neighbouring sites.
    Roll {
        /// Where it starts.
        from: SiteId,
        /// Every square it rolls onto, in order; it stays on the last.
        path: Vec<SiteId>,
    },
    /// A piece slides or hops from site to site.
    Slide {
        /// Where it starts.
        from: SiteId,
        /// Every square it touches, in order.
        path: Vec<SiteId>,
    },
    /// A piece is lifted and put elsewhere (or turned in place).
    Lift {
        /// Where it was.
        from: Place,
        /// Where it is put.
        to: Place,
    },
    /// A piece comes onto the board.
    Enter {
        /// The tray it comes from.
        from: Option<(ZoneId, u8)>,
        /// Where it is put.
        to: Place,
    },
    /// A piece leaves the board.
    Leave {
        /// Where it was.
        from: Place,
        /// The tray it goes to.
        to: Option<ZoneId>,
    },
    /// A die is turned over: its bottom becomes its top.
    Flip {
        /// Where it stands.
        at: SiteId,
    },
    /// A piece changes in place (turned, converted, captured, freed).
    Turn {
        /// Where it stands.
        at: Place,
    },
}
