use std::sync::atomic::AtomicBool;

use tablier_rules::blockade::saute::{Action, GOAL, Position, Saute};
use tablier_rules::hash::SplitMix64;
use tablier_rules::{Game as _, Match, Rules as _, Spec};

use super::*;
use crate::{Limits, Method, SearchOptions, SearchResult, Task, TranspositionTable, think};

fn saute(spec: &str) -> Saute {
    Saute::from_spec(&Spec::parse(spec).unwrap()).unwrap()
}

/// A forecast with arbitrary weights.
fn arbitrary(views: Views) -> Forecast {
    let numbers = Numbers {
        habits: vec![1.0, 0.5, -0.5, 0.0, 0.25, -1.5],
        layers: Layers::arbitrary([100_000, -5_000, 0, 7], views.features, 5),
    };
    Forecast::read(views, &numbers.write()).unwrap()
}

/// Positions of random games, with their actions.
fn positions(rules: &Saute, mut see: impl FnMut(&Position, Seat, &[Action])) {
    for seed in 0..6 {
        let mut random = SplitMix64::new(seed);
        let mut game = Match::new(rules.clone());
        while let Status::Acts(acts) = game.status() {
            see(game.position(), acts, game.legal());
            let legal = game.legal();
            let action = legal[random.below(legal.len())];
            game.play_unchecked(action);
        }
    }
}

fn search(game: &Match<Saute>, options: &SearchOptions, nodes: u64) -> SearchResult<Action> {
    let (table, never) = (TranspositionTable::new(1), AtomicBool::new(false));
    let limits = Limits::nodes(nodes);
    think(game, options, &limits, &table, &never, &mut |_| {}).unwrap()
}

#[test]
fn whatever_a_seat_sees_has_a_row() {
    let rules = saute("saute:players=4");
    let views = rules.views().unwrap();
    let (mut features, mut leanings) = (Vec::new(), Vec::new());
    let mut different = vec![false; views.features];
    positions(&rules, |position, acts, actions| {
        for searcher in Seat::all(4) {
            features.clear();
            rules.see(position, searcher, &mut features);
            assert_eq!(features.len(), 4 * views.seen);
            for &feature in &features {
                different[usize::from(feature)] = true;
            }
        }
        leanings.clear();
        rules.leanings(position, acts, actions, &mut leanings);
        assert_eq!(leanings.len(), actions.len() * views.leanings);
        assert!(
            leanings
                .iter()
                .all(|leaning| (-12.0..=12.0).contains(leaning))
        );
    });
    let met = different.iter().filter(|&&met| met).count();
    assert!(met > views.features * 2 / 3, "{met}");
}

