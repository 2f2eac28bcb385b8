use super::{Bitboard, Position, SOUTH, Square};
use crate::hash::SplitMix64;
use crate::listing::fill;
use crate::nth::{EACH_BYTE, HIGHEST_BITS, NTH, in_fours};

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
        Square::from_index_unchecked((self.0 & 0xff) as usize)
    }

    /// Where it goes.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index_unchecked((self.0 >> 8) as usize)
    }
}

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

const WEST_COLUMN: u64 = Bitboard::column(0).bits();
const EAST_COLUMN: u64 = Bitboard::column(7).bits();

/// The men that can go one way, and how far a step that way is.
struct Movers {
    men: u64,
    step: i32,
}

impl Movers {
    /// Those in the row that begins with square `row`.
    #[inline]
    fn columns(&self, row: u32) -> &'static Columns {
        &COLUMNS[usize::from((self.men >> row) as u8)]
    }

    /// What is added to a column of that row, which is in both bytes, to make an action.
    #[inline]
    fn base(&self, row: u32) -> u16 {
        (row * 0x0101).wrapping_add_signed(self.step << 8) as u16
    }
}

/// Sixteen men have at most three actions each; eight are written before they are counted.
const MOST: usize = 16 * 3 + 8;

impl Position {
    /// BT2, BT3: straight ahead onto an empty square, diagonally (west, then east) onto any that is
    /// not one's own.
    #[inline]
    fn movers(&self) -> [Movers; 3] {
        let own = self.men(self.to_act).bits();
        let all = (self.men[0] | self.men[1]).bits();
        // What stands ahead, to the west ahead and to the east ahead of each square: a turn of the
        // whole board. Only men on their goal row would see what comes in at the other edge, and a
        // game with one of those is over.
        let (turn, step) = if self.to_act == SOUTH {
            (0, 8)
        } else {
            (48, -8)
        };
        let ahead = all.rotate_right(8 + turn);
        let west = own.rotate_right(7 + turn);
        let east = own.rotate_right(9 + turn);
        let movers = |standing: u64, step| Movers {
            men: own & !standing,
            step,
        };
        [
            movers(ahead, step),
            movers(west | WEST_COLUMN, step - 1),
            movers(east | EAST_COLUMN, step + 1),
        ]
    }

    /// Row by row, and there way by way.
    #[inline]
    pub(super) fn list(&self, actions: &mut Vec<Action>) {
        let movers = self.movers();
        // All men of a row in one step: their number is unpredictable, and a mispredicted branch
        // costs more than writing a few too many.
        let own = self.men(self.to_act).bits();
        let first = own.trailing_zeros() & 56;
        let last = 63 - own.leading_zeros();
        fill::<_, MOST>(actions, Action(0), |room| {
            let mut count = 0;
            let mut row = first;
            while row <= last {
                for way in &movers {
                    let columns = way.columns(row);
                    let base = way.base(row);
                    let listed = columns.each.map(|column| Action(column.wrapping_add(base)));
                    room[count..count + 8].copy_from_slice(&listed);
                    count += usize::from(columns.count);
                }
                row += 8;
            }
            count
        });
    }

    /// One of the listed actions. They are counted row by row, and only those of one row are looked
    /// at. Nothing branches: what is chosen cannot be predicted.
    #[inline]
    pub(super) fn choose(&self, random: &mut SplitMix64) -> Action {
        let [straight, west, east] = self.movers();
        let counts = counts_by_row([straight.men, west.men, east.men]);
        // In the byte of each row, where it ends in the list.
        let ends = counts.wrapping_mul(EACH_BYTE);
        let chosen = random.below((ends >> 56) as usize) as u64;
        // The highest bit of a byte is set where the list has come beyond the chosen action.
        let beyond = (ends | HIGHEST_BITS) - (chosen + 1) * EACH_BYTE;
        let row = (beyond & HIGHEST_BITS).trailing_zeros() & 56;
        let in_row = chosen as u8 - ((ends - counts) >> row) as u8;

        let columns = |way: &Movers| usize::from((way.men >> row) as u8);
        let wests = COUNTS[columns(&straight)];
        let easts = wests + COUNTS[columns(&west)];
        let mut way = (columns(&straight), in_row, straight.step);
        if in_row >= wests {
            way = (columns(&west), in_row - wests, west.step);
        }
        if in_row >= easts {
            way = (columns(&east), in_row - easts, east.step);
        }
        let (columns, place, step) = way;
        let from = row + u32::from(NTH[columns][usize::from(place & 7)]);
        let to = from.wrapping_add_signed(step);
        Action((from | to << 8) as u16)
    }
}

/// The number of squares of three sets in each row, in its byte.
#[inline]
const fn counts_by_row([a, b, c]: [u64; 3]) -> u64 {
    // In two bits for each square: in how many sets it is.
    let odd = a ^ b ^ c;
    let two = a & b | (a ^ b) & c;
    let fours = in_fours(odd) + 2 * in_fours(two);
    (fours & 0x0f0f_0f0f_0f0f_0f0f) + (fours >> 4 & 0x0f0f_0f0f_0f0f_0f0f)
}

/// The number of columns in every set of them.
static COUNTS: [u8; 256] = {
    let mut table = [0; 256];
    let mut set = 0;
    while set < 256 {
        table[set] = COLUMNS[set].count as u8;
        set += 1;
    }
    table
};
