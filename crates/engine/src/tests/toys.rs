//! Searches on toy trees, which minimax solves.

use tablier_rules::{Match, Outcome, Rules, Seat, Status, Verdict};

use super::{agrees, by, exact, quick};
use crate::toy::Toy;
use crate::{Limits, Method, SearchOptions, Task, minimax};

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

/// Threads that leave each other's actions for later still try them all.
#[test]
fn two_threads_find_the_value_of_minimax() {
    for seed in 0..200 {
        let toy = Toy {
            seed,
            seats: 2,
            teams: false,
            depth: 8,
            widest: 5,
        };
        let game = Match::new(toy);
        let Some(task) = Task::new(&game) else {
            continue;
        };
        let best = minimax::values(&task, 7).iter().map(|v| v.1).max();
        let options = SearchOptions {
            threads: 2,
            ..exact(1)
        };
        let found = quick(&game, &options, &Limits::depth(7));
        assert_eq!(Some(found.lines[0].score.0), best, "seed {seed}");
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
        let found = quick(&game, &by(Method::Mcts, 1), &Limits::nodes(100_000));
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
        let found = quick(&game, &by(Method::Mcts, 1), &Limits::nodes(100_000));
        // What the seat gets however the others choose among equals.
        let sure = minimax::value(&task, 9);
        if sure > 20_000 {
            assert!(found.lines[0].score.wins_in().is_some(), "seed {seed}");
        }
    }
}

/// A seat that has nothing to win any more may choose who does. Nothing is proven by what it happens to choose.
#[test]
fn monte_carlo_search_proves_nothing_by_what_the_hopeless_choose() {
    let (mut won, mut lost) = (0, 0);
    for seed in 0..1_000 {
        let toy = Toy {
            seed,
            seats: 3 + (seed % 2) as u8,
            teams: false,
            depth: 5,
            widest: 3,
        };
        let game = Match::new(toy.clone());
        let Some(task) = Task::new(&game) else {
            continue;
        };
        let found = quick(&game, &by(Method::Mcts, 1), &Limits::nodes(20_000));
        let line = &found.lines[0];
        let mut after = game.clone();
        after.play(line.actions[0]).unwrap();
        let possible = solve(&toy, &after);
        let mut verdicts = possible.iter().map(|outcome| outcome.verdict(task.acts));
        if line.score.wins_in().is_some() {
            assert!(
                verdicts.all(|verdict| verdict == Verdict::Won),
                "seed {seed}"
            );
            won += 1;
        } else if line.score.loses_in().is_some() {
            assert!(
                verdicts.all(|verdict| verdict == Verdict::Lost),
                "seed {seed}"
            );
            lost += 1;
        }
    }
    assert!(won > 100 && lost > 100, "{won} won, {lost} lost");
}

/// It is told that the hopeless may choose anyone who then wins: at the root, and after the only action there.
#[test]
fn monte_carlo_search_shares_out_what_the_hopeless_choose() {
    let mut undecided = [0; 2];
    for seed in 0..2_000 {
        let depth = 1 + (seed % 2) as u8;
        let toy = Toy {
            seed,
            seats: 3,
            teams: false,
            depth,
            widest: 4,
        };
        let mut game = Match::new(toy);
        let found = quick(&game, &by(Method::Mcts, 1), &Limits::nodes(20_000));
        if depth == 2 {
            let &[only] = game.legal() else {
                continue;
            };
            game.play(only).unwrap();
        }
        let Status::Acts(seat) = game.status() else {
            continue;
        };
        let ends = game.legal().iter().map(|&action| {
            let mut after = game.clone();
            after.play(action).unwrap();
            solve(game.rules(), &after)[0]
        });
        let ends: Vec<Outcome> = ends.collect();
        if ends.iter().any(|end| end.verdict(seat) == Verdict::Won) {
            continue;
        }
        for other in Seat::all(3) {
            let won = |end: &&Outcome| end.verdict(other) == Verdict::Won;
            let likely = ends.iter().filter(won).count() as f32 / ends.len() as f32;
            let told = found.chances[other.index()];
            assert!((told - likely).abs() < 0.1, "seed {seed}: {told}, {likely}");
        }
        undecided[usize::from(depth - 1)] += 1;
    }
    assert!(undecided.iter().all(|&count| count > 50), "{undecided:?}");
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
        let found = quick(&game, &by(Method::Mcts, 12), &Limits::nodes(3));
        let values = minimax::values(&task, 3);
        if found.lines[0].score.loses_in().is_some() {
            assert!(
                values.iter().all(|(_, value)| *value < -20_000),
                "seed {seed}"
            );
            continue;
        }
        let scores = found.lines.iter().map(|line| line.score);
        let losing = scores.filter(|score| score.loses_in().is_some()).count();
        // Two actions were tried. If both lose, the first line is another, worth what the position is.
        if losing == 2 {
            let expected = found.chances[task.acts.index()];
            assert_eq!(found.lines[0].chance, expected, "seed {seed}");
        }
        seen += usize::from(losing > 0);
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
