//! Searches of every game.

use std::time::Duration;

use tablier_rules::hash::SplitMix64;
use tablier_rules::{Match, Rules, Spec, Status, with_game};

use super::{agrees, by, quick};
use crate::{Evaluation, Knowledge, Limits, Method, Mind, SearchOptions, side_count};

/// Every game, and every variant that plays differently.
const VARIANTS: &[&str] = &[
    "alignement",
    "blocus",
    "blocus:kings=left",
    #[cfg(feature = "development")]
    "breakthrough",
    "cubulus",
    "cubulus:level=2",
    "d21",
    "d21:order=strict",
    "d21:jump=any",
    "die-check:level=2",
    "empire",
    "empire:players=3",
    "empire:players=4,teams=true",
    "eupdonne",
    "eupdonne:release=captors",
    "monstrodechecs",
    "monstrodechecs:mode=diable,players=4",
    "monstrodechecs:players=4,teams=true",
    "monstrodechecs:mode=carnage,rounds=2",
    "porte",
    "porte:players=3",
    "porte:players=4,teams=true",
    "saute",
    "saute:players=4,teams=true",
    "saute:players=3,expert=true",
    "solitaire",
];

#[test]
fn every_game_of_the_catalog_is_tried() {
    for game in tablier_rules::catalog::GAMES {
        assert!(
            VARIANTS
                .iter()
                .any(|v| v.split(':').next() == Some(game.id)),
            "{} is not tried here",
            game.id
        );
    }
}

/// Of two sides that one is told to be ahead which is, by more if it is by more, and none to have won
/// that has not.
#[test]
fn what_every_game_tells_rises_with_what_is_searched() {
    let two_sides = |variant: &&&str| {
        let spec = Spec::parse(variant).unwrap();
        with_game!(&spec, |rules| side_count(&rules)).unwrap() == 2
    };
    for variant in VARIANTS.iter().filter(two_sides) {
        let spec = Spec::parse(variant).unwrap();
        let profile = with_game!(&spec, |rules| rules.profile()).unwrap();
        let told = |ply, own: f32| {
            let mut chances = [own, 1.0 - own];
            profile.tell(ply, &mut chances);
            assert!((chances[0] + chances[1] - 1.0).abs() < 1e-6, "{variant}");
            chances[0]
        };
        for ply in [0, 20, 100, 1_000] {
            assert_eq!((told(ply, 0.0), told(ply, 1.0)), (0.0, 1.0), "{variant}");
            assert!((told(ply, 0.5) - 0.5).abs() < 1e-6, "{variant}");
            let mut before = 0.5;
            for step in 501..1_000 {
                let searched = step as f32 / 1_000.0;
                let ahead = told(ply, searched);
                let behind = told(ply, 1.0 - searched);
                assert!((ahead + behind - 1.0).abs() < 1e-4, "{variant} {searched}");
                assert!((before..0.999).contains(&ahead), "{variant} {searched}");
                before = ahead;
            }
            assert!(before > 0.5, "{variant}");
        }
    }
}

/// A match after some random actions that do not end it.
fn random_match<M: Mind>(rules: &M, random: &mut SplitMix64, most: usize) -> Match<M> {
    let mut game = Match::new(rules.clone());
    for _ in 0..random.below(most) {
        let legal = game.legal();
        let action = legal[random.below(legal.len())];
        game.play_unchecked(action);
        if game.is_over() {
            game.undo();
            break;
        }
    }
    game
}

#[test]
fn no_search_ever_plays_an_illegal_action() {
    let mut random = SplitMix64::new(5);
    for variant in VARIANTS {
        let spec = Spec::parse(variant).unwrap();
        with_game!(&spec, |rules| {
            for round in 0..24 {
                let game = random_match(&rules, &mut random, 120);
                let method = [
                    None,
                    Some(Method::Pvs),
                    Some(Method::Mcts),
                    Some(Method::Uct),
                ];
                let options = SearchOptions {
                    method: method[round % 4],
                    lines: 1 + round % 3,
                    seed: round as u64,
                    ..SearchOptions::default()
                };
                let limits = match round % 3 {
                    0 => Limits::nodes(1 + random.below(300) as u64),
                    1 => Limits::time(Duration::from_micros(random.below(3_000) as u64)),
                    _ => Limits {
                        nodes: Some(400),
                        depth: Some(2),
                        ..Limits::default()
                    },
                };
                let found = quick(&game, &options, &limits);
                let mut line = game.clone();
                for &action in &found.lines[0].actions {
                    let played = line.play(action);
                    assert!(played.is_ok(), "{variant}: {action:?} in a line");
                }
                assert!(
                    found
                        .lines
                        .iter()
                        .all(|l| game.legal().contains(&l.actions[0]))
                );
                assert!(found.lines.len() <= options.lines);
                let chances = &found.chances[..usize::from(game.rules().seats())];
                assert!(
                    chances.iter().all(|c| (0.0..=1.0).contains(c)),
                    "{chances:?}"
                );
            }
        })
        .unwrap();
    }
}

