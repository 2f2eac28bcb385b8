//! Solving Alignement: the file of all values, its checks, and the small winning strategy.

use std::fmt::Write as _;
use std::time::Instant;

use tablier_rules::Rules;
use tablier_rules::blockade::alignement::Alignement;
use tablier_solvers::alignement::{Value, file, solve, store, strategy, verify};

use super::Args;
use crate::data;
use crate::failure::Failure;
use crate::progress::Progress;

impl Args {
    /// Makes the file of values, or does with it what was asked.
    pub(super) fn alignement(self) -> Result<String, Failure> {
        let threads = self.threads();
        let path = match self.out {
            Some(path) => path,
            None => data::alignement()?,
        };
        let named = |error: std::io::Error| Failure::new(format!("{}: {error}", path.display()));
        if self.check {
            return check_strategy();
        }
        let progress = Progress::new();
        if let Some(to) = self.strategy {
            let reader = file::Reader::open(&path).map_err(named)?;
            progress.show(0.0, "following the winner");
            let data = strategy::make(|position| reader.value(position).ok().flatten())
                .ok_or_else(|| Failure::new("the second player does not win everywhere"))?;
            std::fs::write(&to, &data)
                .map_err(|error| Failure::new(format!("{}: {error}", to.display())))?;
            return Ok(format!("{} bytes\n", data.len()));
        }
        if let Some(to) = self.sample {
            let reader = file::Reader::open(&path).map_err(named)?;
            let values = verify::sample_values(|position| reader.value(position).ok().flatten())
                .ok_or_else(|| Failure::new(format!("{}: a value is missing", path.display())))?;
            std::fs::write(&to, &values)
                .map_err(|error| Failure::new(format!("{}: {error}", to.display())))?;
            return Ok(format!("{} values\n", values.lines().count()));
        }
        if self.verify {
            let reader = file::Reader::open(&path).map_err(named)?;
            progress.show(0.0, "reading");
            let solution = reader.load().map_err(named)?;
            let all = verify::every_entry(&solution, threads, &|done| {
                progress.show(done, "every entry against its successors");
            });
            progress.show(0.0, "a million positions by the rules");
            let sample = verify::by_the_rules(1_000_000, 1, |position| {
                solution.value(store::board(position), usize::from(position.turn()))
            });
            drop(progress);
            let text = format!(
                "{} entries checked by minimax, {} wrong\n{} positions checked by the rules, {} wrong\n",
                all.checked, all.wrong, sample.checked, sample.wrong
            );
            return match all.wrong + sample.wrong {
                0 => Ok(text),
                _ => Err(Failure::new(text)),
            };
        }
        let begun = Instant::now();
        let solution = solve::solve(threads, &|stage, done| {
            let name = match stage {
                solve::Progress::Count => "counting moves".to_owned(),
                solve::Progress::Distance(n) => format!("positions that end in {n}"),
                solve::Progress::Placing(ply) => format!("placing, after {ply} actions"),
            };
            progress.show(done, name);
        });
        let solved = begun.elapsed();
        let bytes = file::write(&solution, &path, threads, &|done| {
            progress.show(done, "writing");
        })
        .map_err(named)?;
        drop(progress);
        let mut text = summary(&solution);
        let _ = writeln!(
            text,
            "solved in {:.0} s, written to {} ({} bytes)",
            solved.as_secs_f64(),
            path.display(),
            bytes
        );
        Ok(text)
    }
}

/// The second player wins within this many actions from the start.
const LONGEST: u32 = 30;

fn check_strategy() -> Result<String, Failure> {
    let checked = strategy::check(1, LONGEST);
    let text = format!(
        "{} positions with all pieces, {} games won earlier, {} failures\n",
        checked.leaves, checked.won_earlier, checked.failed
    );
    if checked.failed == 0 {
        Ok(text)
    } else {
        Err(Failure::new(text))
    }
}

/// How many positions are won, drawn and lost, and the value of the start.
fn summary(solution: &store::Solution) -> String {
    let mut text = String::new();
    for section in store::Section::ALL {
        let (mut won, mut drawn, mut lost, mut longest) = (0u64, 0u64, 0u64, 0);
        for index in 0..section.size() {
            match solution.value_at(section, index) {
                None => {}
                Some(Value::Draw) => drawn += 1,
                Some(Value::Win(n)) => (won, longest) = (won + 1, longest.max(n)),
                Some(Value::Loss(n)) => (lost, longest) = (lost + 1, longest.max(n)),
            }
        }
        let name = match section {
            store::Section::Moving(shape) => format!("moving a {shape:?}").to_lowercase(),
            store::Section::Placing(ply) => format!("after {ply} actions"),
            store::Section::Early => "after at most 5 actions".to_owned(),
        };
        let _ = writeln!(
            text,
            "{name}: won {won}, drawn {drawn}, lost {lost}, longest {longest}"
        );
    }
    let start = solution.value(store::board(&Alignement.start()), 0);
    let _ = writeln!(
        text,
        "start: {}",
        start.map_or("unknown".to_owned(), |v| v.to_string())
    );
    text
}
