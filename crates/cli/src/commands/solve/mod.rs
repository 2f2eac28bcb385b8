//! `tablier solve`.

mod alignement;
mod forced;
mod solitaire;

use std::ops::RangeInclusive;
use std::path::PathBuf;

use tablier_rules::Game as _;
use tablier_rules::blockade::solitaire::Solitaire;

use crate::failure::Failure;
use crate::given::Played;
use crate::numbers;
use crate::settings::Settings;

use forced::forced;
use solitaire::Options;

/// Solve a game: alignement (every position) or solitaire (the shortest solution)
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    given: Played,
    /// Alignement: write this file; by default one in the data folder
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Alignement: check the file entry by entry instead of making it
    #[arg(long)]
    verify: bool,
    /// Alignement: make the small winning strategy from the file of values and write it to FILE
    #[arg(long, value_name = "FILE", conflicts_with = "verify")]
    strategy: Option<PathBuf>,
    /// Alignement: write to FILE the values of the sample that the tests compare with plain search
    #[arg(long, value_name = "FILE", conflicts_with_all = ["verify", "strategy"])]
    sample: Option<PathBuf>,
    /// Alignement: follow the small winning strategy against every defence, using the rules alone
    #[arg(long, conflicts_with_all = ["verify", "strategy"])]
    check: bool,
    /// Settle only whether this many moves are enough (1 to 100): jumps in the Solitaire, elsewhere a forced win
    #[arg(long, value_name = "MOVES", value_parser = numbers::whole::<u32>(1..=100))]
    within: Option<u32>,
    /// Solitaire: stop proving after this many seconds (up to 604800; 0 is never) and print the best solution
    #[arg(long, value_name = "SECONDS", default_value = "100", value_parser = numbers::whole::<u64>(0..=604_800))]
    seconds: u64,
    /// Solitaire: list this many random starts (1 to 100000), each with the best solution found quickly
    #[arg(long, value_name = "COUNT", conflicts_with = "within", value_parser = numbers::whole::<u64>(1..=100_000))]
    starts: Option<u64>,
    /// Work on this many threads (1 to 256); by default as many as the machine has
    #[arg(long, value_parser = numbers::whole::<usize>(THREADS))]
    threads: Option<usize>,
}

const THREADS: RangeInclusive<u64> = 1..=256;

impl Args {
    pub(crate) fn run(self, settings: &Settings) -> Result<String, Failure> {
        let lang = settings.plain_language();
        let mut table = self.given.game.open(lang)?;
        if let Some(wrong) = self.does_not_concern(table.info().id) {
            let id = table.info().id;
            return Err(Failure::new(format!(
                "{wrong} says nothing about {id}; `tablier solve --help` tells what belongs to which game"
            )));
        }
        match table.info().id {
            "alignement" => self.alignement(),
            "solitaire" => {
                let options = Options {
                    within: self.within,
                    seconds: self.seconds,
                    threads: self.threads(),
                };
                self.given.actions.play(&mut *table, lang)?;
                match self.starts {
                    Some(count) => Ok(options.starts(&Solitaire::from_spec(table.spec())?, count)),
                    None => options.solitaire(&*table),
                }
            }
            other => {
                let within = self.within.ok_or_else(|| {
                    Failure::new(format!(
                        "{other} has no solver; alignement and solitaire have, and --within N settles \
                         whether a win in at most N actions can be forced in any game for two sides"
                    ))
                })?;
                self.given.actions.play(&mut *table, lang)?;
                forced(&*table, within)
            }
        }
    }

    /// An option that was given and belongs to another game.
    fn does_not_concern(&self, game: &str) -> Option<&'static str> {
        let tables = [
            ("--out", self.out.is_some()),
            ("--verify", self.verify),
            ("--strategy", self.strategy.is_some()),
            ("--sample", self.sample.is_some()),
            ("--check", self.check),
        ];
        let alignement = tables.map(|(name, given)| (name, given, game == "alignement"));
        let others = [
            ("--within", self.within.is_some(), game != "alignement"),
            ("--starts", self.starts.is_some(), game == "solitaire"),
        ];
        let wrong = |&(_, given, belongs): &(&str, bool, bool)| given && !belongs;
        let all = alignement.into_iter().chain(others);
        all.filter(wrong).map(|(name, ..)| name).next()
    }

    fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads
            .unwrap_or_else(all)
            .min(*THREADS.end() as usize)
    }
}
