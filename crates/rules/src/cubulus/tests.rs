use super::naive::Simple;
use super::{CUBULUS, Cubulus, DIE_CHECK};
use crate::testing;

const VARIANTS: [&str; 4] = [
    "cubulus",
    "cubulus:level=2",
    "die-check",
    "die-check:level=2",
];

#[test]
fn contract() {
    for spec in VARIANTS {
        testing::contract::<Cubulus>(spec, 2);
    }
    testing::sizes::<Cubulus>(192, 8);
    assert_eq!([CUBULUS.id, DIE_CHECK.id], ["cubulus", "die-check"]);
}

#[test]
fn perft() {
    testing::perft_table::<Cubulus, Simple>(include_str!("perft.txt"), 2_000);
}

#[test]
fn second_generator_agrees() {
    for spec in VARIANTS {
        testing::agree::<Cubulus, Simple>(spec, 3, 400);
    }
}

#[test]
fn playthrough() {
    for (spec, file) in VARIANTS.into_iter().zip([
        "cubulus/playthrough.txt",
        "cubulus/playthrough-2.txt",
        "cubulus/playthrough-die-check.txt",
        "cubulus/playthrough-die-check-2.txt",
    ]) {
        testing::golden(file, &testing::playthrough::<Cubulus>(spec, 2, 120));
    }
}
