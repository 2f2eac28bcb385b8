//! The whole game: the moving phase backwards from its ends, then minimax of the placing phase.

use std::sync::Mutex;

use super::moving::{BLOCK, moving_phase};
use super::store::{EARLY, Section, Solution};
use super::turns::{early_board, material, minimax, turn};
use super::value;

/// What is being done, for a progress bar.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Progress {
    /// Counting the moves of every position.
    Count,
    /// Positions that end in this many actions.
    Distance(u16),
    /// Positions of the placing phase after this many actions.
    Placing(u8),
}

/// Solves the whole game.
pub fn solve(threads: usize, progress: &(dyn Fn(Progress, f64) + Sync)) -> Solution {
    let mut solution = Solution::default();
    moving_phase(&mut solution, threads, progress);
    for ply in (6..=10).rev() {
        placing_phase(&mut solution, ply, threads, progress);
    }
    first_turns(&mut solution);
    solution
}

/// The values of the placing phase after `ply` actions, from those after one more.
fn placing_phase(
    solution: &mut Solution,
    ply: usize,
    threads: usize,
    progress: &(dyn Fn(Progress, f64) + Sync),
) {
    let (here, turn) = (material(ply), turn(ply));
    let section = Section::Placing(ply as u8);
    let size = here.size();
    let mut table = vec![0; size];
    let long = Mutex::new(Vec::new());
    let chunk = BLOCK * 16;
    let jobs = Mutex::new(table.chunks_mut(chunk).enumerate());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                loop {
                    let job = jobs.lock().unwrap_or_else(|e| e.into_inner()).next();
                    let Some((at, part)) = job else { break };
                    for (i, byte) in part.iter_mut().enumerate() {
                        let index = at * chunk + i;
                        let value =
                            minimax(here.board(index), turn, |b| solution.value(b, ply + 1));
                        *byte = value::byte(value);
                        if *byte == value::LONG {
                            let mut long = long.lock().unwrap_or_else(|e| e.into_inner());
                            long.push((section.address(index), value));
                        }
                    }
                    progress(
                        Progress::Placing(ply as u8),
                        (at * chunk) as f64 / size as f64,
                    );
                }
            });
        }
    });
    solution.keep_long(long.into_inner().unwrap_or_else(|e| e.into_inner()));
    *solution.section_mut(section) = table;
}

/// The values of the first turns, by the circles of the pieces in the order they are placed.
fn first_turns(solution: &mut Solution) {
    for ply in (0..=5).rev() {
        for index in 0..1usize << (4 * ply) {
            let Some(board) = early_board(ply, index) else {
                continue;
            };
            let value = minimax(board, turn(ply), |b| solution.value(b, ply + 1));
            let at = EARLY[ply] + index;
            let section = solution.section_mut(Section::Early);
            section.resize(Section::Early.size(), value::IMPOSSIBLE);
            section[at] = value::byte(value);
            if section[at] == value::LONG {
                solution.keep_long(vec![(Section::Early.address(at), value)]);
            }
        }
    }
}
