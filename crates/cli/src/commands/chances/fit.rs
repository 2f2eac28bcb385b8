//! What should be told of the chances, fitted to games.

use tablier_engine::{Curve, Profile};

use super::bend::bent;
use super::sample::Sample;

/// How the chances are told, how they should be told for these games, and the mean logarithmic loss with
/// each. The samples are as they were searched.
pub(super) fn advice(tried: &Profile, searched: &[Sample], points: usize) -> String {
    let plain = Profile {
        curve: Curve::STRAIGHT,
        ..*tried
    };
    let of = |(sureness, surer): (f64, f64)| Profile {
        sureness: sureness as f32,
        surer: surer as f32,
        ..plain
    };
    let (once, alike, later) = (of((1.0, 0.0)), of(alike(searched)), of(later(searched)));
    let mut ways = vec![
        ("told", *tried),
        ("best alike", alike),
        ("best surer later", later),
    ];
    // Chances of several seats are not bent.
    if searched.iter().all(|sample| sample.chances.len() == 2) {
        let bent = |way: Profile| Profile {
            curve: bent(searched, &way, points),
            ..way
        };
        ways.push(("best curve", bent(once)));
        ways.push(("best curve, surer later", bent(later)));
    }
    let line = |(what, way): &(&str, Profile)| {
        let mut text = format!(
            "{what}: sureness {:.2}, surer {:.2}",
            way.sureness, way.surer
        );
        if way.curve != Curve::STRAIGHT {
            text += &format!(", curve {:?}", way.curve.points());
        }
        format!("{text} (loss {:.4})\n", loss(searched, way))
    };
    ways.iter().map(line).collect()
}

/// What was searched, as people are told it.
pub(super) fn told(sample: &Sample, way: &Profile) -> Sample {
    let mut chances: Vec<f32> = sample.chances.iter().map(|&chance| chance as f32).collect();
    way.tell(sample.ply, &mut chances);
    Sample {
        chances: chances.into_iter().map(f64::from).collect(),
        ..sample.clone()
    }
}

/// The mean loss of what is told.
fn loss(samples: &[Sample], way: &Profile) -> f64 {
    let of = |sample: &Sample| {
        let shares = sample.shares.iter().zip(told(sample, way).chances);
        let losses = shares.map(|(share, chance)| -share * chance.max(1e-9).ln());
        losses.sum::<f64>()
    };
    samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64
}

/// The best `sureness` if the engine is as sure late as early, and no `surer`.
fn alike(samples: &[Sample]) -> (f64, f64) {
    let steps = (0..=400).map(|step| (f64::from(step) / 100.0, 0.0));
    best(samples, steps)
}

/// The best `sureness` and `surer` of all: first roughly, then nearby.
fn later(samples: &[Sample]) -> (f64, f64) {
    let mut found = (2.0, 0.0);
    for (width, count) in [(1.0, 8), (0.2, 5), (0.05, 5), (0.01, 5)] {
        let around =
            |middle: f64| (-count..=count).map(move |i| (middle + f64::from(i) * width).max(0.0));
        let (start, end) = (found.0, found.0 + found.1);
        let steps =
            around(start).flat_map(|start| around(end).map(move |end| (start, end - start)));
        found = best(samples, steps);
    }
    found
}

/// The step with the least loss.
fn best(samples: &[Sample], steps: impl Iterator<Item = (f64, f64)>) -> (f64, f64) {
    // How late it is, the logarithm of every chance, and the mean of those that won.
    let known: Vec<(f64, Vec<f64>, f64)> = samples
        .iter()
        .map(|sample| {
            let logarithms: Vec<f64> = sample
                .chances
                .iter()
                .map(|chance| chance.max(1e-9).ln())
                .collect();
            let won = sample
                .shares
                .iter()
                .zip(&logarithms)
                .map(|(share, it)| share * it)
                .sum();
            (f64::from(Profile::lateness(sample.ply)), logarithms, won)
        })
        .collect();
    let loss = |(sureness, surer): (f64, f64)| -> f64 {
        let losses = known.iter().map(|(lateness, logarithms, won)| {
            let power = sureness + surer * lateness;
            let all: f64 = logarithms.iter().map(|it| (power * it).exp()).sum();
            all.ln() - power * won
        });
        losses.sum()
    };
    steps
        .map(|step| (loss(step), step))
        .min_by(|one, other| one.0.total_cmp(&other.0))
        .map_or((1.0, 0.0), |(_, step)| step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::chances::sample::called;

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
