//! The nodes of the tree.

use tablier_rules::Seat;

/// A number for each seat.
pub(super) type Values = [f32; Seat::MOST];

/// A position of the tree, and what its visits brought.
pub(super) struct Node<A> {
    pub(super) action: Option<A>,
    pub(super) prior: f32,
    pub(super) visits: u32,
    pub(super) sums: Values,
    pub(super) first: u32,
    pub(super) count: u16,
    /// The seat that acts here, once the node is open.
    pub(super) acts: u8,
    pub(super) state: State,
    /// The distance to the proven end.
    pub(super) distance: u8,
}

#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum State {
    /// Not yet visited, or visited but without children yet.
    New,
    /// Not yet visited; `sums` holds what is foreseen.
    Foreseen,
    /// It has children for all actions.
    Open,
    /// It has children for the most promising actions only.
    Narrowed,
    /// Its value is known; `sums` holds it.
    Proven,
}

impl<A> Node<A> {
    pub(super) fn new(action: Option<A>, prior: f32) -> Self {
        Self {
            action,
            prior,
            visits: 0,
            sums: [0.0; Seat::MOST],
            first: 0,
            count: 0,
            acts: 0,
            state: State::New,
            distance: 0,
        }
    }

    pub(super) fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.count)
    }

    /// What the node is worth to a seat; `otherwise` if that is unknown.
    #[inline]
    pub(super) fn value(&self, seat: usize, otherwise: f32) -> f32 {
        let told = self.state == State::Foreseen && self.visits == 0;
        if told || self.state == State::Proven {
            self.sums[seat]
        } else if self.visits == 0 {
            otherwise
        } else {
            self.sums[seat] / self.visits as f32
        }
    }
}
