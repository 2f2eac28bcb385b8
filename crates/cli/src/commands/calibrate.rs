//! `tablier calibrate`.

use std::path::PathBuf;

use tablier_engine::levels::{self, STRONGEST};
use tablier_engine::{Level, Player, Tally};
use tablier_rules::Spec;

use crate::failure::Failure;
use crate::series;

/// Fit the levels of a game by matches: each is to score about 65 % against the one below
///
/// The first level stays as it is. For each level above, the number of nodes (and where that is not
/// enough, the depth) is changed until a match against the level below comes close. All games are
/// kept in the folder; run it again to go on. The lines of `levels.txt` are printed at the end.
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
}

/// A score from here to there is close enough to 65 %.
const CLOSE: std::ops::RangeInclusive<f64> = 0.60..=0.70;
/// So many settings are tried for a level.
const TRIES: usize = 6;

impl Args {
    pub(crate) fn run(mut self) -> Result<String, Failure> {
        let spec = Spec::parse(&self.spec)?;
        let level = |number| {
            Level::of(spec.id(), number)
                .ok_or_else(|| Failure::new(format!("there is no level {number}")))
        };
        let mut below = level(1)?;
        let mut text = levels::line(spec.id(), 1, &below) + "\n";
        for number in 2..=STRONGEST {
            let mut now = level(number)?;
            now.nodes = now.nodes.max(below.nodes + 1);
            let mut best = (f64::MAX, now);
            let (mut weak, mut strong) = (below.nodes, None);
            for _ in 0..TRIES {
                let score = self.score(&now, &below)?;
                if (score - 0.65).abs() < best.0 {
                    best = ((score - 0.65).abs(), now);
                }
                if CLOSE.contains(&score) {
                    break;
                }
                // Between what was too weak and what was too strong, on a scale of ratios.
                if score < 0.65 {
                    weak = now.nodes;
                    if now.depth > 0 && strong.is_none() {
                        now.depth += 1;
                    }
                } else {
                    strong = Some(now.nodes);
                }
                now.nodes = match strong {
                    Some(strong) => ((weak as f64 * strong as f64).sqrt() as u64).max(weak + 1),
                    None => now.nodes * 2,
                };
            }
            below = best.1;
            text += &format!("{}\n", levels::line(spec.id(), number, &below));
        }
        Ok(text)
    }

    /// What one setting scores against another.
    fn score(&mut self, above: &Level, below: &Level) -> Result<f64, Failure> {
        let text = |level: &Level| {
            let depth = if level.depth > 0 {
                format!(",depth={}", level.depth)
            } else {
                String::new()
            };
            format!("nodes={}{depth},spread={}", level.nodes, level.spread)
        };
        let players = [text(above), text(below)];
        let name = format!(
            "{}-{}-{}.txt",
            self.spec.replace([':', ','], "-"),
            players[0].replace([',', '='], "_"),
            players[1].replace([',', '='], "_")
        );
        let players = players
            .iter()
            .map(|text| Player::read(text).map_err(Failure::new))
            .collect::<Result<Vec<_>, _>>()?;
        self.series.records = Some(self.folder.join(name));
        let lines = self.series.play(&self.spec, &players, &mut |_| true)?;
        let mut tally = Tally::new();
        lines.values().for_each(|line| tally.add(line.share(0)));
        eprintln!(
            "{} - {}: {:.1} %",
            players[0],
            players[1],
            tally.mean() * 100.0
        );
        Ok(tally.mean())
    }
}
