//! How strength grows with what is searched, fitted to games.

use tablier_engine::levels::STRONGEST;
use tablier_engine::{Level, MatchScore};

/// The steps on the scale are a twentieth apart; no level is weaker than the lowest.
pub(super) const LOWEST: f64 = -4.0;
const NOTCH: f64 = 0.05;
/// How strongly the curve holds against bending.
const STIFF: f64 = 5.0;
/// How strongly every value is held near 0: only differences count.
const HELD: f64 = 1e-3;
/// Above what has played, a step is worth as much as the last ones that have, within these limits: 20 and 70
/// Elo for searching twice as much.
const GUESSED: [f64; 2] = [0.115, 0.403];
/// Where a setting chooses this widely, its place on the scale shows in that, and not in its nodes, which
/// are too few to tell.
const WIDE: f32 = 0.05;

/// One of those who play.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) enum Who {
    /// A step on the scale, and whether it always plays what it thinks is best.
    Rung { step: f64, best: bool },
    /// The player who looks one move ahead.
    Ahead,
}

/// How the player who looks one move ahead is written.
const AHEAD: &str = "pvs,depth=1";

impl Who {
    pub(super) fn level(step: f64, best: bool) -> Level {
        let level = Level::at_step(step);
        let spread = if best { 0.0 } else { level.spread };
        Level { spread, ..level }
    }

    /// As a setting of the engine.
    pub(super) fn setting(self) -> String {
        match self {
            Who::Rung { step, best } => {
                let level = Self::level(step, best);
                format!("nodes={},spread={}", level.nodes, level.spread)
            }
            Who::Ahead => AHEAD.to_owned(),
        }
    }

    /// Reads a setting.
    pub(super) fn read(setting: &str) -> Option<Self> {
        if setting == AHEAD {
            return Some(Who::Ahead);
        }
        let (nodes, spread) = setting.strip_prefix("nodes=")?.split_once(",spread=")?;
        let (nodes, spread): (u64, f32) = (nodes.parse().ok()?, spread.parse().ok()?);
        let step = if spread > WIDE {
            -1.5 * (f64::from(spread) / 0.15).log2()
        } else {
            Level::step_of(nodes)
        };
        Some(Who::Rung {
            step,
            best: spread == 0.0,
        })
    }
}

/// How strong the engine is at every step: straight between knots one step apart.
pub(super) struct Curve {
    /// The knots from [`LOWEST`] on, then what it is worth never to choose, then the strength of the player
    /// who looks one move ahead.
    values: Vec<f64>,
    matches: Vec<(Who, Who, MatchScore)>,
    /// By how much one player alone must be stronger than each of the others to win half of the games: equals
    /// share them, so of n one wins as often as against a single one who is stronger by ln(n − 1).
    handicap: f64,
    pub(super) top: f64,
}

impl Curve {
    /// For steps up to `top`, in a game of so many sides.
    pub(super) fn new(top: f64, sides: usize) -> Self {
        let knots = (top - LOWEST).ceil() as usize + 1;
        Self {
            values: vec![0.0; knots + 2],
            matches: Vec::new(),
            handicap: (sides.max(2) as f64 - 1.0).ln(),
            top,
        }
    }

    pub(super) fn add(&mut self, one: Who, other: Who, tally: &MatchScore) {
        self.matches.retain(|(a, b, _)| (*a, *b) != (one, other));
        self.matches.push((one, other, *tally));
    }

    /// The highest step that has played; what lies above is a guess.
    pub(super) fn played(&self) -> f64 {
        let steps = self.matches.iter().flat_map(|(one, other, _)| [one, other]);
        steps.fold(LOWEST, |most, who| match who {
            Who::Rung { step, .. } => most.max(*step),
            Who::Ahead => most,
        })
    }

    fn knots(&self) -> usize {
        self.values.len() - 2
    }

    /// Of which values a player's strength is the sum, with what share.
    fn parts(&self, who: Who) -> [(usize, f64); 3] {
        let knots = self.knots();
        match who {
            Who::Rung { step, best } => {
                let at = (step - LOWEST).clamp(0.0, (knots - 1) as f64);
                let knot = (at as usize).min(knots - 2);
                let share = at - knot as f64;
                let best = if best { 1.0 } else { 0.0 };
                [(knot, 1.0 - share), (knot + 1, share), (knots, best)]
            }
            Who::Ahead => [(knots + 1, 1.0), (0, 0.0), (0, 0.0)],
        }
    }

    pub(super) fn strength(&self, who: Who) -> f64 {
        let parts = self.parts(who);
        parts.iter().map(|(i, share)| self.values[*i] * share).sum()
    }

