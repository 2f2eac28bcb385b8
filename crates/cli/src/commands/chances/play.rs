//! Games of the engine against itself.

use std::sync::atomic::AtomicBool;

use tablier_engine::{Engine, Limits, Report, Request};
use tablier_rules::hash::SplitMix64;
use tablier_rules::{Outcome, Seat, Status, Verdict, catalog};

use super::Args;
use super::sample::Sample;
use crate::failure::Failure;

impl Args {
    /// Plays a game: its positions with the chances as they were searched.
    pub(super) fn play(&self, game: u64, sides: usize) -> Result<Vec<Sample>, Failure> {
        let engine = Engine::new(16).telling_plainly();
        let never = AtomicBool::new(false);
        let seed = self.seed.wrapping_mul(1_000_003);
        let mut random = SplitMix64::new(seed.wrapping_add(game));
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
        let Status::Over(outcome) = table.status() else {
            return Ok(Vec::new());
        };
        let sample = |(ply, seat, chances): (usize, Seat, Vec<f64>)| Sample {
            game,
            ply,
            shares: shares(sides, outcome, seat, chances.len()),
            chances,
        };
        Ok(said.into_iter().map(sample).collect())
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
