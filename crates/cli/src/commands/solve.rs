//! `tablier solve`.

use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use tablier_engine::proof::Proof;
use tablier_rules::blockade::alignement::Alignement;
use tablier_rules::blockade::solitaire::{Action, Position, Solitaire};
use tablier_rules::{Game as _, Match, Notation, Rules, Status, Table, with_game};
use tablier_solvers::alignement::{Value, file, solve, store, strategy, verify};
use tablier_solvers::solitaire::{Answer, Beam, Search, Statistics, bound};

use crate::data;
use crate::failure::Failure;
use crate::given::{Actions, Game};
use crate::numbers;
use crate::progress::Progress;
use crate::settings::Settings;

/// Solve a game: alignement (every position) or solitaire (the shortest solution)
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    #[command(flatten)]
    actions: Actions,
    /// Alignement: write this file; by default one in the data folder
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Alignement: check the file entry by entry instead of making it
    #[arg(long)]
    verify: bool,
    /// Alignement: make the small winning strategy from the file of values and write it to FILE
    #[arg(long, value_name = "FILE", conflicts_with = "verify")]
    strategy: Option<PathBuf>,
    /// Alignement: write to FILE the values of the sample that the tests compare with plain search
    #[arg(long, value_name = "FILE", conflicts_with_all = ["verify", "strategy"])]
    sample: Option<PathBuf>,
    /// Alignement: follow the small winning strategy against every defence, using the rules alone
    #[arg(long, conflicts_with_all = ["verify", "strategy"])]
    check: bool,
    /// Settle only whether this many moves are enough (1 to 100): jumps in the Solitaire, elsewhere a forced win
    #[arg(long, value_name = "MOVES", value_parser = numbers::whole::<u32>(1..=100))]
    within: Option<u32>,
    /// Solitaire: stop proving after this many seconds (up to 604800; 0 is never) and print the best solution
    #[arg(long, value_name = "SECONDS", default_value = "100", value_parser = numbers::whole::<u64>(0..=604_800))]
    seconds: u64,
    /// Solitaire: list this many random starts (1 to 100000), each with the best solution found quickly
    #[arg(long, value_name = "COUNT", conflicts_with = "within", value_parser = numbers::whole::<u64>(1..=100_000))]
    starts: Option<u64>,
    /// Work on this many threads (1 to 256); by default as many as the machine has
    #[arg(long, value_parser = numbers::whole::<usize>(THREADS))]
    threads: Option<usize>,
}

const THREADS: RangeInclusive<u64> = 1..=256;

impl Args {
    pub(crate) fn run(self, settings: &Settings) -> Result<String, Failure> {
        let lang = settings.plain_language();
        let mut table = self.game.open(lang)?;
        if let Some(wrong) = self.does_not_concern(table.info().id) {
            let id = table.info().id;
            return Err(Failure::new(format!(
                "{wrong} says nothing about {id}; `tablier solve --help` tells what belongs to which game"
            )));
        }
        match table.info().id {
            "alignement" => self.alignement(),
            "solitaire" => {
                let options = Options {
                    within: self.within,
                    seconds: self.seconds,
                    threads: self.threads(),
                };
                self.actions.play(&mut *table, lang)?;
                match self.starts {
                    Some(count) => Ok(options.starts(&Solitaire::from_spec(table.spec())?, count)),
                    None => options.solitaire(&*table),
                }
            }
            other => {
                let within = self.within.ok_or_else(|| {
                    Failure::new(format!(
                        "{other} has no solver; alignement and solitaire have, and --within N settles \
                         whether a win in at most N actions can be forced in any game for two sides"
                    ))
                })?;
                self.actions.play(&mut *table, lang)?;
                forced(&*table, within)
            }
        }
    }

