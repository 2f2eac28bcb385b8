use std::sync::LazyLock;

use super::{Bitboard, Jump, Square};

/// A straight line of the board. Rows, columns and both kinds of diagonals are numbered
/// consecutively, 58 in all, and the places on each are counted so that the numbers of its squares
/// increase.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// The number of the line.
    pub line: u8,
    /// The place of the square on it.
    pub at: u8,
    /// The number of the square at place 0.
    pub base: u8,
    /// The places that the line has.
    pub places: u16,
    /// Those that are not outer squares.
    pub inner: u16,
}

/// How many lines there are: 58, rounded up so that a masked number is always in range.
pub(super) const LINES: usize = 64;

/// From one place of a line to the next, for each kind: row, column, rising and falling diagonal.
pub const STEP: [u8; 4] = [1, 10, 11, 9];

/// D1: the outer squares.
pub const OUTER: Bitboard = Bitboard::from_bits(
    Bitboard::column(0).bits()
        | Bitboard::column(9).bits()
        | Bitboard::row(0).bits()
        | Bitboard::row(9).bits(),
);

/// D1: the squares of the field.
pub const INNER: Bitboard = Bitboard::from_bits(!OUTER.bits());

/// The four lines through each square.
pub(super) static WAYS: [[Way; 4]; 100] = {
    let mut ways = [[Way {
        line: 0,
        at: 0,
        base: 0,
        places: 0,
        inner: 0,
    }; 4]; 100];
    let mut square = 0;
    while square < 100 {
        let (column, row) = (square as u8 % 10, square as u8 / 10);
        let mut kind = 0;
        while kind < 4 {
            let (line, at) = match kind {
                0 => (row, column),
                1 => (10 + column, row),
                2 => (
                    20 + 9 + column - row,
                    if column < row { column } else { row },
                ),
                _ => (
                    39 + column + row,
                    if 9 - column < row { 9 - column } else { row },
                ),
            };
            let base = square as u8 - at * STEP[kind];
            let (mut places, mut inner, mut place) = (0, 0, 0);
            loop {
                let there = base + place * STEP[kind];
                places |= 1 << place;
                if INNER.contains(Square::from_index(there as usize)) {
                    inner |= 1 << place;
                }
                let (c, r) = (there % 10, there / 10);
                let last = match kind {
                    0 => c == 9,
                    1 => r == 9,
                    2 => c == 9 || r == 9,
                    _ => c == 0 || r == 9,
                };
                if last {
                    break;
                }
                place += 1;
            }
            ways[square][kind] = Way {
                line,
                at,
                base,
                places,
                inner,
            };
            kind += 1;
        }
        square += 1;
    }
    ways
};

impl Way {
    /// The line of a kind (row, column, rising or falling diagonal) through a square.
    #[inline]
    pub fn through(square: Square, kind: usize) -> &'static Way {
        &WAYS[square.index()][kind]
    }
}

/// Precomputed data for what a die can do along the four lines through its square, in the order of the
/// kinds.
#[derive(Copy, Clone)]
pub(super) struct Look {
    /// The lines, each below [`LINES`].
    lines: [u8; 4],
    /// For each line: where the part of [`REACH`] for the die's place begins, with the places that it
    /// may not go to. A die stops before what is taken, and the last squares of a line are the outer
    /// ones, so these count as taken.
    reach: [u16; 4],
}

impl Look {
    /// Where [`REACH`] says what a die can reach, line by line.
    #[inline(always)]
    pub(super) fn reached(&self, lines: &[u16; LINES]) -> [u16; 4] {
        // Masked together: no bounds are checked one by one.
        let each = u32::from_le_bytes(self.lines) & 0x3f3f_3f3f;
        let taken = |kind: usize| lines[(each >> (8 * kind)) as usize & 255 & (LINES - 1)];
        [
            self.reach[0] | taken(0),
            self.reach[1] | taken(1),
            self.reach[2] | taken(2),
            self.reach[3] | taken(3),
        ]
    }
}

/// For each square.
pub(super) type Looks = [Look; 128];

