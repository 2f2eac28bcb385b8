//! Times random games: `playouts ACTIONS GAME…` plays at least ACTIONS actions of each game (an id
//! with options, or `breakthrough`) and prints `GAME games actions seconds`.

use std::process::ExitCode;
use std::time::Instant;

use tablier_rules::breakthrough::Breakthrough;
use tablier_rules::playouts::{PlayoutCounts, Playouts};
use tablier_rules::{Rules, Spec, with_game};

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(budget) = arguments.next().and_then(|text| text.parse().ok()) else {
        eprintln!("usage: playouts ACTIONS GAME…");
        return ExitCode::FAILURE;
    };
    for game in arguments {
        match run(&game, budget) {
            Ok((counts, seconds)) => {
                println!("{game} {} {} {seconds:.6}", counts.games, counts.actions);
            }
            Err(why) => {
                eprintln!("{why}");
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

fn run(game: &str, budget: u64) -> Result<(PlayoutCounts, f64), String> {
    // The example of a new game is not in the catalog.
    if game == "breakthrough" {
        return Ok(time(&Breakthrough, budget));
    }
    let spec = Spec::parse(game).map_err(|e| e.to_string())?;
    with_game!(&spec, |rules| time(&rules, budget)).map_err(|e| e.to_string())
}

fn time<G: Rules>(rules: &G, budget: u64) -> (PlayoutCounts, f64) {
    let mut playouts = Playouts::new(rules, 1);
    playouts.play(budget / 50); // warm
    let start = Instant::now();
    let counts = playouts.play(budget);
    (counts, start.elapsed().as_secs_f64())
}
