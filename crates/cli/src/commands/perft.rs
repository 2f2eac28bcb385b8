//! `tablier perft`.

use std::fmt::Write as _;

use crate::failure::Failure;
use crate::given::{Actions, Game};
use crate::settings::Settings;

/// Count the sequences of exactly d moves, for d = 1 to DEPTH
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    game: Game,
    /// Length of the longest sequences (0 to 1000)
    #[arg(value_name = "DEPTH", value_parser = depth)]
    depth: u32,
    #[command(flatten)]
    actions: Actions,
}

/// Nobody will wait for more.
const MOST: u32 = 1_000;

fn depth(text: &str) -> Result<u32, String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(depth) if digits && depth <= MOST => Ok(depth),
        _ => Err(format!("the depth is a whole number from 0 to {MOST}")),
    }
}

impl Args {
    pub(crate) fn run(self, settings: &Settings) -> Result<String, Failure> {
        let lang = settings.plain_language();
        let mut table = self.game.open(lang)?;
        self.actions.play(&mut *table, lang)?;
        let mut text = String::new();
        let mut count = 1;
        for depth in 1..=self.depth {
            // When no sequence is so long, none is longer.
            if count > 0 {
                count = table.perft(depth);
            }
            let _ = writeln!(text, "{depth} {count}");
        }
        Ok(text)
    }
}