    /// Fits the values to all matches, by Newton's method.
    pub(super) fn fit(&mut self) {
        let count = self.values.len();
        for _ in 0..30 {
            let mut slopes: Vec<f64> = self.values.iter().map(|value| -HELD * value).collect();
            let mut bends = vec![vec![0.0; count]; count];
            for (i, row) in bends.iter_mut().enumerate() {
                row[i] = HELD;
            }
            let mut pull = |parts: &[(usize, f64)], slope: f64, bend: f64| {
                for (i, share) in parts {
                    slopes[*i] += slope * share;
                    for (j, other) in parts {
                        bends[*i][*j] += bend * share * other;
                    }
                }
            };
            for (one, other, tally) in &self.matches {
                let games = f64::from(tally.games);
                let more = self.strength(*one) - self.strength(*other) - self.handicap;
                let wins = 1.0 / (1.0 + (-more).exp());
                let minus = self.parts(*other).map(|(i, share)| (i, -share));
                let parts: Vec<_> = self.parts(*one).into_iter().chain(minus).collect();
                let score = tally.mean().clamp(0.02, 0.98);
                pull(&parts, games * (score - wins), games * wins * (1.0 - wins));
            }
            for i in 1..self.knots() - 1 {
                let parts = [(i - 1, 1.0), (i, -2.0), (i + 1, 1.0)];
                let bend: f64 = parts.iter().map(|(i, share)| self.values[*i] * share).sum();
                pull(&parts, -STIFF * bend, STIFF);
            }
            for (value, step) in self.values.iter_mut().zip(solve(bends, slopes)) {
                *value += step.clamp(-2.0, 2.0);
            }
        }
        let last = ((self.played() - LOWEST).ceil() as usize).max(2);
        let [least, most] = GUESSED;
        for knot in last + 1..self.knots() {
            let slope = (self.values[last] - self.values[last - 2]) / 2.0;
            self.values[knot] = self.values[knot - 1] + slope.clamp(least, most);
        }
    }

    /// The levels from the first on: the first is so strong, the last as strong as the top, the others
    /// at equal distances between.
    pub(super) fn levels(&self, weakest: f64) -> Vec<Who> {
        let top = Who::Rung {
            step: self.top,
            best: true,
        };
        let strongest = self.strength(top);
        let distance = (strongest - weakest) / f64::from(STRONGEST - 1);
        let mut levels = vec![top];
        let mut step = self.top;
        for below in 1..STRONGEST {
            let wanted = strongest - distance * f64::from(below);
            let above = Level::at_step(step).nodes;
            let at = |step: f64| self.strength(Who::Rung { step, best: false });
            while step > LOWEST && (at(step) > wanted + 1e-9 || Level::at_step(step).nodes >= above)
            {
                step = (((step - NOTCH / 2.0 - 1e-9) / NOTCH).round() * NOTCH).max(LOWEST);
            }
            levels.push(Who::Rung { step, best: false });
        }
        levels.reverse();
        levels
    }
}

/// The solution of a system of linear equations that has one.
fn solve(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for at in 0..count {
        let pivot = (at..count)
            .max_by(|&a, &b| rows[a][at].abs().total_cmp(&rows[b][at].abs()))
            .unwrap_or(at);
        rows.swap(at, pivot);
        right.swap(at, pivot);
        let (done, below) = rows.split_at_mut(at + 1);
        let pivot = &done[at];
        for (row, below) in below.iter_mut().zip(at + 1..) {
            let share = row[at] / pivot[at];
            for (value, above) in row.iter_mut().zip(pivot).skip(at) {
                *value -= share * above;
            }
            right[below] -= share * right[at];
        }
    }
    for at in (0..count).rev() {
        let known: f64 = (at + 1..count).map(|i| rows[at][i] * right[i]).sum();
        right[at] = (right[at] - known) / rows[at][at];
    }
    right
}

/// How much stronger a player is who scores so much; never without end.
pub(super) fn logit(score: f64) -> f64 {
    let score = score.clamp(0.02, 0.98);
    (score / (1.0 - score)).ln()
}

