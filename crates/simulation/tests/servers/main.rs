//! One, two or three real servers, with their hub, timers, upkeep and leases, over the store in memory behind a line that
//! is slow, fails before or after storing, and dies with its server. Time is simulated, and
//! everything follows from a seed. The sockets are left out: clients talk to the hub as the socket
//! does.
//!
//! Computer players think in real time and are left out too; `world` has them.

#[path = "../../../server/tests/asking/mod.rs"]
mod asking;
mod bus;
mod client;
mod listening;
mod store;
mod world;

use world::{Report, run};

/// How many worlds a test run tries.
const WORLDS: u64 = 300;

/// Within this many worlds a store that lies must be noticed.
const ENOUGH: u64 = 20;

fn number(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    Some(
        value
            .parse()
            .unwrap_or_else(|_| panic!("{name} is a number")),
    )
}

#[test]
fn real_servers_lose_nothing_double_nothing_and_show_all_the_same() {
    let first = number("TABLIER_SEED");
    let count = number("TABLIER_WORLDS").unwrap_or(if first.is_some() { 1 } else { WORLDS });
    let first = first.unwrap_or(0);
    let mut sum = Report::default();
    for seed in first..first.saturating_add(count) {
        match run(seed, false) {
            Ok(one) => {
                sum.acknowledged += one.acknowledged;
                sum.entries += one.entries;
                sum.crashes += one.crashes;
                sum.failures += one.failures;
                sum.moves += one.moves;
            }
            Err(broken) => panic!(
                "{broken}\ntry it again with TABLIER_SEED={seed} cargo test -p tablier-simulation --test servers real"
            ),
        }
    }
    println!("{sum:?}");
    if count == WORLDS {
        // Enough happened for the laws to mean something.
        assert!(sum.acknowledged > 20 * WORLDS && sum.crashes > WORLDS && sum.failures > WORLDS);
        assert!(
            sum.moves > WORLDS / 2,
            "the lease moved {} times",
            sum.moves
        );
    }
}

#[test]
fn the_same_seed_is_the_same_world() {
    for seed in 0..40 {
        assert_eq!(run(seed, false), run(seed, false), "seed {seed}");
    }
    assert_ne!(run(5, false), run(6, false));
}

#[test]
fn a_store_that_lies_is_noticed() {
    let noticed = (0..ENOUGH).find_map(|seed| run(seed, true).err());
    println!("{}", noticed.expect("no law objected"));
}
