use std::fmt;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tablier_rules::{
    Game, Match, Notation, Refusal, Seat, Spec, SpecError, Status, text, with_game,
};

use crate::{
    Ask, Found, Hint, Level, Limits, Memory, Method, Mind, Score, hint, ranges, side_count, think,
};

/// What to think about and how, as text and plain data: the interface of the engine to the command
/// line and the browser.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Request {
    /// The game with its options (C7).
    pub game: String,
    /// The starting position, if it is not the usual one.
    pub start: Option<String>,
    /// The actions played since.
    pub actions: Vec<String>,
    /// How long to think.
    pub limits: Limits,
    /// Play at this level (1 to 10) instead of as well as the limits allow.
    pub level: Option<u8>,
    /// How many best lines are wanted; 0 means 1.
    pub lines: usize,
    /// The seed.
    pub seed: u64,
    /// How many threads; 0 means 1, and more than [`ranges::THREADS`] allows is capped.
    pub threads: usize,
    /// Which search, if not the default: `pvs`, `mcts`, `uct`.
    pub method: Option<String>,
    /// Whether a reason is wanted.
    pub hint: bool,
}

/// The findings so far.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// The seat that acts.
    pub seat: Seat,
    /// The depth searched completely, in actions.
    pub depth: u32,
    /// The nodes searched.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
    /// The best lines, best first.
    pub lines: Vec<Variation>,
    /// Each seat's chance of winning, from 0 to 1.
    pub chances: Vec<f32>,
    /// Whether all of this is certain rather than just searched.
    #[serde(default)]
    pub certain: bool,
}

/// A line of play.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Variation {
    /// The value for the side to act.
    pub score: Score,
    /// The chance of winning of the seat to act, from 0 to 1.
    pub chance: f32,
    /// The actions.
    pub actions: Vec<String>,
}

/// What to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The action.
    pub action: String,
    /// What led to it.
    pub report: Report,
    /// Whether the game is so clearly lost that a polite player resigns.
    pub resigns: bool,
    /// Whether a draw offered now would be accepted.
    pub accepts_draw: bool,
    /// Why, if a reason was wanted and can be given.
    pub hint: Option<Hint>,
}

/// What an engine running elsewhere (in a worker of the page) says about a request, as messages.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Reply {
    /// The findings so far.
    Report(Report),
    /// What to do; nothing follows.
    Answer(Answer),
    /// Why it cannot be answered; nothing follows.
    Trouble(String),
}

/// Why a request cannot be answered.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// There is no such game.
    Spec(SpecError),
    /// The starting position is refused.
    Position(Refusal),
    /// An action is refused.
    Action {
        /// How many actions were played before it.
        ply: usize,
        /// What was given.
        action: String,
        /// Why.
        refusal: Refusal,
    },
    /// The game is over.
    Over,
    /// There is no such level.
    Level(u8),
    /// There is no such method.
    Method(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Spec(error) => error.fmt(f),
            Trouble::Position(refusal) => {
                write!(f, "the position is refused ({})", refusal.rule)
            }
            Trouble::Action {
                ply,
                action,
                refusal,
            } => write!(
                f,
                "'{}' at ply {ply} is refused ({})",
                action.escape_debug(),
                refusal.rule
            ),
            Trouble::Over => f.write_str("the game is over"),
            Trouble::Level(level) => write!(f, "there is no level {level}; levels are 1 to 10"),
            Trouble::Method(name) => {
                write!(
                    f,
                    "there is no method '{name}'; methods are pvs, mcts, uct, solo"
                )
            }
        }
    }
}

impl std::error::Error for Trouble {}

impl From<SpecError> for Trouble {
    fn from(error: SpecError) -> Self {
        Trouble::Spec(error)
    }
}

/// The engine with its memory: keep one for the length of a game.
#[derive(Debug)]
pub struct Engine {
    memory: Memory,
}

impl Engine {
    /// The memory for a native program, in megabytes.
    pub const NATIVE_MEMORY: usize = 128;
    /// The memory for a page.
    pub const PAGE_MEMORY: usize = 32;

    /// An engine with a transposition table of this many megabytes.
    pub fn new(megabytes: usize) -> Self {
        Self {
            memory: Memory::new(megabytes),
        }
    }

    /// Changes whenever the table is emptied.
    #[cfg(test)]
    pub(crate) fn generation(&self) -> u64 {
        self.memory.salt()
    }

    /// Forgets all positions, for a new game.
    pub fn forget(&self) {
        self.memory.forget();
    }

