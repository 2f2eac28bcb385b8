//! What a position still promises, within a second or two: whether one piece can be reached, and if
//! not, how few pieces must remain.

use tablier_rules::blockade::solitaire::{Action, Position};

use super::{Beam, fewest_left};

/// What was found out about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// How few pieces can be left.
    pub left: u32,
    /// The jumps that lead there.
    pub jumps: Vec<Action>,
    /// Whether fewer are certainly impossible: one piece is left, or everything was tried.
    pub proved: bool,
}

/// A narrow beam solves most solvable positions; where it fails, as many positions are tried as the
/// budget allows; a wider beam has the last word.
const NARROW: usize = 200;
const WIDE: usize = 3_000;
/// The most jumps: each takes a piece.
const MOST_JUMPS: u32 = 35;

/// Looks ahead from a position; `budget` is the number of positions to try one by one. Once `stop`
/// returns true, it returns at once what it has.
pub fn outlook(position: &Position, budget: u64, stop: &(dyn Fn() -> bool + Sync)) -> Outlook {
    let solved = |jumps| Outlook {
        left: 1,
        jumps,
        proved: true,
    };
    let beam = |width| Beam { width, threads: 1 }.solve(position, MOST_JUMPS, stop);
    if let Some(jumps) = beam(NARROW) {
        return solved(jumps);
    }
    let fewest = fewest_left(position, budget, stop);
    if !fewest.proved
        && let Some(jumps) = beam(WIDE)
    {
        return solved(jumps);
    }
    Outlook {
        left: fewest.left,
        jumps: fewest.jumps,
        proved: fewest.proved,
    }
}
