//! `tablier puzzles`.

use std::fmt::Write as _;

use tablier_engine::{puzzles, with_mind};
use tablier_rules::blockade::solitaire::Solitaire;
use tablier_rules::{Game as _, Notation, Spec};
use tablier_solvers::solitaire;

use crate::failure::Failure;

/// Make puzzles: positions with one best action, each proved by exhaustive search
///
/// One line each, as `crates/books` reads them: grade, game, position, key, length.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A game with its options, as cubulus:level=2
    #[arg(value_name = "GAME")]
    spec: String,
    /// How many
    #[arg(long, default_value_t = 30)]
    count: usize,
    /// The longest win, in actions of all players (for Solitaire: the most pieces)
    #[arg(long, default_value_t = 3)]
    deepest: u32,
    /// Where randomness begins
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let spec = Spec::parse(&self.spec)?;
        let mut text = format!(
            "# grade | spec | position | key | length\n# tablier puzzles {spec} --count {} --deepest {} --seed {}\n",
            self.count, self.deepest, self.seed
        );
        if spec.id() == "solitaire" {
            let game = Solitaire::from_spec(&spec)?;
            for puzzle in solitaire::puzzles::gather(self.count, self.deepest.max(6), self.seed) {
                let mut key = String::new();
                game.write_action(&puzzle.position, puzzle.key, &mut key);
                let grade = (puzzle.jumps / 2).clamp(1, 5);
                let position = game.write_position(&puzzle.position);
                let _ = writeln!(
                    text,
                    "{grade} | {spec} | {position} | {key} | {}",
                    puzzle.jumps
                );
            }
            return Ok(text);
        }
        let found = with_mind!(&spec, |rules| puzzles::gather(
            &rules,
            self.count,
            self.deepest,
            self.seed,
            &mut |puzzle| eprintln!("{} in {}: {}", puzzle.key, puzzle.actions, puzzle.position),
        ))?;
        for puzzle in found {
            let _ = writeln!(
                text,
                "{} | {spec} | {} | {} | {}",
                puzzle.grade, puzzle.position, puzzle.key, puzzle.actions
            );
        }
        Ok(text)
    }
}
