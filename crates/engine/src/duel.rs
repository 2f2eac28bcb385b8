//! Games between settings of the engine, for measured matches.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tablier_rules::hash::SplitMix64;
use tablier_rules::text::normalise;
use tablier_rules::{Ending, Game, Match, Outcome, Seat, Spec, Status};

use crate::levels::STRONGEST;
use crate::sides::{shares, side_count};
use crate::{Level, Limits, Method, Mind, SearchOptions, TranspositionTable, ranges, texts, think};

/// A setting of the engine: `time=0.1`, `uct,time=0.1`, `level=3`, `pvs,nodes=5000,threads=2`, `random`.
/// `plain` does without the network that corrects the evaluation.
/// `cpu=0.1` is processor time, for a machine that is also busy with other things.
/// `program=COMMAND,nodes=5000` is another program that speaks the engine's protocol.
#[derive(Clone, PartialEq, Debug)]
pub struct Player {
    /// Which search, if not the default.
    pub method: Option<Method>,
    /// How long it thinks about each action.
    pub limits: Limits,
    /// Its level, if it plays at one.
    pub level: Option<u8>,
    /// How widely it chooses, as a [`Level`] does.
    pub spread: Option<f32>,
    /// How many threads it uses; 0 means 1, but 2 for the strongest level.
    pub threads: usize,
    /// Whether it does without the network that corrects the evaluation.
    pub plain: bool,
    /// Whether it plays any action at random.
    pub random: bool,
    /// The command that starts the program that plays instead.
    pub program: Option<String>,
}

/// An outside player, asked for an action by the texts of the actions so far.
pub trait Guest {
    /// The text of its action.
    fn act(&mut self, actions: &[String]) -> Result<String, String>;
}

