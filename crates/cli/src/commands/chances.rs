//! `tablier chances`.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use tablier_engine::{Engine, Limits, Request, ranges, workbench};
use tablier_rules::hash::SplitMix64;
use tablier_rules::{Spec, Status, Verdict, catalog};

use crate::failure::Failure;
use crate::numbers;

/// Measure how often positions are won that the engine calls 70%
///
/// The engine plays itself. For every position of these games, what it says of the chances of the player to
/// move is compared with what that player got in the end (a draw is half a win). One line for each tenth: from
/// and up to what was said, the number of positions, the mean of what was said, and what was won. Forced wins and
/// losses are left out. The last line says how much surer the engine could have been: a number below 1 means that
/// it says too much, and `Profile::sureness` of the game is to be multiplied by it.
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
    /// Begin each game with this many random moves (0 to 1000)
    #[arg(long, default_value = "4", value_parser = numbers::whole::<usize>(0..=1_000))]
    opening: usize,
    /// Random seed (any whole number below 2^64)
    #[arg(long, default_value = "1", value_parser = numbers::seed())]
    seed: u64,
}

/// What was said of a position, and the share that was won.
type Sample = (f64, f64);

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let spec = Spec::parse(&self.spec)?;
        if workbench::sides(&spec)? != 2 {
            return Err(Failure::new(format!(
                "chances are measured between two sides, which {spec} has not"
            )));
        }
        let engine = Engine::new(16);
        let mut samples = Vec::new();
        for game in 0..u64::from(self.games) {
            self.play(
                &engine,
                self.seed.wrapping_mul(1_000_003).wrapping_add(game),
                &mut samples,
            )?;
        }
        Ok(self.table(&samples))
    }

    /// Plays a game and adds its positions.
    fn play(&self, engine: &Engine, seed: u64, samples: &mut Vec<Sample>) -> Result<(), Failure> {
        let never = AtomicBool::new(false);
        let mut random = SplitMix64::new(seed);
        let mut table = catalog::open(&self.spec)?;
        let mut said = Vec::new();
        while let Status::Acts(seat) = table.status() {
            let action = if table.ply() < self.opening {
                let legal = table.legal();
                legal[random.below(legal.len())].clone()
            } else {
                let request = Request {
                    limits: Limits::nodes(self.nodes),
                    seed: random.next(),
                    ..Request::default()
                };
                let answer = engine
                    .answer_at(&*table, &request, &never, &mut |_| {})
                    .map_err(|trouble| Failure::new(trouble.to_string()))?;
                let best = &answer.report.lines[0];
                let forced = best.score.wins_in().or(best.score.loses_in());
                if forced.is_none() && !answer.report.certain {
                    said.push((seat, f64::from(best.chance)));
                }
                answer.action
            };
            table
                .play(&action)
                .map_err(|refusal| Failure::new(format!("{action}: {}", refusal.rule)))?;
        }
        if let Status::Over(outcome) = table.status() {
            let share = |seat| match outcome.verdict(seat) {
                Verdict::Won => 1.0,
                Verdict::Drew => 0.5,
                Verdict::Lost => 0.0,
            };
            samples.extend(said.into_iter().map(|(seat, chance)| (chance, share(seat))));
        }
        Ok(())
    }

    fn table(&self, samples: &[Sample]) -> String {
        let mut text = format!(
            "{}: {} games, {} nodes, {} positions\n",
            self.spec,
            self.games,
            self.nodes,
            samples.len()
        );
        for tenth in 0..10 {
            let within = |chance: f64| ((chance * 10.0) as usize).min(9) == tenth;
            let here: Vec<&Sample> = samples.iter().filter(|sample| within(sample.0)).collect();
            if here.is_empty() {
                continue;
            }
            let mean = |of: fn(&Sample) -> f64| {
                100.0 * here.iter().map(|sample| of(sample)).sum::<f64>() / here.len() as f64
            };
            let _ = writeln!(
                text,
                "{:3} to {:3} %: {:6} positions, said {:5.1} %, won {:5.1} %",
                tenth * 10,
                tenth * 10 + 10,
                here.len(),
                mean(|sample| sample.0),
                mean(|sample| sample.1)
            );
        }
        let _ = writeln!(text, "sureness: {:.2}", sureness(samples));
        text
    }
}

/// By how much what was said is to be multiplied, as a logit, to fit what was won best: the least mean
/// logarithmic loss.
fn sureness(samples: &[Sample]) -> f64 {
    let loss = |factor: f64| -> f64 {
        let of = |&(chance, share): &Sample| {
            let chance = chance.clamp(1e-6, 1.0 - 1e-6);
            let logit = factor * (chance / (1.0 - chance)).ln();
            // ln(1 + e^-x) and ln(1 + e^x), without overflow.
            let lost = logit.max(0.0) + (-logit.abs()).exp().ln_1p();
            lost - share * logit
        };
        samples.iter().map(of).sum()
    };
    let steps = (1..=300).map(|step| f64::from(step) / 100.0);
    steps
        .map(|factor| (loss(factor), factor))
        .min_by(|one, other| one.0.total_cmp(&other.0))
        .map_or(1.0, |(_, factor)| factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of 1,000 positions called so, this many were won.
    fn called(chance: f64, won: usize) -> Vec<Sample> {
        (0..1_000)
            .map(|i| (chance, f64::from(u8::from(i < won))))
            .collect()
    }

    #[test]
    fn true_words_need_no_correction() {
        let samples = [called(0.7, 700), called(0.2, 200), called(0.95, 950)].concat();
        assert!((sureness(&samples) - 1.0).abs() < 0.03);
    }

    #[test]
    fn boasting_is_noticed_and_so_is_modesty() {
        assert!(sureness(&called(0.95, 700)) < 0.4);
        assert!(sureness(&called(0.6, 800)) > 2.5);
    }
}
