//! `tablier calibrate`.

use std::path::PathBuf;

use tablier_engine::levels::{self, STRONGEST};
use tablier_engine::{Level, Player, Tally, side_count};
use tablier_rules::{Spec, with_game};

use crate::failure::Failure;
use crate::numbers;
use crate::series;

/// Fit the levels of a game by matches, so that each scores about 65% against the one below
///
/// First a ladder of settings plays, from --top nodes down, each searching half as much as the one above. A
/// curve of strength is fitted to all their games, and the levels are set on it at equal distances. Then each
/// level plays the one below, and the curve is fitted to those games as well, until the levels stay where
/// they are (three times at most). Level 1 must lose more often than not to a player who looks one move
/// ahead; if it does not, all levels are lowered. The games are kept in one file of the folder; run the
/// command again to continue. At the end the lines of `levels.txt` are printed: level, nodes, depth, spread,
/// its score against the level below and the number of games (for level 1: against the player who looks one
/// move ahead).
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Game with its options, such as cubulus:level=2
    #[arg(value_name = "GAME")]
    spec: String,
    #[command(flatten)]
    series: series::Args,
    /// Keep the games in this folder
    #[arg(long, default_value = "calibration", value_name = "FOLDER")]
    folder: PathBuf,
    /// Let the strongest level search at most this many nodes (10 to 1000000000)
    #[arg(long, default_value = "20000", value_name = "NODES", value_parser = numbers::whole::<u64>(10..=1_000_000_000))]
    top: u64,
}

/// What every level is to score against the one below.
const WANTED: f64 = 0.65;
/// What the first level may score against a player who looks one action ahead, and what it is set to where it
/// scores more.
const MOST_AHEAD: f64 = 0.45;
const SET_AHEAD: f64 = 0.4;
const ONE_AHEAD: &str = "pvs,depth=1";
/// The steps on the scale are a twentieth apart; no level is weaker than the lowest.
const LOWEST: f64 = -4.0;
const NOTCH: f64 = 0.05;
/// If no level is to move by more than this, all stay where they are.
const NEAR: f64 = 0.25;
/// So often the levels are set, and so often at most if the first one still wins too often.
const ROUNDS: usize = 3;
const MOST_ROUNDS: usize = 8;

/// One of those who play: a step on the scale, and whether it always plays what it thinks is best, as the
/// strongest level does.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Rung {
    step: f64,
    best: bool,
}

impl Rung {
    fn level(self) -> Level {
        let level = Level::at(self.step);
        if self.best {
            Level {
                spread: 0.0,
                ..level
            }
        } else {
            level
        }
    }

    /// A step that a level can have.
    fn notched(step: f64) -> f64 {
        ((step / NOTCH).round() * NOTCH).max(LOWEST)
    }
}

impl Args {
    pub(crate) fn run(mut self) -> Result<String, Failure> {
        let spec = Spec::parse(&self.spec)?;
        if with_game!(&spec, |rules| side_count(&rules))? != 2 {
            return Err(Failure::new(format!(
                "levels are fitted by matches of two sides, which {spec} has not; every variant has the levels of its game"
            )));
        }
        let id = spec.id().to_owned();
        let top = Rung {
            step: Level::step_of(self.top).max(LOWEST + 1.0),
            best: true,
        };
        let mut curve = Curve::new(top.step);
        self.ladder(top, &mut curve)?;
        let mut levels = curve.levels(curve.strength(top));
        let mut round = 1;
        loop {
            let ahead = self.score(&setting(levels[0].level()), ONE_AHEAD)?;
            let mut tallies = vec![ahead];
            for pair in levels.windows(2) {
                let tally = self.score(&setting(pair[1].level()), &setting(pair[0].level()))?;
                curve.add(pair[1], pair[0], &tally);
                tallies.push(tally);
            }
            curve.fit();
            let mut strongest = curve.strength(levels[levels.len() - 1]);
            if ahead.mean() > MOST_AHEAD {
                strongest += logit(SET_AHEAD) - logit(ahead.mean());
            }
            let set = curve.levels(strongest);
            let moved = |(old, new): (&Rung, &Rung)| (old.step - new.step).abs() > NEAR;
            let settled = round >= ROUNDS || !levels.iter().zip(&set).any(moved);
            let loses = ahead.mean() < 0.5;
            if (settled && loses) || round == MOST_ROUNDS {
                if !loses {
                    eprintln!(
                        "level 1 still wins too often; a smaller --top makes all levels weaker"
                    );
                }
                let lines = levels.iter().zip(&tallies).zip(1..);
                return Ok(lines
                    .map(|((player, tally), number)| line(&id, number, &player.level(), tally))
                    .collect());
            }
            levels = set;
            round += 1;
        }
    }