/// Those of a seat that may still go outside, and those of one that may not (D8): its dice inside stay
/// inside, those outside go where they like.
pub(super) static LOOKS: [Looks; 2] = [all_looks(false), all_looks(true)];

const fn all_looks(confined: bool) -> Looks {
    let mut looks = [Look {
        lines: [0; 4],
        reach: [0; 4],
    }; 128];
    let mut square = 0;
    while square < 100 {
        let inside = INNER.contains(Square::from_index(square));
        let mut kind = 0;
        while kind < 4 {
            let way = WAYS[square][kind];
            let allowed = if confined && inside {
                way.inner
            } else {
                way.places
            };
            looks[square].lines[kind] = way.line;
            looks[square].reach[kind] = (way.at as u16) << 10 | !allowed & 1023;
            kind += 1;
        }
        square += 1;
    }
    looks
}

/// For each square, in the order of the kinds: the action to the square at place 0, to which the offset
/// of another is added, and the one to the last place that is not its own.
pub(super) static FIRSTS: [[(u16, u16); 4]; 128] = {
    let mut firsts = [[(0, 0); 4]; 128];
    let mut square = 0;
    while square < 100 {
        let mut kind = 0;
        while kind < 4 {
            let way = WAYS[square][kind];
            let base = (kind << 14 | square << 7) as u16 + way.base as u16;
            let last = base + STEP[kind] as u16 * if way.at == 9 { 8 } else { 9 };
            firsts[square][kind] = (base, last);
            kind += 1;
        }
        square += 1;
    }
    firsts
};

/// For each square, in the order of the kinds: its line, and its place there as a bit.
pub(super) static PLACES: [[(u16, u16); 4]; 128] = {
    let mut places = [[(0, 0); 4]; 128];
    let mut square = 0;
    while square < 100 {
        let mut kind = 0;
        while kind < 4 {
            let way = WAYS[square][kind];
            places[square][kind] = (way.line as u16, 1 << way.at);
            kind += 1;
        }
        square += 1;
    }
    places
};

/// The places that a die can reach on a line of ten, by its place (times 1024) and the occupation.
pub(super) type Reach = [u16; 16 * 1024];

/// By [`Jump`].
pub(super) static REACH: [Reach; 2] = [all_reaches(Jump::Apart), all_reaches(Jump::Any)];

/// How many places there are in each entry of [`REACH`]; longer, so that no index is beyond it.
pub(super) type ReachCount = [u8; 1 << 16];

/// By [`Jump`].
pub(super) static REACH_COUNT: [ReachCount; 2] = [all_counts(&REACH[0]), all_counts(&REACH[1])];

const fn all_counts(reach: &Reach) -> ReachCount {
    let mut counts = [0; 1 << 16];
    let mut i = 0;
    while i < reach.len() {
        counts[i] = reach[i].count_ones() as u8;
        i += 1;
    }
    counts
}

/// The places of every set in order.
pub(super) static NTH_PLACE: [[u8; 16]; 1024] = {
    let mut table = [[0; 16]; 1024];
    let mut set = 0;
    while set < 1024 {
        let (mut place, mut count) = (0, 0);
        while place < 10 {
            if set >> place & 1 == 1 {
                table[set][count] = place;
                count += 1;
            }
            place += 1;
        }
        set += 1;
    }
    table
};

const fn all_reaches(jump: Jump) -> Reach {
    let mut table = [0; 16 * 1024];
    let mut at = 0;
    while at < 10 {
        let mut taken = 0;
        while taken < 1024 {
            table[at << 10 | taken] = reach(at as i32, taken as u32, jump);
            taken += 1;
        }
        at += 1;
    }
    table
}

/// D4: all empty places up to the first die. D5: over it, with [`Jump::Apart`] only if it is not a
/// neighbour.
const fn reach(at: i32, taken: u32, jump: Jump) -> u16 {
    let mut ends = 0;
    let mut step = -1;
    while step <= 1 {
        let mut to = at + step;
        while to >= 0 && to < 10 && taken >> to & 1 == 0 {
            ends |= 1 << to;
            to += step;
        }
        let behind = to + step;
        let allowed = to != at + step || matches!(jump, Jump::Any);
        if allowed && behind >= 0 && behind < 10 && taken >> behind & 1 == 0 {
            ends |= 1 << behind;
        }
        step += 2;
    }
    ends
}

