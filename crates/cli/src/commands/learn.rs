//! `tablier learn`.

use std::fs;
use std::path::{Path, PathBuf};

use tablier_engine::learn::{Course, Habits, Plan, Trained};
use tablier_engine::{Views, ranges, workbench};
use tablier_rules::{Spec, catalog};

use crate::failure::Failure;
use crate::kept::{Games, Wanted, named};
use crate::numbers;
use crate::progress::Progress;

/// Train the network of a game on games that the engine plays against itself
///
/// With two players the network corrects the evaluation. With several, each for themselves, it is a forecast of who
/// wins against players who choose by habit; their habits are learned first, from games of plain UCT.
///
/// The games are kept in a file; run the command again to continue, or to train on more of them. Whether the
/// network plays better is for a match to tell: build with it, then `tablier match cpu=0.1 plain,cpu=0.1 GAME`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Game with its options, such as cubulus
    #[arg(value_name = "GAME")]
    spec: String,
    /// Play this many games (1 to 10000000; usually 20000, with several players 60)
    #[arg(long, value_parser = numbers::whole::<u64>(1..=10_000_000))]
    games: Option<u64>,
    /// Search this many nodes for each action (1 to 1000000000000; usually 400, with several players 20000)
    #[arg(long, value_parser = numbers::whole::<u64>(ranges::NODES))]
    nodes: Option<u64>,
    /// With two players: play one action in this many at random, so that unequal positions occur as well (0 to 1000;
    /// 0: none after the first moves)
    #[arg(long, default_value = "25", value_parser = numbers::whole::<usize>(0..=1_000))]
    stray: usize,
    /// Number of the first game, which is its seed (any whole number below 2^64)
    #[arg(long, default_value = "1", value_parser = numbers::seed())]
    seed: u64,
    /// Play this many games at once (1 to 64)
    #[arg(long, default_value = "2", value_parser = numbers::whole::<usize>(ranges::THREADS))]
    jobs: usize,
    /// With two players: go through all positions this often (1 to 1000)
    #[arg(long, default_value = "10", value_parser = numbers::whole::<usize>(1..=1_000))]
    rounds: usize,
    /// With several players: learn from this many quick games, which are not kept (1 to 1000000000)
    #[arg(long, default_value = "2500000", value_parser = numbers::whole::<u64>(1..=1_000_000_000))]
    course: u64,
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
        let progress = Progress::new();
        if let Some(views) = workbench::views(&spec)? {
            return self.forecast(&spec, &views, &progress);
        }
        if !workbench::can_learn(&spec)? {
            return Err(cannot_learn(&spec));
        }
        self.correction(&spec, &progress)
    }

    /// A network that corrects an evaluation.
    fn correction(&self, spec: &Spec, progress: &Progress) -> Result<String, Failure> {
        let nodes = self.nodes.unwrap_or(400);
        let head = format!("# {spec} nodes={nodes} stray={}", self.stray);
        let games = self.play(20_000, head, progress, |number| {
            Ok(workbench::lesson(spec, nodes, self.stray, number)?)
        })?;
        let plan = Plan {
            rounds: self.rounds,
            trust: TRUST,
            seed: self.seed,
        };
        let trained = workbench::train(
            spec,
            games.values().map(|line| &**line),
            &plan,
            &mut |round, error| {
                progress.show(round as f64 / self.rounds as f64, "training");
                progress.note(&format!("round {round}: error {error:.4}"));
            },
        )?
        .ok_or_else(nothing_to_learn)?;
        write(&self.network, &trained.file)?;
        Ok(report(spec, games.len(), &trained))
    }

    /// A network that forecasts who wins.
    fn forecast(&self, spec: &Spec, views: &Views, progress: &Progress) -> Result<String, Failure> {
        let nodes = self.nodes.unwrap_or(20_000);
        let head = format!("# {spec} uct nodes={nodes}");
        let games = self.play(60, head, progress, |number| {
            Ok(workbench::habit_game(spec, nodes, number)?)
        })?;
        let habits = workbench::fit_habits(spec, games.values().map(|line| &**line))?
            .ok_or_else(nothing_to_learn)?;
        progress.note(habits_report(spec, games.len(), &habits).trim_end());
        let course = Course {
            games: self.course,
            jobs: self.jobs,
            seed: self.seed,
        };
        let mut last = None;
        let file = workbench::train_forecast(spec, &habits.weights, &course, &mut |so_far| {
            progress.show(so_far.games as f64 / self.course as f64, "training");
            progress.note(&format!(
                "{} games: won {:.1} %, loss {:.4}",
                so_far.games,
                100.0 * so_far.won,
                so_far.loss
            ));
            last = Some(so_far);
        })?
        .ok_or_else(|| cannot_learn(spec))?;
        write(&self.network, &file)?;
        let won = last.map_or(0.0, |last| 100.0 * last.won);
        Ok(format!(
            "{}forecast of {}: {} games; in the last of them the seat that goes by it won {won:.1} %; {} bytes\n",
            habits_report(spec, games.len(), &habits),
            views.name,
            self.course,
            file.len()
        ))
    }

    /// Plays the games that are missing.
    fn play(
        &self,
        usual: u64,
        head: String,
        progress: &Progress,
        play: impl Fn(u64) -> Result<String, Failure> + Sync,
    ) -> Result<Games, Failure> {
        let games = self.games.unwrap_or(usual);
        let wanted = Wanted {
            numbers: self.seed..self.seed.saturating_add(games),
            file: Some((&self.records, head)),
            jobs: self.jobs,
        };
        wanted.play(progress, play)
    }
}

fn cannot_learn(spec: &Spec) -> Failure {
    let can = |id: &&str| {
        let spec = Spec::parse(id);
        spec.is_ok_and(|spec| workbench::can_learn(&spec) == Ok(true))
    };
    let mut others: Vec<&str> = catalog::GAMES
        .iter()
        .map(|info| info.id)
        .filter(can)
        .collect();
    others.push("saute:players=4");
    Failure::new(format!(
        "no network can be trained for {spec}; it can for {}",
        others.join(", ")
    ))
}

fn nothing_to_learn() -> Failure {
    Failure::new("the games have no position to learn from".to_owned())
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

fn habits_report(spec: &Spec, games: usize, habits: &Habits) -> String {
    let weights: Vec<String> = habits.weights.iter().map(|w| format!("{w:.2}")).collect();
    format!(
        "{spec}: {games} games, {} choices; habits {}; of the choices kept back {:.1} % foretold, mean logarithmic loss {:.3}\n",
        habits.choices,
        weights.join(" "),
        100.0 * habits.foretold,
        habits.loss
    )
}
