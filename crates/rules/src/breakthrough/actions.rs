use super::{Position, SOUTH, Square};
use crate::listing::fill;

/// A man goes from one square to another; whether it takes follows from the position. The lower
/// byte is its square, the upper one its destination, so that one addition makes several actions.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Action(u16);

impl Action {
    /// The action from one square to another.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Self(from.index() as u16 | (to.index() as u16) << 8)
    }

    /// Where the man stands.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_index((self.0 & 0xff) as usize)
    }

    /// Where it goes.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.0 >> 8) as usize)
    }
}

const WEST_COLUMN: u64 = 0x0101_0101_0101_0101;
const EAST_COLUMN: u64 = WEST_COLUMN << 7;

/// A set of columns as a list: each column in both bytes, and their count.
#[derive(Copy, Clone)]
struct Columns {
    each: [u16; 8],
    count: u16,
}

/// The list of every set of columns.
static COLUMNS: [Columns; 256] = {
    let nothing = Columns {
        each: [0; 8],
        count: 0,
    };
    let mut table = [nothing; 256];
    let mut set = 0;
    while set < 256 {
        let list = &mut table[set];
        let mut column = 0;
        while column < 8 {
            if set >> column & 1 == 1 {
                list.each[list.count as usize] = column * 0x0101;
                list.count += 1;
            }
            column += 1;
        }
        set += 1;
    }
    table
};

/// Sixteen men have at most three actions each; eight are written before they are counted.
const MOST: usize = 16 * 3 + 8;

impl Position {
    /// BT2, BT3: straight ahead onto an empty square, diagonally onto any that is not one's own.
    #[inline]
    pub(super) fn list(&self, actions: &mut Vec<Action>) {
        let own = self.men[self.to_act.index()];
        let all = self.men[0] | self.men[1];
        // The men that can go straight, west and east, and the size of a step.
        let (straight, west, east, ahead) = if self.to_act == SOUTH {
            (all >> 8, own >> 7, own >> 9, 8)
        } else {
            (all << 8, own << 9, own << 7, -8)
        };
        let straight = own & !straight;
        let west = own & !west & !WEST_COLUMN;
        let east = own & !east & !EAST_COLUMN;
        // Row by row, all men of a row in one step: their number is unpredictable, and a
        // mispredicted branch costs more than writing a few too many.
        let first = own.trailing_zeros() & 56;
        let last = 63 - own.leading_zeros();
        fill::<_, MOST>(actions, Action(0), |room| {
            let mut count = 0;
            let mut row = first;
            while row <= last {
                for (men, step) in [(straight, ahead), (west, ahead - 1), (east, ahead + 1)] {
                    let columns = &COLUMNS[usize::from((men >> row) as u8)];
                    let base = (row * 0x0101).wrapping_add_signed(step << 8) as u16;
                    let listed = columns.each.map(|column| Action(column.wrapping_add(base)));
                    room[count..count + 8].copy_from_slice(&listed);
                    count += usize::from(columns.count);
                }
                row += 8;
            }
            count
        });
    }
}
