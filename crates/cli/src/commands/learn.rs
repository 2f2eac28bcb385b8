//! `tablier learn`.

use std::fs;
use std::path::{Path, PathBuf};

use tablier_engine::learn::{Plan, Trained};
use tablier_engine::{ranges, workbench};
use tablier_rules::{Spec, catalog};

use crate::failure::Failure;
use crate::kept::{Games, Wanted, named};
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
    fn play(&self, spec: &Spec, progress: &Progress) -> Result<Games, Failure> {
        let head = format!("# {spec} nodes={} stray={}", self.nodes, self.stray);
        let wanted = Wanted {
            numbers: self.seed..self.seed.saturating_add(self.games),
            file: Some((&self.records, head)),
            jobs: self.jobs,
        };
        wanted.play(progress, |number| {
            Ok(workbench::lesson(spec, self.nodes, self.stray, number)?)
        })
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|error| named(path, &error))
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