    /// Plays from the top down until the levels have room.
    fn ladder(&mut self, top: Rung, curve: &mut Curve) -> Result<(), Failure> {
        let mut upper = top;
        let mut room = 0.0;
        let wanted = logit(WANTED) * f64::from(STRONGEST);
        // The strongest level never chooses; how much that is worth is measured first.
        let mut lower = Rung { best: false, ..top };
        while room < wanted {
            let tally = self.score(&setting(upper.level()), &setting(lower.level()))?;
            room += logit(tally.mean()).max(0.0);
            curve.add(upper, lower, &tally);
            if lower.step <= LOWEST {
                break;
            }
            upper = lower;
            lower.step = (upper.step - 1.0).ceil().max(LOWEST);
        }
        curve.fit();
        Ok(())
    }

    /// What a setting scores against another.
    fn score(&mut self, one: &str, other: &str) -> Result<Tally, Failure> {
        let players = [one, other]
            .into_iter()
            .map(|text| Player::read(text).map_err(Failure::new))
            .collect::<Result<Vec<_>, _>>()?;
        let name = format!("{}.txt", self.spec).replace([':', ',', '='], "_");
        self.series.records = Some(self.folder.join(name));
        self.series.shared = true;
        let lines = self.series.play(&self.spec, &players, &mut |_| true)?;
        let mut tally = Tally::new();
        lines.values().for_each(|line| tally.add(line.share(0)));
        let (mean, games) = (tally.mean() * 100.0, tally.games);
        eprintln!("{} {one} - {other}: {mean:.1} % of {games}", self.spec);
        Ok(tally)
    }
}

/// How strong the engine is at every step: straight between knots one step apart.
struct Curve {
    /// The knots from [`LOWEST`] on, and last what it is worth never to choose.
    values: Vec<f64>,
    matches: Vec<(Rung, Rung, Tally)>,
    top: f64,
}

/// How strongly the curve holds against bending.
const STIFF: f64 = 5.0;

impl Curve {
    /// For steps up to `top`.
    fn new(top: f64) -> Self {
        let knots = (top - LOWEST).ceil() as usize + 1;
        Self {
            values: vec![0.0; knots + 1],
            matches: Vec::new(),
            top,
        }
    }

    fn add(&mut self, one: Rung, other: Rung, tally: &Tally) {
        self.matches.retain(|(a, b, _)| (*a, *b) != (one, other));
        self.matches.push((one, other, *tally));
    }

    /// Of which values a player's strength is the sum, with what share.
    fn parts(&self, player: Rung) -> [(usize, f64); 3] {
        let at = (player.step - LOWEST).clamp(0.0, (self.values.len() - 2) as f64);
        let knot = (at as usize).min(self.values.len() - 3);
        let share = at - knot as f64;
        let best = if player.best { 1.0 } else { 0.0 };
        [
            (knot, 1.0 - share),
            (knot + 1, share),
            (self.values.len() - 1, best),
        ]
    }

    fn strength(&self, player: Rung) -> f64 {
        let parts = self.parts(player);
        parts.iter().map(|(i, share)| self.values[*i] * share).sum()
    }

