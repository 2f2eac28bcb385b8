use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tablier_rules::breakthrough::Breakthrough;
use tablier_rules::hash::SplitMix64;
use tablier_rules::{Match, Outcome, Rules, Seat, Spec, Status, with_game};

use crate::toy::Toy;
use crate::{
    Evaluation, Limits, Method, Mind, SearchOptions, SearchResult, Task, TranspositionTable,
    minimax, side_count, think,
};

static GO: AtomicBool = AtomicBool::new(false);

fn quick<M: Mind>(
    game: &Match<M>,
    options: &SearchOptions,
    limits: &Limits,
) -> SearchResult<M::Action> {
    let table = TranspositionTable::new(1);
    think(game, options, limits, &table, &GO, &mut |_| {}).expect("the game is not over")
}

fn exact(lines: usize) -> SearchOptions {
    SearchOptions {
        method: Some(Method::Pvs),
        exact: true,
        lines,
        ..SearchOptions::default()
    }
}

/// Checks that the search and plain minimax agree on the value, and on the value of the chosen
/// action.
fn agrees<M: Mind>(game: &Match<M>, depth: u32) {
    let Some(task) = Task::new(game) else { return };
    let values = minimax::values(&task, depth);
    let found = quick(game, &exact(1), &Limits::depth(depth));
    assert_eq!(found.lines[0].score.0, minimax::value(&task, depth));
    let of_best = values.iter().find(|(action, _)| *action == found.best());
    assert_eq!(
        of_best.map(|(_, value)| *value),
        Some(found.lines[0].score.0)
    );
}

#[test]
fn pvs_equals_minimax_on_toy_trees() {
    for seed in 0..400 {
        let (seats, teams) = [(2, false), (4, true), (3, false), (4, false)][seed as usize % 4];
        let toy = Toy {
            seed,
            seats,
            teams,
            depth: 7,
            widest: 4,
        };
        for depth in 1..=6 {
            agrees(&Match::new(toy.clone()), depth);
        }
    }
}

#[test]
fn several_lines_are_the_best_ones_of_minimax() {
    for seed in 0..200 {
        let toy = Toy {
            seed,
            seats: 4,
            teams: true,
            depth: 6,
            widest: 6,
        };
        let game = Match::new(toy);
        let Some(task) = Task::new(&game) else {
            continue;
        };
        let mut values: Vec<i32> = minimax::values(&task, 4).iter().map(|v| v.1).collect();
        values.sort_by_key(|value| -value);
        values.truncate(3);
        let found = quick(&game, &exact(3), &Limits::depth(4));
        let lines: Vec<i32> = found.lines.iter().map(|line| line.score.0).collect();
        assert_eq!(lines, values, "seed {seed}");
    }
}

/// The outcome for each seat if each maximises its own verdict.
fn solve(toy: &Toy, game: &Match<Toy>) -> Vec<Outcome> {
    fn go(toy: &Toy, position: &<Toy as Rules>::Position) -> Vec<Outcome> {
        let mut actions = Vec::new();
        match toy.actions(position, &mut actions) {
            Status::Over(outcome) => vec![outcome],
            Status::Acts(seat) => {
                let mut all: Vec<Outcome> = actions
                    .iter()
                    .flat_map(|&action| {
                        let mut next = position.clone();
                        toy.apply(&mut next, action);
                        go(toy, &next)
                    })
                    .collect();
                let best = all.iter().map(|o| o.verdict(seat)).max();
                all.retain(|o| Some(o.verdict(seat)) == best);
                all.dedup();
                all
            }
        }
    }
    go(toy, game.position())
}

#[test]
fn monte_carlo_search_proves_toy_trees() {
    for seed in 0..200 {
        let (seats, teams) = [(2, false), (4, true)][seed as usize % 2];
        let toy = Toy {
            seed,
            seats,
            teams,
            depth: 5,
            widest: 4,
        };
        let game = Match::new(toy.clone());
        let Some(task) = Task::new(&game) else {
            continue;
        };
        let options = SearchOptions {
            method: Some(Method::Mcts),
            ..SearchOptions::default()
        };
        let found = quick(&game, &options, &Limits::nodes(100_000));
        assert!(found.nodes < 100_000, "seed {seed} is not solved");
        let value = minimax::value(&task, 9);
        let verdict = solve(&toy, &game)[0].verdict(task.acts);
        let proven = found.lines[0].score;
        assert_eq!(proven.wins_in().is_some(), value > 20_000, "seed {seed}");
        assert_eq!(proven.loses_in().is_some(), value < -20_000, "seed {seed}");
        assert_eq!(
            found.chances[task.acts.index()],
            [0.0, 0.5, 1.0][verdict as usize]
        );
    }
}

#[test]
fn monte_carlo_search_lets_each_of_four_seats_win_what_it_can() {
    for seed in 0..200 {
        let toy = Toy {
            seed,
            seats: 4,
            teams: false,
            depth: 4,
            widest: 4,
        };
        let game = Match::new(toy.clone());
        let Some(task) = Task::new(&game) else {
            continue;
        };
        let options = SearchOptions {
            method: Some(Method::Mcts),
            ..SearchOptions::default()
        };
        let found = quick(&game, &options, &Limits::nodes(100_000));
        // What the seat gets however the others choose among equals.
        let sure = minimax::value(&task, 9);
        if sure > 20_000 {
            assert!(found.lines[0].score.wins_in().is_some(), "seed {seed}");
        }
    }
}

