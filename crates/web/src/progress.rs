//! What the player has learnt and solved, kept in the browser like everything else.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::store;

/// What has been learnt and solved here.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    /// For each game the names of the tasks done.
    #[serde(default)]
    tasks: BTreeMap<String, BTreeSet<String>>,
    /// The puzzles solved: game with options and position.
    #[serde(default)]
    solved: BTreeSet<String>,
    /// The days (since 1970) whose puzzle was solved that day.
    #[serde(default)]
    days: BTreeSet<u64>,
    /// The puzzles whose first try has been rated.
    #[serde(default)]
    tried: BTreeSet<String>,
    /// How well puzzles are solved; none before the first.
    #[serde(default)]
    rating: Option<i32>,
    /// The puzzles solved at the first try in a row.
    #[serde(default)]
    run: u32,
    /// The longest such row.
    #[serde(default)]
    best_run: u32,
}

/// The rating of somebody who has not solved anything yet.
const FIRST_RATING: i32 = 1000;
/// How much one puzzle can change a rating.
const STEP: f64 = 32.0;

impl Progress {
    /// What is kept.
    pub fn load() -> Self {
        store::progress().unwrap_or_default()
    }

    fn keep(change: impl FnOnce(&mut Self)) {
        let mut progress = Self::load();
        change(&mut progress);
        store::set_progress(&progress);
    }

    /// Records that a task of a game's lesson is done.
    pub fn task_done(game: &str, task: &str) {
        Self::keep(|progress| {
            let tasks = progress.tasks.entry(game.to_owned()).or_default();
            tasks.insert(task.to_owned());
        });
    }

    /// Rates the first try of a puzzle; later ones change nothing.
    pub fn first_try(puzzle: &tablier_books::Puzzle, solved: bool) {
        Self::keep(|progress| progress.rate(name(puzzle), puzzle.grade, solved));
    }

    /// The usual Elo step: a puzzle is an opponent as strong as its grade.
    fn rate(&mut self, name: String, grade: u8, solved: bool) {
        if !self.tried.insert(name) {
            return;
        }
        let rating = self.rating.unwrap_or(FIRST_RATING);
        let puzzle = 600 + 225 * i32::from(grade);
        let expected = 1.0 / (1.0 + 10f64.powf(f64::from(puzzle - rating) / 400.0));
        let gain = STEP * (f64::from(u8::from(solved)) - expected);
        self.rating = Some(rating + gain.round() as i32);
        self.run = if solved { self.run + 1 } else { 0 };
        self.best_run = self.best_run.max(self.run);
    }

    /// How well puzzles are solved here, once one was tried.
    pub fn rating(&self) -> Option<i32> {
        self.rating
    }

    /// How many puzzles in a row were solved at the first try, and the most there ever were.
    pub fn run(&self) -> (u32, u32) {
        (self.run, self.best_run)
    }

    /// Records that a puzzle is solved.
    pub fn puzzle_solved(puzzle: &tablier_books::Puzzle) {
        Self::keep(|progress| {
            progress.solved.insert(name(puzzle));
        });
    }

    /// Records that the puzzle of a day was solved that day.
    pub fn day_solved(day: u64) {
        Self::keep(|progress| {
            progress.days.insert(day);
        });
    }

    /// Whether a task has been done.
    pub fn has_done(&self, game: &str, task: &str) -> bool {
        self.tasks
            .get(game)
            .is_some_and(|tasks| tasks.contains(task))
    }

    /// Whether a puzzle has been solved.
    pub fn has_solved(&self, puzzle: &tablier_books::Puzzle) -> bool {
        self.solved.contains(&name(puzzle))
    }

    /// Whether the puzzle of a day was solved that day.
    pub fn has_day(&self, day: u64) -> bool {
        self.days.contains(&day)
    }

    /// For how many days in a row the puzzle of the day was solved. Today's may still come.
    pub fn streak(&self, today: u64) -> u64 {
        let last = if self.has_day(today) {
            Some(today)
        } else {
            today.checked_sub(1)
        };
        let mut count = 0;
        let mut day = last;
        while let Some(at) = day.filter(|at| self.has_day(*at)) {
            count += 1;
            day = at.checked_sub(1);
        }
        count
    }
}

/// A puzzle keeps its name when others come before it.
fn name(puzzle: &tablier_books::Puzzle) -> String {
    format!("{} {}", puzzle.spec, puzzle.start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn streak(days: &[u64], today: u64) -> u64 {
        let progress = Progress {
            days: days.iter().copied().collect(),
            ..Default::default()
        };
        progress.streak(today)
    }

    #[test]
    fn a_streak_ends_today_or_yesterday() {
        assert_eq!(streak(&[], 20), 0);
        assert_eq!(streak(&[18, 19, 20], 20), 3);
        assert_eq!(streak(&[18, 19], 20), 2);
        assert_eq!(streak(&[17, 18], 20), 0);
        assert_eq!(streak(&[15, 16, 19, 20], 20), 2);
        assert_eq!(streak(&[0, 1], 1), 2);
    }

    #[test]
    fn only_the_first_try_is_rated_and_harder_puzzles_count_more() {
        let mut progress = Progress::default();
        progress.rate("a".to_owned(), 1, true);
        let easy = progress.rating().unwrap();
        assert!(easy > FIRST_RATING);
        progress.rate("a".to_owned(), 1, false);
        assert_eq!((progress.rating(), progress.run()), (Some(easy), (1, 1)));
        let mut other = Progress::default();
        other.rate("b".to_owned(), 5, true);
        assert!(other.rating().unwrap() > easy);
        progress.rate("c".to_owned(), 1, false);
        assert!(progress.rating().unwrap() < FIRST_RATING);
        assert_eq!(progress.run(), (0, 1));
    }

    #[test]
    fn progress_survives_being_stored() {
        let mut progress = Progress::default();
        progress
            .tasks
            .entry("a".to_owned())
            .or_default()
            .insert("b".to_owned());
        progress.days.insert(3);
        let text = serde_json::to_string(&progress).unwrap();
        let read: Progress = serde_json::from_str(&text).unwrap();
        assert_eq!(read, progress);
        assert!(read.has_done("a", "b") && !read.has_done("a", "c"));
        assert_eq!(
            serde_json::from_str::<Progress>("{}").unwrap(),
            Progress::default()
        );
    }
}
