//! `tablier calibrate`.

use std::path::PathBuf;

use tablier_engine::levels::{self, STRONGEST};
use tablier_engine::{Level, Player, Tally};
use tablier_rules::Spec;

use crate::failure::Failure;
use crate::series;

/// Fit the levels of a game by matches: each is to score about 65 % against the one below
///
/// The strongest level looks at --top nodes. From there downwards, the step on the scale of strength is
/// changed for each level until its match against the one above comes close. Last, the first level plays
/// against a player who looks one action ahead, and must lose more often than not; if it does not, take a
/// smaller --top. All games are kept in the folder; run it again to go on. The lines of `levels.txt` are
/// printed at the end: level, nodes, depth, spread, and what it scored against the one below in how many
/// games (the first level: against the player who looks one action ahead).
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
    /// So many nodes the strongest level looks at
    #[arg(long, default_value_t = 20_000, value_name = "NODES")]
    top: u64,
}

/// What every level is to score against the one above.
const WANTED: f64 = 0.35;
/// So near is near enough.
const NEAR: f64 = 0.05;
/// So many settings are tried for a level.
const TRIES: usize = 6;
/// After so many games a match that is far off is broken off.
const LEAST: u32 = 20;
/// No level is weaker than this step.
const LOWEST: f64 = -8.0;
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
        let mut step = Level::step_of(self.top);
        let mut stride = 1.0;
        let mut level = Level {
            // The strongest level always plays what it thinks is best.
            spread: 0.0,
            ..Level::at(step)
        };
        let mut lines = Vec::new();
        for number in (2..=STRONGEST).rev() {
            let below = self.fit(&setting(&level), step - stride, step - 0.05)?;
            lines.push(line(
                &id,
                number,
                &level,
                1.0 - below.tally.mean(),
                &below.tally,
            ));
            stride = (step - below.step).clamp(0.3, 2.0);
            (step, level) = (below.step, below.level);
        }
        let tally = self.score(&level, ONE_AHEAD, None)?;
        lines.push(line(&id, 1, &level, tally.mean(), &tally));
        lines.reverse();
        Ok(lines.concat())
    }

    /// The step from `start` on, not above `ceiling`, that comes closest to what it is to score.
    fn fit(&mut self, opponent: &str, start: f64, ceiling: f64) -> Result<Tried, Failure> {
        let ceiling = ceiling.max(LOWEST);
        let mut step = start.clamp(LOWEST, ceiling);
        let mut steps = Vec::new();
        let mut best: Option<Tried> = None;
        // The strongest that was too weak, the weakest that was too strong.
        let (mut weak, mut strong) = (f64::NEG_INFINITY, ceiling);
        for _ in 0..TRIES {
            let level = Level::at(step);
            let tally = self.score(&level, opponent, Some(WANTED))?;
            let now = Tried { step, level, tally };
            let off = |tried: &Tried| (tried.tally.mean() - WANTED).abs();
            if best.as_ref().is_none_or(|best| off(&now) < off(best)) {
                best = Some(now);
            }
            steps.push(step);
            if off(&now) <= NEAR {
                break;
            }
            let score = tally.mean();
            if score < WANTED {
                weak = weak.max(step);
            } else {
                strong = strong.min(step);
            }
            // As if strength grew evenly with the step, but never past what is known.
            let short = elo(WANTED) - elo(score.clamp(0.05, 0.95));
            step += (short / 100.0).clamp(-2.0, 2.0);
            if weak.is_finite() {
                let between = |share: f64| weak + (strong - weak) * share;
                step = step.clamp(between(0.2), between(0.8));
            } else {
                step = step.min(strong - 0.2);
            }
            step = ((step * 20.0).round() / 20.0).clamp(LOWEST, ceiling);
            if steps.contains(&step) {
                break;
            }
        }
        best.ok_or_else(|| Failure::new("no match was played"))
    }

    /// What a setting scores against another; a match that is far off what is wanted is not played to its
    /// end.
    fn score(
        &mut self,
        level: &Level,
        opponent: &str,
        wanted: Option<f64>,
    ) -> Result<Tally, Failure> {
        let players = [setting(level), opponent.to_owned()];
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
            let off = wanted.map_or(0.0, |wanted| (tally.mean() - wanted).abs());
            if off > NEAR + 2.0 * tally.error() {
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

/// A line of `levels.txt`.
fn line(id: &str, number: u8, level: &Level, score: f64, tally: &Tally) -> String {
    let level = levels::line(id, number, level);
    format!("{level} {:.1} {}\n", score * 100.0, tally.games)
}

/// A level as a setting of the engine.
fn setting(level: &Level) -> String {
    format!("nodes={},spread={}", level.nodes, level.spread)
}

/// The difference in Elo that a score stands for.
fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}
