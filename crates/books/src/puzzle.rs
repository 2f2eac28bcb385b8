//! Puzzles: a position and the only action that reaches its goal.
//!
//! One line each: `grade | spec | goal | themes | position | solution | variations`.
//!
//! - The goal is `win N`, to win by force in N actions of all players; `hold N`, not to lose to a
//!   forced win of N actions; or `left N`, for the Solitaire: to leave one piece, in N jumps.
//! - The solution begins with the key, the only action that reaches the goal, and a win is played
//!   out to its end.
//! - Variations are separated by semicolons (`-` if there are none). One that begins with the key
//!   shows what else it wins against; one that begins otherwise shows why that action fails.
//!
//! `tablier puzzles` makes these files, and the tests prove every line again.

/// A position in which one action alone reaches the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// From 1 (easy) to 5 (hard).
    pub grade: u8,
    /// The game with its options.
    pub spec: String,
    /// What is to be reached.
    pub goal: Goal,
    /// What it is about, the most telling of [`THEMES`] first.
    pub themes: Vec<String>,
    /// The position.
    pub start: String,
    /// The key, and what follows.
    pub solution: Vec<String>,
    /// Other lines from the position.
    pub variations: Vec<Vec<String>>,
}

/// What is to be reached.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// To win by force in this many actions of all players.
    Win(u32),
    /// Not to lose to a forced win of this many actions.
    Hold(u32),
    /// To leave one piece, in this many jumps.
    Left(u32),
}

/// What puzzles are about.
pub const THEMES: [&str; 11] = [
    "win",
    "mate",
    "fork",
    "capture",
    "chain",
    "block",
    "sacrifice",
    "attack",
    "defence",
    "sweep",
    "order",
];

/// The longest solution of all.
pub const LONGEST: usize = 15;

/// The longest solution that a puzzle of the day may have.
pub const DAILY: usize = 9;

impl Goal {
    fn read(text: &str) -> Option<Self> {
        let (what, length) = text.split_once(' ')?;
        let length = length.parse().ok()?;
        match what {
            "win" => Some(Goal::Win(length)),
            "hold" => Some(Goal::Hold(length)),
            "left" => Some(Goal::Left(length)),
            _ => None,
        }
    }
}

impl Puzzle {
    fn read(line: &str) -> Option<Self> {
        let (grade, rest) = line.split_once(" | ")?;
        let (spec, rest) = rest.split_once(" | ")?;
        let (goal, rest) = rest.split_once(" | ")?;
        let (themes, rest) = rest.split_once(" | ")?;
        // A position may contain bars.
        let (rest, variations) = rest.rsplit_once(" | ")?;
        let (start, solution) = rest.rsplit_once(" | ")?;
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
        Some(Self {
            grade: grade.parse().ok()?,
            spec: spec.to_owned(),
            goal: Goal::read(goal)?,
            themes: words(themes),
            start: start.to_owned(),
            solution: words(solution),
            variations: match variations {
                "-" => Vec::new(),
                lines => lines.split(';').map(words).collect(),
            },
        })
    }

    /// The only action that reaches the goal.
    pub fn key(&self) -> &str {
        self.solution.first().map_or("", String::as_str)
    }

    /// The number of actions to the end, counting all players'.
    pub fn length(&self) -> usize {
        self.solution.len()
    }

    /// What it is about above all.
    pub fn theme(&self) -> &str {
        self.themes.first().map_or("", String::as_str)
    }

    /// What the key wins against besides the solution.
    pub fn also(&self) -> impl Iterator<Item = &Vec<String>> {
        self.lines(true)
    }

    /// Actions that just fail, each with what refutes it.
    pub fn near_misses(&self) -> impl Iterator<Item = &Vec<String>> {
        self.lines(false)
    }

    fn lines(&self, with_key: bool) -> impl Iterator<Item = &Vec<String>> {
        let begins = move |line: &&Vec<String>| {
            (line.first().map(String::as_str) == Some(self.key())) == with_key
        };
        self.variations.iter().filter(begins)
    }
}

/// The puzzles of a file, the easiest first.
pub fn read(text: &str) -> Vec<Puzzle> {
    let mut all: Vec<Puzzle> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .filter_map(Puzzle::read)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_with_the_bars_of_its_position() {
        let line =
            "2 | d21:order=strict | win 3 | fork capture | 1A1 | 2B2 | turn=1 | a b c | a d e; x y";
        let puzzle = Puzzle::read(line).unwrap();
        assert_eq!(puzzle.goal, Goal::Win(3));
        assert_eq!(puzzle.start, "1A1 | 2B2 | turn=1");
        assert_eq!((puzzle.key(), puzzle.theme()), ("a", "fork"));
        assert_eq!(puzzle.also().count(), 1);
        assert_eq!(puzzle.near_misses().next().unwrap(), &["x", "y"]);
        assert_eq!(Puzzle::read("2 | d21 | lose 3 | - | 1A1 | a | -"), None);
    }
}
