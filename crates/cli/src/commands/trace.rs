//! `tablier trace`.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};
use tablier_rules::{Status, Table};

use crate::failure::Failure;
use crate::given::{self, Played};
use crate::settings::Settings;

/// Play moves and print, before each one, ply, seat, and the number and digest of the legal moves
///
/// The digest is the beginning of the SHA-256 of the sorted legal moves, joined by newlines. The last
/// line is the result: `ongoing`, or `over` and for every player 1 (won), 0 (lost) or = (drew).
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    given: Played,
}

impl Args {
    pub(crate) fn run(self, settings: &Settings) -> Result<String, Failure> {
        let lang = settings.plain_language();
        let mut table = self.given.game.open(lang)?;
        let mut text = String::new();
        line(&*table, &mut text);
        for action in self.given.actions.words()? {
            given::play(&mut *table, &action, lang)?;
            line(&*table, &mut text);
        }
        text.push_str(&super::result(&*table));
        text.push('\n');
        Ok(text)
    }
}

/// `ply seat n digest`, if the game goes on.
fn line(table: &dyn Table, text: &mut String) {
    if let Status::Acts(seat) = table.status() {
        let legal = super::sorted_legal(table);
        let sum = Sha256::digest(legal.join("\n"));
        let digest: String = sum[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        let _ = writeln!(text, "{} {seat} {} {digest}", table.ply(), legal.len());
    }
}
