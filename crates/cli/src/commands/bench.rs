//! `tablier bench`.

use std::fmt::Write as _;
use std::time::Instant;

use tablier_rules::catalog;

use crate::failure::Failure;

/// Measure the speed of the rules on one thread
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Count sequences of actions, deeper and deeper, for about a second each
    Perft {
        /// A game with its options; otherwise all games
        #[arg(value_name = "GAME")]
        spec: Option<String>,
    },
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        match self.what {
            What::Perft { spec } => perft(spec),
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
