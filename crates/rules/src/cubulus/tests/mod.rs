//! The games as wholes; the numbered rules are tested one by one in the modules below.

mod exchange_and_level_two;
mod moves;

use super::naive::Simple;
use super::{CUBULUS, Cubulus, DIE_CHECK, Edition};
use crate::Rules;
use crate::testing::{self, Expect, check, impossible};

const VARIANTS: [&str; 4] = [
    "cubulus",
    "cubulus:level=2",
    "die-check",
    "die-check:level=2",
];

/// Level 1 of Cubulus.
fn level_one(start: &str, actions: &str, action: &str, expect: Expect) {
    check::<Cubulus>("cubulus", start, actions, action, expect);
}

/// Level 2 of Cubulus.
fn level_two(start: &str, actions: &str, action: &str, expect: Expect) {
    check::<Cubulus>("cubulus:level=2", start, actions, action, expect);
}

fn actions_of<'a>(legal: &'a [String], piece: &str) -> Vec<&'a str> {
    let all = legal.iter().map(String::as_str);
    all.filter(|text| text.starts_with(piece)).collect()
}

#[test]
fn die_check_has_a_column_j_and_no_i() {
    check::<Cubulus>("die-check", "", "", "13J1-36J2", Expect::Legal);
    check::<Cubulus>("die-check", "", "", "13I1-36I2", Expect::Refused("C9"));
    level_one("", "", "13J1-36J2", Expect::Refused("C9"));
}

#[test]
fn nonsense_is_refused_and_never_panics() {
    let odd = [
        "",
        "-",
        "E1",
        "E1-",
        "E1-E1",
        "E1xE1=E1",
        "23B1-E2",
        "E1-23B1",
        "C2D2-E1",
        "SE1-E1",
        "E1-E2=14E9",
        "23B1-54B3=14E9",
        "é",
        "E0-E1",
        "E1-E10",
        "99B1-54B3",
        "C2D2-C2D2",
        "A1A2-A2A3",
        "SE4-SE5",
        "E9-E8",
        "24B9-53B7",
        "C2D2-SE2",
        "E1-C2D2",
        "pass=",
        "1 2",
    ];
    for text in odd {
        for spec in VARIANTS {
            let mut table = testing::table::<Cubulus>(spec, "", "");
            // A shield is tipped up at level 2 only (CU17).
            let legal = text == "C2D2-SE2" && spec.ends_with("level=2");
            assert_eq!(table.play(text).is_ok(), legal, "{spec}: {text}");
            assert!(table.set_position(text).is_err());
        }
    }
    impossible::<Cubulus>("cubulus", "E1 (E9) 3", "C9");
    impossible::<Cubulus>("cubulus", "E1 (E9) 1 first=12", "C9");
    impossible::<Cubulus>("cubulus", "E1 ((E9)) 1", "C9");
}

#[test]
fn turning_the_board_changes_nothing() {
    let game = Cubulus::new(Edition::Cubulus, true);
    let mut random = crate::hash::SplitMix64::new(5);
    let (mut actions, mut others) = (Vec::new(), Vec::new());
    let mut position = game.start();
    for _ in 0..300 {
        let turned = position.turned();
        assert_eq!(turned.turned(), position);
        game.actions(&position, &mut actions);
        game.actions(&turned, &mut others);
        assert_eq!(actions.len(), others.len());
        let Some(&action) = actions.get(random.below(actions.len().max(1))) else {
            break;
        };
        game.apply(&mut position, action);
    }
}

#[test]
fn every_pick_that_is_refused_has_a_reason() {
    use crate::scene::{Pick, SiteId, ZoneId};
    for start in [
        "",
        "A9 D4E4 (H5) (13D5) 1 first=-",
        "A9 SD4 (H5) 1 bonus first=-",
    ] {
        let table = testing::table::<Cubulus>("cubulus:level=2", start, "");
        for from in 0..81 {
            let first = Pick::Site(SiteId(from));
            assert!(
                !table
                    .refused_pick(std::slice::from_ref(&first))
                    .rule
                    .is_empty()
            );
            for to in 0..81 {
                let path = [first.clone(), Pick::Site(SiteId(to))];
                let _ = table.refused_pick(&path);
                let path = [
                    first.clone(),
                    Pick::Slot(ZoneId(0), 9),
                    Pick::Site(SiteId(to)),
                ];
                let _ = table.refused_pick(&path);
            }
            let _ = table.refused_pick(&[first, Pick::Slot(ZoneId(0), 0)]);
        }
    }
}

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
    testing::perft_table::<Cubulus, Simple>(include_str!("../perft.txt"), 2_000);
}

#[test]
fn second_generator_agrees() {
    for spec in VARIANTS {
        testing::agree::<Cubulus, Simple>(spec, 10, 250);
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
