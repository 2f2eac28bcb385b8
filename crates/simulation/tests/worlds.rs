//! Whole worlds of clients, servers, store and network, by seed.

use tablier_simulation::world::{self, Fault, Report};

/// How many worlds a test run tries; `cargo run --release -p tablier-simulation -- worlds` tries
/// any number.
const WORLDS: u64 = 2_000;

/// Within this many worlds a fault must be noticed; without a fault all of them hold.
const ENOUGH: u64 = 1_000;

#[test]
fn nothing_is_lost_nothing_doubled_and_all_see_the_same() {
    let seeds = match std::env::var("TABLIER_SEED") {
        Ok(seed) => {
            let seed = seed.parse().expect("TABLIER_SEED is a number");
            seed..seed + 1
        }
        Err(_) => 0..WORLDS,
    };
    let mut report = Report::default();
    for seed in seeds {
        match world::run(seed, None) {
            Ok(one) => report.add(&one),
            Err(broken) => panic!(
                "{broken}\ntry it again with TABLIER_SEED={seed} cargo test -p tablier-simulation --test worlds"
            ),
        }
    }
    println!("{report:?}");
}

#[test]
fn the_same_seed_is_the_same_world() {
    let tell = |seed| format!("{:?}", world::told(seed, None));
    assert_eq!(tell(5), tell(5));
    assert_ne!(tell(5), tell(6));
}

#[test]
fn every_fault_is_noticed() {
    for fault in Fault::ALL {
        let noticed = (0..ENOUGH).find_map(|seed| world::run(seed, Some(fault)).err());
        match noticed {
            Some(broken) => println!("{fault:?}: seed {}: {}", broken.seed, broken.law),
            None => panic!("{fault:?} is not noticed in {ENOUGH} worlds"),
        }
    }
}
