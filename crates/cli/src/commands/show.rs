//! `tablier show`.

use serde_json::json;
use tablier_rules::scene::Message;
use tablier_rules::scene::drawing::{self, Style};
use tablier_rules::{Outcome, Seat, Status, Table, Verdict};
use tablier_words::Language;

use crate::failure::Failure;
use crate::given::Played;
use crate::settings::Settings;

/// Draw the position after the given moves: board, hands, whose turn it is, what can be played
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    given: Played,
    /// Print JSON, for programs: position, status, layout and scene
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(self, settings: &Settings) -> Result<String, Failure> {
        let lang = settings.language();
        let table = self.given.table(lang)?;
        if self.json {
            return Ok(super::json(&json!({
                "game": table.spec().to_string(),
                "ply": table.ply(),
                "status": super::result(&*table),
                "seat": match table.status() {
                    Status::Acts(seat) => Some(seat.number()),
                    Status::Over(_) => None,
                },
                "position": table.position(),
                "layout": table.layout(),
                "scene": table.scene(),
            })));
        }
        Ok(text(&*table, lang, settings.colour()))
    }
}

/// The drawing, who acts or how it ended, what can be done, and the position as text.
pub(crate) fn text(table: &dyn Table, lang: Language, colour: bool) -> String {
    let style = Style {
        say: &|message| lang.say(message),
        colour,
    };
    let scene = table.scene();
    let board = drawing::draw(&table.layout(), &scene, &style);
    let mut lines = status(table, lang);
    if let Status::Acts(_) = table.status() {
        lines.push(lang.say(&scene.prompt));
    }
    format!(
        "{board}\n{}\n{} {}\n",
        lines.join("\n"),
        lang.word("cli.position"),
        table.position()
    )
}

/// Who acts, or how it ended.
fn status(table: &dyn Table, lang: Language) -> Vec<String> {
    let outcome = match table.status() {
        Status::Acts(seat) => {
            let ply = Message::new("cli.acts")
                .number("ply", table.ply() as i64)
                .number("count", table.legal().len() as i64)
                .seat("seat", seat);
            return vec![lang.say(&ply)];
        }
        Status::Over(outcome) => outcome,
    };
    let mut lines = vec![lang.word("rules.over").to_owned()];
    match outcome {
        Outcome::Left(left) => {
            lines.push(lang.say(&Message::new("cli.left").number("left", left)));
        }
        Outcome::Seats { count, .. } => {
            for seat in Seat::all(count) {
                let key = match outcome.verdict(seat) {
                    Verdict::Won => "cli.won",
                    Verdict::Drew => "cli.drew",
                    Verdict::Lost => "cli.lost",
                };
                lines.push(lang.say(&Message::new(key).seat("seat", seat)));
            }
        }
    }
    lines
}
