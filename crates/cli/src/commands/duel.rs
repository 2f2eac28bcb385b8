//! `tablier match`.

use std::fmt::Write as _;

use tablier_engine::{MatchScore, Player};

use crate::data;
use crate::failure::Failure;
use crate::series;

/// Play a match between two settings of the engine and count the score
///
/// A and B are settings such as `time=0.1`, `uct,time=0.1`, `level=3`, `pvs,nodes=5000` or `random`, or
/// programs that speak the protocol of `tablier engine`, such as `program=./theirs engine,time=0.1`. With two
/// sides, A and B swap sides; with three or four players, A takes each place in turn and B all the others.
/// Every opening is played once for each place of A.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Setting or program of the first player
    #[arg(value_name = "A")]
    first: String,
    /// Setting or program of the second player
    #[arg(value_name = "B")]
    second: String,
    /// Game with its options, such as cubulus:level=2
    #[arg(value_name = "GAME")]
    spec: String,
    #[command(flatten)]
    series: series::Args,
    /// Stop as soon as it is clear (5% error) whether A is better by HIGH Elo, or by LOW at most
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    sprt: Option<String>,
}

/// The bounds of the test at 5 % error on both sides.
const BOUND: f64 = 2.944;

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        data::let_machine_know_alignement();
        let players = [&self.first, &self.second]
            .map(|text| Player::read(text).map_err(Failure::new))
            .into_iter()
            .collect::<Result<Vec<_>, _>>()?;
        let sprt = match &self.sprt {
            Some(text) => Some(bounds(text)?),
            None => None,
        };
        let lines = self.series.play(&self.spec, &players, &mut |done| {
            let tally = tally(done.values());
            sprt.is_none_or(|(low, high)| tally.likelihood(low, high).abs() < BOUND)
        })?;
        let tally = tally(lines.values());
        let mut text = String::new();
        let (elo, error) = tally.elo();
        let won = lines.values().filter(|l| l.share(0) >= 1.0).count();
        let lost = lines.values().filter(|l| l.share(0) <= 0.0).count();
        let plies: usize = lines.values().map(|l| l.actions.len()).sum();
        let _ = writeln!(
            text,
            "{} {} - {}: {:.1} % ± {:.1} of {} games (+{won} ={} -{lost}), Elo {elo:+.0} ± {error:.0}, {} actions a game",
            self.spec,
            players[0],
            players[1],
            tally.mean() * 100.0,
            tally.error() * 196.0,
            tally.games,
            lines.len() - won - lost,
            plies / lines.len().max(1),
        );
        if let Some((low, high)) = sprt {
            let ratio = tally.likelihood(low, high);
            let verdict = if ratio >= BOUND {
                format!("better by {high} Elo")
            } else if ratio <= -BOUND {
                format!("not better than {low} Elo")
            } else {
                "undecided".to_owned()
            };
            let _ = writeln!(text, "SPRT {low},{high}: {ratio:.2}, {verdict}");
        }
        Ok(text)
    }
}

fn tally<'a>(lines: impl Iterator<Item = &'a series::SeriesGame>) -> MatchScore {
    let mut tally = MatchScore::new();
    lines.for_each(|line| tally.add(line.share(0)));
    tally
}

fn bounds(text: &str) -> Result<(f64, f64), Failure> {
    let bad = || Failure::new(format!("'{text}' is not of the form LOW,HIGH, as 0,30"));
    let (low, high) = text.split_once(',').ok_or_else(bad)?;
    let low: f64 = low.parse().map_err(|_| bad())?;
    let high: f64 = high.parse().map_err(|_| bad())?;
    if low < high {
        Ok((low, high))
    } else {
        Err(bad())
    }
}
