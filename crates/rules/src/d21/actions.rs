use super::geometry::{COUNT, ENDS, REACH, STEP, WAYS};
use super::{INNER, Position, Square};

/// A die goes from one square to another along a line; whether it slides or jumps follows from the
/// position.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Action(u16);

impl Action {
    /// The action between two squares; they need not be on one line.
    pub fn new(from: Square, to: Square) -> Self {
        let columns = from.column().abs_diff(to.column());
        let rows = from.row().abs_diff(to.row());
        let kind = if rows == 0 {
            0
        } else if columns == 0 {
            1
        } else if (from.column() < to.column()) == (from.row() < to.row()) {
            2
        } else {
            3
        };
        Self(kind << 14 | (from.index() << 7 | to.index()) as u16)
    }

    /// Where the die stands.
    #[inline]
    pub fn from(self) -> Square {
        Square::from_index(usize::from(self.0 >> 7 & 0x7f))
    }

    /// Where it goes.
    #[inline]
    pub fn to(self) -> Square {
        Square::from_index(usize::from(self.0 & 0x7f))
    }

    /// The kind of line: row, column, rising or falling diagonal.
    #[inline]
    pub fn kind(self) -> usize {
        usize::from(self.0 >> 14)
    }
}

/// No position has more actions: twelve dice with at most 35 ends each, and room for a last block.
const ROOM: usize = 12 * 35 + 12;

impl Position {
    /// D4, D5, D8: all actions, die by die and line by line.
    #[inline]
    pub(super) fn list(&self, actions: &mut Vec<Action>) {
        let mut left = self.dice(self.to_act());
        // D8: with three outside, who stands inside stays inside.
        let full = self.outside(self.to_act()) >= 3;
        let confined = if full { INNER } else { 0 };
        actions.resize(ROOM, Action(0));
        let mut count = 0;
        while left != 0 {
            let from = left.trailing_zeros() as usize;
            left &= left - 1;
            let inside = confined >> from & 1 == 1;
            for (kind, way) in WAYS[from].iter().enumerate() {
                let taken = usize::from(self.line(way.line));
                let allowed = if inside { way.inner } else { way.places };
                let reach = REACH[(usize::from(way.at) << 10 | taken) % REACH.len()];
                let ends = usize::from(reach & allowed) % 1024;
                let base = (kind << 14 | from << 7) as u16 + u16::from(way.base);
                // A whole block is written, and only its beginning counts.
                let Some(block) = actions[count..].first_chunk_mut::<9>() else {
                    break;
                };
                let first = ENDS[kind][ends].map(|end| Action(base + end));
                let more = COUNT[ends];
                block[..8].copy_from_slice(&first);
                if more > 8 {
                    // All of ten places but its own.
                    let last = if way.at == 9 { 8 } else { 9 };
                    block[8] = Action(base + last * u16::from(STEP[kind]));
                }
                count += usize::from(more);
            }
        }
        actions.truncate(count);
    }
}