/// For each kind of line and each set of places: the first eight of them, as offsets from the
/// square at place 0.
pub(super) static ENDS: [[[u16; 8]; 1024]; 4] = {
    let mut table = [[[0; 8]; 1024]; 4];
    let mut kind = 0;
    while kind < 4 {
        let mut set = 0;
        while set < 1024 {
            let (mut place, mut count) = (0, 0);
            while place < 10 && count < 8 {
                if set >> place & 1 == 1 {
                    table[kind][set][count] = place as u16 * STEP[kind] as u16;
                    count += 1;
                }
                place += 1;
            }
            set += 1;
        }
        kind += 1;
    }
    table
};

/// How many places a set has.
pub(super) static COUNT: [u8; 1024] = {
    let mut table = [0; 1024];
    let mut set = 0;
    while set < 1024 {
        table[set] = (set as u32).count_ones() as u8;
        set += 1;
    }
    table
};

/// For each square and each kind of line: where a run of four dice begins that any line of six
/// through the square (D9) must contain. One of the two arms of such a line has at least four dice;
/// the square lies on it, or one or two steps beside its end on the other arm.
pub(super) static FOURS: [[u128; 4]; 100] = {
    let mut masks = [[0; 4]; 100];
    let mut square = 0;
    while square < 100 {
        let mut kind = 0;
        while kind < 4 {
            let mut beside = -2;
            while beside <= 2 {
                let mut before = 0;
                while before < 4 {
                    masks[square][kind] |= four(square as i8, kind, beside, before);
                    before += if beside == 0 { 1 } else { 3 };
                }
                beside += 1;
            }
            kind += 1;
        }
        square += 1;
    }
    masks
};

/// East and north of the step of each kind.
const DIRECTION: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// The beginning of a run: some steps beside a square, some steps before it. Empty if it leaves the
/// board.
const fn four(square: i8, kind: usize, beside: i8, before: i8) -> u128 {
    let (across, along) = (DIRECTION[kind ^ 1], DIRECTION[kind]);
    let column = square % 10 + beside * across.0 - before * along.0;
    let row = square / 10 + beside * across.1 - before * along.1;
    let (last_column, last_row) = (column + 3 * along.0, row + 3 * along.1);
    let on_board = column >= 0
        && column < 10
        && row >= 0
        && row < 10
        && last_column >= 0
        && last_column < 10
        && last_row >= 0
        && last_row < 10;
    if on_board {
        1 << (row * 10 + column)
    } else {
        0
    }
}

/// D9: every line of six adjoining squares, straight or with one right-angle turn, each once (from
/// one of its two ends).
pub fn goal_lines() -> &'static [[Square; 6]] {
    static ALL: LazyLock<Vec<[Square; 6]>> = LazyLock::new(|| {
        let orthogonal = [(1, 0), (0, 1), (-1, 0), (0, -1)];
        let diagonal = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
        let mut all = Vec::new();
        for start in Square::all() {
            for ways in [orthogonal, diagonal] {
                for (i, first) in ways.into_iter().enumerate() {
                    // A line reads the same from both ends: the end with the lower number counts.
                    all.extend(path(start, first, first, 5));
                    for second in [ways[(i + 1) % 4], ways[(i + 3) % 4]] {
                        all.extend((1..5).filter_map(|turn| path(start, first, second, turn)));
                    }
                }
            }
        }
        all.retain(|line| line[0] < line[5]);
        all
    });
    &ALL
}

/// Six squares from `start`, `turn` steps one way and the rest another.
fn path(start: Square, first: (i8, i8), second: (i8, i8), turn: usize) -> Option<[Square; 6]> {
    let mut line = [start; 6];
    for i in 1..6 {
        let (east, north) = if i <= turn { first } else { second };
        line[i] = line[i - 1].offset(east, north)?;
    }
    Some(line)
}