impl Player {
    /// Reads a setting; the words are separated by commas.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut player = Self {
            method: None,
            limits: Limits::default(),
            level: None,
            spread: None,
            threads: 0,
            plain: false,
            random: false,
            program: None,
        };
        for word in text.split(',') {
            let bad = || {
                format!(
                    "'{word}' is no setting; settings are pvs, mcts, uct, random, plain, time= and cpu=0…86400 (seconds), nodes=1…1000000000000, depth=1…1000, spread=0…2, level=1…10, threads=1…64, program=COMMAND"
                )
            };
            match word {
                "random" => {
                    player.random = true;
                    continue;
                }
                "plain" => {
                    player.plain = true;
                    continue;
                }
                _ => {}
            }
            if let Some(method) = Method::named(word) {
                player.method = Some(method);
                continue;
            }
            let (name, value) = word.split_once('=').ok_or_else(bad)?;
            let whole = |range: RangeInclusive<u64>| {
                let number = value.parse().ok().filter(|number| range.contains(number));
                number.ok_or_else(bad)
            };
            match name {
                "time" | "cpu" => {
                    let seconds: f64 = value.parse().map_err(|_| bad())?;
                    if !ranges::SECONDS.contains(&seconds) {
                        return Err(bad());
                    }
                    let span = Some(Duration::from_secs_f64(seconds));
                    match name {
                        "time" => player.limits.time = span,
                        _ => player.limits.processor = span,
                    }
                }
                "nodes" => player.limits.nodes = Some(whole(ranges::NODES)?),
                "depth" => player.limits.depth = Some(whole(ranges::DEPTH)? as u32),
                "spread" => {
                    let spread: f32 = value.parse().map_err(|_| bad())?;
                    if !(0.0..=2.0).contains(&spread) {
                        return Err(bad());
                    }
                    player.spread = Some(spread);
                }
                "level" => {
                    player.level = Some(whole(1..=u64::from(STRONGEST))? as u8);
                }
                "threads" => {
                    player.threads = whole(ranges::THREADS)? as usize;
                }
                "program" if !value.trim().is_empty() => player.program = Some(value.to_owned()),
                _ => return Err(bad()),
            }
        }
        if player.program.is_some() && !player.can_be_told() {
            return Err(format!(
                "a program can be told time=, nodes=, depth= or level=, and threads=, not all of '{text}'"
            ));
        }
        if !player.random && player.level.is_none() && player.limits == Limits::default() {
            return Err(format!(
                "'{text}' would think for ever; add time=, nodes=, depth= or level="
            ));
        }
        Ok(player)
    }

    /// Whether the protocol can convey all of it to another program.
    fn can_be_told(&self) -> bool {
        !self.random
            && !self.plain
            && self.method.is_none()
            && self.spread.is_none()
            && self.limits.processor.is_none()
    }

    /// Its action in a match that is not over.
    fn act<M: Mind>(
        &self,
        spec: &Spec,
        game: &Match<M>,
        table: &TranspositionTable,
        seed: u64,
    ) -> Option<(M::Action, u64)> {
        if self.random {
            let legal = game.legal();
            let mut random = SplitMix64::new(seed);
            return legal
                .get(random.below(legal.len().max(1)))
                .map(|&action| (action, 1));
        }
        let stop = AtomicBool::new(false);
        let (level, limits) = match self.level.and_then(|number| Level::numbered(spec, number)) {
            Some(level) => (Some(level), level.limits(&self.limits)),
            None => {
                let level = self.spread.map(|spread| Level {
                    nodes: self.limits.nodes.unwrap_or(u64::MAX),
                    time: None,
                    depth: self.limits.depth.unwrap_or(0),
                    spread,
                });
                (level, self.limits.clone())
            }
        };
        let mut options =
            level.map_or_else(SearchOptions::default, |level| level.options(game, seed));
        options.seed = seed;
        options.method = self.method;
        options.without_network = self.plain;
        options.threads = level.map_or(self.threads.max(1), |level| level.threads(self.threads));
        let found = think(game, &options, &limits, table, &stop, &mut |_| {})?;
        let action = level.map_or(found.lines[0].actions[0], |level| {
            level.choose(&found, game, seed).action
        });
        Some((action, found.nodes))
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        words.extend(
            self.program
                .iter()
                .map(|command| format!("program={command}")),
        );
        if self.random {
            words.push("random".to_owned());
        }
        words.extend(self.method.map(|method| method.name().to_owned()));
        if self.plain {
            words.push("plain".to_owned());
        }
        words.extend(
            self.limits
                .time
                .map(|time| format!("time={}", time.as_secs_f64())),
        );
        words.extend(
            self.limits
                .processor
                .map(|span| format!("cpu={}", span.as_secs_f64())),
        );
        words.extend(self.limits.nodes.map(|nodes| format!("nodes={nodes}")));
        words.extend(self.limits.depth.map(|depth| format!("depth={depth}")));
        words.extend(self.spread.map(|spread| format!("spread={spread}")));
        words.extend(self.level.map(|level| format!("level={level}")));
        if self.threads > 1 {
            words.push(format!("threads={}", self.threads));
        }
        f.write_str(&words.join(","))
    }
}

/// A player in a series of games.
pub struct Entrant<'a> {
    /// Its setting.
    pub player: &'a Player,
    /// The program that plays for it, if it is one.
    pub guest: Option<Box<dyn Guest>>,
}

/// The seating: which of the players has each seat.
pub type Seats = Vec<usize>;

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The actions, those of the opening included.
    pub actions: Vec<String>,
    /// How it ended.
    pub outcome: Outcome,
    /// What ended it; nothing if it became too long.
    pub ending: Option<Ending>,
    /// Each seat's score: 1 for a win, shared among those who drew.
    pub shares: Vec<f32>,
    /// Nodes searched by each player.
    pub nodes: Vec<u64>,
}

/// How a game of a series is played.
#[derive(Copy, Clone, Debug)]
pub struct Terms {
    /// It begins with this many random actions, the same for the same seed.
    pub opening: usize,
    /// The seed.
    pub seed: u64,
    /// After this many actions, those of the opening included, it counts as drawn.
    pub longest: usize,
}

