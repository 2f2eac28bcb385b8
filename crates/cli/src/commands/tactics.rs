//! `tablier tactics`.

use std::fmt::Write as _;

use tablier_engine::workbench;
use tablier_rules::Spec;

use crate::failure::Failure;
use crate::numbers;

/// Collect forced wins from games of the engine against itself, each proved by exhaustive search
///
/// One line each: the number of moves, the number of nodes in which the engine finds it, the position.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Game with its options, such as cubulus:level=2
    #[arg(value_name = "GAME")]
    spec: String,
    /// Collect this many (1 to 10000)
    #[arg(long, default_value = "24", value_parser = numbers::whole::<usize>(1..=10_000))]
    count: usize,
    /// Longest win, in moves of all players (3 to 30)
    #[arg(long, default_value = "5", value_parser = numbers::whole::<u32>(3..=30))]
    deepest: u32,
    /// Random seed (any whole number below 2^64)
    #[arg(long, default_value = "1", value_parser = numbers::seed())]
    seed: u64,
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let spec = Spec::parse(&self.spec)?;
        let found =
            workbench::gather_tactics(&spec, self.count, self.deepest, self.seed, &mut |tactic| {
                eprintln!("{tactic}")
            })?;
        let mut text = format!(
            "# tablier tactics {spec} --count {} --deepest {} --seed {}\n",
            self.count, self.deepest, self.seed
        );
        for tactic in found {
            let _ = writeln!(text, "{tactic}");
        }
        Ok(text)
    }
}
