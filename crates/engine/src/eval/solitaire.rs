//! Solitaire: few pieces, many jumps, nobody alone.

use tablier_rules::Seat;
use tablier_rules::blockade::solitaire::{Action, Position, Solitaire};

use crate::Mind;

const WEST: u64 = 0x0101_0101_0101_0101;
const EAST: u64 = WEST << 7;

impl Mind for Solitaire {
    fn evaluate(&self, position: &Position, _acts: Seat, actions: &[Action], _side: u8) -> i32 {
        let all = position.occupied();
        // All squares of each piece's row and column that adjoin another piece.
        let near = all << 8 | all >> 8 | (all & !EAST) << 1 | (all & !WEST) >> 1;
        let alone = (all & !near).count_ones() as i32;
        // Two colours cannot take each other down to one piece when one outnumbers the rest.
        let most = position.masks().map(u64::count_ones).into_iter().max();
        let excess = 2 * most.unwrap_or(0) as i32 - position.count() as i32;
        4 * actions.len() as i32 - 10 * alone - 6 * excess.max(0)
    }
}