#[test]
fn pvs_equals_minimax_in_every_game() {
    let mut random = SplitMix64::new(6);
    for variant in VARIANTS {
        let spec = Spec::parse(variant).unwrap();
        with_game!(&spec, |rules| {
            if rules.seats() > 1 {
                for _ in 0..8 {
                    let game = random_match(&rules, &mut random, 80);
                    let wide = game.legal().len();
                    let depth = if wide > 60 {
                        1
                    } else if wide > 20 {
                        2
                    } else {
                        3
                    };
                    agrees(&game, depth);
                }
            }
        })
        .unwrap();
    }
}

#[test]
fn who_acts_is_known_without_the_list_of_actions() {
    for &variant in VARIANTS {
        let spec = Spec::parse(variant).unwrap();
        with_game!(&spec, |rules| {
            let mut random = SplitMix64::new(3);
            for _ in 0..60 {
                let mut game = Match::new(rules.clone());
                while let Status::Acts(seat) = game.status()
                    && game.ply() < 200
                {
                    let acts = rules.acts(game.position());
                    assert!(acts.is_none_or(|acts| acts == seat), "{variant}");
                    let legal = game.legal();
                    game.play_unchecked(legal[random.below(legal.len())]);
                }
            }
        })
        .unwrap();
    }
}

#[test]
fn positions_occur_again_only_after_their_period() {
    for &variant in VARIANTS {
        let spec = Spec::parse(variant).unwrap();
        with_game!(&spec, |rules| {
            let mut random = SplitMix64::new(8);
            for _ in 0..20 {
                let mut game = Match::new(rules.clone());
                let mut seen: Vec<u64> = Vec::new();
                let mut round = 0;
                while !game.is_over() && game.ply() < 400 {
                    let position = game.position();
                    if rules.round(position) != round {
                        round = rules.round(position);
                        seen.clear();
                    }
                    let (key, period) = (rules.key(position), rules.period(position));
                    for (at, _) in seen.iter().enumerate().filter(|&(_, &old)| old == key) {
                        assert_eq!((seen.len() - at) % period, 0, "{variant}");
                    }
                    seen.push(key);
                    let legal = game.legal();
                    game.play_unchecked(legal[random.below(legal.len())]);
                }
            }
        })
        .unwrap();
    }
}

#[test]
fn two_sides_see_the_same_position_from_opposite_ends() {
    let mut random = SplitMix64::new(7);
    for variant in VARIANTS {
        let spec = Spec::parse(variant).unwrap();
        with_game!(&spec, |rules| {
            for _ in 0..20 {
                let game = random_match(&rules, &mut random, 100);
                if let Status::Acts(acts) = game.status() {
                    let worth = |side| rules.evaluate(game.position(), acts, game.legal(), side);
                    if side_count(&rules) == 2 {
                        assert_eq!(worth(0), -worth(1), "{variant}");
                    }
                    let chances =
                        rules.chances(rules.profile().scale, game.position(), acts, game.legal());
                    assert!(chances.iter().all(|c| (0.0..=1.0).contains(c)), "{variant}");
                }
            }
        })
        .unwrap();
    }
}

/// Weak levels choose among several lines of a short search.
#[test]
fn only_actions_that_were_tried_are_lines() {
    for variant in [
        "saute:players=3",
        "monstrodechecs:players=4",
        "porte:players=4",
    ] {
        let spec = Spec::parse(variant).unwrap();
        with_game!(&spec, |rules| {
            let game = Match::new(rules);
            for method in [Method::Mcts, Method::Uct] {
                for nodes in [2, 5, 9] {
                    let found = quick(&game, &by(method, 12), &Limits::nodes(nodes));
                    // Every node of the search but the root is one visit of one action.
                    let tried = found.lines.len() as u64;
                    assert!((1..=nodes).contains(&tried), "{variant} {method:?} {tried}");
                }
            }
        })
        .unwrap();
    }
}
