//! The curve that suits games best.

use std::collections::BTreeMap;

use tablier_engine::{Curve, Profile};

use super::sample::Sample;

/// A curve is never flatter than this: what is better is told to be better.
const FLATTEST: f64 = 0.05;
/// A point that makes the loss of all games less by no more than this is left out; a game counts as one
/// position, since its positions are not independent.
const EARNED: f64 = 0.2;
/// Points are not nearer to each other than this.
const NEAREST: f64 = 0.1;
/// So that games without an upset do not make anything certain, so much of one more game was drawn.
const DRAWN: f64 = 0.1;
/// Each rise of the curve is improved so often.
const ROUNDS: usize = 60;

/// The curve with up to so many points that suits these games best, on top of `sureness` and `surer`: that with
/// the least logarithmic loss.
pub(super) fn bent(samples: &[Sample], way: &Profile, points: usize) -> Curve {
    let ahead = Ahead::of(samples, way);
    let places: Vec<f64> = (1..10)
        .map(|part| ahead.reached(f64::from(part) / 10.0))
        .collect();
    // The very end is decided by a few positions.
    let mut best = ahead.fitted(vec![ahead.reached(0.98)]);
    for _ in 1..points {
        let is_apart = |place: f64| {
            place > NEAREST && best.ends.iter().all(|end| (end - place).abs() > NEAREST)
        };
        let more = places.iter().copied().filter(|&place| is_apart(place));
        let tried = more.map(|place| {
            let mut ends = best.ends.clone();
            ends.push(place);
            ends.sort_by(f64::total_cmp);
            ahead.fitted(ends)
        });
        match tried.min_by(|one, other| one.loss.total_cmp(&other.loss)) {
            Some(better) if better.loss < best.loss - EARNED / ahead.games => best = better,
            _ => break,
        }
    }
    let mut told = 0.0;
    let points = best.ends.iter().zip(&best.rises).map(|(&end, &rise)| {
        told += rise;
        (rounded(end), rounded(told))
    });
    // Whatever was fitted rises.
    Curve::rising(&points.collect::<Vec<_>>()).unwrap_or(Curve::STRAIGHT)
}

/// Three digits after the point are enough.
fn rounded(number: f64) -> f32 {
    ((number * 1e3).round() / 1e3) as f32
}

/// All positions as the side sees them that is ahead.
struct Ahead {
    alike: Vec<Alike>,
    /// How many positions there are.
    all: f64,
    games: f64,
}

/// Positions of which the same was said.
struct Alike {
    /// What was searched, with `sureness` and `surer`.
    logit: f64,
    count: f64,
    /// What was won of them, all together.
    won: f64,
}

/// A curve that suits best with points at these ends.
struct Fitted {
    ends: Vec<f64>,
    /// How much more is told at each end than at the one before.
    rises: Vec<f64>,
    loss: f64,
}

impl Ahead {
    fn of(samples: &[Sample], way: &Profile) -> Self {
        let mut alike: BTreeMap<i64, (f64, f64)> = BTreeMap::new();
        let mut games = 1;
        for (at, sample) in samples.iter().enumerate() {
            let chance = sample.chances[0].clamp(1e-5, 1.0 - 1e-5);
            let logit = f64::from(way.sureness_at(sample.ply)) * (chance / (1.0 - chance)).ln();
            let share = sample.shares[0];
            let (count, won) = alike.entry((logit.abs() * 100.0) as i64).or_default();
            *count += 1.0;
            *won += if logit < 0.0 { 1.0 - share } else { share };
            games += usize::from(at > 0 && samples[at - 1].game != sample.game);
        }
        let of_key = |(key, (count, won)): (i64, (f64, f64))| Alike {
            logit: (key as f64 + 0.5) / 100.0,
            count,
            won,
        };
        Self {
            alike: alike.into_iter().map(of_key).collect(),
            all: samples.len() as f64,
            games: games as f64,
        }
    }

    /// The logit that this part of all positions does not reach.
    fn reached(&self, part: f64) -> f64 {
        let mut below = 0.0;
        let far = self.alike.iter().find(|alike| {
            below += alike.count;
            below >= part * self.all
        });
        far.map_or(1.0, |alike| alike.logit)
    }