    /// Fits the values to all matches, each at its own pace against the slope of the error.
    fn fit(&mut self) {
        let knots = self.values.len() - 1;
        for _ in 0..2_000 {
            let mut slopes = vec![0.0; self.values.len()];
            let mut spans = vec![1.0; self.values.len()];
            for (one, other, tally) in &self.matches {
                let games = f64::from(tally.games);
                let more = self.strength(*one) - self.strength(*other);
                let off = games * (tally.mean() - 1.0 / (1.0 + (-more).exp()));
                for (sign, player) in [(1.0, one), (-1.0, other)] {
                    for (i, share) in self.parts(*player) {
                        slopes[i] += sign * share * off;
                        spans[i] += share * games;
                    }
                }
            }
            for i in 1..knots - 1 {
                let bend = self.values[i - 1] - 2.0 * self.values[i] + self.values[i + 1];
                for (knot, share) in [(i - 1, 1.0), (i, -2.0), (i + 1, 1.0)] {
                    slopes[knot] -= STIFF * share * bend;
                    spans[knot] += STIFF * 4.0;
                }
            }
            for ((value, slope), span) in self.values.iter_mut().zip(slopes).zip(spans) {
                *value += slope / span;
            }
        }
    }

    /// The levels from the first on, if the last one is so strong. Where the whole scale holds fewer steps
    /// than that, as in games that careful players draw, they are smaller and equal.
    fn levels(&self, strongest: f64) -> Vec<Rung> {
        let knots = &self.values[..self.values.len() - 1];
        let weakest = knots.iter().copied().fold(f64::INFINITY, f64::min);
        let room = (strongest - weakest) / f64::from(STRONGEST - 1);
        let distance = logit(WANTED).min(room.max(0.0));
        let mut levels: Vec<Rung> = Vec::new();
        let mut step = self.top;
        for below in 0..STRONGEST {
            let wanted = strongest - distance * f64::from(below);
            let best = below == 0;
            let at = |step: f64| self.strength(Rung { step, best });
            while step > LOWEST && at(step) > wanted + 1e-9 {
                step = Rung::notched(step - NOTCH / 2.0 - 1e-9);
            }
            levels.push(Rung { step, best });
            if step > LOWEST {
                step = Rung::notched(step - NOTCH);
            }
        }
        levels.reverse();
        levels
    }
}

/// How much stronger a player is who scores so much; never without end.
fn logit(score: f64) -> f64 {
    let score = score.clamp(0.02, 0.98);
    (score / (1.0 - score)).ln()
}

/// A line of `levels.txt`.
fn line(id: &str, number: u8, level: &Level, tally: &Tally) -> String {
    let level = levels::line(id, number, level);
    format!("{level} {:.1} {}\n", tally.mean() * 100.0, tally.games)
}

/// A level as a setting of the engine.
fn setting(level: Level) -> String {
    format!("nodes={},spread={}", level.nodes, level.spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A curve on which every step scores so many of 1,000 games against the one below.
    fn even(top: i32, won: u32) -> Curve {
        let mut curve = Curve::new(f64::from(top));
        let mut tally = Tally::new();
        (0..1_000).for_each(|i| tally.add(f64::from(u8::from(i < won))));
        for step in LOWEST as i32 + 1..=top {
            let [one, other] = [step, step - 1].map(|step| Rung {
                step: f64::from(step),
                best: false,
            });
            curve.add(one, other, &tally);
        }
        curve.fit();
        curve
    }

    fn levels(curve: &Curve) -> Vec<Rung> {
        curve.levels(curve.strength(Rung {
            step: curve.top,
            best: true,
        }))
    }

    /// Where every step is worth the same, the levels are equally far apart, as far as 65 % say.
    #[test]
    fn levels_stand_at_equal_distances_of_strength() {
        // A logit of 1, where 65 % are 0.619.
        let levels = levels(&even(8, 731));
        assert_eq!(levels.len(), 10);
        for (i, level) in levels.iter().enumerate() {
            let wanted = 8.0 - 0.619 * (9 - i) as f64;
            assert!((level.step - wanted).abs() < 0.1, "{i} {level:?} {wanted}");
            assert_eq!(level.best, i == 9);
        }
    }

    /// Six steps of 60 % have no room for nine of 65 %.
    #[test]
    fn where_there_is_little_room_levels_stand_closer() {
        let levels = levels(&even(2, 600));
        for pair in levels.windows(2) {
            let apart = pair[1].step - pair[0].step;
            assert!((apart - 6.0 / 9.0).abs() < 0.1, "{levels:?}");
        }
    }
}
