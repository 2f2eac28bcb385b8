//! Whether a win can be forced, in any game for two sides.

use std::time::Instant;

use tablier_engine::workbench::{self, Forced};
use tablier_rules::{Status, Table};

use crate::failure::Failure;

/// This many positions are tried before a forced win is left open.
const MOST_TRIED: u64 = 400_000_000;

/// Whether the side to act forces a win within this many actions: everything is tried.
pub(super) fn forced(table: &dyn Table, within: u32) -> Result<String, Failure> {
    let Status::Acts(seat) = table.status() else {
        return Err(Failure::new("the game is over"));
    };
    let begun = Instant::now();
    let found = workbench::forced(table, within, MOST_TRIED)?;
    let answer = match found.ok_or_else(|| Failure::new("the game is over"))? {
        Forced::Win(line) => format!(
            "seat {} wins by force in {}: {}",
            seat.number(),
            line.len(),
            line.join(" ")
        ),
        Forced::NoWin => format!(
            "seat {} cannot force a win within {within} actions",
            seat.number()
        ),
        Forced::NotSettled => format!("not settled: {MOST_TRIED} positions do not suffice"),
    };
    Ok(format!(
        "{answer} ({:.1} s)\n",
        begun.elapsed().as_secs_f64()
    ))
}
