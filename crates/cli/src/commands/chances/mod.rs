//! `tablier chances`.

mod fit;

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use tablier_engine::levels::STRONGEST;
use tablier_engine::{Engine, Limits, Report, Request, ranges, workbench};
use tablier_rules::hash::SplitMix64;
use tablier_rules::{Outcome, Seat, Spec, Status, Verdict, catalog};

use crate::failure::Failure;
use crate::numbers;

/// Measure how often positions are won that the engine calls 70%
///
/// The engine plays itself. For every position of these games, what it says of the chances of the player to
/// move is compared with what that player got in the end (a draw is half a win); with more than two sides the
/// chances of every player. One line for each tenth: from and up to what was said, how often it was said, the
/// mean of what was said, and what was won. Then the same for 65 to 75%, said of either side, with the number of games in
/// which it was said; the error of what was won is twice its standard error, and what was said in one game counts
/// together. Forced wins and losses are left out. The last lines say what `sureness` and `surer` in the
/// game’s `Profile` are, what they should be for these games, and the mean logarithmic loss with each.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Game with its options, such as cubulus:level=2
    #[arg(value_name = "GAME")]
    spec: String,
    /// Play this many games (1 to 1000000)
    #[arg(long, default_value = "20", value_parser = numbers::whole::<u32>(1..=1_000_000))]
    games: u32,
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
    /// Random seed (any whole number below 2^64)
    #[arg(long, default_value = "1", value_parser = numbers::seed())]
    seed: u64,
    /// Play this many games at once (1 to 64)
    #[arg(long, default_value = "1", value_parser = numbers::whole::<usize>(ranges::THREADS))]
    jobs: usize,
}

/// What was said of a position, and what became of it.
#[derive(Clone, Debug)]
struct Sample {
    /// The number of the game.
    game: u32,
    /// How many actions were played before.
    ply: usize,
    /// The chance of each side, or of each of several seats; the one to act first.
    chances: Vec<f64>,
    /// What each of them got in the end: 1 in all.
    shares: Vec<f64>,
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
        let used = (f64::from(profile.sureness), f64::from(profile.surer));
        let searched: Vec<Sample> = self
            .samples(sides)?
            .iter()
            .map(|sample| fit::untold(sample, used))
            .collect();
        let tried = match self.sureness {
            Some(sureness) => (sureness, self.surer.unwrap_or(0.0)),
            None => used,
        };
        let told: Vec<Sample> = searched
            .iter()
            .map(|sample| fit::told(sample, tried))
            .collect();
        Ok(self.table(sides, &told) + &fit::advice(tried, &searched))
    }

    /// The positions of all games, in order.
    fn samples(&self, sides: usize) -> Result<Vec<Sample>, Failure> {
        let next = AtomicU32::new(0);
        let worker = || -> Result<Vec<Sample>, Failure> {
            let engine = Engine::new(16);
            let mut samples = Vec::new();
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= self.games {
                    return Ok(samples);
                }
                self.play(&engine, game, sides, &mut samples)?;
            }
        };
        let found: Vec<_> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.jobs).map(|_| scope.spawn(worker)).collect();
            workers.into_iter().map(|worker| worker.join()).collect()
        });
        let mut samples = Vec::new();
        for part in found {
            let part = part.map_err(|_| Failure::new("a game broke off"))?;
            samples.extend(part?);
        }
        samples.sort_by_key(|sample| (sample.game, sample.ply));
        Ok(samples)
    }

    /// Plays a game and adds its positions.
    fn play(
        &self,
        engine: &Engine,
        game: u32,
        sides: usize,
        samples: &mut Vec<Sample>,
    ) -> Result<(), Failure> {
        let never = AtomicBool::new(false);
        let seed = self.seed.wrapping_mul(1_000_003);
        let mut random = SplitMix64::new(seed.wrapping_add(u64::from(game)));
        let mut table = catalog::open(&self.spec)?;
        let mut said = Vec::new();
        while let Status::Acts(seat) = table.status() {
            let action = if table.ply() < self.opening {
                let legal = table.legal();
                legal[random.below(legal.len())].clone()
            } else {
                let mut ask = |limits, level| {
                    let request = Request {
                        limits,
                        level,
                        seed: random.next(),
                        ..Request::default()
                    };
                    engine
                        .answer_at(&*table, &request, &never, &mut |_| {})
                        .map_err(|trouble| Failure::new(trouble.to_string()))
                };
                let answer = ask(Limits::nodes(self.nodes), None)?;
                let best = &answer.report.lines[0];
                let forced = best.score.wins_in().or(best.score.loses_in());
                if forced.is_none() && !answer.report.certain {
                    said.push((table.ply(), seat, chances(sides, &answer.report)));
                }
                match self.level {
                    Some(level) => ask(Limits::default(), Some(level))?.action,
                    None => answer.action,
                }
            };
            table
                .play(&action)
                .map_err(|refusal| Failure::new(format!("{action}: {}", refusal.rule)))?;
        }
        if let Status::Over(outcome) = table.status() {
            samples.extend(said.into_iter().map(|(ply, seat, chances)| Sample {
                game,
                ply,
                shares: shares(sides, outcome, seat, chances.len()),
                chances,
            }));
        }
        Ok(())
    }

    fn table(&self, sides: usize, samples: &[Sample]) -> String {
        let mut text = format!("{}: {} games, {} nodes", self.spec, self.games, self.nodes);
        if let Some(level) = self.level {
            let _ = write!(text, ", moves of level {level}");
        }
        let _ = writeln!(text, ", {} positions", samples.len());
        // Of two sides the one has what the other has not.
        let told = if sides == 2 { 1 } else { Seat::MOST };
        for tenth in 0..10 {
            let within = |chance: f64| ((chance * 10.0) as usize).min(9) == tenth;
            let said = Said::new(samples, told, within);
            if said.count > 0 {
                let _ = writeln!(
                    text,
                    "{:3} to {:3} %: {:6} positions, said {:5.1} %, won {:5.1} %",
                    tenth * 10,
                    tenth * 10 + 10,
                    said.count,
                    100.0 * said.mean,
                    100.0 * said.won
                );
            }
        }
        let bands: &[[f64; 2]] = match sides {
            2 => &[[0.65, 0.75]],
            _ => &[[0.2, 0.3], [0.65, 0.75]],
        };
        for [from, to] in bands {
            let said = Said::new(samples, Seat::MOST, |chance| (*from..*to).contains(&chance));
            let _ = writeln!(
                text,
                "called {:.0} to {:.0} %: {} times in {} games, said {:.1} %, won {:.1} ± {:.1} %",
                100.0 * from,
                100.0 * to,
                said.count,
                said.games,
                100.0 * said.mean,
                100.0 * said.won,
                200.0 * said.error
            );
        }
        text
    }
}

