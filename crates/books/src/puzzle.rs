//! Puzzles: a position and the one action that is best.
//!
//! One line each: `grade | spec | position | key | length`, where `length` is the number of actions
//! to the end (for a win by force), and for Solitaire the fewest jumps to one piece.

/// A position with one best action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// From 1 (easy) to 5 (hard).
    pub grade: u8,
    /// The game with its options.
    pub spec: String,
    /// The position.
    pub start: String,
    /// The one best action.
    pub key: String,
    /// So many actions to the end.
    pub length: u32,
}

/// The puzzles of a file, the easiest first.
pub fn read(text: &str) -> Vec<Puzzle> {
    let mut all: Vec<Puzzle> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .filter_map(|line| {
            let parts: Vec<&str> = line.split('|').map(str::trim).collect();
            let [grade, spec, start, key, length] = parts[..] else {
                return None;
            };
            Some(Puzzle {
                grade: grade.parse().ok()?,
                spec: spec.to_owned(),
                start: start.to_owned(),
                key: key.to_owned(),
                length: length.parse().ok()?,
            })
        })
        .collect();
    all.sort_by_key(|puzzle| puzzle.grade);
    all
}

/// The puzzle of a day (days since 1970): the same for everybody, another one each day until all
/// have been seen.
pub fn of_the_day(puzzles: &[Puzzle], day: u64) -> Option<&Puzzle> {
    let count = puzzles.len() as u64;
    // A step that shares no factor with the count visits all of them.
    let step = (1..count.max(1))
        .rev()
        .find(|&s| gcd(s, count) == 1 && s <= count * 5 / 8);
    puzzles.get(usize::try_from((day % count.max(1)) * step.unwrap_or(1) % count.max(1)).ok()?)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
