//! `tablier games`.

use std::fmt::Write as _;

use serde_json::json;
use tablier_rules::{OptionInfo, Values, catalog};

use crate::failure::Failure;

/// List the games with their options, the default value first
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print JSON, for programs, with titles, kinds, minutes and the revision of the rules
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let mut games = catalog::GAMES.to_vec();
        games.sort_unstable_by_key(|game| game.id);
        if self.json {
            let games: Vec<_> = games
                .iter()
                .map(|game| {
                    json!({
                        "id": game.id,
                        "title": game.title,
                        "kind": format!("{:?}", game.kind).to_lowercase(),
                        "minutes": [game.minutes.0, game.minutes.1],
                        "revision": game.revision,
                        "options": game.options.iter().map(option).collect::<Vec<_>>(),
                    })
                })
                .collect();
            return Ok(super::json(&json!(games)));
        }
        let mut text = String::new();
        for game in games {
            text.push_str(game.id);
            for option in game.options {
                let _ = write!(text, " {option}");
            }
            text.push('\n');
        }
        Ok(text)
    }
}

fn option(option: &OptionInfo) -> serde_json::Value {
    match option.values {
        Values::OneOf(values) => {
            json!({ "name": option.name, "values": values, "default": values[0] })
        }
        Values::Number => json!({ "name": option.name, "values": "number", "default": "0" }),
        Values::Digits => json!({ "name": option.name, "values": "digits" }),
    }
}