    /// The loss has one minimum: whatever is told is a sum of the rises, each times a part from 0 to 1 (past the last
    /// end, more).
    fn fitted(&self, ends: Vec<f64>) -> Fitted {
        let from = |at: usize| if at == 0 { 0.0 } else { ends[at - 1] };
        let width = |at: usize| ends[at] - from(at);
        let part = |at: usize, logit: f64| {
            let most = if at + 1 == ends.len() { f64::MAX } else { 1.0 };
            ((logit - from(at)) / width(at)).clamp(0.0, most)
        };
        let count = DRAWN * self.all / self.games / ends.len() as f64;
        let drawn = |&logit: &f64| Alike {
            logit,
            count,
            won: count / 2.0,
        };
        let drawn: Vec<Alike> = ends.iter().map(drawn).collect();
        let positions = || self.alike.iter().chain(&drawn);
        let mut rises: Vec<f64> = (0..ends.len()).map(width).collect();
        let mut told: Vec<f64> = positions().map(|alike| alike.logit).collect();
        for _ in 0..ROUNDS {
            for (at, rise) in rises.iter_mut().enumerate() {
                let (mut slope, mut bend) = (0.0, 1e-9);
                for (alike, told) in positions().zip(&told) {
                    let part = part(at, alike.logit);
                    let chance = 1.0 / (1.0 + (-told).exp());
                    slope += part * (alike.count * chance - alike.won);
                    bend += part * part * alike.count * chance * (1.0 - chance);
                }
                let better = *rise - (slope / bend).clamp(-0.5, 0.5);
                let more = better.max(FLATTEST * width(at)) - *rise;
                *rise += more;
                for (alike, told) in positions().zip(&mut told) {
                    *told += more * part(at, alike.logit);
                }
            }
        }
        let losses = self.alike.iter().zip(&told).map(|(alike, told)| {
            let lost = alike.count - alike.won;
            alike.won * (-told).exp().ln_1p() + lost * told.exp().ln_1p()
        });
        Fitted {
            loss: losses.sum::<f64>() / self.all.max(1.0),
            ends,
            rises,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::chances::sample::called;

    /// A curve for these games, whose positions were called so and won so often in 1,000.
    fn fitted(told: &[(f64, usize)]) -> Curve {
        let samples: Vec<Sample> = told
            .iter()
            .flat_map(|&(chance, won)| called(chance, won, 0))
            .collect();
        bent(&samples, &Profile::for_sides(2), 4)
    }

    fn chance(curve: &Curve, searched: f64) -> f64 {
        let told = curve.at((searched / (1.0 - searched)).ln() as f32);
        1.0 / (1.0 + f64::from(-told).exp())
    }

    /// A small lead means nothing, a larger one nearly everything.
    #[test]
    fn a_curve_follows_what_was_won() {
        let games = [(0.55, 505), (0.6, 510), (0.65, 800), (0.9, 950)];
        let curve = fitted(&games);
        for (searched, won) in games {
            let (told, won) = (chance(&curve, searched), won as f64 / 1_000.0);
            assert!((told - won).abs() < 0.02, "{searched}: {told} {curve:?}");
        }
        // It is the same for the side that is behind.
        let behind = games.map(|(searched, won)| (1.0 - searched, 1_000 - won));
        assert_eq!(fitted(&behind), curve);
    }

    #[test]
    fn what_one_factor_explains_has_one_point() {
        let curve = fitted(&[(0.6, 600), (0.7, 700), (0.8, 800), (0.9, 900)]);
        let [(searched, told)] = curve.points() else {
            panic!("{curve:?}");
        };
        assert!((told / searched - 1.0).abs() < 0.02, "{curve:?}");
    }

    #[test]
    fn nothing_becomes_certain_and_nothing_is_turned_round() {
        let curve = fitted(&[(0.6, 400), (0.7, 300), (0.9, 1_000)]);
        assert!(chance(&curve, 0.9) < 0.999_99, "{curve:?}");
        assert!(chance(&curve, 0.6) > 0.5, "{curve:?}");
        assert!(chance(&curve, 0.7) > chance(&curve, 0.6), "{curve:?}");
        assert!(fitted(&[]).at(1.0) > 0.0);
    }
}
