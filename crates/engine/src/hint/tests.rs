use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tablier_rules::breakthrough::{self, Breakthrough};
use tablier_rules::hash::SplitMix64;
use tablier_rules::scene::{Arg, Body, Glyph, Mark, MarkKind, Message, Piece, Place, State};
use tablier_rules::{Game, Match, Notation as _, Seat, Spec, Status, Verdict, with_game};

use crate::sides::verdict_of;
use crate::{Engine, Limits, Mind, Request, proof::Proof, side_count};

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
    let never = AtomicBool::new(false);
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
        let answer = engine
            .think(spec, &game, &request, &never, &mut |_| {})
            .unwrap();
        let action = *game
            .legal()
            .iter()
            .find(|&&action| crate::texts(&game, &[action])[0] == answer.action)
            .unwrap();
        if let Some(hint) = answer.hint {
            let wins = answer.report.lines[0].score.wins_in();
            assert!(
                is_true(&game, action, &hint.why, wins),
                "{spec} {seed}: {:?} of {} after {:?}",
                hint.why,
                answer.action,
                crate::texts(
                    &Match::new(game.rules().clone()),
                    &game.actions().collect::<Vec<_>>()
                )
            );
            *said.entry(hint.why.key.to_string()).or_default() += 1;
        }
        game.play_unchecked(action);
    }
}

fn number(message: &Message, name: &str) -> i64 {
    let found = message.args.iter().find(|(gap, _)| gap == name);
    match found {
        Some((_, Arg::Number(number))) => *number,
        other => panic!("{name} of {message:?}: {other:?}"),
    }
}

