//! How sure the engine may be of itself, fitted to games.

use tablier_engine::Profile;

use super::sample::Sample;

/// `Profile::sureness` and `Profile::surer`.
pub(super) type Sureness = (f64, f64);

/// How sure the engine is as it is told, how sure it should be for these games, and the mean
/// logarithmic loss with each. The samples are as they were searched.
pub(super) fn advice(tried: Sureness, searched: &[Sample]) -> String {
    let line = |what, (sureness, surer): Sureness| {
        let loss = loss(searched, (sureness, surer));
        format!("{what}: sureness {sureness:.2}, surer {surer:.2} (loss {loss:.4})\n")
    };
    line("told", tried)
        + &line("best alike", alike(searched))
        + &line("best surer later", later(searched))
}

/// The best if the engine is as sure late as early.
fn alike(samples: &[Sample]) -> Sureness {
    let steps = (0..=400).map(|step| (f64::from(step) / 100.0, 0.0));
    best(samples, steps)
}

/// The best of all: first roughly, then nearby.
fn later(samples: &[Sample]) -> Sureness {
    let mut found = (2.0, 0.0);
    for (width, count) in [(0.4, 20), (0.1, 6), (0.02, 6)] {
        let around =
            |middle: f64| (-count..=count).map(move |i| (middle + f64::from(i) * width).max(0.0));
        let (start, end) = (found.0, found.0 + found.1);
        let steps =
            around(start).flat_map(|start| around(end).map(move |end| (start, end - start)));
        found = best(samples, steps);
    }
    found
}

fn best(samples: &[Sample], steps: impl Iterator<Item = Sureness>) -> Sureness {
    steps
        .map(|step| (loss(samples, step), step))
        .min_by(|one, other| one.0.total_cmp(&other.0))
        .map_or((1.0, 0.0), |(_, step)| step)
}

fn at(sample: &Sample, (sureness, surer): Sureness) -> f64 {
    sureness + surer * f64::from(Profile::lateness(sample.ply))
}

/// What was searched, as it is told with this sureness.
pub(super) fn told(sample: &Sample, sureness: Sureness) -> Sample {
    raised(sample, at(sample, sureness).max(0.01))
}

/// Every chance raised to a power, and all together 1 again.
fn raised(sample: &Sample, power: f64) -> Sample {
    let weights = sample
        .chances
        .iter()
        .map(|chance| chance.max(1e-9).powf(power));
    let all: f64 = weights.clone().sum();
    Sample {
        chances: weights.map(|weight| weight / all).collect(),
        ..sample.clone()
    }
}

/// The mean loss if every chance is told with this sureness.
fn loss(samples: &[Sample], sureness: Sureness) -> f64 {
    let of = |sample: &Sample| {
        let power = at(sample, sureness);
        let weights = sample
            .chances
            .iter()
            .map(|chance| chance.max(1e-12).powf(power));
        let all: f64 = weights.clone().sum();
        let shares = sample.shares.iter().zip(weights);
        shares
            .map(|(share, weight)| -share * (weight / all).max(1e-12).ln())
            .sum::<f64>()
    };
    samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 1,000 positions called so, this many were won.
    fn called(chance: f64, won: usize, ply: usize) -> Vec<Sample> {
        (0..1_000)
            .map(|i| {
                let share = f64::from(u8::from(i < won));
                Sample {
                    game: i as u64,
                    ply,
                    chances: vec![chance, 1.0 - chance],
                    shares: vec![share, 1.0 - share],
                }
            })
            .collect()
    }

    #[test]
    fn true_words_need_no_correction() {
        let samples = [
            called(0.7, 700, 0),
            called(0.2, 200, 100),
            called(0.95, 950, 300),
        ]
        .concat();
        assert!((alike(&samples).0 - 1.0).abs() < 0.03);
        let (sureness, surer) = later(&samples);
        assert!((sureness - 1.0).abs() < 0.05 && surer.abs() < 0.05);
    }

    #[test]
    fn boasting_is_noticed_and_so_is_modesty() {
        assert!(alike(&called(0.95, 700, 0)).0 < 0.4);
        assert!(alike(&called(0.6, 800, 0)).0 > 2.5);
    }

    /// A lead that means nothing at first decides the game later.
    #[test]
    fn who_is_surer_later_is_noticed() {
        let samples = [called(0.7, 500, 0), called(0.7, 700, 100)].concat();
        let (sureness, surer) = later(&samples);
        assert!(
            sureness < 0.05 && (surer - 2.0).abs() < 0.1,
            "{sureness} {surer}"
        );
    }
}
