//! Solving the Solitaire: the shortest solution of a start, proved where time allows.

use std::fmt::Write as _;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use tablier_rules::blockade::solitaire::{Action, Position, Solitaire};
use tablier_rules::{Game as _, Notation, Table};
use tablier_solvers::solitaire::{Answer, Beam, Search, Statistics, bound};

use crate::failure::Failure;
use crate::progress::Progress;

/// What is asked of Solitaire.
pub(super) struct Options {
    pub(super) within: Option<u32>,
    pub(super) seconds: u64,
    pub(super) threads: usize,
}

/// The widths of the beams, one after the other.
const WIDTHS: [usize; 4] = [500, 3_000, 15_000, 60_000];

/// The same for many starts, a second or two each.
const QUICK_WIDTHS: [usize; 2] = [500, 2_000];

/// The shortest solution of the classic start; that 12 jumps do not suffice takes longer to prove
/// than one likes to wait (docs/solved.md).
const CLASSIC_JUMPS: usize = 13;

/// The time that is left.
struct Clock {
    until: Option<Instant>,
}

impl Clock {
    fn new(seconds: u64) -> Self {
        let until = (seconds > 0).then(|| Instant::now() + Duration::from_secs(seconds));
        Self { until }
    }

    fn is_over(&self) -> bool {
        self.left() == Some(Duration::ZERO)
    }

    /// The time that is left; none if there is no limit.
    fn left(&self) -> Option<Duration> {
        let until = self.until?;
        Some(until.saturating_duration_since(Instant::now()))
    }
}

/// This many positions are remembered: 2^25 of 8 bytes.
const MEMORY_BITS: u32 = 25;

impl Options {
    /// The shortest solution from the position at a table.
    pub(super) fn solitaire(&self, table: &dyn Table) -> Result<String, Failure> {
        let game = Solitaire::from_spec(table.spec())?;
        let position = game
            .read_position(&table.position())
            .map_err(|refusal| Failure::new(refusal.rule))?;
        let mut text = String::new();
        if let Some(jumps) = self.within {
            let (answer, done) = self.settle(&position, jumps, None);
            report(&mut text, jumps, &answer, done);
            if let Answer::Solved(solution) = answer {
                text.push_str(&line(&game, position, &solution));
            }
            return Ok(text);
        }
        let clock = Clock::new(self.seconds);
        let mut jumps = match position.count() {
            1 => 0,
            _ => bound::smallest_cover(position.occupied()),
        };
        let mut best = self.quickly(&position, jumps, &clock);
        let most = position.count().saturating_sub(1);
        let mut proved = true;
        while best
            .as_ref()
            .map_or(jumps <= most, |known| (jumps as usize) < known.len())
        {
            let (answer, done) = self.settle(&position, jumps, Some(&clock));
            report(&mut text, jumps, &answer, done);
            match answer {
                Answer::Solved(solution) => {
                    best = Some(solution);
                    break;
                }
                Answer::Impossible => jumps += 1,
                Answer::Unknown => {
                    proved = false;
                    break;
                }
            }
        }
        match best {
            Some(solution) => {
                let known = if proved {
                    "none is shorter"
                } else if position == Position::classic() && solution.len() == CLASSIC_JUMPS {
                    "none is shorter, as was proved earlier (docs/solved.md; `--within 12` repeats it)"
                } else {
                    "shorter ones are not excluded"
                };
                let _ = writeln!(text, "{known}");
                text.push_str(&line(&game, position, &solution));
            }
            None if proved => text.push_str("no solution: one piece cannot be reached\n"),
            None => text.push_str("no solution found in this time\n"),
        }
        Ok(text)
    }

    /// Random starts, one a line: the seed and the jumps. A start that no beam solves is left out.
    pub(super) fn starts(&self, game: &Solitaire, count: u64) -> String {
        let clock = Clock::new(0);
        let mut text = String::new();
        let progress = Progress::new();
        for seed in 1..=count {
            progress.show(seed as f64 / count as f64, format!("start {seed}"));
            let position = Position::shuffled(seed);
            let solution = self.beams(&QUICK_WIDTHS, &position, 0, &clock, &|_| {});
            if let Some(solution) = solution {
                let _ = write!(text, "{seed} ");
                text.push_str(&jumps(game, position, &solution));
                text.push('\n');
            }
        }
        text
    }

    /// A good solution from beams that grow wider; at least `least` jumps are needed.
    fn quickly(&self, position: &Position, least: u32, clock: &Clock) -> Option<Vec<Action>> {
        let progress = Progress::new();
        self.beams(&WIDTHS, position, least, clock, &|done| {
            progress.show(done, "looking for a solution");
        })
    }

    fn beams(
        &self,
        widths: &[usize],
        position: &Position,
        least: u32,
        clock: &Clock,
        progress: &dyn Fn(f64),
    ) -> Option<Vec<Action>> {
        let mut best: Option<Vec<Action>> = None;
        for (done, &width) in widths.iter().enumerate() {
            progress(done as f64 / widths.len() as f64);
            let threads = self.threads;
            let beam = Beam { width, threads };
            // As long as it gets better.
            loop {
                let most = best.as_ref().map_or(35, |known| known.len() as u32 - 1);
                if best.is_some() && most < least.max(1) {
                    return best;
                }
                match beam.solve(position, most, &|| clock.is_over()) {
                    Some(shorter) => best = Some(shorter),
                    None => break,
                }
            }
        }
        best
    }

    fn settle(
        &self,
        position: &Position,
        jumps: u32,
        clock: Option<&Clock>,
    ) -> (Answer, (Statistics, Duration)) {
        let begun = Instant::now();
        let search = Search::new(MEMORY_BITS, u64::MAX);
        let progress = Progress::new();
        let (done, wait) = mpsc::channel::<()>();
        let answer = std::thread::scope(|scope| {
            if let Some(left) = clock.and_then(Clock::left) {
                let search = &search;
                scope.spawn(move || {
                    // The other end is dropped when the search is over.
                    if wait.recv_timeout(left) == Err(mpsc::RecvTimeoutError::Timeout) {
                        search.stop();
                    }
                });
            }
            let answer = search.within_threads(position, jumps, self.threads, &|at, all| {
                progress.show(at as f64 / all as f64, format!("{jumps} jumps"));
            });
            drop(done);
            answer
        });
        (answer, (search.statistics(), begun.elapsed()))
    }
}

fn report(text: &mut String, jumps: u32, answer: &Answer, (done, time): (Statistics, Duration)) {
    let what = match answer {
        Answer::Solved(solution) => format!("solved in {}", solution.len()),
        Answer::Impossible => "impossible".to_owned(),
        Answer::Unknown => "not settled".to_owned(),
    };
    let _ = writeln!(
        text,
        "{jumps} jumps: {what} ({} positions, {} by the bound, {} known, {:.1} s)",
        done.nodes,
        done.bounded,
        done.known,
        time.as_secs_f64()
    );
}

/// `solution N:` and the jumps.
fn line(game: &Solitaire, position: Position, solution: &[Action]) -> String {
    let colon = if solution.is_empty() { ":" } else { ": " };
    let jumps = jumps(game, position, solution);
    format!("solution {}{colon}{jumps}\n", solution.len())
}

/// Jumps as text.
fn jumps(game: &Solitaire, mut position: Position, solution: &[Action]) -> String {
    let mut text = String::new();
    for &action in solution {
        if !text.is_empty() {
            text.push(' ');
        }
        game.write_action(&position, action, &mut text);
        position = position.after(action);
    }
    text
}