/// Checks a sentence with nothing but the rules and the pictures of the positions.
fn is_true<G: Mind + Game>(
    game: &Match<G>,
    action: G::Action,
    why: &Message,
    wins: Option<u32>,
) -> bool {
    let rules = game.rules();
    let Status::Acts(seat) = game.status() else {
        return false;
    };
    let ours = rules.side(seat);
    let next = |position: &G::Position, action: G::Action| {
        let mut next = position.clone();
        rules.apply(&mut next, action);
        next
    };
    let list = |position: &G::Position| {
        let mut actions = Vec::new();
        (rules.actions(position, &mut actions), actions)
    };
    let won = |position: &G::Position, side: u8| match list(position).0 {
        Status::Over(outcome) => verdict_of(rules, outcome, side) == Verdict::Won,
        Status::Acts(_) => false,
    };
    // Whether some other side is to act and wins with one action.
    let lost = |position: &G::Position| match list(position) {
        (Status::Acts(acts), actions) if rules.side(acts) != ours => actions
            .iter()
            .any(|&reply| won(&next(position, reply), rules.side(acts))),
        _ => false,
    };
    let position = game.position();
    let after = next(position, action);
    let others = || game.legal().iter().filter(|&&other| other != action);
    let (_, replies) = list(&after);
    // The pieces that nobody has taken or holds captive, by their pictures. Only bars go back to the hand.
    let hands = why.key.starts_with("eupdonne");
    let pieces = |position: &G::Position, of: &dyn Fn(Seat) -> bool| {
        let scene = rules.scene(position);
        let counts = scene.pieces.iter().filter(|piece| {
            piece.seat.is_some_and(of)
                && !matches!(piece.state, State::Captive(_))
                && (hands || matches!(piece.at, Place::Sites(_)))
        });
        counts.count() as i64
    };
    let mine = |position: &G::Position| pieces(position, &|other| rules.side(other) == ours);
    let theirs = |position: &G::Position| pieces(position, &|other| rules.side(other) != ours);
    match &*why.key {
        "engine.wins-now" => won(&after, ours),
        "engine.wins-by-force" => {
            let within = number(why, "actions") as u32;
            assert_eq!(Some(within), wins);
            // Long ones take too long to try out.
            let mut proof = Proof::for_side(rules, ours, 300_000);
            within > 5 || proof.wins(&after, within - 1) != Some(false)
        }
        "engine.only-action" => game.legal().len() == 1,
        "engine.resists-longest" => {
            let theirs = (0..rules.seats()).find(|&side| side != ours).unwrap();
            let mut proof = Proof::for_side(rules, theirs, 300_000);
            side_count(rules) != 2 || lost(&after) || proof.wins(&after, 5) != Some(false)
        }
        "engine.only-defence" => {
            !lost(&after) && others().all(|&other| lost(&next(position, other)))
        }
        "engine.stops-a-threat"
        | "eupdonne.because-cuts"
        | "blocus.because-closes"
        | "blocus.because-closes-at" => {
            let all = others().count() as i64;
            let losing = others()
                .filter(|&&other| lost(&next(position, other)))
                .count() as i64;
            assert_eq!(number(why, "others"), all);
            assert_eq!(number(why, "losing"), losing);
            if why.key.ends_with("-at") {
                let column = text(why, "place");
                for &other in others() {
                    let after = next(position, other);
                    if lost(&after) {
                        assert_eq!(exit(game, &after), column);
                    }
                }
            }
            !lost(&after) && losing * 2 >= all
        }
        "engine.threatens"
        | "eupdonne.because-links"
        | "blocus.because-opens"
        | "blocus.because-opens-at" => {
            let stops = replies
                .iter()
                .filter(|&&reply| {
                    let then = next(&after, reply);
                    let (_, ours_then) = list(&then);
                    !ours_then.iter().any(|&last| won(&next(&then, last), ours))
                })
                .count() as i64;
            assert_eq!(number(why, "replies"), replies.len() as i64);
            assert_eq!(number(why, "stops"), stops);
            stops * 4 <= replies.len() as i64
        }
        "engine.keeps" | "eupdonne.because-keeps" => {
            let loses = |position: &G::Position| {
                let (status, replies) = list(position);
                matches!(status, Status::Acts(acts) if rules.side(acts) != ours)
                    && replies
                        .iter()
                        .any(|&reply| mine(&next(position, reply)) < mine(position))
            };
            let losing = others()
                .filter(|&&other| loses(&next(position, other)))
                .count();
            assert_eq!(number(why, "losing"), losing as i64);
            !loses(&after) && losing * 2 >= others().count()
        }
        "engine.leaves" => number(why, "count") >= 1,
        "engine.best-found" => number(why, "depth") > 0,
        "cubulus.because-takes-cube"
        | "cubulus.because-takes-shield"
        | "cubulus.because-takes-soldier"
        | "empire.because-takes-archer"
        | "empire.because-takes-cavalier"
        | "empire.because-takes-commander" => theirs(&after) < theirs(position),
        "eupdonne.because-captures" => theirs(&after) < theirs(position),
        "eupdonne.because-frees" => mine(&after) > mine(position),
        "monstrodechecs.because-removes" => {
            theirs(position) - theirs(&after) == number(why, "count")
                && mine(&after) == mine(position)
        }
        "monstrodechecs.because-trades" => {
            theirs(position) - theirs(&after) == number(why, "count")
                && mine(position) - mine(&after) == number(why, "own")
        }
        "porte.because-enters" => mine(&after) == mine(position) + 1,
        "cubulus.because-check" => {
            let marks = rules.scene(&after).marks;
            marks.iter().any(|mark| mark.kind == MarkKind::Threat)
        }
        "cubulus.because-returns" => mine(&after) > mine(position),
        "empire.because-throne" | "eupdonne.because-corner" => theirs(&after) == theirs(position),
        "d21.because-value" => {
            let missing = |position: &G::Position| -> i64 {
                let mut counts = [0i64; 7];
                for piece in rules.scene(position).pieces {
                    if let (Some(of), Glyph::Die(die)) = (piece.seat, piece.glyph)
                        && of == seat
                    {
                        counts[usize::from(die.top)] += 1;
                    }
                }
                counts[1..].iter().map(|&count| (2 - count).max(0)).sum()
            };
            missing(&after) == number(why, "count") && missing(&after) < missing(position)
        }
        "saute.because-far" => {
            let far = |action: G::Action| -> i64 {
                let text = crate::texts(game, &[action]).remove(0);
                let mut squares = text.split(['-', '>']);
                let column = |square: Option<&str>| {
                    i64::from(
                        square
                            .and_then(|square| square.bytes().next())
                            .unwrap_or(b'A'),
                    )
                };
                let from = column(squares.next());
                column(squares.next_back()) - from
            };
            let most = game.legal().iter().map(|&action| far(action)).max();
            far(action) == number(why, "columns") && most == Some(far(action))
        }
        other => panic!("{other} is not checked"),
    }
}

fn text(message: &Message, name: &str) -> String {
    let found = message.args.iter().find(|(gap, _)| gap == name);
    match found {
        Some((_, Arg::Text(text))) => text.clone(),
        other => panic!("{name} of {message:?}: {other:?}"),
    }
}

/// The column in which the king of the seat to act leaves the board, from the picture.
fn exit<G: Mind + Game>(game: &Match<G>, position: &G::Position) -> String {
    let rules = game.rules();
    let Status::Acts(acts) = rules.actions(position, &mut Vec::new()) else {
        panic!("the game is over");
    };
    let scene = rules.scene(position);
    let is_king =
        |piece: &&Piece| piece.seat == Some(acts) && matches!(piece.glyph, Glyph::Body(Body::King));
    let king = scene.pieces.iter().find(is_king).unwrap();
    let Place::Sites(from) = &king.at else {
        panic!("{king:?}");
    };
    let is_way = |mark: &&Mark| mark.kind == MarkKind::Way && mark.sites.first() == from.first();
    let way = scene.marks.iter().find(is_way).unwrap();
    let last = way.sites.last().unwrap();
    let label = &rules.layout().sites[usize::from(last.0)].label;
    label.chars().take(1).collect()
}
