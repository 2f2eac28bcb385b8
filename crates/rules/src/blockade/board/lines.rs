/// The squares of one line (a row or a column), bit 0 at its west or south end.
pub type LineMask = u16;

/// All twelve squares of a line.
pub const FULL: LineMask = 0xfff;

/// The rows of a set, or its columns, for picking many of them.
#[derive(Copy, Clone)]
pub(in crate::blockade) struct Lines(
    /// Two bytes each; the last four are empty, so that picking needs no bounds check.
    [u8; 32],
);

impl Lines {
    /// Of words with four lines each.
    #[inline(always)]
    pub(super) fn new(words: [u64; 3]) -> Self {
        let mut bytes = [0; 32];
        for (eight, word) in bytes.chunks_exact_mut(8).zip(words) {
            eight.copy_from_slice(&word.to_le_bytes());
        }
        Lines(bytes)
    }

    /// The line with this number, below 16.
    #[inline(always)]
    pub(in crate::blockade) fn line(&self, number: usize) -> LineMask {
        let at = number % 16 * 2;
        LineMask::from_le_bytes([self.0[at], self.0[at + 1]])
    }
}

/// The members of a line as numbers, in order, followed by their count: listing the ends of a slide
/// is a single copy.
type Members = [u8; 16];

static MEMBERS: [Members; 4096] = {
    let mut table = [[0; 16]; 4096];
    let mut line = 0;
    while line < 4096 {
        let (mut i, mut count) = (0, 0);
        while i < 12 {
            if line >> i & 1 == 1 {
                table[line][count] = i as u8;
                count += 1;
            }
            i += 1;
        }
        table[line][15] = count as u8;
        line += 1;
    }
    table
};

/// How many members each line has; longer, so that no line is beyond it.
static COUNTS: [u8; 1 << 16] = {
    let mut table = [0; 1 << 16];
    let mut line = 0;
    while line < 4096 {
        table[line] = MEMBERS[line][15];
        line += 1;
    }
    table
};

/// How many members a line has.
#[inline(always)]
pub(in crate::blockade) fn count(line: LineMask) -> u16 {
    u16::from(COUNTS[usize::from(line)])
}

/// One of the members of a line, counted from 0. There must be so many.
#[inline(always)]
pub(in crate::blockade) fn nth(line: LineMask, n: usize) -> u16 {
    u16::from(MEMBERS[usize::from(line & FULL)][n & 15])
}

/// Writes one action for each member of `line` into `list`, starting at `at`, and returns the place
/// after the last one. `make` is given the member's number in its line. The list must have room for
/// sixteen more.
#[inline(always)]
pub(in crate::blockade) fn list_line<A>(
    list: &mut [A],
    at: usize,
    line: LineMask,
    make: impl Fn(u16) -> A,
) -> usize {
    let members = &MEMBERS[usize::from(line & FULL)];
    let slots: &mut [A; 16] = list[at..].first_chunk_mut().expect("room for a line");
    // As one value: copies of a fixed length become a few wide instructions.
    *slots = members.map(|member| make(u16::from(member)));
    at + usize::from(members[15])
}

/// The squares of a line that a piece at `from` can reach over empty squares only.
#[inline]
pub(in crate::blockade) const fn slide(occupied: LineMask, from: usize) -> LineMask {
    let above = occupied & (FULL << 1 << from);
    let below = occupied & ((1 << from) - 1);
    // Up to the lowest above and down to the highest below, both left out.
    let upward = (above.wrapping_sub(1) & !above) & (FULL << 1 << from);
    let highest = 16 - below.leading_zeros();
    let downward = ((1 << from) - 1) & !(((1u32 << highest) - 1) as LineMask);
    (upward | downward) & FULL
}
