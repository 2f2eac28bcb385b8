//! `tablier play`.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use tablier_engine::{Engine, Player, Request};
use tablier_rules::record::Record;
use tablier_rules::scene::Message;
use tablier_rules::{Seat, Status, Table, catalog};
use tablier_words::Language;

use crate::data;
use crate::failure::Failure;
use crate::input::{self, Input};
use crate::numbers;
use crate::settings::Settings;

/// Play in the terminal, against the computer or each other
///
/// Give --seat once for each player, in turn order: `me`, or a setting of the engine such as `level=3` or
/// `time=1`. When it is your turn, type a move, or undo, hint, moves, show, save FILE, resign, quit or help.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Game with its options, such as cubulus:level=2
    #[arg(value_name = "GAME", required_unless_present = "resume")]
    spec: Option<String>,
    /// Choose a player, once for each in turn order; by default you play against level 5
    #[arg(long = "seat", value_name = "SETTING")]
    seats: Vec<String>,
    /// Continue a game from a record, as `save` writes it
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Random seed (any whole number below 2^64)
    #[arg(long, default_value = "1", value_parser = numbers::seed())]
    seed: u64,
}

impl Args {
    pub(crate) fn run(self, settings: &Settings) -> Result<String, Failure> {
        data::let_machine_know_alignement();
        let lang = settings.language();
        let table = match &self.resume {
            Some(path) => resume(path, lang)?,
            None => catalog::open(self.spec.as_deref().unwrap_or_default())?,
        };
        let count = table.seating().sides.len();
        if self.seats.len() > count {
            return Err(Failure::new(format!(
                "there are {count} seats, and --seat was given {} times",
                self.seats.len()
            )));
        }
        let mut players = Vec::new();
        for seat in 0..count {
            let usual = if seat == 0 { "me" } else { "level=5" };
            let given = self.seats.get(seat).map_or(usual, String::as_str);
            players.push(match given {
                "me" => None,
                setting => Some(Player::read(setting).map_err(Failure::new)?),
            });
        }
        let mut game = Sitting {
            table,
            players,
            engine: Engine::new(Engine::NATIVE_MEMORY),
            lang,
            colour: settings.colour(),
            seed: self.seed,
        };
        game.go_on()?;
        Ok(String::new())
    }
}

fn resume(path: &PathBuf, lang: Language) -> Result<Box<dyn Table>, Failure> {
    let text = std::fs::read_to_string(path)
        .map_err(|e| Failure::new(format!("{}: {e}", path.display())))?;
    let told = |problem: tablier_rules::record::Problem| {
        Failure::new(format!("{}: {}", path.display(), lang.say(&problem.why)))
    };
    let record = Record::parse(&text).map_err(told)?;
    Ok(record.replay().map_err(told)?.table)
}

struct Sitting {
    table: Box<dyn Table>,
    /// None for a person.
    players: Vec<Option<Player>>,
    engine: Engine,
    lang: Language,
    colour: bool,
    seed: u64,
}

impl Sitting {
    fn go_on(&mut self) -> Result<(), Failure> {
        self.introduce();
        self.show();
        let stdin = std::io::stdin();
        loop {
            let Status::Acts(seat) = self.table.status() else {
                return Ok(());
            };
            if self.players[seat.index()].is_some() {
                self.machine(seat)?;
                continue;
            }
            print!("{seat}> ");
            let _ = std::io::stdout().flush();
            match input::line(&mut stdin.lock()).map_err(Failure::input)? {
                Input::Text(line) => {
                    if !self.person(seat, line.trim())? {
                        return Ok(());
                    }
                }
                Input::NotText => println!("{}", self.lang.word("engine.play-unreadable")),
                Input::End => return Ok(()),
            }
        }
    }

    /// Who the computer is, where it plays at a level.
    fn introduce(&self) {
        for (number, player) in (1..).zip(&self.players) {
            if let Some(level) = player.as_ref().and_then(|player| player.level) {
                let word = |key: String| self.lang.word(&key).to_owned();
                let level_is = Message::new("engine.play-level")
                    .number("number", number)
                    .number("level", level)
                    .text("name", word(format!("engine.level-{level}")))
                    .text("is", word(format!("engine.level-{level}-is")));
                println!("{}", self.lang.say(&level_is));
            }
        }
    }

    /// The machine acts.
    fn machine(&mut self, seat: Seat) -> Result<(), Failure> {
        let Some(player) = &self.players[seat.index()] else {
            return Ok(());
        };
        let request = Request {
            limits: player.limits.clone(),
            level: player.level,
            threads: player.threads,
            method: player.method.map(|method| method.name().to_owned()),
            seed: self.seed.wrapping_add(self.table.ply() as u64),
            ..Request::default()
        };
        let never = AtomicBool::new(false);
        let answer = self
            .engine
            .answer_at(&*self.table, &request, &never, &mut |_| {})
            .map_err(|trouble| Failure::new(trouble.to_string()))?;
        println!("{seat}: {}", answer.action);
        super::super::given::play(&mut *self.table, &answer.action, self.lang)?;
        let next = match self.table.status() {
            Status::Acts(seat) => self.players[seat.index()].is_none(),
            Status::Over(_) => true,
        };
        if next {
            self.show();
        }
        Ok(())
    }

    /// A person says something; false to leave.
    fn person(&mut self, seat: Seat, line: &str) -> Result<bool, Failure> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => {}
            "quit" | "exit!" => return Ok(false),
            "help" => println!("{}", self.lang.word("engine.play-help")),
            "show" => self.show(),
            "moves" => println!("{}", self.table.legal().join(" ")),
            "undo" => {
                // Back to the last time a person acted.
                while self.table.undo() {
                    match self.table.status() {
                        Status::Acts(seat) if self.players[seat.index()].is_none() => break,
                        _ => {}
                    }
                }
                self.show();
            }
            "hint" => self.hint()?,
            "save" if !rest.is_empty() => {
                let record = Record::of_table(&*self.table);
                match std::fs::write(rest, record.to_string()) {
                    Ok(()) => {
                        let saved = Message::new("engine.play-saved").text("file", rest);
                        println!("{}", self.lang.say(&saved));
                    }
                    Err(error) => println!("{rest}: {error}"),
                }
            }
            "resign" => {
                self.table.leave(seat, false);
                self.show();
            }
            _ => match self.table.play(line) {
                Ok(_) => {
                    if let Status::Acts(next) = self.table.status()
                        && self.players[next.index()].is_some()
                    {
                        return Ok(true);
                    }
                    self.show();
                }
                Err(refusal) => println!("({}) {}", refusal.rule, self.lang.say(&refusal.why)),
            },
        }
        Ok(true)
    }

    fn hint(&self) -> Result<(), Failure> {
        let request = Request {
            limits: tablier_engine::Limits::time(std::time::Duration::from_secs(1)),
            hint: true,
            ..Request::default()
        };
        let never = AtomicBool::new(false);
        let answer = self
            .engine
            .answer_at(&*self.table, &request, &never, &mut |_| {})
            .map_err(|trouble| Failure::new(trouble.to_string()))?;
        let why = answer.hint.map(|hint| self.lang.say(&hint.why));
        println!("{}: {}", answer.action, why.unwrap_or_default());
        Ok(())
    }

    fn show(&self) {
        print!(
            "{}",
            super::show::text(&*self.table, self.lang, self.colour)
        );
    }
}
