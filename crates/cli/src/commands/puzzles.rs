//! `tablier puzzles`.

use std::path::{Path, PathBuf};

use tablier_engine::puzzles::{self, Aim};
use tablier_engine::{ranges, texts, workbench};
use tablier_rules::blockade::alignement::Alignement;
use tablier_rules::blockade::solitaire::Solitaire;
use tablier_rules::{Game as _, Match, Notation as _, Spec};
use tablier_solvers::{alignement, solitaire};

use crate::failure::Failure;
use crate::numbers;

/// Make puzzles: positions in which one move alone wins or does not lose, each proved by exhaustive search
///
/// One line each, as `crates/books` reads them: grade, game, goal, themes, position, solution, and the
/// variations that show why other moves fail. No other first move wins in as few moves.
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
    /// Search at most this many positions to find one (1 to 1000000000000)
    #[arg(long, default_value = "2000000", value_name = "POSITIONS", value_parser = numbers::whole::<u64>(ranges::NODES))]
    budget: u64,
    /// Drop those whose proof takes more positions than this (1 to 1000000000000)
    #[arg(long, default_value = "200000", value_name = "POSITIONS", value_parser = numbers::whole::<u64>(ranges::NODES))]
    proof: u64,
    /// Make the puzzles of this file anew: their positions, with grades, themes and variations of today
    #[arg(long, value_name = "FILE", conflicts_with = "table")]
    from: Option<PathBuf>,
    /// Alignement: take the positions from the file that `tablier solve` made
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let spec = Spec::parse(&self.spec)?;
        let lines = match (&self.table, &self.from) {
            (Some(table), _) if spec.id() == "alignement" => self.by_looking_up(table)?,
            (Some(_), _) => return Err(Failure::new("only alignement is solved")),
            (_, Some(_)) if spec.id() == "solitaire" => {
                return Err(Failure::new(
                    "the Solitaire's puzzles come from random starts: leave out --from",
                ));
            }
            (_, Some(from)) => self.again(&spec, from)?,
            _ if spec.id() == "solitaire" => self.solitaire(&spec)?,
            _ => self.by_playing(&spec)?,
        };
        let way = match (&self.table, &self.from) {
            (Some(_), _) => format!("--table FILE --count {} --seed {}", self.count, self.seed),
            (_, Some(_)) => format!("--from FILE --deepest {}", self.deepest),
            _ => format!(
                "--count {} --deepest {} --budget {} --proof {} --seed {}",
                self.count, self.deepest, self.budget, self.proof, self.seed
            ),
        };
        let mut text = format!(
            "# grade | spec | goal | themes | position | solution | variations\n# tablier puzzles {spec} {way}\n"
        );
        for line in lines {
            text.push_str(&line);
            text.push('\n');
        }
        Ok(text)
    }

    fn wanted(&self) -> puzzles::Wanted {
        puzzles::Wanted {
            count: self.count,
            deepest: self.deepest,
            seed: self.seed,
            budget: self.budget,
            proof: self.proof,
        }
    }

    /// From games of the engine against itself.
    fn by_playing(&self, spec: &Spec) -> Result<Vec<String>, Failure> {
        let found = workbench::gather_puzzles(spec, self.wanted(), &mut |puzzle| {
            eprintln!("{}", puzzle.line(spec));
        })?;
        Ok(found.iter().map(|puzzle| puzzle.line(spec)).collect())
    }

    /// From the positions of a file. Those that are puzzles no longer are told and left out.
    fn again(&self, game: &Spec, path: &Path) -> Result<Vec<String>, Failure> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
        let mut lines = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let Some((spec, aim, position)) = fields(line) else {
                return Err(Failure::new(format!(
                    "{}: this is not a line of a puzzle file: {line}",
                    path.display()
                )));
            };
            let spec = Spec::parse(spec)?;
            if spec.id() != game.id() {
                continue;
            }
            let made =
                workbench::puzzle(&spec, position, aim, self.wanted())?.map_err(|refusal| {
                    Failure::new(format!("{position}: refused by rule {}", refusal.rule))
                })?;
            match made {
                Some(puzzle) => lines.push(puzzle.line(&spec)),
                None => eprintln!("no puzzle: {line}"),
            }
        }
        Ok(lines)
    }

    fn solitaire(&self, spec: &Spec) -> Result<Vec<String>, Failure> {
        let game = Solitaire::from_spec(spec)?;
        let found = solitaire::puzzles::gather(self.count, self.deepest.max(6), self.seed);
        Ok(found
            .iter()
            .map(|puzzle| solitaire_line(&game, spec, puzzle))
            .collect())
    }

    fn by_looking_up(&self, path: &Path) -> Result<Vec<String>, Failure> {
        let fail = |error: std::io::Error| Failure::new(format!("{}: {error}", path.display()));
        let reader = alignement::file::Reader::open(path).map_err(fail)?;
        let found = alignement::puzzles::gather(&reader, self.count, self.seed).map_err(fail)?;
        let wanted = puzzles::Wanted {
            deepest: alignement::puzzles::LONGEST.into(),
            ..self.wanted()
        };
        let made = |position| puzzles::make(&Alignement, position, Aim::Win, wanted);
        Ok(found
            .iter()
            .filter_map(made)
            .map(|puzzle| puzzle.line(&"alignement"))
            .collect())
    }
}

/// Game with options, what is to be found, and position.
fn fields(line: &str) -> Option<(&str, Aim, &str)> {
    let mut left = line.splitn(5, " | ").skip(1);
    let (spec, goal, _) = (left.next()?, left.next()?, left.next()?);
    // A position may contain bars.
    let mut right = left.next()?.rsplitn(3, " | ");
    let _ = (right.next()?, right.next()?);
    let aim = match goal.split(' ').next()? {
        "win" => Aim::Win,
        "hold" => Aim::Hold,
        _ => return None,
    };
    Some((spec, aim, right.next()?))
}

/// One jump over several pieces is a theme; otherwise the order of the jumps is all there is.
fn solitaire_line(game: &Solitaire, spec: &Spec, puzzle: &solitaire::puzzles::Puzzle) -> String {
    let jumps = puzzle.solution.len();
    let start = Match::from_position(game.clone(), puzzle.position);
    let after = puzzle
        .solution
        .first()
        .map(|&key| puzzle.position.after(key));
    let swept = after.map_or(0, |after| puzzle.position.count() - after.count());
    let variations: Vec<_> = puzzle
        .tries
        .iter()
        .map(|line| texts(&start, line).join(" "))
        .collect();
    format!(
        "{} | {spec} | left {jumps} | {} | {} | {} | {}",
        match jumps {
            ..=3 => 1,
            4 => 2,
            5 | 6 => 3,
            7 => 4,
            _ => 5,
        },
        if swept > 1 { "sweep" } else { "order" },
        game.write_position(&puzzle.position),
        texts(&start, &puzzle.solution).join(" "),
        if variations.is_empty() {
            "-".to_owned()
        } else {
            variations.join("; ")
        }
    )
}