    /// An option that was given and belongs to another game.
    fn does_not_concern(&self, game: &str) -> Option<&'static str> {
        let tables = [
            ("--out", self.out.is_some()),
            ("--verify", self.verify),
            ("--strategy", self.strategy.is_some()),
            ("--sample", self.sample.is_some()),
            ("--check", self.check),
        ];
        let alignement = tables.map(|(name, given)| (name, given, game == "alignement"));
        let others = [
            ("--within", self.within.is_some(), game != "alignement"),
            ("--starts", self.starts.is_some(), game == "solitaire"),
        ];
        let wrong = |&(_, given, belongs): &(&str, bool, bool)| given && !belongs;
        let all = alignement.into_iter().chain(others);
        all.filter(wrong).map(|(name, ..)| name).next()
    }

    fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads
            .unwrap_or_else(all)
            .min(*THREADS.end() as usize)
    }

    fn alignement(self) -> Result<String, Failure> {
        let threads = self.threads();
        let path = match self.out {
            Some(path) => path,
            None => data::alignement()?,
        };
        let named = |error: std::io::Error| Failure::new(format!("{}: {error}", path.display()));
        if self.check {
            return check_strategy();
        }
        let progress = Progress::new();
        if let Some(to) = self.strategy {
            let reader = file::Reader::open(&path).map_err(named)?;
            progress.show(0.0, "following the winner");
            let data = strategy::make(|position| reader.value(position).ok().flatten())
                .ok_or_else(|| Failure::new("the second player does not win everywhere"))?;
            std::fs::write(&to, &data)
                .map_err(|error| Failure::new(format!("{}: {error}", to.display())))?;
            return Ok(format!("{} bytes\n", data.len()));
        }
        if let Some(to) = self.sample {
            let reader = file::Reader::open(&path).map_err(named)?;
            let values = verify::sample_values(|position| reader.value(position).ok().flatten())
                .ok_or_else(|| Failure::new(format!("{}: a value is missing", path.display())))?;
            std::fs::write(&to, &values)
                .map_err(|error| Failure::new(format!("{}: {error}", to.display())))?;
            return Ok(format!("{} values\n", values.lines().count()));
        }
        if self.verify {
            let reader = file::Reader::open(&path).map_err(named)?;
            progress.show(0.0, "reading");
            let solution = reader.load().map_err(named)?;
            let all = verify::every_entry(&solution, threads, &|done| {
                progress.show(done, "every entry against its successors");
            });
            progress.show(0.0, "a million positions by the rules");
            let sample = verify::by_the_rules(1_000_000, 1, |position| {
                solution.value(store::board(position), usize::from(position.turn()))
            });
            drop(progress);
            let text = format!(
                "{} entries checked by minimax, {} wrong\n{} positions checked by the rules, {} wrong\n",
                all.checked, all.wrong, sample.checked, sample.wrong
            );
            return match all.wrong + sample.wrong {
                0 => Ok(text),
                _ => Err(Failure::new(text)),
            };
        }
        let begun = Instant::now();
        let solution = solve::solve(threads, &|stage, done| {
            let name = match stage {
                solve::Stage::Count => "counting moves".to_owned(),
                solve::Stage::Distance(n) => format!("positions that end in {n}"),
                solve::Stage::Placing(ply) => format!("placing, after {ply} actions"),
            };
            progress.show(done, name);
        });
        let solved = begun.elapsed();
        let bytes = file::write(&solution, &path, threads, &|done| {
            progress.show(done, "writing");
        })
        .map_err(named)?;
        drop(progress);
        let mut text = summary(&solution);
        let _ = writeln!(
            text,
            "solved in {:.0} s, written to {} ({} bytes)",
            solved.as_secs_f64(),
            path.display(),
            bytes
        );
        Ok(text)
    }
}

/// So many positions are tried before a forced win is left open.
const MOST_TRIED: u64 = 400_000_000;

/// Whether the side to act forces a win within so many actions: everything is tried.
fn forced(table: &dyn Table, within: u32) -> Result<String, Failure> {
    let Status::Acts(seat) = table.status() else {
        return Err(Failure::new("the game is over"));
    };
    let begun = Instant::now();
    let spec = table.spec();
    with_game!(spec, |game| {
        let position = game
            .read_position(&table.position())
            .map_err(|refusal| Failure::new(refusal.rule))?;
        let mut proof = Proof::new(&game, &position, MOST_TRIED)
            .ok_or_else(|| Failure::new("the game is over"))?;
        let answer = match proof.wins_in(&position, within) {
            Some(Some(n)) => {
                let line = proof.line(&position, n).unwrap_or_default();
                let line =
                    tablier_engine::texts(&Match::from_position(game.clone(), position), &line);
                format!(
                    "seat {} wins by force in {n}: {}",
                    seat.number(),
                    line.join(" ")
                )
            }
            Some(None) => format!(
                "seat {} cannot force a win within {within} actions",
                seat.number()
            ),
            None => format!("not settled: {MOST_TRIED} positions do not suffice"),
        };
        Ok(format!(
            "{answer} ({:.1} s)\n",
            begun.elapsed().as_secs_f64()
        ))
    })?
}

/// The second player wins within this many actions from the start.
const LONGEST: u32 = 30;

fn check_strategy() -> Result<String, Failure> {
    let checked = strategy::check(1, LONGEST);
    let text = format!(
        "{} positions with all pieces, {} games won earlier, {} failures\n",
        checked.leaves, checked.won_earlier, checked.failed
    );
    if checked.failed == 0 {
        Ok(text)
    } else {
        Err(Failure::new(text))
    }
}

/// How many positions are won, drawn and lost, and the value of the start.
fn summary(solution: &store::Solution) -> String {
    let mut text = String::new();
    for section in store::Section::ALL {
        let (mut won, mut drawn, mut lost, mut longest) = (0u64, 0u64, 0u64, 0);
        for index in 0..section.size() {
            match solution.at(section, index) {
                None => {}
                Some(Value::Draw) => drawn += 1,
                Some(Value::Win(n)) => (won, longest) = (won + 1, longest.max(n)),
                Some(Value::Loss(n)) => (lost, longest) = (lost + 1, longest.max(n)),
            }
        }
        let name = match section {
            store::Section::Moving(shape) => format!("moving a {shape:?}").to_lowercase(),
            store::Section::Placing(ply) => format!("after {ply} actions"),
            store::Section::Early => "after at most 5 actions".to_owned(),
        };
        let _ = writeln!(
            text,
            "{name}: won {won}, drawn {drawn}, lost {lost}, longest {longest}"
        );
    }
    let start = solution.value(store::board(&Alignement.start()), 0);
    let _ = writeln!(
        text,
        "start: {}",
        start.map_or("unknown".to_owned(), |v| v.to_string())
    );
    text
}

/// What is asked of Solitaire.
struct Options {
    within: Option<u32>,
    seconds: u64,
    threads: usize,
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

/// So many positions are remembered: 2^25 of 8 bytes.
const MEMORY_BITS: u32 = 25;

impl Options {
    fn solitaire(&self, table: &dyn Table) -> Result<String, Failure> {
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
    fn starts(&self, game: &Solitaire, count: u64) -> String {
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
