//! Lower bounds on the number of jumps.
//!
//! Every piece on the board but the last one is removed, and the last one has jumped. A piece that
//! never moves is removed by a jump along its row or column; a piece that moves makes its first jump
//! along its row or column. So the lines (rows and columns) of the jumps still to come cover all
//! pieces, and there are at least as many jumps as lines in the smallest cover. By König's theorem
//! that is the size of a largest matching of rows and columns.

use tablier_rules::blockade::solitaire::Position;

/// No jump removes more: eight squares minus the jumper's and the one it lands on.
const MOST_REMOVED: u32 = 6;

/// Up to this many jumps, the sharper test by colour pays off.
const FEW_JUMPS: u32 = 5;

/// False only if one piece cannot be reached in `jumps` jumps; the cheap tests alone.
#[inline]
pub fn possible_quick(position: &Position, jumps: u32) -> bool {
    let count = position.count();
    count == 1 || count <= 1 + MOST_REMOVED * jumps && coverable(position.occupied(), jumps)
}

/// False only if one piece cannot be reached in `jumps` jumps.
#[inline]
pub fn possible(position: &Position, jumps: u32) -> bool {
    possible_quick(position, jumps)
        && (jumps > FEW_JUMPS || position.count() == 1 || coverable_by_colour(position, jumps))
}

/// Whether `jumps` lines can cover all pieces: otherwise there is no solution with that many jumps.
#[inline]
pub fn coverable(occupied: u64, jumps: u32) -> bool {
    let mut columns = occupied | occupied >> 32;
    columns |= columns >> 16;
    columns |= columns >> 8;
    if (columns & 0xff).count_ones() <= jumps {
        return true;
    }
    let mut rows = occupied | occupied >> 4;
    rows |= rows >> 2;
    rows |= rows >> 1;
    if (rows & 0x0101_0101_0101_0101).count_ones() <= jumps {
        return true;
    }
    smallest_cover(occupied) <= jumps
}

/// The number of lines in the smallest cover: a largest matching of rows and columns (Kuhn).
pub fn smallest_cover(occupied: u64) -> u32 {
    // The row that each column is matched with, 8 for none.
    let mut partner = [8u8; 8];
    let mut size = 0;
    for row in 0..8 {
        let mut tried = 0;
        size += u32::from(match_row(occupied, row, &mut partner, &mut tried));
    }
    size
}

fn match_row(occupied: u64, row: u8, partner: &mut [u8; 8], tried: &mut u8) -> bool {
    loop {
        let open = (occupied >> (8 * row)) as u8 & !*tried;
        if open == 0 {
            return false;
        }
        let column = open.trailing_zeros() as usize;
        *tried |= 1 << column;
        if partner[column] == 8 || match_row(occupied, partner[column], partner, tried) {
            partner[column] = row;
            return true;
        }
    }
}

/// A sharper test for few jumps. A jump of a piece of colour c along a line removes no piece of
/// colour c, and there is only one jumper: so a jump covers all pieces of other colours on its line
/// and at most one of its own.
pub fn coverable_by_colour(position: &Position, jumps: u32) -> bool {
    cover(&position.masks(), position.occupied(), jumps)
}

fn cover(masks: &[u64; 4], open: u64, jumps: u32) -> bool {
    if open == 0 {
        return true;
    }
    if jumps == 0 || !coverable(open, jumps) {
        return false;
    }
    // Branch on a piece: some jump along its row or its column covers it.
    let at = open.trailing_zeros();
    let lines = [0xffu64 << (at & 56), 0x0101_0101_0101_0101 << (at & 7)];
    for line in lines {
        let here = open & line;
        if masks.iter().any(|mask| here & mask == 0) {
            // A jumper of that colour from elsewhere clears the line: nothing covers more.
            if cover(masks, open & !here, jumps - 1) {
                return true;
            }
            continue;
        }
        for mask in masks {
            let others = here & !mask;
            let mut own = here & mask;
            while own != 0 {
                let jumper = own & own.wrapping_neg();
                own ^= jumper;
                if (others | jumper) >> at & 1 == 1
                    && cover(masks, open & !(others | jumper), jumps - 1)
                {
                    return true;
                }
            }
        }
    }
    false
}
