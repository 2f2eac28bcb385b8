use std::fmt;
use std::sync::atomic::AtomicBool;

use tablier_rules::{
    Game, Match, Notation, Refusal, Spec, SpecError, Status, Table, text, with_game,
};

use crate::telling::Telling;
use crate::{
    Answer, Choice, Level, Method, Mind, Report, Request, Score, SearchOptions, SearchResult,
    TranspositionTable, Variation, hint, ranges, side_count, think,
};

/// Why a request cannot be answered.
#[derive(Clone, Debug)]
#[non_exhaustive]
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

/// The engine with its transposition table: keep one for the length of a game.
#[derive(Debug)]
pub struct Engine {
    table: TranspositionTable,
    /// Whether chances are told as they were searched.
    plainly: bool,
}

impl Engine {
    /// The size of the table in a native program, in megabytes.
    pub const NATIVE_MEMORY: usize = 128;
    /// The size of the table in a page.
    pub const PAGE_MEMORY: usize = 32;

    /// An engine with a transposition table of this many megabytes.
    pub fn new(megabytes: usize) -> Self {
        Self {
            table: TranspositionTable::new(megabytes),
            plainly: false,
        }
    }

    /// Tells the chances as they were searched, for measuring what they come to.
    #[must_use]
    pub fn telling_plainly(self) -> Self {
        Self {
            plainly: true,
            ..self
        }
    }

    /// Changes whenever the table is emptied.
    #[cfg(test)]
    pub(crate) fn generation(&self) -> u64 {
        self.table.salt()
    }

