use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, Sender, channel};

use tablier_engine::{Engine, Guest, Player, Request};
use tablier_rooms::RoomId;
use tablier_rules::Spec;
use tablier_words::Language;
use tokio::sync::mpsc::UnboundedSender;

use crate::program::Program;

/// What was thought of at a table.
pub(super) struct Thought {
    pub(super) room: RoomId,
    /// The entry after which it was asked.
    pub(super) seq: u64,
    /// The action, or why there is none.
    pub(super) action: Result<String, String>,
    /// Whether a draw would be welcome.
    pub(super) accepts_draw: bool,
}

/// A question: the board as it is.
pub(super) struct Question {
    pub(super) seq: u64,
    pub(super) game: String,
    pub(super) start: Option<String>,
    pub(super) actions: Vec<String>,
}

/// Thinks for one table, on a thread of its own.
pub(super) struct Thinker(Sender<Question>);

impl Thinker {
    /// `memory` is what the engine may take, in megabytes.
    pub(super) fn start(
        room: RoomId,
        player: Player,
        memory: usize,
        say: UnboundedSender<Thought>,
    ) -> Self {
        let (ask, asked) = channel();
        std::thread::spawn(move || think(&room, &player, memory, &asked, &say));
        Self(ask)
    }

    /// Asks; the answer comes as a [`Thought`].
    pub(super) fn ask(&self, question: Question) {
        // A thread that has ended said why.
        let _ = self.0.send(question);
    }
}

/// Ends when nobody asks or listens any more.
fn think(
    room: &RoomId,
    player: &Player,
    memory: usize,
    asked: &Receiver<Question>,
    say: &UnboundedSender<Thought>,
) {
    let engine = Engine::new(memory);
    let mut guest: Option<Box<dyn Guest>> = None;
    for question in asked {
        let seq = question.seq;
        let answer = if player.program.is_some() {
            ask_program(&mut guest, player, &question).map(|action| (action, false))
        } else {
            ask_engine(&engine, player, question)
        };
        let (action, accepts_draw) = match answer {
            Ok((action, draw)) => (Ok(action), draw),
            Err(error) => (Err(error), false),
        };
        let thought = Thought {
            room: room.clone(),
            seq,
            action,
            accepts_draw,
        };
        if say.send(thought).is_err() {
            return;
        }
    }
}

fn ask_engine(
    engine: &Engine,
    player: &Player,
    question: Question,
) -> Result<(String, bool), String> {
    let request = Request {
        game: question.game,
        start: question.start,
        seed: question.seq,
        actions: question.actions,
        limits: player.limits.clone(),
        level: player.level,
        threads: player.threads,
        ..Request::default()
    };
    let never = AtomicBool::new(false);
    let answer = engine
        .answer(&request, &never, &mut |_| {})
        .map_err(|trouble| trouble.to_string())?;
    Ok((answer.action, answer.accepts_draw))
}

/// A program is started with the first question and plays one game.
fn ask_program(
    guest: &mut Option<Box<dyn Guest>>,
    player: &Player,
    question: &Question,
) -> Result<String, String> {
    if question.start.is_some() {
        return Err("programs play from the usual start only".to_owned());
    }
    if guest.is_none() {
        let spec = Spec::parse(&question.game).map_err(|error| error.to_string())?;
        *guest =
            Program::invite(player, &spec).map_err(|failure| failure.text(Language::English))?;
    }
    match guest {
        Some(program) => program.act(&question.actions),
        None => Err("there is no program".to_owned()),
    }
}
