use super::placement::{ORDERS, neighbours};
use super::{Bitboard, Placement, Position, Square};

/// A bar comes from the hand or the board, and goes to the board or the hand.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Action {
    from: Placement,
    to: Placement,
}

impl Action {
    /// The absence of an action: nothing is forbidden (EU7).
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
struct Ground([Bitboard; 3]);

impl Ground {
    /// EU3: only free squares. EU5: none that touches a square of the same player with another
    /// level.
    #[inline]
    fn new(free: Bitboard, own: [Bitboard; 3]) -> Self {
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
        let [a, b, c] = levels.map(|level| self.0[usize::from(level - 1)].bits());
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
        let mut block = [Action::NONE; BLOCK];
        for order in 0..3 {
            if self.in_hand(seat, order) > 0 {
                let count = list_ends(&ground, order, Placement::NONE, forbidden, &mut block);
                actions.extend_from_slice(&block[..count]);
            }
        }
        for from in self.movable(seat) {
            if Action::take_off(from) != forbidden {
                actions.push(Action::take_off(from));
            }
            let lifted = from.footprint().levels;
            let own = [0, 1, 2].map(|i| own[i] & !lifted[i]);
            let ground = Ground::new(free | from.covered(), own);
            let count = list_ends(&ground, from.order(), from, forbidden, &mut block);
            actions.extend_from_slice(&block[..count]);
        }
    }
}

/// Room for all the ways to place one bar, four times 48, and for the overshoot of the loop.
const BLOCK: usize = 256;

/// Writes the actions that put a bar of this order elsewhere, and returns their number.
#[inline]
fn list_ends(
    ground: &Ground,
    order: usize,
    from: Placement,
    forbidden: Action,
    block: &mut [Action; BLOCK],
) -> usize {
    let [a, b, c] = ORDERS[order];
    let [there, back] = [ground.begins([a, b, c]), ground.begins([c, b, a])];
    let mut begins = [there[0], there[1], back[0], back[1]];
    // EU3: its placement must change.
    if from != Placement::NONE {
        begins[from.number() >> 6 & 3] &= !(1 << (from.number() & 63));
    }
    // EU7: and not back to where the last action found it.
    if forbidden.from == from && forbidden.to.order() == order {
        begins[forbidden.to.number() >> 6 & 3] &= !(1 << (forbidden.to.number() & 63));
    }
    let mut count = 0;
    for (way, begins) in begins.into_iter().enumerate() {
        let turn = order * 2 + way / 2;
        let mut left = begins;
        let end = count + begins.count_ones() as usize;
        // Four at a time, so that the length of the loop is easy to predict.
        while count < end {
            let Some(four) = block[count..].first_chunk_mut::<4>() else {
                break;
            };
            for action in four {
                let square = Square::from_index_unchecked(left.trailing_zeros() as usize & 63);
                left &= left.wrapping_sub(1);
                let to = Placement::from_parts(turn, way % 2 == 1, square);
                *action = Action { from, to };
            }
            count += 4;
        }
        count = end;
    }
    count
}
