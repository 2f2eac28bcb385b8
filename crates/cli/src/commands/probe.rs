//! `tablier probe`.

use std::fmt::Write as _;
use std::path::PathBuf;

use tablier_rules::blockade::alignement::{Alignement, Position};
use tablier_rules::{Notation, Status};
use tablier_solvers::alignement::{Value, file};

use crate::data;
use crate::failure::Failure;
use crate::given::Played;
use crate::settings::Settings;

/// Look up the exact value of a position of a solved game (alignement) and of every legal move
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    given: Played,
    /// File that `tablier solve` made; by default the one in the data folder
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(self, settings: &Settings) -> Result<String, Failure> {
        let lang = settings.plain_language();
        let mut table = self.given.game.open(lang)?;
        if table.info().id != "alignement" {
            return Err(Failure::new(format!(
                "{} is not solved; what can be probed: alignement",
                table.info().id
            )));
        }
        self.given.actions.play(&mut *table, lang)?;
        if let Status::Over(_) = table.status() {
            return Ok(format!("{}\n", super::result(&*table)));
        }
        let path = match self.file {
            Some(path) => path,
            None => data::alignement()?,
        };
        let reader = file::Reader::open(&path).map_err(|error| {
            Failure::new(format!(
                "{}: {error}\n`tablier solve alignement` makes this file in a few minutes",
                path.display()
            ))
        })?;
        let position = |text: &str| -> Result<Position, Failure> {
            Alignement
                .read_position(text)
                .map_err(|refusal| Failure::new(refusal.rule))
        };
        let value = |at: &Position| -> Result<Value, Failure> {
            let known = reader
                .value(at)
                .map_err(|error| Failure::new(format!("{}: {error}", path.display())))?;
            known.ok_or_else(|| {
                Failure::new("this position cannot stand: its player has already won")
            })
        };
        let mut text = format!("{}\n", value(&position(&table.position())?)?);
        for action in super::sorted_legal(&*table) {
            let mut next = table.fork();
            if next.play(&action).is_ok() {
                let after = value(&position(&next.position())?)?;
                let _ = writeln!(text, "{action} {}", after.before());
            }
        }
        Ok(text)
    }
}
