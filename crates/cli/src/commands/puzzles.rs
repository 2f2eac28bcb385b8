//! `tablier puzzles`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use tablier_engine::{puzzles, ranges, texts};
use tablier_rules::blockade::alignement::Alignement;
use tablier_rules::blockade::solitaire::Solitaire;
use tablier_rules::{Game as _, Match, Notation, Spec, with_game};
use tablier_solvers::{alignement, solitaire};

use crate::failure::Failure;
use crate::numbers;

/// Make puzzles: positions with one best move, each proved by exhaustive search
///
/// One line each, as `crates/books` reads them: grade, game, position and solution. No other first move
/// wins in as few moves.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Game with its options, such as cubulus:level=2
    #[arg(value_name = "GAME")]
    spec: String,
    /// Make this many (1 to 10000)
    #[arg(long, default_value = "30", value_parser = numbers::whole::<usize>(1..=10_000))]
    count: usize,
    /// Longest win, in moves of all players (1 to 100; for the Solitaire: the most pieces)
    #[arg(long, default_value = "3", value_parser = numbers::whole::<u32>(1..=100))]
    deepest: u32,
    /// Random seed (any whole number below 2^64)
    #[arg(long, default_value = "1", value_parser = numbers::seed())]
    seed: u64,
    /// Search at most this many positions to prove one (1 to 1000000000000)
    #[arg(long, default_value = "400000", value_name = "POSITIONS", value_parser = numbers::whole::<u64>(ranges::NODES))]
    budget: u64,
    /// Alignement: take them, with the longest win, from the file that `tablier solve` made
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let spec = Spec::parse(&self.spec)?;
        let lines = match &self.table {
            Some(table) if spec.id() == "alignement" => self.by_looking_up(table)?,
            Some(_) => return Err(Failure::new("only alignement is solved")),
            None if spec.id() == "solitaire" => self.solitaire(&spec)?,
            None => self.by_playing(&spec)?,
        };
        let way = match self.table {
            Some(_) => "--table FILE".to_owned(),
            None => format!("--deepest {} --budget {}", self.deepest, self.budget),
        };
        let mut text = format!(
            "# grade | spec | position | solution\n# tablier puzzles {spec} --count {} {way} --seed {}\n",
            self.count, self.seed
        );
        for (grade, position, solution) in lines {
            let solution = solution.join(" ");
            let _ = writeln!(text, "{grade} | {spec} | {position} | {solution}");
        }
        Ok(text)
    }

    /// From games of the engine against itself.
    fn by_playing(&self, spec: &Spec) -> Result<Vec<Found>, Failure> {
        let wanted = puzzles::Wanted {
            count: self.count,
            deepest: self.deepest,
            seed: self.seed,
            budget: self.budget,
        };
        let found = with_game!(spec, |rules| puzzles::gather(
            &rules,
            wanted,
            &mut |puzzle| eprintln!("{}: {}", puzzle.position, puzzle.solution.join(" ")),
        ))?;
        let line = |puzzle: puzzles::Puzzle| (puzzle.grade, puzzle.position, puzzle.solution);
        Ok(found.into_iter().map(line).collect())
    }

    fn solitaire(&self, spec: &Spec) -> Result<Vec<Found>, Failure> {
        let game = Solitaire::from_spec(spec)?;
        let found = solitaire::puzzles::gather(self.count, self.deepest.max(6), self.seed);
        let line = |puzzle: solitaire::puzzles::Puzzle| {
            let grade = (puzzle.solution.len() / 2).clamp(1, 5) as u8;
            let start = Match::from_position(game.clone(), puzzle.position);
            let position = game.write_position(&puzzle.position);
            (grade, position, texts(&start, &puzzle.solution))
        };
        Ok(found.into_iter().map(line).collect())
    }

    fn by_looking_up(&self, path: &Path) -> Result<Vec<Found>, Failure> {
        let fail = |error: std::io::Error| Failure::new(format!("{}: {error}", path.display()));
        let reader = alignement::file::Reader::open(path).map_err(fail)?;
        let found = alignement::puzzles::gather(&reader, self.count, self.seed).map_err(fail)?;
        let line = |puzzle: alignement::puzzles::Puzzle| {
            let start = Match::from_position(Alignement, puzzle.position);
            let grade = puzzles::grade(puzzle.solution.len() as u32, start.legal().len());
            let position = Alignement.write_position(&puzzle.position);
            (grade, position, texts(&start, &puzzle.solution))
        };
        Ok(found.into_iter().map(line).collect())
    }
}

/// Grade, position, solution.
type Found = (u8, String, Vec<String>);
