//! `tablier bench`.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use tablier_engine::workbench;
use tablier_rules::breakthrough::Breakthrough;
use tablier_rules::playouts::{PlayoutCounts, Playouts};
use tablier_rules::{Rules, Spec, catalog, with_game};

use crate::failure::Failure;
use crate::numbers;

/// Measure the speed of the rules and of the engine on one thread
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Play random games: every legal move equally likely, no repetition check
    Playouts {
        /// Game with its options, such as cubulus:level=2; by default all games
        #[arg(value_name = "GAME")]
        spec: Option<String>,
        /// Play each game for this many seconds (0.001 to 3600)
        #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = numbers::seconds(0.001..=3_600.0))]
        seconds: Duration,
        /// Random seed (any whole number below 2^64)
        #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = numbers::seed())]
        seed: u64,
    },
    /// Count sequences of moves, deeper and deeper, for about a second per game
    Perft {
        /// Game with its options, such as cubulus:level=2; by default all games
        #[arg(value_name = "GAME")]
        spec: Option<String>,
    },
    /// Search a few positions of each game and print the nodes (which change when the search does)
    /// and the speed
    Search {
        /// Game with its options, such as cubulus:level=2; by default all games
        #[arg(value_name = "GAME")]
        spec: Option<String>,
    },
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        match self.what {
            What::Playouts {
                spec,
                seconds,
                seed,
            } => playouts(spec, seconds, seed),
            What::Perft { spec } => perft(spec),
            What::Search { spec } => search(spec),
        }
    }
}

/// The game asked for, or all of them.
fn chosen(spec: Option<String>) -> Vec<String> {
    match spec {
        Some(spec) => vec![spec],
        None => catalog::GAMES
            .iter()
            .map(|game| game.id.to_owned())
            .collect(),
    }
}

/// A table of speeds; the example game Breakthrough, which is not in the catalog, is the measure.
fn playouts(spec: Option<String>, seconds: Duration, seed: u64) -> Result<String, Failure> {
    let mut text = format!(
        "{:32} {:>9} {:>14} {:>12} {:>9} {:>8}\n",
        "game", "games", "actions", "actions/s", "length", "measure"
    );
    let (base, time) = measure(&Breakthrough, seconds, seed);
    let base_rate = base.actions as f64 / time;
    let mut add = |name: &str, tally: PlayoutCounts, time: f64| {
        let rate = tally.actions as f64 / time;
        let length = tally.actions as f64 / tally.games as f64;
        let _ = writeln!(
            text,
            "{name:32} {:9} {:14} {rate:12.0} {length:9.1} {:8.3}",
            tally.games,
            tally.actions,
            rate / base_rate
        );
    };
    add("(breakthrough)", base, time);
    for spec in chosen(spec) {
        let parsed = Spec::parse(&spec)?;
        let (tally, time) = with_game!(&parsed, |game| measure(&game, seconds, seed))?;
        add(&spec, tally, time);
    }
    Ok(text)
}

/// Random games for so long, and how long it took; what warms up is not counted.
fn measure<G: Rules>(game: &G, seconds: Duration, seed: u64) -> (PlayoutCounts, f64) {
    let mut playouts = Playouts::new(game, seed);
    playouts.play(1_000);
    let begun = Instant::now();
    let mut tally = PlayoutCounts::default();
    while begun.elapsed() < seconds {
        tally += playouts.play(5_000);
    }
    (tally, begun.elapsed().as_secs_f64())
}

fn perft(spec: Option<String>) -> Result<String, Failure> {
    let mut text = format!(
        "{:24} {:>5} {:>14} {:>9} {:>14}\n",
        "game", "depth", "sequences", "seconds", "sequences/s"
    );
    for spec in chosen(spec) {
        let table = catalog::open(&spec)?;
        for depth in 1.. {
            let begun = Instant::now();
            let count = table.perft(depth);
            let seconds = begun.elapsed().as_secs_f64();
            // Deeper would take too long, or there is nothing deeper.
            if seconds > 0.1 || count == 0 || depth == 100 {
                let rate = count as f64 / seconds.max(1e-9);
                let _ = writeln!(
                    text,
                    "{spec:24} {depth:5} {count:14} {seconds:9.3} {rate:14.0}"
                );
                break;
            }
        }
    }
    Ok(text)
}

/// Each position is searched to the last depth that so many nodes complete.
const NODES: u64 = 60_000;
const POSITIONS: u64 = 3;

fn search(spec: Option<String>) -> Result<String, Failure> {
    let mut text = format!(
        "{:24} {:>10} {:>6} {:>9} {:>12}\n",
        "game", "signature", "depths", "seconds", "nodes/s"
    );
    for name in chosen(spec) {
        let spec = Spec::parse(&name)?;
        let found = workbench::signature(&spec, POSITIONS, NODES)?;
        let seconds = found.time.as_secs_f64();
        let rate = found.searched as f64 / seconds.max(1e-9);
        let _ = writeln!(
            text,
            "{name:24} {:10} {:6} {seconds:9.3} {rate:12.0}",
            found.nodes, found.depths
        );
    }
    Ok(text)
}
