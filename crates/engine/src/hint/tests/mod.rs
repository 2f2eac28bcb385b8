mod truth;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tablier_rules::breakthrough::{self, Breakthrough};
use tablier_rules::hash::SplitMix64;
use tablier_rules::scene::Message;
use tablier_rules::{Game, Match, Notation as _, Spec, with_game};

use super::reason;
use crate::{Engine, Limits, Mind, Request, RootMove, Score, texts};

use self::truth::is_true;

const START: &str = "A1 C1 D1 E1 F1 G1 H1 A2 E2 F2 G2 H2 \
    (B2 A8 B8 C8 D8 E8 F8 G8 H8 C7 D7 E7 F7) 1";

/// The man on B2 reaches the last row unless A1 or C1 takes it.
fn threatened() -> Match<Breakthrough> {
    let position = Breakthrough.read_position(START);
    Match::from_position(Breakthrough, position.unwrap())
}

fn hinted(engine: &Engine, stop: bool) -> Option<String> {
    let request = Request {
        limits: Limits::time(Duration::from_millis(20)),
        hint: true,
        ..Request::default()
    };
    let stop = AtomicBool::new(stop);
    let game = threatened();
    let spec = Spec::parse_for(&breakthrough::INFO, "breakthrough").unwrap();
    let answer = engine.think(&spec, &game, &request, &stop, &mut |_| {});
    Some(answer.unwrap().hint?.why.key.to_string())
}

#[test]
fn a_hint_keeps_what_was_searched() {
    let engine = Engine::new(1);
    let before = engine.generation();
    assert_eq!(
        hinted(&engine, false).as_deref(),
        Some("engine.stops-a-threat")
    );
    assert_eq!(engine.generation(), before);
}

#[test]
fn a_hint_that_is_stopped_claims_nothing() {
    let said = hinted(&Engine::new(1), true);
    assert_ne!(said.as_deref(), Some("engine.stops-a-threat"));
}

/// Every game that says something of its own, and the variants in which other things happen.
const TRIED: &[&str] = &[
    "alignement",
    "blocus",
    "blocus:kings=left",
    "cubulus",
    "cubulus:level=2",
    "d21",
    "empire",
    "empire:players=4,teams=true",
    "empire:players=3",
    "eupdonne",
    "monstrodechecs",
    "monstrodechecs:players=4",
    "porte",
    "saute",
    "saute:players=3",
    "solitaire",
];

/// Games of the engine against itself, with a random action now and then, and everything it says of its
/// actions checked by trying everything out.
#[test]
fn whatever_is_said_of_an_action_is_true() {
    let mut said = BTreeMap::new();
    let engine = Engine::new(1);
    for (number, spec) in TRIED.iter().enumerate() {
        let spec = Spec::parse(spec).unwrap();
        with_game!(&spec, |rules| {
            let mut random = SplitMix64::new(number as u64);
            for seed in 0..4 {
                check_game(&engine, &spec, rules.clone(), seed, &mut random, &mut said);
            }
        })
        .unwrap();
    }
    let count = |key: &str| said.get(key).copied().unwrap_or(0);
    println!("{said:#?}");
    assert_eq!(said.get(FALSE), None);
    let all: u32 = said.values().sum();
    assert!(all > 800, "{said:#?}");
    for key in [
        "engine.wins-now",
        "engine.wins-by-force",
        "engine.only-action",
        "engine.only-defence",
        "engine.stops-a-threat",
        "engine.threatens",
        "engine.keeps",
        "engine.resists-longest",
        "engine.leaves",
        "engine.best-found",
        "blocus.because-closes-at",
        "blocus.because-opens-at",
        "cubulus.because-takes-cube",
        "cubulus.because-check",
        "d21.because-value",
        "empire.because-takes-archer",
        "empire.because-throne",
        "eupdonne.because-cuts",
        "eupdonne.because-links",
        "eupdonne.because-corner",
        "monstrodechecs.because-removes",
        "porte.because-enters",
        "saute.because-far",
    ] {
        assert!(count(key) > 0, "{key} is never said: {said:#?}");
    }
    // Most actions deserve better than that nothing better was found.
    assert!(count("engine.best-found") * 2 < all, "{said:#?}");
}

fn check_game<G: Mind + Game>(
    engine: &Engine,
    spec: &Spec,
    rules: G,
    seed: u64,
    random: &mut SplitMix64,
    said: &mut BTreeMap<String, u32>,
) {
    let mut game = Match::new(rules);
    while !game.is_over() && game.ply() < 60 {
        if random.below(3) == 0 {
            let legal = game.legal();
            let action = legal[random.below(legal.len())];
            game.play_unchecked(action);
            continue;
        }
        let request = Request {
            limits: Limits::nodes(400),
            hint: true,
            seed,
            ..Request::default()
        };
        let (line, why) = hint(engine, spec, &game, &request);
        if let Some(why) = why {
            check(&game, &line, &why, said);
        }
        game.play_unchecked(line.actions[0]);
    }
}

/// The line that the engine likes best, and what it says of it.
fn hint<G: Mind + Game>(
    engine: &Engine,
    spec: &Spec,
    game: &Match<G>,
    request: &Request,
) -> (RootMove<G::Action>, Option<Message>) {
    let never = AtomicBool::new(false);
    let answer = engine.think(spec, game, request, &never, &mut |_| {});
    let answer = answer.unwrap();
    let best = &answer.report.lines[0];
    let mut along = game.clone();
    let mut actions = Vec::new();
    for text in &best.actions {
        let legal = along.legal().iter();
        let found = legal
            .copied()
            .find(|&action| texts(&along, &[action])[0] == *text);
        actions.push(found.unwrap());
        along.play_unchecked(found.unwrap());
    }
    let line = RootMove {
        score: best.score,
        chance: best.chance,
        actions,
    };
    (line, answer.hint.map(|hint| hint.why))
}

