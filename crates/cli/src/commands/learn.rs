//! `tablier learn`.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use tablier_engine::learn::{Plan, Trained};
use tablier_engine::{ranges, workbench};
use tablier_rules::{Spec, catalog};

use crate::failure::Failure;
use crate::numbers;
use crate::progress::Progress;

/// Train the network that corrects a game's evaluation, on games that the engine plays against itself
///
/// The games are kept in a file; run the command again to continue, or to train on more of them. Whether the
/// network plays better is for a match to tell: build with it, then `tablier match cpu=0.1 plain,cpu=0.1 GAME`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Game with its options, such as cubulus
    #[arg(value_name = "GAME")]
    spec: String,
    /// Play this many games (1 to 10000000)
    #[arg(long, default_value = "20000", value_parser = numbers::whole::<u64>(1..=10_000_000))]
    games: u64,
    /// Search this many nodes for each action (1 to 1000000000000)
    #[arg(long, default_value = "400", value_parser = numbers::whole::<u64>(ranges::NODES))]
    nodes: u64,
    /// Play one action in this many at random, so that unequal positions occur as well (0 to 1000; 0: none after
    /// the first moves)
    #[arg(long, default_value = "25", value_parser = numbers::whole::<usize>(0..=1_000))]
    stray: usize,
    /// Number of the first game, which is its seed (any whole number below 2^64)
    #[arg(long, default_value = "1", value_parser = numbers::seed())]
    seed: u64,
    /// Play this many games at once (1 to 64)
    #[arg(long, default_value = "2", value_parser = numbers::whole::<usize>(ranges::THREADS))]
    jobs: usize,
    /// Go through all positions this often (1 to 1000)
    #[arg(long, default_value = "10", value_parser = numbers::whole::<usize>(1..=1_000))]
    rounds: usize,
    /// Keep the games in this file
    #[arg(long, value_name = "FILE")]
    records: PathBuf,
    /// Write the network to this file
    #[arg(long, value_name = "FILE")]
    network: PathBuf,
}

/// How much the search counts beside the result: results of single games say little.
const TRUST: f32 = 0.9;

/// The games by their numbers, and the file they are added to.
type Kept = (BTreeMap<u64, String>, File);

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let spec = Spec::parse(&self.spec)?;
        if !workbench::can_learn(&spec)? {
            let can = |id: &&str| {
                let spec = Spec::parse(id);
                spec.is_ok_and(|spec| workbench::can_learn(&spec) == Ok(true))
            };
            let others: Vec<&str> = catalog::GAMES
                .iter()
                .map(|info| info.id)
                .filter(can)
                .collect();
            return Err(Failure::new(format!(
                "no network can be trained for {spec}; it can for {}",
                others.join(", ")
            )));
        }
        let progress = Progress::new();
        let games = self.play(&spec, &progress)?;
        let plan = Plan {
            rounds: self.rounds,
            trust: TRUST,
            seed: self.seed,
        };
        let trained = workbench::train(
            &spec,
            games.values().map(|line| &**line),
            &plan,
            &mut |round, error| {
                progress.show(round as f64 / self.rounds as f64, "training");
                progress.note(&format!("round {round}: error {error:.4}"));
            },
        )?
        .ok_or_else(|| Failure::new("the games have no position to learn from".to_owned()))?;
        write(&self.network, &trained.file)?;
        Ok(report(&spec, games.len(), &trained))
    }

    /// Plays the games that are missing.
    fn play(&self, spec: &Spec, progress: &Progress) -> Result<BTreeMap<u64, String>, Failure> {
        let head = format!("# {spec} nodes={} stray={}", self.nodes, self.stray);
        let kept = read(&self.records, &head)?;
        let numbers = self.seed..self.seed.saturating_add(self.games);
        let missing: Vec<u64> = numbers
            .clone()
            .filter(|number| !kept.0.contains_key(number))
            .collect();
        let next = AtomicU64::new(0);
        let state = Mutex::new(kept);
        let work = || -> Result<(), Failure> {
            while let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                let line = workbench::lesson(spec, self.nodes, self.stray, number)?;
                let mut state = state.lock().unwrap_or_else(|broken| broken.into_inner());
                let (games, file) = &mut *state;
                writeln!(file, "{number} {line}").map_err(|error| named(&self.records, &error))?;
                games.insert(number, line);
                progress.show(games.len() as f64 / self.games as f64, "playing");
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs).map(|_| scope.spawn(work)).collect();
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().expect("the engine does not panic"))
        })?;
        let (mut games, _) = state
            .into_inner()
            .unwrap_or_else(|broken| broken.into_inner());
        games.retain(|number, _| numbers.contains(number));
        Ok(games)
    }
}

/// The games of a file that begins with this head. What was not written to its end is played again.
fn read(path: &Path, head: &str) -> Result<Kept, Failure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(named(path, &error)),
    };
    let mut games = BTreeMap::new();
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let mut lines = text[..whole].lines();
    if let Some(first) = lines.next()
        && first != head
    {
        return Err(Failure::new(format!(
            "{} holds other games: it begins with '{first}', not '{head}'",
            path.display()
        )));
    }
    for line in lines {
        if let Some((number, game)) = line.split_once(' ')
            && let Ok(number) = number.parse()
        {
            games.insert(number, game.to_owned());
        }
    }
    let add = || {
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        file.set_len(whole as u64)?;
        if whole == 0 {
            writeln!(file, "{head}")?;
        }
        Ok(file)
    };
    let file = add().map_err(|error| named(path, &error))?;
    Ok((games, file))
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|error| named(path, &error))
}

fn named(path: &Path, error: &std::io::Error) -> Failure {
    Failure::new(format!("{}: {error}", path.display()))
}

fn report(spec: &Spec, games: usize, trained: &Trained) -> String {
    format!(
        "{spec}: {games} games, {} positions; mean square error of the results: evaluation {:.4}, search {:.4}, evaluation with network {:.4}; {} bytes\n",
        trained.lessons,
        trained.evaluated,
        trained.searched,
        trained.corrected,
        trained.file.len()
    )
}
