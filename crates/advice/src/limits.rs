use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How long to think. Several limits may be given; the first one reached ends the search.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
#[must_use]
pub struct Limits {
    /// This much time, and all of it.
    pub time: Option<Duration>,
    /// This much processor time of the thread: like `time` on an otherwise idle machine. Where it
    /// cannot be measured, it is `time`.
    #[serde(default)]
    pub processor: Option<Duration>,
    /// This many nodes (positions searched; for playouts, playouts).
    pub nodes: Option<u64>,
    /// This many actions deep.
    pub depth: Option<u32>,
    /// The time left on the clock, and what each action adds to it.
    pub clock: Option<(Duration, Duration)>,
}

impl Limits {
    /// A fixed time.
    pub fn time(time: Duration) -> Self {
        Self {
            time: Some(time),
            ..Self::default()
        }
    }

    /// A fixed number of nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// A fixed depth.
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }
}
