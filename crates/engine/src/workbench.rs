//! The engine's tools for a game that a [`Spec`] names: matches, puzzles, tactics, tuning, forced
//! wins.
//!
//! They are the generic functions of this crate, compiled here for every game. A program that calls
//! these instead does not compile the search for all games a second time.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tablier_rules::{Notation as _, Refusal, Rules, Spec, SpecError, Table, with_game};
use web_time::Instant;

use crate::control;
use crate::learn;
use crate::proof::Proof;
use crate::puzzles::{self, Aim, Puzzle};
use crate::tactics::{self, Tactic};
use crate::tune::{self, Fit};
use crate::{
    Entrant, Evaluation as _, Foresight as _, Limits, Method, Mind as _, Played, Profile,
    SearchOptions, Seats, Term, Terms, TranspositionTable, Views, duel, side_count, texts, think,
};

/// How many seats the game has.
pub fn seat_count(spec: &Spec) -> Result<usize, SpecError> {
    with_game!(spec, |rules| usize::from(rules.seats()))
}

/// How the game is searched.
pub fn profile(spec: &Spec) -> Result<Profile, SpecError> {
    with_game!(spec, |rules| rules.profile())
}

/// How many sides play against each other.
pub fn sides(spec: &Spec) -> Result<usize, SpecError> {
    with_game!(spec, |rules| side_count(&rules))
}

/// See [`crate::seatings`].
pub fn seatings(spec: &Spec) -> Result<Vec<Seats>, SpecError> {
    with_game!(spec, |rules| duel::seatings(&rules))
}

/// See [`crate::play`].
pub fn play(
    spec: &Spec,
    entrants: &mut [Entrant],
    seats: &Seats,
    tables: &[TranspositionTable],
    terms: Terms,
) -> Result<Played, String> {
    with_game!(spec, |rules| {
        duel::play(spec, rules, entrants, seats, tables, terms)
    })
    .map_err(|error| error.to_string())?
}

/// See [`puzzles::gather`].
pub fn gather_puzzles(
    spec: &Spec,
    wanted: puzzles::Wanted,
    tell: &mut dyn FnMut(&Puzzle),
) -> Result<Vec<Puzzle>, SpecError> {
    with_game!(spec, |rules| puzzles::gather(&rules, wanted, tell))
}

/// See [`puzzles::make`].
pub fn puzzle(
    spec: &Spec,
    position: &str,
    aim: Aim,
    wanted: puzzles::Wanted,
) -> Result<Result<Option<Puzzle>, Refusal>, SpecError> {
    with_game!(spec, |rules| {
        let position = rules.read_position(position)?;
        Ok(puzzles::make(&rules, &position, aim, wanted))
    })
}

/// See [`tactics::gather`].
pub fn gather_tactics(
    spec: &Spec,
    count: usize,
    deepest: u32,
    seed: u64,
    tell: &mut dyn FnMut(&Tactic),
) -> Result<Vec<Tactic>, SpecError> {
    with_game!(spec, |rules| {
        tactics::gather(&rules, count, deepest, seed, tell)
    })
}

/// The terms of the game's evaluation that can be fitted.
pub fn terms(spec: &Spec) -> Result<Vec<Term>, SpecError> {
    with_game!(spec, |rules| rules.terms())
}

/// Fits the evaluation to games, each the texts of its actions; also says to how many positions.
pub fn fit<'a>(
    spec: &Spec,
    games: impl Iterator<Item = &'a [String]>,
    opening: usize,
    rounds: usize,
) -> Result<(Fit, usize), SpecError> {
    let games: Vec<&[String]> = games.collect();
    with_game!(spec, |rules| {
        let samples: Vec<tune::Sample> = games
            .iter()
            .filter_map(|actions| tune::samples(&rules, actions, opening))
            .flatten()
            .collect();
        (tune::fit(&rules, &samples, rounds), samples.len())
    })
}

/// Whether a network can be trained for the game.
pub fn can_learn(spec: &Spec) -> Result<bool, SpecError> {
    with_game!(spec, |rules| learn::layout(&rules).is_some())
}

/// See [`learn::play`].
pub fn lesson(spec: &Spec, nodes: u64, stray: usize, seed: u64) -> Result<String, SpecError> {
    with_game!(spec, |rules| learn::play(&rules, nodes, stray, seed))
}

