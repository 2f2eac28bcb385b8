//! The table that is printed.

use std::fmt::Write as _;

use tablier_rules::Seat;

use super::sample::Sample;

/// What was won of what was called how, in tenths and in narrower bands.
pub(super) fn table(sides: usize, samples: &[Sample]) -> String {
    let mut text = String::new();
    // Of two sides the one has what the other has not.
    let told = if sides == 2 { 1 } else { Seat::MOST };
    for tenth in 0..10 {
        let within = |chance: f64| ((chance * 10.0) as usize).min(9) == tenth;
        let said = Said::new(samples, told, within);
        if said.count > 0 {
            let _ = writeln!(
                text,
                "{:3} to {:3} %: {:6} positions, said {:5.1} %, won {:5.1} %",
                tenth * 10,
                tenth * 10 + 10,
                said.count,
                100.0 * said.mean,
                100.0 * said.won
            );
        }
    }
    let bands: &[[f64; 2]] = match sides {
        2 => &[[0.65, 0.75]],
        _ => &[[0.2, 0.3], [0.65, 0.75]],
    };
    for [from, to] in bands {
        let said = Said::new(samples, Seat::MOST, |chance| (*from..*to).contains(&chance));
        if said.count == 0 {
            let _ = writeln!(
                text,
                "called {:.0} to {:.0} %: never",
                100.0 * from,
                100.0 * to
            );
            continue;
        }
        let _ = writeln!(
            text,
            "called {:.0} to {:.0} %: {} times in {} games, said {:.1} %, won {:.1} ± {:.1} %",
            100.0 * from,
            100.0 * to,
            said.count,
            said.games,
            100.0 * said.mean,
            100.0 * said.won,
            200.0 * said.error
        );
    }
    text
}

/// All chances that were said within certain limits.
struct Said {
    count: usize,
    /// In how many games.
    games: usize,
    /// The mean of what was said.
    mean: f64,
    /// The mean of what was won.
    won: f64,
    /// Its standard error; what was said in one game counts together.
    error: f64,
}

impl Said {
    /// Of every sample the first so many chances.
    fn new(samples: &[Sample], first: usize, within: impl Fn(f64) -> bool) -> Self {
        let mut of_games: Vec<(u64, f64, f64, f64)> = Vec::new();
        for sample in samples {
            for (&chance, &share) in sample.chances.iter().zip(&sample.shares).take(first) {
                if !within(chance) {
                    continue;
                }
                match of_games.last_mut() {
                    Some(game) if game.0 == sample.game => {
                        game.1 += 1.0;
                        game.2 += chance;
                        game.3 += share;
                    }
                    _ => of_games.push((sample.game, 1.0, chance, share)),
                }
            }
        }
        let count: f64 = of_games.iter().map(|game| game.1).sum();
        let most = count.max(1.0);
        let won = of_games.iter().map(|game| game.3).sum::<f64>() / most;
        let apart: f64 = of_games
            .iter()
            .map(|game| (game.3 - won * game.1).powi(2))
            .sum();
        let games = of_games.len() as f64;
        Self {
            count: count as usize,
            games: of_games.len(),
            mean: of_games.iter().map(|game| game.2).sum::<f64>() / most,
            won,
            error: (apart * games / (games - 1.0).max(1.0)).sqrt() / most,
        }
    }
}
