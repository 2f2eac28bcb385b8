/// The squares of one line (a row or a column), bit 0 at its west or south end.
pub type LineMask = u16;

/// All twelve squares of a line.
pub const FULL: LineMask = 0xfff;

/// The places of the centres in a line that has some.
pub(super) const CENTRE_LINE: LineMask = 0b0100_1001_0010;

/// The rows of a set, or its columns, padded so that indexing needs no bounds check.
pub(in crate::blockade) type Lines = [LineMask; 16];

/// The squares of the parts whose centres are in a set, by lines like the set.
#[inline(always)]
pub(in crate::blockade) fn beside_centres(set: &Lines) -> Lines {
    let mut beside = [0; 16];
    for part in 0..4 {
        let centres = set[part * 3 + 1] & CENTRE_LINE;
        let line = centres | centres << 1 | centres >> 1;
        beside[part * 3..part * 3 + 3].fill(line);
    }
    beside
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