/// What the engine says, the one to act first.
fn chances(sides: usize, report: &Report) -> Vec<f64> {
    if sides == 2 {
        let own = f64::from(report.lines[0].chance);
        return vec![own, 1.0 - own];
    }
    let seats = report.chances.len();
    (0..seats)
        .map(|i| f64::from(report.chances[(report.seat.index() + i) % seats]))
        .collect()
}

/// What was won, in the same order: those who did best share it.
fn shares(sides: usize, outcome: Outcome, acts: Seat, count: usize) -> Vec<f64> {
    if sides == 2 {
        let own = match outcome.verdict(acts) {
            Verdict::Won => 1.0,
            Verdict::Drew => 0.5,
            Verdict::Lost => 0.0,
        };
        return vec![own, 1.0 - own];
    }
    let seats: Vec<Seat> = Seat::all(count as u8).collect();
    let best = seats.iter().map(|&seat| outcome.verdict(seat)).max();
    let did_best = |seat: Seat| Some(outcome.verdict(seat)) == best;
    let sharing = seats.iter().filter(|&&seat| did_best(seat)).count() as f64;
    (0..count)
        .map(|i| seats[(acts.index() + i) % count])
        .map(|seat| if did_best(seat) { 1.0 / sharing } else { 0.0 })
        .collect()
}

/// All chances that were said within certain limits.
struct Said {
    count: usize,
    /// In how many games.
    games: usize,
    /// The mean of what was said.
    mean: f64,
    /// The mean of what was won.
    won: f64,
    /// Its standard error; what was said in one game counts together.
    error: f64,
}

impl Said {
    /// Of every sample the first so many chances.
    fn new(samples: &[Sample], first: usize, within: impl Fn(f64) -> bool) -> Self {
        let mut of_games: Vec<(u32, f64, f64, f64)> = Vec::new();
        for sample in samples {
            for (&chance, &share) in sample.chances.iter().zip(&sample.shares).take(first) {
                if !within(chance) {
                    continue;
                }
                match of_games.last_mut() {
                    Some(game) if game.0 == sample.game => {
                        game.1 += 1.0;
                        game.2 += chance;
                        game.3 += share;
                    }
                    _ => of_games.push((sample.game, 1.0, chance, share)),
                }
            }
        }
        let count: f64 = of_games.iter().map(|game| game.1).sum();
        let most = count.max(1.0);
        let won = of_games.iter().map(|game| game.3).sum::<f64>() / most;
        let apart: f64 = of_games
            .iter()
            .map(|game| (game.3 - won * game.1).powi(2))
            .sum();
        let games = of_games.len() as f64;
        Self {
            count: count as usize,
            games: of_games.len(),
            mean: of_games.iter().map(|game| game.2).sum::<f64>() / most,
            won,
            error: (apart * games / (games - 1.0).max(1.0)).sqrt() / most,
        }
    }
}
