//! `tablier engine`: the line protocol of `docs/engine-protocol.md`.

use std::io::{self, BufRead, Write};
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use tablier_engine::levels::STRONGEST;
use tablier_engine::{Engine, Limits, Report, Request, Score, ranges};
use tablier_rules::{Status, Table, catalog};
use tablier_words::Language;

use crate::data;
use crate::failure::Failure;
use crate::input::{self, Input};

/// Speak the engine's line protocol on standard input and output (docs/engine-protocol.md)
#[derive(clap::Args)]
pub(crate) struct Args {}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        data::let_machine_know_alignement();
        let engine = Engine::new(Engine::NATIVE_MEMORY);
        match speak(engine, &mut io::stdin().lock(), Box::new(io::stdout())) {
            Ok(()) => Ok(String::new()),
            Err(error) => Err(Failure::input(error)),
        }
    }
}

/// Speaks the engine's line protocol (docs/engine-protocol.md) until `quit`, the end of the input
/// or input that cannot be read.
pub fn speak(
    engine: Engine,
    input: &mut impl BufRead,
    output: Box<dyn Write + Send>,
) -> io::Result<()> {
    let mut session = Session::new(engine, output);
    let end = loop {
        match input::line(input) {
            Ok(Input::Text(line)) => {
                if !session.hear(line.trim()) {
                    break Ok(());
                }
            }
            Ok(Input::NotText) => session.say("error the input is not UTF-8"),
            Ok(Input::End) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    session.end_search();
    end
}

/// Where the answers go, one whole line at a time.
type Output = Mutex<Box<dyn Write + Send>>;

/// What is set and what is going on.
struct Session {
    engine: Arc<Engine>,
    table: Option<Box<dyn Table>>,
    /// 0 until it is set: one, and two for the strongest level.
    threads: usize,
    lines: usize,
    seed: u64,
    stop: Arc<AtomicBool>,
    search: Option<JoinHandle<()>>,
    /// Whether the search has its answer and only has to say it.
    answered: Arc<AtomicBool>,
    out: Arc<Output>,
}

/// Times of `go`: up to a day.
const MILLISECONDS: RangeInclusive<u64> = 0..=86_400_000;
const SEEDS: RangeInclusive<u64> = 0..=u32::MAX as u64;

/// The options with their defaults and ranges.
fn options() -> String {
    let option = |name: &str, default: usize, range: RangeInclusive<u64>| {
        let (min, max) = range.into_inner();
        format!("option name {name} type spin default {default} min {min} max {max}")
    };
    [
        option("Hash", Engine::NATIVE_MEMORY, ranges::MEGABYTES),
        option("Threads", 1, ranges::THREADS),
        option("Lines", 1, ranges::LINES),
        option("Seed", 0, SEEDS),
    ]
    .join("\n")
}

/// The number after a word, within its range.
fn number(word: &str, value: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    let (low, high) = range.into_inner();
    number.ok_or_else(|| format!("{word} must be a whole number from {low} to {high}"))
}

impl Session {
    fn new(engine: Engine, output: Box<dyn Write + Send>) -> Self {
        Self {
            engine: Arc::new(engine),
            table: None,
            threads: 0,
            lines: 1,
            seed: 0,
            stop: Arc::new(AtomicBool::new(false)),
            search: None,
            answered: Arc::new(AtomicBool::new(false)),
            out: Arc::new(Mutex::new(output)),
        }
    }

    fn say(&self, text: &str) {
        write_line(&self.out, text);
    }

    /// Obeys a line; false to leave.
    fn hear(&mut self, line: &str) -> bool {
        let mut words = line.split_whitespace();
        let Some(word) = words.next() else {
            return true;
        };
        let rest: Vec<&str> = words.collect();
        let answer = match word {
            "quit" => return false,
            "ugi" | "uci" => {
                self.say(&format!("id name Tablier {}", env!("CARGO_PKG_VERSION")));
                self.say(&options());
                for game in catalog::GAMES {
                    self.say(&format!("game {}", game.id));
                }
                self.say(&format!("{word}ok"));
                Ok(())
            }
            "isready" => {
                self.say("readyok");
                Ok(())
            }
            "stop" => {
                self.end_search();
                Ok(())
            }
            // While it thinks nothing else may change.
            _ if self.is_thinking() => Err("the engine is thinking; send stop first".to_owned()),
            "setoption" => self.set_option(&rest),
            "newgame" | "uginewgame" | "ucinewgame" => {
                self.engine.forget();
                Ok(())
            }
            "position" => self.position(&rest),
            "go" => self.go(&rest),
            "moves" => self.with_table(|table| table.legal().join(" ")),
            "show" => self.with_table(|table| table.position()),
            "status" => self.with_table(|table| match table.status() {
                Status::Acts(seat) => format!("acts {seat}"),
                Status::Over(outcome) => format!("over {outcome}"),
            }),
            _ => Err(format!("unknown command '{word}'")),
        };
        if let Err(text) = answer {
            self.say(&format!("error {}", text.replace('\n', "; ")));
        }
        true
    }

    fn is_thinking(&mut self) -> bool {
        // Who has read the answer may go on at once, even if the thread is just about to end.
        let ended = self.search.as_ref().is_some_and(JoinHandle::is_finished);
        if ended || self.answered.load(Ordering::Relaxed) {
            self.end_search();
        }
        self.search.is_some()
    }

    fn end_search(&mut self) {
        if let Some(search) = self.search.take() {
            self.stop.store(true, Ordering::Relaxed);
            // A search that broke off has said so itself.
            let _ = search.join();
        }
    }

    fn with_table(&self, tell: impl Fn(&dyn Table) -> String) -> Result<(), String> {
        let table = self.table.as_ref().ok_or("there is no position yet")?;
        self.say(&tell(&**table));
        Ok(())
    }

    /// `setoption name Hash value 64`.
    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let ["name", name, "value", value] = words else {
            return Err("write setoption name NAME value VALUE".to_owned());
        };
        let number = |range| number(name, value, range);
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.engine = Arc::new(Engine::new(number(ranges::MEGABYTES)? as usize)),
            "threads" => self.threads = number(ranges::THREADS)? as usize,
            "lines" => self.lines = number(ranges::LINES)? as usize,
            "seed" => self.seed = number(SEEDS)?,
            _ => return Err(format!("unknown option '{name}'")),
        }
        Ok(())
    }

    /// `position GAME [from POSITION] [actions A B …]`.
    fn position(&mut self, words: &[&str]) -> Result<(), String> {
        let (game, mut rest) = words
            .split_first()
            .ok_or("write position GAME [from POSITION] [actions …]")?;
        let mut table = catalog::open(game).map_err(|e| e.to_string())?;
        let english = Language::English;
        if let Some((&"from", after)) = rest.split_first() {
            let end = after
                .iter()
                .position(|&word| word == "actions")
                .unwrap_or(after.len());
            let text = after[..end].join(" ");
            table
                .set_position(&text)
                .map_err(|refusal| english.say(&refusal.why))?;
            rest = &after[end..];
        }
        match rest.split_first() {
            None => {}
            Some((&"actions", actions)) => {
                for action in actions {
                    table.play(action).map_err(|refusal| {
                        format!(
                            "'{}' is refused ({}): {}",
                            action.escape_debug(),
                            refusal.rule,
                            english.say(&refusal.why)
                        )
                    })?;
                }
            }
            Some((word, _)) => return Err(format!("unknown word '{word}'")),
        }
        self.table = Some(table);
        Ok(())
    }

    /// `go [time MS] [nodes N] [depth N] [clock MS] [increment MS] [level N] [lines N] [infinite]`.
    fn go(&mut self, words: &[&str]) -> Result<(), String> {
        let table = self.table.as_ref().ok_or("there is no position yet")?;
        if matches!(table.status(), Status::Over(_)) {
            return Err("the game is over".to_owned());
        }
        let mut request = Request {
            lines: self.lines,
            threads: self.threads,
            seed: self.seed,
            ..Request::default()
        };
        let mut limits = Limits::default();
        let (mut clock, mut increment) = (None, Duration::ZERO);
        let mut infinite = false;
        let mut words = words.iter();
        while let Some(&word) = words.next() {
            if word == "infinite" {
                infinite = true;
                continue;
            }
            let value = words.next().ok_or(format!("{word} needs a number"))?;
            let number = |range| number(word, value, range);
            let span = || number(MILLISECONDS).map(Duration::from_millis);
            match word {
                "time" | "movetime" => limits.time = Some(span()?),
                "nodes" => limits.nodes = Some(number(ranges::NODES)?),
                "depth" => limits.depth = Some(number(ranges::DEPTH)? as u32),
                "clock" => clock = Some(span()?),
                "increment" => increment = span()?,
                "lines" => request.lines = number(ranges::LINES)? as usize,
                "level" => request.level = Some(number(1..=u64::from(STRONGEST))? as u8),
                _ => return Err(format!("unknown word '{word}'")),
            }
        }
        limits.clock = clock.map(|clock| (clock, increment));
        if limits == Limits::default() && request.level.is_none() && !infinite {
            return Err("go needs time, nodes, depth, clock, level or infinite".to_owned());
        }
        request.limits = limits;
        self.stop = Arc::new(AtomicBool::new(false));
        self.answered = Arc::new(AtomicBool::new(false));
        let answered = self.answered.clone();
        let table = table.fork();
        let (engine, stop, out) = (self.engine.clone(), self.stop.clone(), self.out.clone());
        self.search = Some(std::thread::spawn(move || {
            let answer = engine.answer_at(&*table, &request, &stop, &mut |report| {
                inform(&out, &report)
            });
            answered.store(true, Ordering::Relaxed);
            match answer {
                Ok(answer) => {
                    inform(&out, &answer.report);
                    let mut line = format!("bestmove {}", answer.action);
                    if answer.resigns {
                        line.push_str(" resign");
                    }
                    if answer.accepts_draw {
                        line.push_str(" draw");
                    }
                    write_line(&out, &line);
                }
                Err(trouble) => write_line(&out, &format!("error {trouble}")),
            }
        }));
        Ok(())
    }
}

fn write_line(out: &Output, text: &str) {
    let mut out = out.lock().unwrap_or_else(|e| e.into_inner());
    // If nobody listens any more, the next line read will be the last.
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// One line for each line of play.
fn inform(out: &Output, report: &Report) {
    let chances: Vec<String> = report
        .chances
        .iter()
        .map(|chance| format!("{:.3}", chance))
        .collect();
    for (place, line) in report.lines.iter().enumerate() {
        let text = format!(
            "info depth {} nodes {} time {} line {} seat {} score {} chance {:.3} chances {} pv {}",
            report.depth,
            report.nodes,
            report.time.as_millis(),
            place + 1,
            report.seat,
            score(line.score),
            line.chance,
            chances.join(" "),
            line.actions.join(" ")
        );
        write_line(out, &text);
    }
}

fn score(score: Score) -> String {
    score.to_string()
}
