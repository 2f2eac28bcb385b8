//! `tablier stats`.

use std::fmt::Write as _;

use tablier_engine::{Player, Tally};

use crate::failure::Failure;
use crate::series;

/// Let the engine play against itself and count: length, each seat's score, draws, how games end
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A game with its options, as cubulus:level=2
    #[arg(value_name = "GAME")]
    spec: String,
    /// The setting of the engine in every seat
    #[arg(long, default_value = "time=0.05", value_name = "SETTING")]
    player: String,
    #[command(flatten)]
    series: series::Args,
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let player = Player::read(&self.player).map_err(Failure::new)?;
        let lines = self.series.play(&self.spec, &[player], &mut |_| true)?;
        let games = lines.len().max(1);
        let mut lengths: Vec<usize> = lines.values().map(|line| line.actions.len()).collect();
        lengths.sort_unstable();
        let mut text = String::new();
        let at = |part: f64| lengths[((lengths.len() - 1) as f64 * part) as usize];
        if lengths.is_empty() {
            return Ok("no games\n".to_owned());
        }
        let _ = writeln!(
            text,
            "{}: {} games, length {} (from {} to {}, median {})",
            self.spec,
            games,
            lengths.iter().sum::<usize>() / games,
            lengths[0],
            lengths[lengths.len() - 1],
            at(0.5),
        );
        let seats = lines.values().next().map_or(0, |line| line.shares.len());
        for seat in 0..seats {
            let mut tally = Tally::new();
            for line in lines.values() {
                tally.add(f64::from(line.shares[seat]));
            }
            let _ = writeln!(
                text,
                "seat {}: {:.1} % ± {:.1}",
                seat + 1,
                tally.mean() * 100.0,
                tally.error() * 196.0
            );
        }
        let draws = lines
            .values()
            .filter(|line| line.shares.iter().all(|&share| share > 0.0 && share < 1.0))
            .count();
        let _ = writeln!(text, "draws: {:.1} %", 100.0 * draws as f64 / games as f64);
        for ending in ["rules", "repetition", "limit"] {
            let count = lines.values().filter(|line| line.ending == ending).count();
            let _ = writeln!(
                text,
                "ended by {ending}: {:.1} %",
                100.0 * count as f64 / games as f64
            );
        }
        Ok(text)
    }
}
