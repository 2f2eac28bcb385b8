//! Searches of a small real game: stopping, repeating, several threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tablier_rules::Match;
use tablier_rules::breakthrough::Breakthrough;
use tablier_rules::hash::SplitMix64;

use super::{GO, agrees, by, quick};
use crate::{Limits, Method, SearchOptions, TranspositionTable, think};

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
        let options = by(method, 1);
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
            seed: 7,
            ..by(method, 3)
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
