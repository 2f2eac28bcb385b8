//! Fitting the weights of evaluations to games: the chance of winning that an evaluation gives
//! should match how the games ended.

use tablier_rules::{Game, Match, Seat, Status};

use crate::sides::{logistic, shares, side_count};
use crate::{Mind, replay};

/// Two sides in a position of a game that was played: how much more of each term the first had than
/// the second, and its share of what the two got in the end.
#[derive(Clone, Debug)]
pub struct Sample {
    fixed: f64,
    counts: Vec<f64>,
    result: f64,
}

/// The result of fitting.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The weights, in the order of the terms.
    pub weights: Vec<f64>,
    /// The error of the old weights in predicting the results (mean square).
    pub before: f64,
    /// The error of the new ones.
    pub after: f64,
}

/// The positions of a game after its random opening: in each, every pair of sides of which one got
/// something. None if an action cannot be played.
pub fn samples<G: Mind + Game>(
    rules: &G,
    actions: &[String],
    opening: usize,
) -> Option<Vec<Sample>> {
    let played = replay(rules.clone(), None, actions).ok()?;
    let mut game = Match::new(rules.clone());
    let mut seen = Vec::new();
    for (ply, action) in played.actions().enumerate() {
        if let Status::Acts(acts) = game.status()
            && ply >= opening
            && game.legal().len() > 1
        {
            seen.push(rules.counts(game.position(), acts));
        }
        game.play_unchecked(action);
    }
    let Status::Over(outcome) = game.status() else {
        return Some(Vec::new());
    };
    let shares = shares(rules, outcome);
    let mut results = vec![0.0; side_count(rules)];
    for seat in Seat::all(rules.seats()) {
        results[usize::from(rules.side(seat))] = f64::from(shares[seat.index()]);
    }
    let mut samples = Vec::new();
    for counts in seen {
        for (one, result) in results.iter().enumerate() {
            for (other, rest) in results.iter().enumerate().skip(one + 1) {
                let more = |count: &[i32; Seat::MOST]| f64::from(count[one] - count[other]);
                if result + rest > 0.0 {
                    samples.push(Sample {
                        fixed: more(&counts.fixed),
                        counts: counts.terms.iter().map(more).collect(),
                        result: result / (result + rest),
                    });
                }
            }
        }
    }
    Some(samples)
}

/// Whether the weights of a game can be fitted.
pub fn can_fit<M: Mind>(mind: &M) -> bool {
    !mind.terms().is_empty()
}

/// A term seen this often (or with this total amount) is pulled halfway back to its old weight.
const SELDOM: f64 = 50.0;

/// Fits weights to samples, starting from the game's own, by gradient descent with a step size per
/// weight.
pub fn fit<M: Mind>(mind: &M, samples: &[Sample], rounds: usize) -> Fit {
    let scale = f64::from(mind.profile().scale);
    let start: Vec<f64> = mind
        .terms()
        .iter()
        .map(|(_, weight)| f64::from(*weight))
        .collect();
    let mut weights = start.clone();
    let before = error(&weights, samples, scale);
    let spans: Vec<f64> = (0..weights.len())
        .map(|i| samples.iter().map(|s| s.counts[i] * s.counts[i]).sum())
        .collect();
    for _ in 0..rounds {
        let mut slope = vec![0.0; weights.len()];
        for sample in samples {
            let off = sample.result - foretold(&weights, sample, scale);
            for (slope, count) in slope.iter_mut().zip(&sample.counts) {
                *slope += off * count;
            }
        }
        for (i, slope) in slope.into_iter().enumerate() {
            // Terms that were hardly ever seen keep their weight.
            let back = SELDOM * (start[i] - weights[i]);
            weights[i] += (scale * slope + back) / (spans[i] + SELDOM);
        }
    }
    let after = error(&weights, samples, scale);
    Fit {
        weights,
        before,
        after,
    }
}

fn foretold(weights: &[f64], sample: &Sample, scale: f64) -> f64 {
    let sum: f64 = weights.iter().zip(&sample.counts).map(|(w, c)| w * c).sum();
    f64::from(logistic(((sample.fixed + sum) / scale) as f32))
}

fn error(weights: &[f64], samples: &[Sample], scale: f64) -> f64 {
    let sum: f64 = samples
        .iter()
        .map(|sample| (sample.result - foretold(weights, sample, scale)).powi(2))
        .sum();
    sum / samples.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use crate::Evaluation as _;
    use tablier_rules::blockade::saute::Saute;
    use tablier_rules::hash::SplitMix64;
    use tablier_rules::{Game, Notation as _, Spec};

    use super::*;

    #[test]
    fn what_wins_games_gains_weight() {
        let spec = Spec::parse("saute").unwrap();
        let game = Saute::from_spec(&spec).unwrap();
        assert!(can_fit(&game));
        let terms = game.terms().len();
        // The first term decides, the second is noise.
        let samples: Vec<Sample> = (0..400)
            .map(|i| {
                let mut counts = vec![0.0; terms];
                counts[0] = f64::from(i % 7 - 3);
                counts[1] = f64::from(i % 5 - 2);
                let result = f64::from(u8::from(i % 7 > 3 || (i % 7 == 3 && i % 2 == 0)));
                Sample {
                    fixed: 0.0,
                    counts,
                    result,
                }
            })
            .collect();
        let fit = fit(&game, &samples, 500);
        assert!(fit.after < fit.before);
        assert!(fit.weights[0] > 0.0, "{:?}", fit.weights);
        assert!(
            fit.weights[1].abs() < fit.weights[0] / 4.0,
            "{:?}",
            fit.weights
        );
    }

    #[test]
    fn a_game_gives_a_sample_for_each_choice() {
        let spec = Spec::parse("saute").unwrap();
        let game = Saute::from_spec(&spec).unwrap();
        let unfinished = ["C4-D4".to_owned()];
        assert_eq!(samples(&game, &unfinished, 0).unwrap().len(), 0);
        assert!(samples(&game, &["C4-C5".to_owned()], 0).is_none());
    }

    /// The winner is compared with each of the others, but they are not compared with each other.
    #[test]
    fn of_several_seats_the_winner_is_compared_with_each() {
        let spec = Spec::parse("saute:players=3").unwrap();
        let rules = Saute::from_spec(&spec).unwrap();
        let mut game = Match::new(rules.clone());
        let mut random = SplitMix64::new(3);
        let mut actions = Vec::new();
        let mut choices = 0;
        while !game.is_over() {
            choices += usize::from(game.legal().len() > 1);
            let action = game.legal()[random.below(game.legal().len())];
            let mut text = String::new();
            rules.write_action(game.position(), action, &mut text);
            actions.push(text);
            game.play_unchecked(action);
        }
        let found = samples(&rules, &actions, 0).unwrap();
        assert_eq!(found.len(), 2 * choices);
        assert!(
            found
                .iter()
                .all(|sample| sample.result == 0.0 || sample.result == 1.0)
        );
    }
}
