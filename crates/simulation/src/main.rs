//! `cargo xtask simulate histories 1000000`, or `worlds 10000`; then the
//! first seed, if it is not 0. Runs on all cores, prints the totals, and ends with status 1 and the
//! seed if a law is broken.

use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use tablier_simulation::{history, world};

const USAGE: &str = "usage: tablier-simulation histories|worlds COUNT [FIRST SEED]";

/// How many seeds are taken at a time.
const BATCH: u64 = 64;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, otherwise: &str| {
        let word = words.get(at).map_or(otherwise, String::as_str);
        word.parse::<u64>().ok()
    };
    let (Some(what), Some(count), Some(first)) = (words.first(), number(1, ""), number(2, "0"))
    else {
        eprintln!("{USAGE}");
        return ExitCode::from(1);
    };
    let begun = Instant::now();
    let result = match what.as_str() {
        "histories" => over(first, count, history::Totals::add, |seed| {
            history::seeded(seed).map_err(|broken| format!("{broken}\nseed {seed}"))
        }),
        "worlds" => over(first, count, world::Report::add, |seed| {
            world::run(seed, None).map_err(|broken| broken.to_string())
        }),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(report) => {
            let seconds = begun.elapsed().as_secs_f64();
            println!("{report}\n{count} {what} in {seconds:.1} s, all laws hold");
            ExitCode::SUCCESS
        }
        Err(broken) => {
            eprintln!("{broken}");
            ExitCode::from(1)
        }
    }
}

/// Tries seeds on all cores; returns the totals, or the first broken law.
fn over<T: Default + Send + std::fmt::Debug>(
    first: u64,
    count: u64,
    add: impl Fn(&mut T, &T) + Sync,
    attempt: impl Fn(u64) -> Result<T, String> + Sync,
) -> Result<String, String> {
    let next = AtomicU64::new(0);
    let sum = Mutex::new(Ok(T::default()));
    let work = || {
        let mut mine = T::default();
        loop {
            let from = next.fetch_add(BATCH, Ordering::Relaxed);
            if from >= count {
                break;
            }
            for at in from..count.min(from + BATCH) {
                match attempt(first.wrapping_add(at)) {
                    Ok(one) => add(&mut mine, &one),
                    Err(broken) => {
                        // The others stop after their batch.
                        next.store(count, Ordering::Relaxed);
                        if let Ok(mut sum) = sum.lock() {
                            *sum = Err(broken);
                        }
                        return;
                    }
                }
            }
        }
        if let Ok(mut sum) = sum.lock()
            && let Ok(all) = sum.as_mut()
        {
            add(all, &mine);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let sum = sum.into_inner().map_err(|_| "a thread has panicked")?;
    sum.map(|all| format!("{all:#?}"))
}