/// A difference of strength in Elo.
pub(super) fn elo(strength: f64) -> i64 {
    (strength * 400.0 / std::f64::consts::LN_10).round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A curve on which every step up to `played` scores so many of 1,000 games against the one below.
    fn even(played: i32, top: f64, won: u32) -> Curve {
        among(2, played, top, won)
    }

    /// The same where every step is alone among so many sides.
    fn among(sides: usize, played: i32, top: f64, won: u32) -> Curve {
        let mut curve = Curve::new(top, sides);
        let mut tally = MatchScore::new();
        (0..1_000).for_each(|i| tally.add(f64::from(u8::from(i < won))));
        for step in LOWEST as i32 + 1..=played {
            let [one, other] = [step, step - 1].map(|step| Who::Rung {
                step: f64::from(step),
                best: false,
            });
            curve.add(one, other, &tally);
        }
        curve.fit();
        curve
    }

    /// Where every step is worth the same, the levels are equally far apart from the first to the top.
    #[test]
    fn levels_stand_at_equal_distances_of_strength() {
        // A logit of 1.
        let curve = even(10, 10.0, 731);
        let first = Who::Rung {
            step: -2.0,
            best: false,
        };
        let levels = curve.levels(curve.strength(first));
        assert_eq!(levels.len(), 10);
        for (i, level) in levels.iter().enumerate() {
            let wanted = -2.0 + 12.0 / 9.0 * i as f64;
            let Who::Rung { step, best } = *level else {
                panic!("{level:?}")
            };
            assert!((step - wanted).abs() < 0.1, "{i} {level:?} {wanted}");
            assert_eq!(best, i == 9);
        }
        let apart = curve.strength(levels[9]) - curve.strength(levels[0]);
        assert!((2_050..2_120).contains(&elo(apart)), "{}", elo(apart));
    }

    /// One of three or four equals wins a third or a quarter, and is no weaker for that; one who is stronger
    /// wins the more, and stands as far above the others as in games of two.
    #[test]
    fn one_against_several_is_no_weaker_for_winning_less_often() {
        let strength = |curve: &Curve, step: f64| curve.strength(Who::Rung { step, best: false });
        for (sides, won, wanted) in [
            (2, 500, 0.0),
            (3, 333, 0.0),
            (4, 250, 0.0),
            // A logit of 1, less ln 2 and ln 3.
            (2, 731, 1.0),
            (3, 576, 1.0),
            (4, 475, 1.0),
        ] {
            let curve = among(sides, 6, 6.0, won);
            let step = strength(&curve, 3.0) - strength(&curve, 2.0);
            assert!((step - wanted).abs() < 0.02, "{sides} {won}: {step}");
        }
    }

    /// What was never played is guessed with care: no more than 70 Elo for searching twice as much.
    #[test]
    fn nobody_boasts_of_what_was_not_played() {
        let strength = |curve: &Curve, step: f64| curve.strength(Who::Rung { step, best: false });
        for (won, elo_of_four) in [(731, 280), (530, 84), (450, 80)] {
            let curve = even(6, 10.0, won);
            assert_eq!(curve.played(), 6.0);
            let gained = elo(strength(&curve, 10.0) - strength(&curve, 6.0));
            assert!((gained - elo_of_four).abs() <= 3, "{won}: {gained}");
        }
    }

    /// Where there is hardly any room, every level still searches more than the one below.
    #[test]
    fn no_two_levels_are_the_same() {
        let curve = even(2, 2.0, 520);
        let levels = curve.levels(curve.strength(Who::Rung {
            step: 1.0,
            best: false,
        }));
        let nodes: Vec<u64> = levels
            .iter()
            .map(|level| match level {
                Who::Rung { step, .. } => Level::at_step(*step).nodes,
                Who::Ahead => 0,
            })
            .collect();
        assert!(nodes.windows(2).all(|pair| pair[0] < pair[1]), "{nodes:?}");
    }

    #[test]
    fn settings_are_read_back() {
        // From about 12 on a setting hardly searches for anything but the best, and its spread is 0.
        for step in [-4.0, -1.5, 0.0, 3.0, 9.0, 11.0] {
            for best in [false, true] {
                if best && step < 3.0 {
                    // So few nodes do not tell.
                    continue;
                }
                let who = Who::Rung { step, best };
                let Some(Who::Rung {
                    step: read,
                    best: is,
                }) = Who::read(&who.setting())
                else {
                    panic!("{who:?}")
                };
                assert!((read - step).abs() < 0.06 && is == best, "{step} {read}");
            }
        }
        assert_eq!(Who::read(&Who::Ahead.setting()), Some(Who::Ahead));
        assert_eq!(Who::read("uct,time=1"), None);
    }

    #[test]
    fn equations_are_solved() {
        let rows = vec![
            vec![0.0, 2.0, 1.0],
            vec![1.0, 1.0, 0.0],
            vec![3.0, 0.0, 1.0],
        ];
        let found = solve(rows, vec![7.0, 3.0, 6.0]);
        for (found, wanted) in found.iter().zip([1.0, 2.0, 3.0]) {
            assert!((found - wanted).abs() < 1e-9, "{found} {wanted}");
        }
    }
}
