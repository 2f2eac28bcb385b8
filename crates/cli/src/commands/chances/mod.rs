//! `tablier chances`.

mod bend;
mod fit;
mod play;
mod sample;
mod table;

use std::path::PathBuf;

use sample::Sample;
use tablier_engine::levels::STRONGEST;
use tablier_engine::{Curve, Profile, ranges, workbench};
use tablier_rules::Spec;

use crate::failure::Failure;
use crate::kept::Wanted;
use crate::numbers;
use crate::progress::Progress;

/// Measure how often positions are won that the engine calls 70%
///
/// The engine plays itself. For every position of these games, what it says of the chances of the player to
/// move is compared with what that player got in the end (a draw is half a win); with more than two sides the
/// chances of every player. One line for each tenth: from and up to what was said, how often it was said, the
/// mean of what was said, and what was won. Then the same for 65 to 75%, said of either side, with the number of games in
/// which it was said; the error of what was won is twice its standard error, and what was said in one game counts
/// together. Forced wins and losses are left out. The last lines say what `sureness`, `surer` and (of two sides)
/// `curve` in the game’s `Profile` are, what they should be for these games, and the mean logarithmic loss with each. What is
/// fitted to some games is to be checked on others, of another seed.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Game with its options, such as cubulus:level=2
    #[arg(value_name = "GAME")]
    spec: String,
    /// Play this many games (1 to 1000000)
    #[arg(long, default_value = "20", value_parser = numbers::whole::<u64>(1..=1_000_000))]
    games: u64,
    /// Search this many nodes for each move (1 to 1000000000000)
    #[arg(long, default_value = "2000", value_parser = numbers::whole::<u64>(ranges::NODES))]
    nodes: u64,
    /// Let this level choose the moves (1 to 10), which errs as people do; what is said is searched all the same
    #[arg(long, value_parser = numbers::whole::<u8>(1..=u64::from(STRONGEST)))]
    level: Option<u8>,
    /// Begin each game with this many random moves (0 to 1000)
    #[arg(long, default_value = "4", value_parser = numbers::whole::<usize>(0..=1_000))]
    opening: usize,
    /// Tell the chances with this sureness (0.01 to 100) instead of the game’s
    #[arg(long, value_parser = numbers::factor(0.01..=100.0))]
    sureness: Option<f64>,
    /// Tell them with so much more of it late in a game (-100 to 100)
    #[arg(long, requires = "sureness", allow_hyphen_values = true, value_parser = numbers::factor(-100.0..=100.0))]
    surer: Option<f64>,
    /// Tell the chances of two sides with this curve: its points as logits searched:told, such as 0.5:0.2,1:1.8
    #[arg(long, value_name = "POINTS", value_parser = curve)]
    curve: Option<Curve>,
    /// Fit a curve with this many points (1 to 5)
    #[arg(long, default_value = "4", value_parser = numbers::whole::<usize>(1..=Curve::MOST as u64))]
    points: usize,
    /// Random seed (any whole number below 2^64)
    #[arg(long, default_value = "1", value_parser = numbers::seed())]
    seed: u64,
    /// Play this many games at once (1 to 64)
    #[arg(long, default_value = "1", value_parser = numbers::whole::<usize>(ranges::THREADS))]
    jobs: usize,
    /// Keep the positions in this file, with the chances as they were searched (`ply:chances:shares` each, and one
    /// line for each game); games that are in it are not played again
    #[arg(long, value_name = "FILE")]
    samples: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let spec = Spec::parse(&self.spec)?;
        let sides = workbench::sides(&spec)?;
        if sides < 2 {
            return Err(Failure::new(format!(
                "chances are measured between several sides, and {spec} is played alone"
            )));
        }
        let profile = workbench::profile(&spec)?;
        let searched = self.samples(&spec, sides)?;
        let tried = self.tried(profile);
        let told: Vec<Sample> = searched
            .iter()
            .map(|sample| fit::told(sample, &tried))
            .collect();
        let moves = match self.level {
            Some(level) => format!(", moves of level {level}"),
            None => String::new(),
        };
        Ok(format!(
            "{spec}: {} games, {} nodes{moves}, {} positions\n",
            self.games,
            self.nodes,
            told.len()
        ) + &table::table(sides, &told)
            + &fit::advice(&tried, &searched, self.points))
    }

    /// The game’s way to tell the chances, or another that is to be tried.
    fn tried(&self, used: Profile) -> Profile {
        if self.sureness.is_none() && self.curve.is_none() {
            return used;
        }
        Profile {
            sureness: self.sureness.unwrap_or(1.0) as f32,
            surer: self.surer.unwrap_or(0.0) as f32,
            curve: self.curve.unwrap_or(Curve::STRAIGHT),
            ..used
        }
    }

    /// The positions of all games, in order.
    fn samples(&self, spec: &Spec, sides: usize) -> Result<Vec<Sample>, Failure> {
        let head = format!(
            "# {spec} nodes={} level={} opening={} seed={}",
            self.nodes,
            self.level.unwrap_or(0),
            self.opening,
            self.seed
        );
        let wanted = Wanted {
            numbers: 0..self.games,
            file: self.samples.as_deref().map(|path| (path, head)),
            jobs: self.jobs,
        };
        let games = wanted.play(&Progress::new(), |game| {
            Ok(sample::write(&self.play(game, sides)?))
        })?;
        let mut samples = Vec::new();
        for (game, line) in games {
            let read = sample::read(game, &line);
            samples.extend(read.ok_or_else(|| {
                Failure::new(format!("the positions of game {game} cannot be read"))
            })?);
        }
        Ok(samples)
    }
}

/// A curve that somebody wrote.
fn curve(text: &str) -> Result<Curve, String> {
    let point = |point: &str| {
        let (searched, told) = point.split_once(':')?;
        Some((searched.parse().ok()?, told.parse().ok()?))
    };
    let points: Option<Vec<(f32, f32)>> = text.split(',').map(point).collect();
    points
        .and_then(|points| Curve::rising(&points))
        .ok_or_else(|| {
            format!(
                "1 to {} points that rise from 0, such as 0.5:0.2,1:1.8",
                Curve::MOST
            )
        })
}