    /// Forgets all positions, for a new game.
    pub fn forget(&self) {
        self.table.forget();
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
            self.think(&spec, &game, request, stop, inform)
        })?
    }

    /// The same for a game at a table, as it is: of the request only how to think is read, not the
    /// game, its start and its actions.
    pub fn answer_at(
        &self,
        table: &dyn Table,
        request: &Request,
        stop: &AtomicBool,
        inform: &mut dyn FnMut(Report),
    ) -> Result<Answer, Trouble> {
        let spec = table.spec();
        with_game!(spec, |rules| {
            let other = || SpecError::UnknownGame(spec.id().to_owned());
            let game = table.match_of(&rules).ok_or_else(other)?;
            self.think(spec, game, request, stop, inform)
        })?
    }

    /// The same for an existing match.
    pub fn think<G: Mind + Game>(
        &self,
        spec: &Spec,
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
            Some(number) => Some(Level::numbered(spec, number).ok_or(Trouble::Level(number))?),
            None => None,
        };
        let method = match &request.method {
            Some(name) => Some(Method::named(name).ok_or_else(|| Trouble::Method(name.clone()))?),
            None => None,
        };
        let (mut options, limits) = match level {
            Some(level) => (
                level.options(game, request.seed),
                level.limits(&request.limits),
            ),
            None => (SearchOptions::default(), request.limits.clone()),
        };
        let threads = level.map_or(request.threads, |level| level.threads(request.threads));
        options.lines = options.lines.max(request.lines).max(1);
        options.seed = request.seed;
        options.threads = threads.clamp(1, *ranges::THREADS.end() as usize);
        options.method = method;
        options.without_network = request.plain;
        let profile = match self.plainly {
            true => game.rules().profile().telling_plainly(),
            false => game.rules().profile(),
        };
        let telling = Telling::new(game, profile, method, request.plain);
        let report = |found: &SearchResult<G::Action>| Report {
            seat,
            depth: found.depth,
            nodes: found.nodes,
            time: begun.elapsed(),
            lines: found
                .lines
                .iter()
                .map(|line| Variation {
                    score: line.score,
                    chance: telling.of_line(line, &found.lines[0]),
                    actions: texts(game, &line.actions),
                })
                .collect(),
            chances: telling.of_seats(found),
            certain: found.certain,
        };
        let found = think(game, &options, &limits, &self.table, stop, &mut |found| {
            inform(report(found));
        })
        .ok_or(Trouble::Over)?;
        let best = &found.lines[0];
        let Choice { action, line } = match level {
            Some(level) => level.choose(&found, game, request.seed),
            None => Choice {
                action: best.actions[0],
                line: Some(0),
            },
        };
        let alone = game.rules().seats() == 1;
        // Of a certain answer it is known how far it goes, not how far was looked.
        let looked = (line == Some(0) && !found.certain).then_some(found.depth);
        let hint = line.filter(|_| request.hint).and_then(|line| {
            let line = &found.lines[line];
            hint::reason(game, action, line, looked, found.certain, stop)
        });
        Ok(Answer {
            action: texts(game, &[action]).remove(0),
            resigns: !alone && resigns(game, best.score, telling.searched(best)),
            accepts_draw: !alone && best.score.wins_in().is_none() && telling.searched(best) <= 0.5,
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

#[cfg(test)]
mod tests {
    use tablier_rules::catalog;

    use super::*;
    use crate::Limits;

    /// In D.21 the search likes progress, whoever makes it; that must not make both players sure to
    /// win.
    #[test]
    fn two_players_are_not_both_sure_to_win() {
        let engine = Engine::new(1);
        let never = AtomicBool::new(false);
        let mut table = catalog::open("d21").unwrap();
        let mut before: Option<f32> = None;
        for ply in 0..40 {
            let request = Request {
                limits: Limits::nodes(300),
                ..Request::default()
            };
            let answer = engine.answer_at(&*table, &request, &never, &mut |_| {});
            let answer = answer.unwrap();
            let chance = answer.report.lines[0].chance;
            let all: f32 = answer.report.chances.iter().sum();
            assert!((all - 1.0).abs() < 1e-3, "{all}");
            if let Some(before) = before {
                assert!(
                    (0.4..1.6).contains(&(before + chance)),
                    "{ply}: {before} {chance}"
                );
            }
            before = Some(chance);
            table.play(&answer.action).unwrap();
            if matches!(table.status(), Status::Over(_)) {
                break;
            }
        }
    }

    /// With a forecast only the seat that acts is taken to look ahead. What is told must not rise and fall with the
    /// turn, or the review would call good moves mistakes.
    #[cfg(feature = "networks")]
    #[test]
    fn nobody_is_told_to_fall_back_because_the_turn_passes() {
        let engine = Engine::new(1);
        let never = AtomicBool::new(false);
        let mut falls = Vec::new();
        for seed in 0..3 {
            let mut table = catalog::open("saute:players=4").unwrap();
            let mut before: Option<(usize, f32)> = None;
            for _ in 0..60 {
                let request = Request {
                    limits: Limits::nodes(300),
                    seed,
                    ..Request::default()
                };
                let answer = engine.answer_at(&*table, &request, &never, &mut |_| {});
                let answer = answer.unwrap();
                let chances = &answer.report.chances;
                assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-3);
                if let Some((seat, chance)) = before {
                    falls.push(chance - chances[seat]);
                }
                let seat = answer.report.seat.index();
                before = Some((seat, chances[seat]));
                table.play(&answer.action).unwrap();
            }
        }
        let mean = falls.iter().sum::<f32>() / falls.len() as f32;
        assert!(mean.abs() < 0.03, "{mean}");
        let many = falls.iter().filter(|&&fall| fall > 0.08).count();
        assert!(many * 8 < falls.len(), "{many} of {}", falls.len());
    }

    /// Where no win was found, none is claimed: in D.21 an evaluation claims one whenever the last value is
    /// within reach, even at the end of a line that goes on.
    #[test]
    fn what_was_not_found_is_not_called_certain() {
        let engine = Engine::new(1);
        let never = AtomicBool::new(false);
        for seed in 0..4 {
            let mut table = catalog::open("d21").unwrap();
            for ply in 0..120 {
                let request = Request {
                    limits: Limits::nodes(200),
                    seed,
                    level: (ply < 8).then_some(1),
                    ..Request::default()
                };
                let answer = engine.answer_at(&*table, &request, &never, &mut |_| {});
                let answer = answer.unwrap();
                let line = &answer.report.lines[0];
                let found = line.score.wins_in().or(line.score.loses_in());
                assert!(
                    found.is_some() || (0.1..=0.9).contains(&line.chance),
                    "{seed} {ply}: {} by {:?}",
                    line.chance,
                    line.score
                );
                table.play(&answer.action).unwrap();
                if matches!(table.status(), Status::Over(_)) {
                    break;
                }
            }
        }
    }
}
