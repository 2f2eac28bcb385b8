//! The bounds of what may be asked for: beyond them a machine suffers, or nobody will wait for the
//! answer.

use std::ops::RangeInclusive;

/// Threads of a search.
pub const THREADS: RangeInclusive<u64> = 1..=64;
/// Megabytes of the transposition table.
pub const MEGABYTES: RangeInclusive<u64> = 1..=4_096;
/// Nodes of a search.
pub const NODES: RangeInclusive<u64> = 1..=1_000_000_000_000;
/// Actions to look ahead.
pub const DEPTH: RangeInclusive<u64> = 1..=1_000;
/// Lines of play.
pub const LINES: RangeInclusive<u64> = 1..=64;
/// Seconds for one action: up to a day.
pub const SECONDS: RangeInclusive<f64> = 0.0..=86_400.0;
