//! `tablier explain`.

use serde_json::json;
use tablier_rules::scene::Message;
use tablier_rules::{Table, paragraphs};
use tablier_words::Language;

use crate::failure::Failure;
use crate::given::{self, Played};
use crate::settings::Settings;

/// Explain why the last of the given moves is legal or not, with the rule that decides it
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    given: Played,
    /// Print JSON, for programs
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(self, settings: &Settings) -> Result<String, Failure> {
        let lang = settings.language();
        let mut table = self.given.game.open(lang)?;
        let mut words = self.given.actions.words()?;
        let Some(last) = words.pop() else {
            return Err(Failure::new("explain needs an action to explain"));
        };
        for word in &words {
            given::play(&mut *table, word, lang)?;
        }
        Ok(match table.explain(&last) {
            Ok(action) if self.json => {
                super::json(&json!({ "action": action, "ply": table.ply(), "legal": true }))
            }
            Ok(action) => legal(&*table, &action, lang),
            Err(refusal) => {
                let rule = refusal.rule;
                let why = lang.say(&refusal.why);
                let paragraph = paragraphs::find(table.info(), rule);
                if self.json {
                    super::json(&json!({
                        "action": last,
                        "ply": table.ply(),
                        "legal": false,
                        "rule": rule,
                        "why": why,
                        "paragraph": paragraph,
                    }))
                } else {
                    let message = Message::new("cli.not-legal").text("action", &last);
                    let mut text = format!("{}\n{why} ({rule})\n", lang.say(&message));
                    if let Some(paragraph) = paragraph {
                        text.push_str(&format!("\n{paragraph}\n"));
                    }
                    text
                }
            }
        })
    }
}

/// What a legal action is one of, and what it leads to.
fn legal(table: &dyn Table, action: &str, lang: Language) -> String {
    let mut after = table.fork();
    let message = Message::new("cli.legal")
        .text("action", action)
        .number("count", table.legal().len() as i64);
    let mut text = lang.say(&message) + "\n";
    if after.play(action).is_ok() {
        text.push_str(&format!(
            "{} {}\n",
            lang.word("cli.afterwards"),
            after.position()
        ));
        if after.ending().is_some() {
            text.push_str(&format!("{}\n", super::result(&*after)));
        }
    }
    text
}
