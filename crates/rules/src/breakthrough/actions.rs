use super::{Bitboard, Position, SOUTH, Square};
use crate::hash::SplitMix64;
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
        // What stands ahead, to the west ahead and to the east ahead of each square.
        let (ahead, west, east, step) = if self.to_act == SOUTH {
            (all >> 8, own >> 7, own >> 9, 8)
        } else {
            (all << 8, own << 9, own << 7, -8)
        };
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

    /// One of the listed actions. They are counted row by row, and only those of one row and one
    /// way are looked at. Nothing branches: what is chosen cannot be predicted.
    #[inline]
    pub(super) fn choose(&self, random: &mut SplitMix64) -> Action {
        let [straight, west, east] = self.movers();
        let counts = [straight.men, west.men, east.men].map(counts_by_row);
        // In the byte of each row, where its ways begin and end in the list.
        let ends = (counts[0] + counts[1] + counts[2]).wrapping_mul(EACH_BYTE);
        let easts = ends - counts[2];
        let wests = easts - counts[1];
        let begins = wests - counts[0];
        let chosen = random.below((ends >> 56) as usize);
        // The highest bit of a byte is set where the list has come beyond the chosen action.
        let beyond = |end: u64| {
            let more = (end | HIGHEST_BITS) - EACH_BYTE;
            more.wrapping_sub(chosen as u64 * EACH_BYTE) & HIGHEST_BITS
        };
        let row = beyond(ends).trailing_zeros() & 56;
        let is_diagonal = beyond(wests) >> row & 0x80 == 0;
        let is_east = beyond(easts) >> row & 0x80 == 0;
        let place = |men: u64, begin: u64| {
            let columns = usize::from((men >> row) as u8);
            columns << 3 | chosen.wrapping_sub((begin >> row) as usize) & 7
        };
        let places = [
            place(straight.men, begins),
            place(west.men, wests),
            place(east.men, easts),
        ];
        let (place, step) = if is_east {
            (places[2], east.step)
        } else if is_diagonal {
            (places[1], west.step)
        } else {
            (places[0], straight.step)
        };
        let from = row + u32::from(COLUMN_AT[place & 0x7ff]);
        let to = from.wrapping_add_signed(step);
        Action((from | to << 8) as u16)
    }
}

/// The number 1 in each of eight bytes, and the highest bit of each.
const EACH_BYTE: u64 = 0x0101_0101_0101_0101;
const HIGHEST_BITS: u64 = EACH_BYTE << 7;

/// The number of squares in each row, in its byte.
#[inline]
const fn counts_by_row(set: u64) -> u64 {
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
}

/// For every set of columns, eight entries: its columns in order.
static COLUMN_AT: [u8; 8 * 256] = {
    let mut table = [0; 8 * 256];
    let mut set = 0;
    while set < 256 {
        let mut i = 0;
        while i < COLUMNS[set].count as usize {
            table[8 * set + i] = COLUMNS[set].each[i] as u8;
            i += 1;
        }
        set += 1;
    }
    table
};
