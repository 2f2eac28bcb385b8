//! The laws on the ordinary toolchain, deterministic for a seed.
//!
//! `cargo run -p tablier-fuzz -- --seconds 10`: first the corpus of inputs that were once
//! wrong or are tricky, then valid texts changed at random. A broken law, a panic or a case that
//! takes longer than ten seconds ends the run with status 1 and prints the case, which can be added
//! to `fuzz/corpus/<target>/` as it is.

use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tablier_fuzz::{Case, Target, case, laws, source};
use tablier_rules::hash::{SplitMix64, mix};

/// No case may take longer.
const LONGEST: Duration = Duration::from_secs(10);

fn main() -> ExitCode {
    let settings = match Settings::read(std::env::args().skip(1)) {
        Ok(settings) => settings,
        Err(usage) => {
            eprintln!("{usage}");
            return ExitCode::from(1);
        }
    };
    let watch = Watch::start();
    let mut counts = [0u64; Target::ALL.len()];
    let known = case::corpus();
    for (target, case) in &known {
        if !watch.holds(*target, case) {
            return ExitCode::from(1);
        }
    }
    println!("corpus: {} cases", known.len());
    let begun = Instant::now();
    let mut random = SplitMix64::new(settings.seed);
    let mut runs = 0;
    while settings.goes_on(runs, begun) {
        let at = runs as usize % Target::ALL.len();
        let target = Target::ALL[at];
        let case = match target {
            // One stream for those that need a game, so that other targets do not change their cases.
            Target::Spec | Target::Action | Target::Position | Target::Record | Target::List => {
                source::case(target, &mut random)
            }
            _ => source::case(target, &mut SplitMix64::new(mix(settings.seed ^ runs))),
        };
        if !watch.holds(Target::ALL[at], &case) {
            eprintln!("seed {}, execution {runs}", settings.seed);
            return ExitCode::from(1);
        }
        counts[at] += 1;
        runs += 1;
    }
    for (target, count) in Target::ALL.iter().zip(counts) {
        println!("{:9} {count} executions", target.name());
    }
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "seed {}: {runs} executions in {seconds:.1} s, all laws hold",
        settings.seed
    );
    ExitCode::SUCCESS
}

struct Settings {
    seed: u64,
    seconds: Option<f64>,
    runs: Option<u64>,
}

impl Settings {
    fn read(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let usage = "usage: tablier-fuzz [--seconds N | --runs N] [--seed N]";
        let mut settings = Self {
            seed: 1,
            seconds: None,
            runs: None,
        };
        while let Some(name) = args.next() {
            let value = args.next().ok_or(usage)?;
            match name.as_str() {
                "--seed" => settings.seed = value.parse().map_err(|_| usage)?,
                "--runs" => settings.runs = Some(value.parse().map_err(|_| usage)?),
                "--seconds" => settings.seconds = Some(value.parse().map_err(|_| usage)?),
                _ => return Err(usage.to_owned()),
            }
        }
        if settings.runs.is_none() && settings.seconds.is_none() {
            settings.seconds = Some(10.0);
        }
        Ok(settings)
    }

    fn goes_on(&self, runs: u64, begun: Instant) -> bool {
        self.runs.is_none_or(|most| runs < most)
            && self
                .seconds
                .is_none_or(|most| begun.elapsed().as_secs_f64() < most)
    }
}

/// Watches from another thread that every case terminates.
struct Watch {
    /// When the case began, in milliseconds since the start; 0 between cases.
    since: Arc<AtomicU64>,
    case: Arc<Mutex<String>>,
    start: Instant,
}

impl Watch {
    fn start() -> Self {
        let watch = Self {
            since: Arc::default(),
            case: Arc::default(),
            start: Instant::now(),
        };
        let (since, case, start) = (watch.since.clone(), watch.case.clone(), watch.start);
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_millis(200));
                let began = since.load(Ordering::Relaxed);
                let now = start.elapsed().as_millis() as u64;
                if began > 0 && now > began + LONGEST.as_millis() as u64 {
                    let case = case.lock().map(|case| case.clone()).unwrap_or_default();
                    eprintln!("takes longer than {LONGEST:?}: {case}");
                    std::process::exit(1);
                }
            }
        });
        watch
    }

    /// Whether all laws hold for a case; otherwise it is printed.
    fn holds(&self, target: Target, case: &Case) -> bool {
        if let Ok(mut shown) = self.case.lock() {
            *shown = format!("{}\n{case}", target.name());
        }
        let now = self.start.elapsed().as_millis() as u64;
        self.since.store(now.max(1), Ordering::Relaxed);
        let answer = panic::catch_unwind(AssertUnwindSafe(|| laws::hold(target, case)));
        self.since.store(0, Ordering::Relaxed);
        if answer.is_err() {
            eprintln!("--- {} ---\n{case}\n---", target.name());
        }
        answer.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_laws_hold_for_the_corpus_and_a_few_random_cases() {
        for (target, case) in case::corpus() {
            laws::hold(target, &case);
        }
        let mut random = SplitMix64::new(7);
        for target in Target::ALL {
            for _ in 0..60 {
                laws::hold(target, &source::case(target, &mut random));
            }
        }
    }

    #[test]
    fn the_same_seed_makes_the_same_cases() {
        let make = |seed| {
            let mut random = SplitMix64::new(seed);
            Target::ALL.map(|target| source::case(target, &mut random).to_string())
        };
        assert_eq!(make(3), make(3));
        assert_ne!(make(3), make(4));
    }
}
