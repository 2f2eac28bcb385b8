//! `tablier moves`.

use serde_json::json;

use crate::failure::Failure;
use crate::given::Played;
use crate::settings::Settings;

/// List the legal moves after the given ones, sorted; none if the game is over
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    given: Played,
    /// Print JSON, for programs: a list of texts
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(self, settings: &Settings) -> Result<String, Failure> {
        let lang = settings.plain_language();
        let table = self.given.table(lang)?;
        let legal = super::sorted_legal(&*table);
        if self.json {
            return Ok(super::json(&json!(legal)));
        }
        Ok(legal.into_iter().map(|action| action + "\n").collect())
    }
}