    /// Answers a request; `inform` receives the findings on the way, `stop` ends it early. The
    /// answer is always a legal action.
    pub fn answer(
        &self,
        request: &Request,
        stop: &AtomicBool,
        inform: &mut dyn FnMut(Report),
    ) -> Result<Answer, Trouble> {
        let spec = Spec::parse(&request.game)?;
        with_game!(&spec, |game| {
            let game = replay(game, request.start.as_deref(), &request.actions)?;
            self.think(spec.id(), &game, request, stop, inform)
        })?
    }

    /// The same for an existing match.
    pub fn think<G: Mind + Game>(
        &self,
        id: &str,
        game: &Match<G>,
        request: &Request,
        stop: &AtomicBool,
        inform: &mut dyn FnMut(Report),
    ) -> Result<Answer, Trouble> {
        let begun = web_time::Instant::now();
        let Status::Acts(seat) = game.status() else {
            return Err(Trouble::Over);
        };
        let level = match request.level {
            Some(number) => Some(Level::of(id, number).ok_or(Trouble::Level(number))?),
            None => None,
        };
        let method = match &request.method {
            Some(name) => Some(Method::named(name).ok_or_else(|| Trouble::Method(name.clone()))?),
            None => None,
        };
        let (mut ask, limits) = match level {
            Some(level) => (level.ask(game, request.seed), level.limits()),
            None => (Ask::default(), request.limits.clone()),
        };
        ask.lines = ask.lines.max(request.lines).max(1);
        ask.seed = request.seed;
        ask.threads = request.threads.clamp(1, *ranges::THREADS.end() as usize);
        ask.method = method;
        let report = |found: &Found<G::Action>| Report {
            seat,
            depth: found.depth,
            nodes: found.nodes,
            time: begun.elapsed(),
            lines: found
                .lines
                .iter()
                .map(|line| Variation {
                    score: line.score,
                    chance: line.chance,
                    actions: texts(game, &line.actions),
                })
                .collect(),
            chances: found.chances[..usize::from(game.rules().seats())].to_vec(),
            certain: found.certain,
        };
        let found = think(game, &ask, &limits, &self.memory, stop, &mut |found| {
            inform(report(found));
        })
        .ok_or(Trouble::Over)?;
        let chosen = level.map_or(0, |level| level.choose(&found, game, request.seed));
        let action = found.lines[chosen].actions[0];
        let best = &found.lines[0];
        let alone = game.rules().seats() == 1;
        let hint = request
            .hint
            .then(|| hint::reason(game, action, &found.lines[chosen], stop));
        Ok(Answer {
            action: texts(game, &[action]).remove(0),
            resigns: !alone && resigns(game, best.score, best.chance),
            accepts_draw: !alone && best.score.wins_in().is_none() && best.chance <= 0.5,
            hint,
            report: report(&found),
        })
    }
}

/// Clearly lost by force, or hopeless for a while; never in the first actions.
fn resigns<G: Mind>(game: &Match<G>, score: Score, chance: f32) -> bool {
    let played = game.ply() >= 4 * usize::from(game.rules().seats());
    let lost = score.loses_in().is_some_and(|actions| actions <= 6);
    played && side_count(game.rules()) == 2 && (lost || chance <= 0.01)
}

/// A match from its start and its actions.
pub fn replay<G: Game>(
    game: G,
    start: Option<&str>,
    actions: &[String],
) -> Result<Match<G>, Trouble> {
    let mut game = match start {
        Some(start) => {
            let position = game.read_position(start).map_err(Trouble::Position)?;
            Match::from_position(game, position)
        }
        None => Match::new(game),
    };
    for (ply, given) in actions.iter().enumerate() {
        let refused = |refusal| Trouble::Action {
            ply,
            action: given.clone(),
            refusal,
        };
        if game.is_over() {
            return Err(refused(Refusal::new(
                "C5",
                tablier_rules::scene::Message::new("rules.over"),
            )));
        }
        let action = game
            .rules()
            .read_action(game.position(), &text::normalise(given))
            .map_err(refused)?;
        if game.play(action).is_err() {
            return Err(refused(game.rules().refusal(game.position(), action)));
        }
    }
    Ok(game)
}

/// The texts of actions played one after another.
pub fn texts<G: Notation>(game: &Match<G>, actions: &[G::Action]) -> Vec<String> {
    let mut position = game.position().clone();
    actions
        .iter()
        .map(|&action| {
            let mut text = String::new();
            game.rules().write_action(&position, action, &mut text);
            game.rules().apply(&mut position, action);
            text
        })
        .collect()
}
