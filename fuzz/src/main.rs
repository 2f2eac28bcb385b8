//! The laws on the ordinary toolchain, deterministic for a seed.
//!
//! `cargo run -p tablier-fuzz -- --seconds 10`: first the corpus of inputs that were once
//! wrong or are tricky, then valid texts changed at random. A broken law, a panic or a case that
//! takes longer than ten seconds of processor time ends the run with status 1 and prints the case,
//! which can be added to `fuzz/corpus/<target>/` as it is.

use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tablier_fuzz::{Case, Target, case, laws, source};
use tablier_rules::hash::{SplitMix64, mix};

/// No case may take more of the processor than this, counting all threads.
const LONGEST: Duration = Duration::from_secs(10);
/// A case that waits for something which never comes takes no processor time. On a busy machine a
/// sound one waits too, but not for this long.
const LONGEST_WAIT: Duration = Duration::from_secs(300);

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
        let target = settings.only[runs as usize % settings.only.len()];
        let case = match target {
            // One stream for those that need a game, so that other targets do not change their cases.
            Target::Spec | Target::Action | Target::Position | Target::Record | Target::List => {
                source::case(target, &mut random)
            }
            _ => source::case(target, &mut SplitMix64::new(mix(settings.seed ^ runs))),
        };
        if !watch.holds(target, &case) {
            eprintln!("seed {}, execution {runs}", settings.seed);
            return ExitCode::from(1);
        }
        counts[target as usize] += 1;
        runs += 1;
    }
    for target in &settings.only {
        let count = counts[*target as usize];
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
    /// The targets, each once.
    only: Vec<Target>,
}

impl Settings {
    fn read(mut args: impl Iterator<Item = String>) -> Result<Self, String> {
        let usage =
            "usage: tablier-fuzz [--seconds N | --runs N] [--seed N] [--only TARGET,TARGET…]";
        let mut settings = Self {
            seed: 1,
            seconds: None,
            runs: None,
            only: Target::ALL.to_vec(),
        };
        while let Some(name) = args.next() {
            let value = args.next().ok_or(usage)?;
            match name.as_str() {
                "--seed" => settings.seed = value.parse().map_err(|_| usage)?,
                "--runs" => settings.runs = Some(value.parse().map_err(|_| usage)?),
                "--only" => settings.only = named(&value).ok_or(usage)?,
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

/// The targets of these names, each once; none if there is no such target.
fn named(names: &str) -> Option<Vec<Target>> {
    let find = |name: &str| Target::ALL.into_iter().find(|target| target.name() == name);
    let wanted: Vec<Target> = names.split(',').map(find).collect::<Option<_>>()?;
    let chosen = Target::ALL.into_iter();
    Some(chosen.filter(|target| wanted.contains(target)).collect())
}

/// Watches from another thread that every case terminates.
struct Watch {
    case: Arc<Mutex<Option<Watched>>>,
}

/// The case under way.
struct Watched {
    shown: String,
    /// When it began, by the wall and by the processor.
    began: Instant,
    spent: Option<Duration>,
}

impl Watched {
    /// Why it has taken too long, if it has.
    fn is_overdue(&self) -> Option<String> {
        let waited = self.began.elapsed();
        let spent = match (spent(), self.spent) {
            (Some(now), Some(before)) => now.saturating_sub(before),
            // Where it cannot be measured, all of it counts.
            _ => waited,
        };
        is_too_long(waited, spent)
    }
}

fn is_too_long(waited: Duration, spent: Duration) -> Option<String> {
    if spent > LONGEST {
        Some(format!("takes longer than {LONGEST:?} of the processor"))
    } else if waited > LONGEST_WAIT {
        Some(format!("does not end within {LONGEST_WAIT:?}"))
    } else {
        None
    }
}

impl Watch {
    fn start() -> Self {
        let case: Arc<Mutex<Option<Watched>>> = Arc::default();
        let watched = case.clone();
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_millis(200));
                let watched = watched.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(case) = &*watched
                    && let Some(why) = case.is_overdue()
                {
                    eprintln!("{why}: {}", case.shown);
                    std::process::exit(1);
                }
            }
        });
        Self { case }
    }

    /// Whether all laws hold for a case; otherwise it is printed.
    fn holds(&self, target: Target, case: &Case) -> bool {
        let set = |watched| {
            *self.case.lock().unwrap_or_else(PoisonError::into_inner) = watched;
        };
        set(Some(Watched {
            shown: format!("{}\n{case}", target.name()),
            began: Instant::now(),
            spent: spent(),
        }));
        let answer = panic::catch_unwind(AssertUnwindSafe(|| laws::hold(target, case)));
        set(None);
        if answer.is_err() {
            eprintln!("--- {} ---\n{case}\n---", target.name());
        }
        answer.is_ok()
    }
}

/// The processor time that this program has used, where it can be measured. The time on the wall
/// also passes while other programs have the processor.
#[cfg(unix)]
fn spent() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    let spent = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = u64::try_from(spent.tv_sec).ok()?;
    Some(Duration::new(seconds, u32::try_from(spent.tv_nsec).ok()?))
}

#[cfg(not(unix))]
fn spent() -> Option<Duration> {
    None
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
    fn targets_are_chosen_by_name() {
        assert_eq!(
            named("log,message,log"),
            Some(vec![Target::Message, Target::Log])
        );
        assert_eq!(named("logs"), None);
        assert_eq!(named(""), None);
        for (at, target) in Target::ALL.into_iter().enumerate() {
            assert_eq!(target as usize, at);
        }
    }

    #[test]
    fn a_case_is_not_blamed_while_others_have_the_processor() {
        let is_overdue = |waited, spent| {
            is_too_long(Duration::from_secs(waited), Duration::from_secs(spent)).is_some()
        };
        assert!(!is_overdue(60, 1));
        assert!(is_overdue(11, 11));
        assert!(is_overdue(301, 0));
    }

    #[test]
    #[cfg(unix)]
    fn work_takes_processor_time() {
        let before = spent().expect("it is measured");
        let mut random = SplitMix64::new(1);
        while spent().expect("it is measured") == before {
            random.next();
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
