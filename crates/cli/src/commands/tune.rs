//! `tablier tune`.

use std::fmt::Write as _;

use tablier_engine::{Player, workbench};
use tablier_rules::Spec;

use crate::failure::Failure;
use crate::numbers;
use crate::series;

/// Fit the weights of a game's evaluation to games that the engine plays against itself
///
/// With --records the games are kept; run the command again to add more. The weights that are printed
/// belong in the terms of the game's evaluation; a match tells whether they play better.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Game with its options, such as cubulus:level=2
    #[arg(value_name = "GAME")]
    spec: String,
    /// Setting of the engine for every player
    #[arg(long, default_value = "nodes=2000,spread=0.1", value_name = "SETTING")]
    player: String,
    /// Fit in this many steps (1 to 1000000)
    #[arg(long, default_value = "2000", value_parser = numbers::whole::<usize>(1..=1_000_000))]
    rounds: usize,
    #[command(flatten)]
    series: series::Args,
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let player = Player::read(&self.player).map_err(Failure::new)?;
        let spec = Spec::parse(&self.spec)?;
        let terms = workbench::terms(&spec)?;
        if terms.is_empty() {
            return Err(Failure::new(format!(
                "the evaluation of {spec} has no terms to be fitted"
            )));
        }
        let lines = self.series.play(&self.spec, &[player], &mut |_| true)?;
        let games = lines.values().map(|line| &line.actions[..]);
        let (fit, samples) = workbench::fit(&spec, games, self.series.opening, self.rounds)?;
        let mut text = format!(
            "{spec}: {} games, {samples} positions; mean square error {:.4} before, {:.4} after\n",
            lines.len(),
            fit.before,
            fit.after
        );
        for ((name, weight), fitted) in terms.iter().zip(&fit.weights) {
            let _ = writeln!(text, "{name}: {weight} -> {fitted:.1}");
        }
        Ok(text)
    }
}