/// Plays a game: after the opening each seat is played by its player. `tables` has one for each seat.
pub fn play<G: Mind + Game>(
    spec: &Spec,
    rules: G,
    entrants: &mut [Entrant],
    seats: &Seats,
    tables: &[TranspositionTable],
    terms: Terms,
) -> Result<Played, String> {
    let mut game = open(rules, terms.opening, terms.seed);
    let mut nodes = vec![0; entrants.len()];
    let start = Match::new(game.rules().clone());
    let told = |game: &Match<G>| texts(&start, &game.actions().collect::<Vec<_>>());
    let mut random = SplitMix64::new(terms.seed ^ 0x5eed);
    tables.iter().for_each(TranspositionTable::forget);
    while let Status::Acts(seat) = game.status()
        && game.ply() < terms.longest
    {
        let at = seats[seat.index()];
        let Entrant { player, guest } = &mut entrants[at];
        let seed = random.next();
        if let Some(guest) = guest {
            let text = guest.act(&told(&game))?;
            let action = game.rules().read_action(game.position(), &normalise(&text));
            if !action.is_ok_and(|action| game.play(action).is_ok()) {
                let played = told(&game).join(" ");
                return Err(format!("'{text}' of {player} is no action after {played}"));
            }
            continue;
        }
        let Some((action, count)) = player.act(spec, &game, &tables[seat.index()], seed) else {
            break;
        };
        nodes[at] += count;
        game.play(action).expect("the engine plays legal actions");
    }
    let outcome = match game.status() {
        Status::Over(outcome) => outcome,
        Status::Acts(_) => Outcome::drawn_by(game.rules().seats(), |_| true),
    };
    Ok(Played {
        actions: told(&game),
        outcome,
        ending: game.ending(),
        shares: shares(game.rules(), outcome)[..usize::from(game.rules().seats())].to_vec(),
        nodes,
    })
}

/// With two sides, an opening is redrawn if a search of this many nodes already sees who wins.
const DECIDED: u64 = 20_000;
/// How many openings are searched, in case hardly any is undecided.
const SEARCHED: u64 = 40;

/// A match after `opening` random actions. An opening that ends the game, lets the next player end
/// it at once, or is seen to be decided is redrawn: it would only measure who got the better side.
pub fn open<G: Mind>(rules: G, opening: usize, seed: u64) -> Match<G> {
    for again in 0..200 {
        let mut random = SplitMix64::new(seed.wrapping_mul(1_000).wrapping_add(again));
        let mut game = Match::new(rules.clone());
        for _ in 0..opening {
            let legal = game.legal();
            if legal.is_empty() {
                break;
            }
            let action = legal[random.below(legal.len())];
            game.play_unchecked(action);
        }
        if game.is_over() {
            continue;
        }
        let decided = game.legal().iter().any(|&action| {
            let mut after = game.clone();
            after.play_unchecked(action);
            after.is_over()
        });
        if opening == 0 || !decided && (again >= SEARCHED || !is_decided(&game)) {
            return game;
        }
    }
    Match::new(rules)
}

/// Whether a short search sees a forced win for one of two sides.
fn is_decided<G: Mind>(game: &Match<G>) -> bool {
    if side_count(game.rules()) != 2 {
        return false;
    }
    let options = SearchOptions {
        method: Some(Method::Pvs),
        without_knowledge: true,
        ..SearchOptions::default()
    };
    let limits = Limits {
        nodes: Some(DECIDED),
        ..Limits::default()
    };
    let stop = AtomicBool::new(false);
    think(
        game,
        &options,
        &limits,
        &TranspositionTable::new(1),
        &stop,
        &mut |_| {},
    )
    .is_some_and(|found| {
        let score = found.lines[0].score;
        score.wins_in().is_some() || score.loses_in().is_some()
    })
}

/// All seatings of two players, each equally often: with two sides, both ways round; with more, the
/// first player alone in each seat in turn.
pub fn seatings<G: Mind>(rules: &G) -> Vec<Seats> {
    let seats: Vec<Seat> = Seat::all(rules.seats()).collect();
    if side_count(rules) == 2 {
        let first = rules.side(seats[0]);
        return [0, 1]
            .map(|swap| {
                let of = |seat: &Seat| usize::from(rules.side(*seat) != first) ^ swap;
                seats.iter().map(of).collect()
            })
            .to_vec();
    }
    (0..seats.len())
        .map(|alone| (0..seats.len()).map(|i| usize::from(i != alone)).collect())
        .collect()
}
