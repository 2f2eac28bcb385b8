use super::placement::{ORDERS, neighbours};
use super::{Placement, Position};

/// A bar comes from the hand or from a place, and goes to a place or into the hand.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Action {
    from: Placement,
    to: Placement,
}

impl Action {
    /// No action at all: nothing is forbidden (EU7).
    pub(super) const NONE: Action = Action {
        from: Placement::NONE,
        to: Placement::NONE,
    };

    /// EU3: introduce a bar.
    #[inline]
    pub const fn introduce(to: Placement) -> Self {
        let from = Placement::NONE;
        Self { from, to }
    }

    /// EU3: take a bar off.
    #[inline]
    pub const fn take_off(from: Placement) -> Self {
        let to = Placement::NONE;
        Self { from, to }
    }

    /// EU3: move a bar.
    #[inline]
    pub const fn shift(from: Placement, to: Placement) -> Self {
        Self { from, to }
    }

    /// Where the bar lies; none if it is in the hand.
    #[inline]
    pub fn from(self) -> Option<Placement> {
        (self.from != Placement::NONE).then_some(self.from)
    }

    /// Where it goes; none if it goes into the hand.
    #[inline]
    pub fn to(self) -> Option<Placement> {
        (self.to != Placement::NONE).then_some(self.to)
    }

    /// What would exactly undo it (EU7).
    #[inline]
    pub fn undone(self) -> Self {
        Self {
            from: self.to,
            to: self.from,
        }
    }
}

/// Columns A to F: where a bar from west to east can begin.
const BEGINS: u64 = 0x3f3f_3f3f_3f3f_3f3f;

/// The squares on which a player may put each level.
struct Ground([u64; 3]);

impl Ground {
    /// EU3: only free squares. EU5: none that touches an own square of another level.
    #[inline]
    fn new(free: u64, own: [u64; 3]) -> Self {
        let [one, two, three] = own.map(neighbours);
        Self([
            free & !(two | three),
            free & !(one | three),
            free & !(one | two),
        ])
    }

    /// The squares where a bar with these levels can begin: west to east, then south to north.
    #[inline]
    fn begins(&self, levels: [u8; 3]) -> [u64; 2] {
        let [a, b, c] = levels.map(|level| self.0[usize::from(level - 1)]);
        [a & b >> 1 & c >> 2 & BEGINS, a & b >> 8 & c >> 16]
    }
}

impl Position {
    /// All legal actions: introductions, then for each bar taking it off and moving it.
    #[inline]
    pub(super) fn list(&self, actions: &mut Vec<Action>) {
        let seat = self.to_act();
        let own = self.levels(seat);
        let free = !(self.covered(seat) | self.covered(seat.next(2)));
        let forbidden = self.forbidden(seat);
        let ground = Ground::new(free, own);
        for order in 0..3 {
            if self.in_hand(seat, order) > 0 {
                list_ends(&ground, order, Placement::NONE, forbidden, actions);
            }
        }
        for from in self.movable(seat) {
            if Action::take_off(from) != forbidden {
                actions.push(Action::take_off(from));
            }
            let lifted = from.shape().levels;
            let own = [0, 1, 2].map(|i| own[i] & !lifted[i]);
            let ground = Ground::new(free | from.covered(), own);
            list_ends(&ground, from.order(), from, forbidden, actions);
        }
    }
}

/// The actions that put a bar of an order somewhere else.
#[inline]
fn list_ends(
    ground: &Ground,
    order: usize,
    from: Placement,
    forbidden: Action,
    actions: &mut Vec<Action>,
) {
    let [a, b, c] = ORDERS[order];
    for (turn, levels) in [(order * 2, [a, b, c]), (order * 2 + 1, [c, b, a])] {
        for (vertical, begins) in [false, true].into_iter().zip(ground.begins(levels)) {
            let mut left = begins;
            // It must come to lie differently (EU3), and not as the last action found it (EU7).
            for not in [from, forbidden.to] {
                let here = not.number() >> 6 == turn << 1 | usize::from(vertical);
                if here && (not == from || forbidden.from == from) {
                    left &= !(1 << (not.number() & 63));
                }
            }
            while left != 0 {
                let square = left.trailing_zeros() as usize;
                left &= left - 1;
                let to = Placement::from_parts(turn, vertical, square);
                actions.push(Action { from, to });
            }
        }
    }
}