#[test]
fn pvs_equals_minimax_in_breakthrough() {
    let mut random = SplitMix64::new(1);
    for _ in 0..6 {
        let mut game = Match::new(Breakthrough);
        for _ in 0..random.below(40) {
            if !game.is_over() {
                let legal = game.legal();
                let action = legal[random.below(legal.len())];
                game.play_unchecked(action);
            }
        }
        for depth in 1..=3 {
            agrees(&game, depth);
        }
    }
}

#[test]
fn a_search_stops_when_told() {
    for method in [Method::Pvs, Method::Mcts, Method::Uct] {
        let stop = AtomicBool::new(false);
        let game = Match::new(Breakthrough);
        let options = SearchOptions {
            method: Some(method),
            ..SearchOptions::default()
        };
        let table = TranspositionTable::new(1);
        std::thread::scope(|scope| {
            let search = scope.spawn(|| {
                think(
                    &game,
                    &options,
                    &Limits::default(),
                    &table,
                    &stop,
                    &mut |_| {},
                )
                .unwrap();
                Instant::now()
            });
            std::thread::sleep(Duration::from_millis(60));
            let told = Instant::now();
            stop.store(true, Ordering::Relaxed);
            let ended = search.join().unwrap();
            // Generous, since the machine may be busy.
            assert!(ended - told < Duration::from_millis(200), "{method:?}");
        });
    }
}

#[test]
fn the_same_nodes_and_seed_give_the_same_answer() {
    let game = Match::new(Breakthrough);
    for method in [Method::Pvs, Method::Mcts, Method::Uct] {
        let options = SearchOptions {
            method: Some(method),
            lines: 3,
            seed: 7,
            ..SearchOptions::default()
        };
        let table = TranspositionTable::new(1);
        let once = || {
            let found = think(
                &game,
                &options,
                &Limits::nodes(3_000),
                &table,
                &GO,
                &mut |_| {},
            );
            format!("{found:?}")
        };
        assert_eq!(once(), once(), "{method:?}");
    }
}

#[test]
fn several_threads_answer_too() {
    let game = Match::new(Breakthrough);
    let options = SearchOptions {
        threads: 2,
        ..SearchOptions::default()
    };
    let found = quick(&game, &options, &Limits::depth(5));
    assert!(game.legal().contains(&found.best()));
    assert_eq!(found.depth, 5);
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
                let options = SearchOptions {
                    method: Some(method),
                    lines: 12,
                    ..SearchOptions::default()
                };
                for nodes in [2, 5, 9] {
                    let found = quick(&game, &options, &Limits::nodes(nodes));
                    // Every node of the search but the root is one visit of one action.
                    let tried = found.lines.len() as u64;
                    assert!((1..=nodes).contains(&tried), "{variant} {method:?} {tried}");
                }
            }
        })
        .unwrap();
    }
}

/// Toy trees where the first actions tried lose at once.
#[test]
fn what_surely_loses_comes_after_what_was_not_tried() {
    let mut seen = 0;
    for seed in 0..2_000 {
        let toy = Toy {
            seed,
            seats: 3,
            teams: false,
            depth: 2,
            widest: 6,
        };
        let game = Match::new(toy);
        let Some(task) = Task::new(&game) else {
            continue;
        };
        let options = SearchOptions {
            method: Some(Method::Mcts),
            lines: 12,
            ..SearchOptions::default()
        };
        let found = quick(&game, &options, &Limits::nodes(3));
        let values = minimax::values(&task, 3);
        if found.lines[0].score.loses_in().is_some() {
            assert!(
                values.iter().all(|(_, value)| *value < -20_000),
                "seed {seed}"
            );
        } else if found
            .lines
            .iter()
            .skip(1)
            .any(|line| line.score.loses_in().is_some())
        {
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn the_seats_of_a_team_share_their_chance() {
    let toy = Toy {
        seed: 3,
        seats: 4,
        teams: true,
        depth: 6,
        widest: 3,
    };
    let game = Match::new(toy);
    let found = quick(&game, &SearchOptions::default(), &Limits::nodes(50));
    let chances: Vec<f32> = Seat::all(4).map(|s| found.chances[s.index()]).collect();
    assert_eq!(chances[0], chances[2]);
    assert_eq!(chances[1], chances[3]);
}

/// Every game, and every variant that plays differently.
const VARIANTS: &[&str] = &[
    "alignement",
    "blocus",
    "blocus:kings=left",
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
fn two_sides_see_the_same_position_from_opposite_ends() {
    let mut random = SplitMix64::new(7);
    for variant in VARIANTS {
        let spec = Spec::parse(variant).unwrap();
        with_game!(&spec, |rules| {
            for _ in 0..20 {
                let game = random_match(&rules, &mut random, 100);
                if let Status::Acts(acts) = game.status() {
                    let of = |side| rules.evaluate(game.position(), acts, game.legal(), side);
                    if side_count(&rules) == 2 {
                        assert_eq!(of(0), -of(1), "{variant}");
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
