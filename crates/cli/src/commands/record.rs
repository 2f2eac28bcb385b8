//! `tablier record`.

use std::io::Read;

use clap::ValueEnum;
use serde::Deserialize as _;
use serde_json::json;
use tablier_rules::record::{DEEPEST, Problem, Record};
use tablier_rules::scene::Message;
use tablier_words::Language;

use crate::failure::Failure;
use crate::settings::Settings;

/// Check written games, or convert them between text and JSON
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Replay a record: every move must be legal and the result correct
    Check {
        /// Record as text or JSON; `-` reads standard input
        file: String,
        /// Print JSON, for programs
        #[arg(long)]
        json: bool,
    },
    /// Check a record and rewrite it, every move as the rules write it
    Convert {
        /// Record as text or JSON; `-` reads standard input
        file: String,
        /// Form to write; by default JSON from text, and text from JSON
        #[arg(long)]
        to: Option<Form>,
    },
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Form {
    Text,
    Json,
}

impl Args {
    pub(crate) fn run(self, settings: &Settings) -> Result<String, Failure> {
        let lang = settings.plain_language();
        match self.what {
            What::Check { file, json } => {
                let (record, _) = read(&file, lang)?;
                let replayed = record.replay().map_err(|p| told(&file, &p, lang))?;
                let result = replayed.record.result.unwrap_or_default().to_string();
                if json {
                    return Ok(super::json(&json!({
                        "game": replayed.record.game,
                        "actions": replayed.table.ply(),
                        "varied": replayed.varied,
                        "result": result,
                        "position": replayed.table.position(),
                    })));
                }
                let message = Message::new("record.sound")
                    .text("game", &replayed.record.game)
                    .number("actions", replayed.table.ply() as i64)
                    .number("varied", replayed.varied as i64)
                    .text("result", result);
                Ok(lang.say(&message) + "\n")
            }
            What::Convert { file, to } => {
                let (record, form) = read(&file, lang)?;
                let record = record.replay().map_err(|p| told(&file, &p, lang))?.record;
                let to = to.unwrap_or(match form {
                    Form::Text => Form::Json,
                    Form::Json => Form::Text,
                });
                match to {
                    Form::Text => Ok(record.to_string()),
                    Form::Json => {
                        let text = serde_json::to_string_pretty(&record);
                        text.map(|text| text + "\n")
                            .map_err(|error| Failure::new(error.to_string()))
                    }
                }
            }
        }
    }
}

/// A record from a file; JSON begins with a brace, text never does.
fn read(file: &str, lang: Language) -> Result<(Record, Form), Failure> {
    let mut bytes = Vec::new();
    let read = match file {
        "-" => std::io::stdin().read_to_end(&mut bytes).map(|_| ()),
        _ => std::fs::read(file).map(|all| bytes = all),
    };
    read.map_err(|error| Failure::new(format!("{file}: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|_| Failure::new(format!("{file}: not UTF-8")))?;
    if !text.trim_start().starts_with('{') {
        let record = Record::parse(&text).map_err(|problem| told(file, &problem, lang))?;
        return Ok((record, Form::Text));
    }
    if brackets(&text) > MOST_BRACKETS {
        let why = Message::new("record.too-deep").number("most", DEEPEST as i64);
        return Err(Failure::new(format!("{file}: {}", lang.say(&why))));
    }
    let mut json = serde_json::Deserializer::from_str(&text);
    // Its own limit is narrower than that of records, and what is nested deeper was refused above.
    json.disable_recursion_limit();
    let record = Record::deserialize(&mut json).and_then(|record| json.end().map(|()| record));
    let record = record.map_err(|error| Failure::new(format!("{file}: {error}")))?;
    // What cannot be written as text is no record.
    match Record::parse(&record.to_string()) {
        Ok(same) if same == record => Ok((record, Form::Json)),
        Err(problem) => Err(told(file, &problem, lang)),
        Ok(_) => Err(Failure::new(format!(
            "{file}: {}",
            lang.word("record.unwritable")
        ))),
    }
}

/// The record, its line, steps, a step; and for each variation its list, itself, its steps, a step.
const MOST_BRACKETS: usize = 4 + 4 * DEEPEST;

/// How deep the brackets of a JSON text are nested.
fn brackets(text: &str) -> usize {
    let (mut open, mut deepest) = (0usize, 0);
    let mut in_string = false;
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => in_string = !in_string,
            b'\\' if in_string => drop(bytes.next()),
            b'[' | b'{' if !in_string => {
                open += 1;
                deepest = deepest.max(open);
            }
            b']' | b'}' if !in_string => open = open.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// `game.txt: line 3, column 7: "A1-A9" is refused (BT2): why`.
fn told(file: &str, problem: &Problem, lang: Language) -> Failure {
    let mut text = format!("{file}: ");
    if problem.spot.line > 0 {
        let at = Message::new("record.at")
            .number("line", problem.spot.line as i64)
            .number("column", problem.spot.column as i64);
        text.push_str(&lang.say(&at));
        text.push(' ');
    }
    if let (Some(action), Some(rule)) = (&problem.action, problem.rule) {
        let refused = Message::new("record.refused")
            .text("action", action)
            .text("rule", rule);
        text.push_str(&lang.say(&refused));
        text.push(' ');
    }
    text.push_str(&lang.say(&problem.why));
    Failure::new(text)
}
