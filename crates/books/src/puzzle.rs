//! Puzzles: a position and its only best action.
//!
//! One line each: `grade | spec | position | solution`. The solution is played out to the end: its
//! first action is the key, the only one that wins by force in so few actions; in Solitaire it is
//! the only jump after which one piece can be reached at all, and the solution takes the fewest
//! jumps. `tablier puzzles` makes these files.

/// A position with one best action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// From 1 (easy) to 5 (hard).
    pub grade: u8,
    /// The game with its options.
    pub spec: String,
    /// The position.
    pub start: String,
    /// The actions to the end; the first is the one best action.
    pub solution: Vec<String>,
}

impl Puzzle {
    /// The one best action.
    pub fn key(&self) -> &str {
        self.solution.first().map_or("", String::as_str)
    }

    /// The number of actions to the end, counting all players'.
    pub fn length(&self) -> usize {
        self.solution.len()
    }
}

/// The longest solution that a puzzle of the day may have.
pub const DAILY: usize = 9;

/// The puzzles of a file, the easiest first.
pub fn read(text: &str) -> Vec<Puzzle> {
    let mut all: Vec<Puzzle> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .filter_map(|line| {
            // A position may contain bars.
            let (grade, rest) = line.split_once(" | ")?;
            let (spec, rest) = rest.split_once(" | ")?;
            let (start, solution) = rest.rsplit_once(" | ")?;
            Some(Puzzle {
                grade: grade.parse().ok()?,
                spec: spec.to_owned(),
                start: start.to_owned(),
                solution: solution.split_whitespace().map(str::to_owned).collect(),
            })
        })
        .collect();
    all.sort_by_key(|puzzle| puzzle.grade);
    all
}

/// The puzzle of a day (days since 1970): the same for everybody, a different one each day until
/// all have been seen.
pub fn of_the_day(puzzles: &[Puzzle], day: u64) -> Option<&Puzzle> {
    let count = puzzles.len() as u64;
    // A step coprime to the count visits all of them.
    let step = (1..count.max(1))
        .rev()
        .find(|&s| gcd(s, count) == 1 && s <= count * 5 / 8);
    puzzles.get(usize::try_from((day % count.max(1)) * step.unwrap_or(1) % count.max(1)).ok()?)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
