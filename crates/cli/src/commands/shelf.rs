//! `tablier shelf`: the games, and how to go on.

use std::fmt::Write as _;

use tablier_rules::catalog;

use crate::failure::Failure;
use crate::settings::Settings;

/// Introduce each game in one sentence, and the first commands to try
#[derive(clap::Args)]
pub(crate) struct Args {}

impl Args {
    pub(crate) fn run(self, settings: &Settings) -> Result<String, Failure> {
        Ok(text(settings))
    }
}

/// The games with one sentence each, and the first commands.
fn text(settings: &Settings) -> String {
    let lang = settings.language();
    let mut text = format!("{}\n\n", lang.word("cli.shelf"));
    let wide = catalog::GAMES.iter().map(|game| game.id.len()).max();
    let wide = wide.unwrap_or(0);
    for game in catalog::GAMES {
        let about = format!("shelf.{}", game.id);
        let (from, to) = game.minutes;
        let about = lang.text(&about).unwrap_or(game.title);
        let _ = writeln!(text, "  {:wide$}  {about} ({from}–{to} min)", game.id);
    }
    let _ = writeln!(text, "\n{}", lang.word("cli.go-on"));
    let first = catalog::GAMES.first().map_or("GAME", |game| game.id);
    for (command, key) in [
        (format!("tablier show {first}"), "cli.try-show"),
        (format!("tablier moves {first}"), "cli.try-moves"),
        ("tablier".to_owned(), "cli.try-serve"),
        ("tablier games".to_owned(), "cli.try-games"),
        ("tablier --help".to_owned(), "cli.try-help"),
    ] {
        let _ = writeln!(text, "  {command:24} {}", lang.word(key));
    }
    text
}