/// What is counted where a sentence is not true.
const FALSE: &str = "not true";

/// Counts what was found to be true.
fn check<G: Mind + Game>(
    game: &Match<G>,
    line: &RootMove<G::Action>,
    why: &Message,
    said: &mut BTreeMap<String, u32>,
) {
    let truth = is_true(game, line, why);
    if truth == Some(false) {
        let so_far: Vec<_> = game.actions().collect();
        let start = Match::new(game.rules().clone());
        println!(
            "{why:?} of {:?} after {:?}",
            texts(game, &line.actions),
            texts(&start, &so_far)
        );
    }
    let key = match truth {
        Some(true) => why.key.to_string(),
        Some(false) => FALSE.to_owned(),
        None => format!("{} (too long to try out)", why.key),
    };
    *said.entry(key).or_default() += 1;
}

/// Hundreds of sentences of every kind, about any action and the best one, where games are decided and where they
/// are not.
#[test]
fn hundreds_of_sentences_of_every_kind_are_true() {
    let mut said = BTreeMap::new();
    let engine = Engine::new(1);
    for (number, (spec, games)) in MANY.iter().enumerate() {
        let spec = Spec::parse(spec).unwrap();
        with_game!(&spec, |rules| {
            let mut random = SplitMix64::new(100 + number as u64);
            for _ in 0..*games {
                check_moments(&engine, &spec, rules.clone(), &mut random, &mut said);
            }
        })
        .unwrap();
    }
    println!("{said:#?}");
    assert_eq!(said.get(FALSE), None);
    for (kinds, least) in LEAST {
        let count: u32 = kinds.iter().filter_map(|kind| said.get(*kind)).sum();
        assert!(
            count >= *least,
            "{kinds:?}: {count} of {least} in {said:#?}"
        );
    }
}

/// Random games, and how many of them.
const MANY: &[(&str, u32)] = &[
    ("alignement", 20),
    ("blocus", 160),
    ("cubulus", 60),
    ("cubulus:level=2", 40),
    ("d21", 40),
    ("empire", 60),
    ("empire:players=3", 20),
    ("eupdonne", 120),
    ("monstrodechecs", 20),
    ("monstrodechecs:players=4", 20),
    ("porte", 60),
    ("saute", 20),
    ("saute:players=3", 20),
];

/// How often each kind of sentence is found to be true at least.
const LEAST: &[(&[&str], u32)] = &[
    // A forced win, and a forced loss.
    (&["engine.wins-now"], 800),
    (&["engine.wins-by-force"], 120),
    (&["engine.resists-longest"], 75),
    (&["engine.only-action"], 600),
    // A threat parried.
    (&["engine.stops-a-threat", "engine.only-defence"], 400),
    (&["blocus.because-closes", "blocus.because-closes-at"], 100),
    // A chain cut.
    (&["eupdonne.because-cuts"], 150),
    // A threat made.
    (&["engine.threatens"], 1_500),
    // A way opened, a chain joined.
    (&["blocus.because-opens", "blocus.because-opens-at"], 600),
    (&["eupdonne.because-links"], 200),
    // A piece kept.
    (&["engine.keeps", "eupdonne.because-keeps"], 480),
    // A capture.
    (
        &[
            "cubulus.because-takes-cube",
            "cubulus.because-takes-shield",
            "cubulus.because-takes-soldier",
            "empire.because-takes-archer",
            "empire.because-takes-cavalier",
            "empire.because-takes-commander",
            "eupdonne.because-captures",
            "monstrodechecs.because-removes",
            "monstrodechecs.because-trades",
        ],
        600,
    ),
    // What else is done.
    (&["cubulus.because-check"], 75),
    (&["d21.because-value"], 170),
    (&["empire.because-throne"], 65),
    (&["eupdonne.because-corner"], 480),
    (&["eupdonne.because-frees"], 120),
    (&["porte.because-enters"], 180),
    (&["saute.because-far"], 190),
];

/// Moments of a random game: the last ones, and some before.
fn check_moments<G: Mind + Game>(
    engine: &Engine,
    spec: &Spec,
    rules: G,
    random: &mut SplitMix64,
    said: &mut BTreeMap<String, u32>,
) {
    let never = AtomicBool::new(false);
    let mut game = Match::new(rules);
    while !game.is_over() {
        let action = game.legal()[random.below(game.legal().len())];
        game.play_unchecked(action);
    }
    let last = game.ply();
    let mut moments: Vec<usize> = (1..=4).map(|back| last.saturating_sub(back)).collect();
    moments.extend((0..4).map(|_| random.below(last)));
    moments.sort_unstable();
    moments.dedup();
    while let Some(ply) = moments.pop() {
        while game.ply() > ply {
            game.undo();
        }
        let request = Request {
            limits: Limits::nodes(300),
            hint: true,
            ..Request::default()
        };
        let (line, why) = hint(engine, spec, &game, &request);
        if let Some(why) = why {
            check(&game, &line, &why, said);
        }
        // Two actions before the end somebody overlooked something.
        let tries = if ply + 2 == last { 12 } else { 3 };
        for _ in 0..tries {
            let line = RootMove {
                score: Score(0),
                chance: 0.5,
                actions: vec![game.legal()[random.below(game.legal().len())]],
            };
            if let Some(hint) = reason(&game, line.actions[0], &line, None, false, &never) {
                check(&game, &line, &hint.why, said);
            }
        }
    }
}
