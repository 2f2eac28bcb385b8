//! Random starts known to be solvable, one for each day, with the best solution found.

/// A random start and what is known about it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Start {
    /// The number of the shuffle (SO1).
    pub seed: u64,
    /// The jumps of the best solution found, as text.
    pub solution: &'static str,
}

impl Start {
    /// The game to open (C7).
    pub fn spec(&self) -> String {
        format!("solitaire:start=random,seed={}", self.seed)
    }

    /// How many jumps the best solution found has.
    pub fn jumps(&self) -> usize {
        self.solution.split(' ').count()
    }
}

/// All of them.
pub fn all() -> impl Iterator<Item = Start> {
    include_str!("../../data/solitaire-starts.txt")
        .lines()
        .filter_map(|line| {
            let (seed, solution) = line.split_once(' ')?;
            let seed = seed.parse().ok()?;
            Some(Start { seed, solution })
        })
}

/// The start of a day, counted from 1970: the same for everybody.
pub fn of_the_day(day: u64) -> Option<Start> {
    let count = all().count() as u64;
    all().nth(day.checked_rem(count)? as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablier_rules::{Outcome, Status, catalog};

    #[test]
    fn every_start_of_a_day_is_solved_by_its_jumps() {
        assert!(all().count() >= 100);
        for start in all() {
            let mut table = catalog::open(&start.spec()).unwrap();
            for jump in start.solution.split(' ') {
                table.play(jump).unwrap();
            }
            assert_eq!(table.status(), Status::Over(Outcome::Left(1)));
            assert_eq!(table.ply(), start.jumps());
        }
    }

    #[test]
    fn days_go_round() {
        let count = all().count() as u64;
        assert_eq!(of_the_day(3), of_the_day(3 + count));
        assert_ne!(of_the_day(3), of_the_day(4));
    }
}
