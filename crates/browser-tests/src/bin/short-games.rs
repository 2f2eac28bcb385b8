//! Finds short games that end, for the browser tests: `cargo xtask short-games` writes
//! `crates/browser-tests/games.txt`.

use tablier_browser_tests::games::{quick_game, variants};

/// How many games of each variant are tried.
const TRIES: u64 = 4;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for spec in variants() {
        if !wanted.is_empty() && !wanted.contains(&spec) {
            continue;
        }
        let mut best: Option<Vec<String>> = None;
        for seed in 1..=TRIES {
            let longest = best.as_ref().map_or(200, |best| best.len() - 1);
            best = quick_game(&spec, seed, longest).or(best);
        }
        match best {
            Some(game) => println!("{spec} {}", game.join(" ")),
            None => eprintln!("{spec}: no game has ended"),
        }
    }
}