#[test]
fn the_seats_compete_for_one_win() {
    let rules = saute("saute:players=4");
    let forecast = arbitrary(rules.views().unwrap());
    let mut likely = Vec::new();
    positions(&rules, |position, acts, actions| {
        let mut foreseer = Foreseer::new(&rules, &forecast, Seat::new(1));
        let foreseen = foreseer.look(position);
        assert!(!foreseen.over);
        assert!((foreseen.chances.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        foreseer.habits(position, acts, actions, &mut likely);
        assert_eq!(likely.len(), actions.len());
        assert!((likely.iter().sum::<f32>() - 1.0).abs() < 1e-4);
    });
}

#[test]
fn only_whole_files_are_read() {
    let views = saute("saute:players=4").views().unwrap();
    let forecast = arbitrary(views);
    let file = forecast.numbers.write();
    assert_eq!(Forecast::read(views, &file), Some(forecast));
    for cut in [0, 7, 12, 100, file.len() - 1] {
        assert_eq!(Forecast::read(views, &file[..cut]), None, "{cut}");
    }
    assert_eq!(Forecast::read(views, &[&file[..], &[0]].concat()), None);
    // A habit that is no number, a weight of the output and a beginning of a sum that would overflow.
    let outputs = 8 + 4 * views.leanings + 4 * Seat::MOST;
    let bias = outputs + 2 * WIDTH * Seat::MOST;
    let wild: [(usize, &[u8]); 4] = [
        (8, &f32::NAN.to_le_bytes()),
        (outputs, &i16::MIN.to_le_bytes()),
        (outputs, &i16::MAX.to_le_bytes()),
        (bias, &i16::MIN.to_le_bytes()),
    ];
    for (at, bytes) in wild {
        let mut file = file.clone();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        assert_eq!(Forecast::read(views, &file), None, "{at} {bytes:?}");
    }
}

/// Others have nothing to foresee: two sides, and triangles that must arrive in front.
#[test]
fn a_forecast_is_for_the_game_it_learned() {
    for spec in [
        "saute",
        "saute:players=3",
        "saute:players=4,teams=true",
        "saute:players=4,expert=true",
    ] {
        assert_eq!(saute(spec).views(), None, "{spec}");
    }
}

/// However the others are expected to choose, whoever can win does.
#[test]
fn a_win_that_can_be_had_is_found() {
    let rules = saute("saute:players=4");
    let start = rules.start();
    // Everybody's last piece is one step from home, but for one seat whose pieces have not moved.
    let last = GOAL ^ 0x200 | 0x100;
    for acts in Seat::all(4) {
        let mut pieces = [last; 4];
        pieces[(rules.place(acts) + 2) % 4] = start.pieces(0);
        let position = Position::from_masks(pieces, [0; 4], acts);
        let game = Match::from_position(rules.clone(), position);
        let task = Task::new(&game).unwrap();
        let options = SearchOptions {
            method: Some(Method::Mcts),
            ..SearchOptions::default()
        };
        let found = search(&game, &options, 200);
        assert_eq!(found.lines[0].score.wins_in(), Some(1), "{acts:?}");
        assert_eq!(found.chances[task.acts.index()], 1.0);
    }
}

/// A weak level chooses from many lines after a few nodes.
#[cfg(feature = "networks")]
#[test]
fn what_is_foreseen_is_a_line_too() {
    let game = Match::new(saute("saute:players=4"));
    let options = SearchOptions {
        lines: 12,
        ..SearchOptions::default()
    };
    let found = search(&game, &options, 4);
    assert_eq!(found.lines.len(), 9);
    let chances = found.lines.iter().map(|line| line.chance);
    assert!(chances.clone().all(|chance| (0.05..0.6).contains(&chance)));
    // The one tried most comes first, then what promises most.
    let untried: Vec<f32> = chances.skip(3).collect();
    assert!(untried.is_sorted_by(|a, b| a >= b), "{untried:?}");
}

#[test]
fn following_a_game_comes_to_the_same_as_looking_afresh() {
    let rules = saute("saute:players=4");
    let forecast = arbitrary(rules.views().unwrap());
    for searcher in Seat::all(4) {
        let mut following = Foreseer::new(&rules, &forecast, searcher);
        let mut different = 0;
        let mut last = None;
        positions(&rules, |position, _, _| {
            let foreseen = following.look(position);
            let afresh = Foreseer::new(&rules, &forecast, searcher).look(position);
            assert_eq!(foreseen, afresh);
            different += usize::from(last.replace(foreseen) != Some(foreseen));
        });
        assert!(different > 100, "{different}");
    }
}

/// Whoever can win next does so, though habit would choose something else: here nobody else can prevent it.
#[cfg(feature = "networks")]
#[test]
fn somebody_who_can_win_does_whatever_the_habit() {
    let rules = saute("saute:players=4");
    let start = rules.start();
    let last = GOAL ^ 0x200 | 0x100;
    for acts in Seat::all(4) {
        let mut pieces = [start.pieces(0); 4];
        pieces[rules.place(acts.next(4))] = last;
        let position = Position::from_masks(pieces, [0; 4], acts);
        let game = Match::from_position(rules.clone(), position);
        let found = search(&game, &SearchOptions::default(), 300);
        assert!(found.lines[0].score.loses_in().is_some(), "{acts:?}");
        assert_eq!(found.chances[acts.next(4).index()], 1.0, "{acts:?}");
    }
}
