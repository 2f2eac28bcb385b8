//! `tablier stats`.

use std::fmt::Write as _;

use tablier_engine::{MatchScore, Player};
use tablier_rules::catalog;

use crate::failure::Failure;
use crate::series::{self, SeriesGame};

/// Let the engine play itself and count: length, choices, each player's score, draws, how games end
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Game with its options, such as cubulus:level=2
    #[arg(value_name = "GAME")]
    spec: String,
    /// Setting of the engine for every player
    #[arg(long, default_value = "time=0.05", value_name = "SETTING")]
    player: String,
    /// Print one line, as crates/books/text/facts.txt keeps it for the rulebooks
    #[arg(long)]
    line: bool,
    #[command(flatten)]
    series: series::Args,
}

/// What was counted in a series of games.
struct Counted {
    games: usize,
    lengths: Vec<usize>,
    choices: f64,
    seats: Vec<MatchScore>,
    draws: usize,
    /// For a game with one seat: how many pieces were left on average.
    left: Option<f64>,
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let player = Player::read(&self.player).map_err(Failure::new)?;
        let lines = self.series.play(&self.spec, &[player], &mut |_| true)?;
        let lines: Vec<SeriesGame> = lines.into_values().collect();
        if lines.is_empty() {
            return Ok("no games\n".to_owned());
        }
        let counted = Counted::count(&self.spec, &lines)?;
        if self.line {
            return Ok(self.one_line(&counted));
        }
        let mut text = String::new();
        let _ = writeln!(
            text,
            "{}: {} games, length {:.0} (from {} to {}, median {}), {:.1} choices",
            self.spec,
            counted.games,
            counted.length(),
            counted.shortest(),
            counted.longest(),
            counted.lengths[(counted.games - 1) / 2],
            counted.choices,
        );
        for (seat, tally) in counted.seats.iter().enumerate() {
            let _ = writeln!(
                text,
                "seat {}: {:.1} % ± {:.1}",
                seat + 1,
                tally.mean() * 100.0,
                tally.error() * 196.0
            );
        }
        let part = |count: usize| 100.0 * count as f64 / counted.games as f64;
        if let Some(left) = counted.left {
            let _ = writeln!(text, "left: {left:.2}");
        }
        let _ = writeln!(text, "draws: {:.1} %", part(counted.draws));
        for ending in ["rules", "repetition", "limit"] {
            let count = lines.iter().filter(|line| line.ending == ending).count();
            let _ = writeln!(text, "ended by {ending}: {:.1} %", part(count));
        }
        Ok(text)
    }

    /// `spec | player | opening | seed | games | length | shortest | longest | choices | first | error | draws`;
    /// with one seat `first` is how many pieces were left.
    fn one_line(&self, counted: &Counted) -> String {
        let first = counted
            .left
            .unwrap_or_else(|| counted.seats[0].mean() * 100.0);
        format!(
            "{} | {} | {} | {} | {} | {:.0} | {} | {} | {:.1} | {first:.1} | {:.1} | {:.1}\n",
            self.spec,
            self.player,
            self.series.opening,
            self.series.seed,
            counted.games,
            counted.length(),
            counted.shortest(),
            counted.longest(),
            counted.choices,
            counted.seats[0].error() * 196.0,
            100.0 * counted.draws as f64 / counted.games as f64,
        )
    }
}

impl Counted {
    fn count(spec: &str, lines: &[SeriesGame]) -> Result<Self, Failure> {
        let mut lengths: Vec<usize> = lines.iter().map(|line| line.actions.len()).collect();
        lengths.sort_unstable();
        let mut choices = MatchScore::new();
        for line in lines {
            let mut table = catalog::open(spec)?;
            for action in &line.actions {
                choices.add(table.legal().len() as f64);
                table
                    .play(action)
                    .map_err(|_| Failure::new(format!("{action} cannot be played again")))?;
            }
        }
        let seats = lines[0].shares.len();
        let tally = |seat: usize| {
            let mut tally = MatchScore::new();
            for line in lines {
                tally.add(f64::from(line.shares[seat]));
            }
            tally
        };
        let shared =
            |line: &&SeriesGame| line.shares.iter().all(|&share| share > 0.0 && share < 1.0);
        let left = |line: &SeriesGame| 1.0 / f64::from(line.shares[0]);
        Ok(Self {
            games: lines.len(),
            lengths,
            choices: choices.mean(),
            seats: (0..seats).map(tally).collect(),
            draws: if seats == 1 {
                0
            } else {
                lines.iter().filter(shared).count()
            },
            left: (seats == 1).then(|| lines.iter().map(left).sum::<f64>() / lines.len() as f64),
        })
    }

    fn length(&self) -> f64 {
        self.lengths.iter().sum::<usize>() as f64 / self.games as f64
    }

    fn shortest(&self) -> usize {
        self.lengths[0]
    }

    fn longest(&self) -> usize {
        self.lengths[self.games - 1]
    }
}
