use super::{Position, SOUTH, Square};

/// A man goes from one square to another; whether it takes follows from the position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Action {
    pub(super) from: Square,
    pub(super) to: Square,
}

const WEST_COLUMN: u64 = 0x0101_0101_0101_0101;
const EAST_COLUMN: u64 = WEST_COLUMN << 7;

impl Position {
    /// BT2, BT3: straight ahead onto an empty square, diagonally onto any that is not one's own.
    #[inline]
    pub(super) fn list(&self, actions: &mut Vec<Action>) {
        let own = self.men[self.to_act.index()];
        let all = self.men[0] | self.men[1];
        let (straight, west, east, ahead) = if self.to_act == SOUTH {
            (
                own << 8,
                (own & !WEST_COLUMN) << 7,
                (own & !EAST_COLUMN) << 9,
                8,
            )
        } else {
            (
                own >> 8,
                (own & !WEST_COLUMN) >> 9,
                (own & !EAST_COLUMN) >> 7,
                -8,
            )
        };
        add(straight & !all, ahead, actions);
        add(west & !own, ahead - 1, actions);
        add(east & !own, ahead + 1, actions);
    }
}

/// One action for each bit of `ends`, from the square `step` numbers before it.
#[inline]
fn add(mut ends: u64, step: i32, actions: &mut Vec<Action>) {
    while ends != 0 {
        let to = ends.trailing_zeros() as i32;
        ends &= ends - 1;
        actions.push(Action {
            from: Square::from_index((to - step) as usize),
            to: Square::from_index(to as usize),
        });
    }
}
