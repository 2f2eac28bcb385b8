//! `tablier analyse`.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tablier_engine::{Answer, Engine, Limits, Request, Score, ranges};
use tablier_rules::scene::Message;
use tablier_words::Language;

use crate::data;
use crate::failure::Failure;
use crate::given::Played;
use crate::numbers;
use crate::settings::Settings;

/// Analyse a position: the best lines and each player's chances
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    given: Played,
    /// Think for this many seconds (0 to 86400)
    #[arg(long, default_value = "2", value_name = "SECONDS", value_parser = numbers::seconds(ranges::SECONDS))]
    time: Duration,
    /// Search this many nodes instead (1 to 1000000000000)
    #[arg(long, value_parser = numbers::whole::<u64>(ranges::NODES))]
    nodes: Option<u64>,
    /// Search this many moves deep instead (1 to 1000)
    #[arg(long, value_parser = numbers::whole::<u32>(ranges::DEPTH))]
    depth: Option<u32>,
    /// Show this many lines of play (1 to 64)
    #[arg(long, default_value = "3", value_parser = numbers::whole::<usize>(ranges::LINES))]
    lines: usize,
    /// Search on this many threads (1 to 64)
    #[arg(long, default_value = "1", value_parser = numbers::whole::<usize>(ranges::THREADS))]
    threads: usize,
    /// Print JSON, for programs
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn run(self, settings: &Settings) -> Result<String, Failure> {
        data::let_machine_know_alignement();
        let lang = settings.language();
        let table = self.given.table(lang)?;
        let bounded = self.nodes.is_some() || self.depth.is_some();
        let request = Request {
            limits: Limits {
                time: (!bounded).then_some(self.time),
                nodes: self.nodes,
                depth: self.depth,
                ..Limits::default()
            },
            lines: self.lines,
            threads: self.threads,
            hint: true,
            ..Request::default()
        };
        let engine = Engine::new(Engine::NATIVE_MEMORY);
        let never = AtomicBool::new(false);
        let answer = engine
            .answer_at(&*table, &request, &never, &mut |_| {})
            .map_err(|trouble| Failure::new(trouble.to_string()))?;
        if self.json {
            let value = serde_json::to_value(&answer).map_err(|e| Failure::new(e.to_string()))?;
            return Ok(super::json(&value));
        }
        Ok(text(&answer, lang))
    }
}

fn text(answer: &Answer, lang: Language) -> String {
    let report = &answer.report;
    let mut text = String::new();
    for line in &report.lines {
        let _ = writeln!(
            text,
            "{:>5.1} %  {:<12} {}",
            line.chance * 100.0,
            score(line.score, lang),
            line.actions.join(" ")
        );
    }
    let chances: Vec<String> = report
        .chances
        .iter()
        .enumerate()
        .map(|(seat, chance)| format!("{} {:.0} %", seat + 1, chance * 100.0))
        .collect();
    let seats = Message::new("engine.chances").text("chances", chances.join(", "));
    let _ = writeln!(text, "{}", lang.say(&seats));
    if let Some(hint) = &answer.hint {
        let _ = writeln!(text, "{}: {}", answer.action, lang.say(&hint.why));
    }
    let effort = Message::new("engine.effort")
        .number("depth", report.depth)
        .number("nodes", report.nodes as i64)
        .text("seconds", format!("{:.2}", report.time.as_secs_f64()));
    let _ = writeln!(text, "{}", lang.say(&effort));
    text
}

/// A score as a person reads it.
pub(crate) fn score(score: Score, lang: Language) -> String {
    if let Some(actions) = score.wins_in() {
        lang.say(&Message::new("engine.win-in").number("actions", actions))
    } else if let Some(actions) = score.loses_in() {
        lang.say(&Message::new("engine.loss-in").number("actions", actions))
    } else {
        format!("{:+}", score.0)
    }
}