/// Trains a network on games that [`lesson`] played; lines that cannot be read are skipped. None if there is
/// nothing to be learned.
pub fn train<'a>(
    spec: &Spec,
    games: impl Iterator<Item = &'a str>,
    plan: &learn::Plan,
    tell: &mut dyn FnMut(usize, f64),
) -> Result<Option<learn::Trained>, SpecError> {
    let games: Vec<&str> = games.collect();
    with_game!(spec, |rules| {
        let layout = learn::layout(&rules)?;
        let read = games.iter().filter_map(|line| learn::lessons(&rules, line));
        let lessons: Vec<learn::Lesson> = read.flatten().collect();
        let scale = rules.profile().scale;
        (!lessons.is_empty()).then(|| learn::train(&layout, scale, lessons, plan, tell))
    })
}

/// How the positions of the game look to the seats of a forecast, if one can be learned.
pub fn views(spec: &Spec) -> Result<Option<Views>, SpecError> {
    with_game!(spec, |rules| rules.views())
}

/// See [`learn::play_uct`].
pub fn habit_game(spec: &Spec, nodes: u64, seed: u64) -> Result<String, SpecError> {
    with_game!(spec, |rules| learn::play_uct(&rules, nodes, seed))
}

/// Fits the habits to games that [`habit_game`] played; lines that cannot be read are skipped. None if nothing was
/// chosen in them.
pub fn fit_habits<'a>(
    spec: &Spec,
    games: impl Iterator<Item = &'a str>,
) -> Result<Option<learn::Habits>, SpecError> {
    let games: Vec<&str> = games.collect();
    with_game!(spec, |rules| {
        let views = rules.views()?;
        let read = games.iter().filter_map(|line| learn::choices(&rules, line));
        let chosen: Vec<learn::Chosen> = read.flatten().collect();
        (!chosen.is_empty()).then(|| learn::fit_habits(&views, chosen))
    })
}

/// Learns the forecast of a game in which the others have these habits; its file. None if the game has none.
pub fn train_forecast(
    spec: &Spec,
    habits: &[f32],
    course: &learn::Course,
    tell: &mut dyn FnMut(learn::Progress),
) -> Result<Option<Vec<u8>>, SpecError> {
    with_game!(spec, |rules| {
        let views = rules.views()?;
        Some(learn::train_forecast(
            &rules,
            views,
            habits.to_vec(),
            course,
            tell,
        ))
    })
}

/// What a fixed search of a few positions comes to.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Signature {
    /// The nodes of the completed depths: the same as long as the search does the same.
    pub nodes: u64,
    /// The completed depths.
    pub depths: u32,
    /// All nodes.
    pub searched: u64,
    /// The time that searching them took, without finding the positions: processor time where it can be
    /// measured.
    pub time: Duration,
}

/// Searches the first positions of `openings` games, each with a budget of nodes.
pub fn signature(spec: &Spec, openings: u64, nodes: u64) -> Result<Signature, SpecError> {
    with_game!(spec, |rules| {
        let table = TranspositionTable::new(16);
        let never = AtomicBool::new(false);
        let options = SearchOptions {
            method: Some(Method::Pvs),
            ..SearchOptions::default()
        };
        let mut signature = Signature::default();
        for seed in 0..openings {
            let game = duel::open(rules.clone(), 6 * seed as usize, seed);
            let mut last = (0, 0);
            let (begun, spent_before) = (Instant::now(), control::spent());
            let found = think(
                &game,
                &options,
                &Limits::nodes(nodes),
                &table,
                &never,
                &mut |found| last = (found.nodes, found.depth),
            );
            let spent = control::spent().zip(spent_before);
            signature.time +=
                spent.map_or_else(|| begun.elapsed(), |(after, before)| after - before);
            signature.nodes += last.0;
            signature.depths += last.1;
            signature.searched += found.map_or(0, |found| found.nodes);
        }
        signature
    })
}

/// What trying everything says about a win by force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Forced {
    /// The side to act wins by these actions, the other side resisting as long as it can.
    Win(Vec<String>),
    /// It cannot be forced within the number of actions.
    NoWin,
    /// Too many positions.
    NotSettled,
}

/// Whether the side to act at a table forces a win within a number of actions. None if the game is
/// over.
pub fn forced(
    table: &dyn Table,
    within: u32,
    most_tried: u64,
) -> Result<Option<Forced>, SpecError> {
    with_game!(table.spec(), |rules| {
        let game = table.match_of(&rules)?;
        let position = game.position();
        let mut proof = Proof::new(game.rules(), position, most_tried)?;
        Some(match proof.wins_in(position, within) {
            Some(Some(length)) => {
                let line = proof.line(position, length).unwrap_or_default();
                Forced::Win(texts(game, &line))
            }
            Some(None) => Forced::NoWin,
            None => Forced::NotSettled,
        })
    })
}
