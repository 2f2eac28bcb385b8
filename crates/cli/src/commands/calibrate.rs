//! `tablier calibrate`.

use std::fmt::Write as _;
use std::path::PathBuf;

use tablier_engine::levels::{self, STRONGEST};
use tablier_engine::{Level, Player, Tally};
use tablier_rules::Spec;

use crate::failure::Failure;
use crate::series;

/// Fit the levels of a game by matches: each is to score about 65 % against the one below
///
/// Level 1 is to score about 35 % against a player who looks one action ahead. For each level the step on
/// the scale of strength is changed until its match comes close. All games are kept in the folder; run it
/// again to go on. The lines of `levels.txt` are printed at the end, each with the score that was measured.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A game with its options, as cubulus:level=2
    #[arg(value_name = "GAME")]
    spec: String,
    #[command(flatten)]
    series: series::Args,
    /// Where the games are kept
    #[arg(long, default_value = "calibration", value_name = "FOLDER")]
    folder: PathBuf,
    /// No level looks at more than 30 nodes doubled so many times
    #[arg(long, default_value_t = 13.0, value_name = "STEPS")]
    highest: f64,
}

/// What the first level is to score against a player who looks one action ahead, and every other against
/// the one below.
const FIRST: f64 = 0.35;
const WANTED: f64 = 0.65;
/// A first level that scores more than this is too strong, however near it comes.
const FIRST_MOST: f64 = 0.45;
/// So near is near enough.
const NEAR: f64 = 0.05;
/// So many settings are tried for a level.
const TRIES: usize = 6;
/// After so many games a match that is far off is broken off.
const LEAST: u32 = 20;
const ONE_AHEAD: &str = "pvs,depth=1";

/// A setting with what it scored.
#[derive(Copy, Clone)]
struct Tried {
    step: f64,
    level: Level,
    tally: Tally,
}

impl Args {
    pub(crate) fn run(mut self) -> Result<String, Failure> {
        let id = Spec::parse(&self.spec)?.id().to_owned();
        let mut text = String::new();
        let mut below = self.fit(ONE_AHEAD, FIRST, 0.0, -3.0, &Level::at)?;
        let mut stride = 1.0;
        for number in 1..=STRONGEST {
            if number > 1 {
                let (lower, floor) = (setting(&below.level), below.step);
                let level = |step| Level {
                    // The strongest level always plays what it thinks is best.
                    spread: if number == STRONGEST {
                        0.0
                    } else {
                        Level::at(step).spread
                    },
                    ..Level::at(step)
                };
                below = self.fit(&lower, WANTED, floor + stride, floor + 0.05, &level)?;
                stride = (below.step - floor).clamp(0.3, 2.0);
            }
            let _ = writeln!(
                text,
                "{} {:.1} {}",
                levels::line(&id, number, &below.level),
                below.tally.mean() * 100.0,
                below.tally.games
            );
        }
        Ok(text)
    }

    /// The step from `start` on, not below `floor`, that comes closest to what it is to score.
    fn fit(
        &mut self,
        opponent: &str,
        wanted: f64,
        start: f64,
        floor: f64,
        level: &dyn Fn(f64) -> Level,
    ) -> Result<Tried, Failure> {
        let floor = floor.min(self.highest);
        let mut step = start.clamp(floor, self.highest);
        let mut steps = Vec::new();
        let mut best: Option<Tried> = None;
        // The strongest that was too weak, the weakest that was too strong.
        let (mut weak, mut strong) = (floor, f64::INFINITY);
        for _ in 0..TRIES {
            let now = Tried {
                step,
                level: level(step),
                tally: self.score(&level(step), opponent, wanted)?,
            };
            let off = |tried: &Tried| {
                let score = tried.tally.mean();
                let forbidden = wanted == FIRST && score > FIRST_MOST;
                (score - wanted).abs() + f64::from(u8::from(forbidden))
            };
            if best.as_ref().is_none_or(|best| off(&now) < off(best)) {
                best = Some(now);
            }
            let score = now.tally.mean();
            steps.push(step);
            if off(&now) <= NEAR {
                break;
            }
            if score < wanted {
                weak = weak.max(step);
            } else {
                strong = strong.min(step);
            }
            // As if strength grew evenly with the step, but never past what is known.
            let short = elo(wanted) - elo(score.clamp(0.05, 0.95));
            let next = step + (short / 100.0).clamp(-2.0, 2.0);
            let between = |share: f64| weak + (strong - weak) * share;
            step = if strong.is_finite() {
                next.clamp(between(0.2), between(0.8))
            } else {
                next.max(weak + 0.2)
            };
            step = (step * 20.0).round() / 20.0;
            step = step.clamp(floor, self.highest);
            if steps.contains(&step) {
                break;
            }
        }
        best.ok_or_else(|| Failure::new("no match was played"))
    }

    /// What a setting scores against another; a match that is far off is not played to its end.
    fn score(&mut self, above: &Level, below: &str, wanted: f64) -> Result<Tally, Failure> {
        let players = [setting(above), below.to_owned()];
        let name = format!("{}-{}-{}.txt", self.spec, players[0], players[1]);
        let players = players
            .iter()
            .map(|text| Player::read(text).map_err(Failure::new))
            .collect::<Result<Vec<_>, _>>()?;
        let name = name.replace([':', ',', '='], "_");
        self.series.records = Some(self.folder.join(name));
        let games = self.series.games;
        let mut tally = Tally::new();
        for part in [LEAST.min(games), games] {
            self.series.games = part;
            let lines = self.series.play(&self.spec, &players, &mut |_| true);
            self.series.games = games;
            tally = Tally::new();
            lines?.values().for_each(|line| tally.add(line.share(0)));
            if (tally.mean() - wanted).abs() > NEAR + 2.0 * tally.error() {
                break;
            }
        }
        eprintln!(
            "{} {} - {}: {:.1} % of {}",
            self.spec,
            players[0],
            players[1],
            tally.mean() * 100.0,
            tally.games
        );
        Ok(tally)
    }
}

/// A level as a setting of the engine.
fn setting(level: &Level) -> String {
    format!("nodes={},spread={}", level.nodes, level.spread)
}

/// The difference in Elo that a score stands for.
fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}
