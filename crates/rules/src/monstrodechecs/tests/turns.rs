//! Set-up and turns: MO1 to MO16.

use super::{CARNAGE, FOUR, FOUR_DEVILS, ID, INFO, Monstrodechecs, TEAMS, after, mo};
use crate::testing::{Expect, impossible, legal, table};
use crate::{Game, Spec, SpecError, Status};

#[test]
fn mo1_the_monster_replaces_one_number() {
    // Kind 6 on A1: with 1 on top and 2 to the south, a roll north shows 2 and the monster.
    let start = "6A1/12 5B1/12 | 6H8/12 | turn=1";
    mo(ID, start, "A1-A2/2M", Expect::Legal);
    mo(ID, start, "A1-A2/26", Expect::Refused("MO1"));
    mo(ID, start, "B1-B2/26", Expect::Legal);
    impossible::<Monstrodechecs>(ID, "6A1/16 | 6H8/12 | turn=1", "MO1");
    impossible::<Monstrodechecs>(CARNAGE, "0A1/M2 | - | - | - | turn=1 score=0,0,0,0", "MO1");
    impossible::<Monstrodechecs>(ID, "6A1/1M | 6H8/12 | turn=1", "C3");
}

#[test]
fn mo2_seats_go_round_clockwise_and_partners_sit_opposite() {
    let start = after(FOUR, "", "");
    let lists: Vec<_> = start.split(" | ").collect();
    assert_eq!(lists[0], "6C1/M2 5D1/M1 5E1/M1 6F1/M2 4D2/M1 4E2/M1");
    assert_eq!(lists[1], "6A3/M4 5A4/M3 4B4/M5 5A5/M3 4B5/M5 6A6/M4");
    assert_eq!(lists[2], "4D7/M6 4E7/M6 6C8/M5 5D8/M6 5E8/M6 6F8/M5");
    assert_eq!(lists[3], "6H3/M3 4G4/M2 5H4/M4 4G5/M2 5H5/M4 6H6/M3");
    let seating = table::<Monstrodechecs>(TEAMS, "", "").seating();
    assert_eq!(seating.sides, [0, 1, 0, 1]);
}

#[test]
fn mo3_the_armies_stand_with_the_monster_on_top() {
    let line = "6A1/M2 5B1/M1 4C1/M1 3D1/M1 3E1/M1 4F1/M1 5G1/M1 6H1/M2";
    let north = "6A8/M5 5B8/M6 4C8/M6 3D8/M6 3E8/M6 4F8/M6 5G8/M6 6H8/M5";
    assert_eq!(after(ID, "", ""), format!("{line} | {north} | turn=1"));
    let army = after("monstrodechecs:army=12345612", "", "");
    assert!(army.starts_with("1A1/M2 2B1/M1 3C1/M1 4D1/M1 5E1/M1 6F1/M2 1G1/M2 2H1/M1 |"));
    assert!(army.contains("| 2A8/M6 1B8/M5 6C8/M5 5D8/M6 4E8/M6 3F8/M6 2G8/M6 1H8/M5 |"));
    impossible::<Monstrodechecs>(ID, "6A1/12 6B1/12 6C1/12 | 6H8/12 | turn=1", "MO3");
    impossible::<Monstrodechecs>(ID, "6A1/12 | 6A1/12 | turn=1", "MO3");
    impossible::<Monstrodechecs>(ID, "0A1/12 | 6H8/12 | turn=1", "MO3");
    impossible::<Monstrodechecs>(ID, "6A1/12 | 6H8/12 | setup=1", "MO3");
}

#[test]
fn mo3_options_that_do_not_fit_are_refused() {
    let game = |text: &str| {
        Spec::parse_for(&INFO, text).and_then(|spec| Monstrodechecs::from_spec(&spec).map(drop))
    };
    for wrong in [
        "monstrodechecs:army=6543345",
        "monstrodechecs:army=654334561",
        "monstrodechecs:players=4,army=65433456",
        "monstrodechecs:mode=diable,players=4,army=65433456",
        "monstrodechecs:mode=coins,army=655644",
        "monstrodechecs:mode=coins,players=2",
        "monstrodechecs:players=2,mode=carnage",
        "monstrodechecs:teams=true",
        "monstrodechecs:mode=diable,teams=true",
    ] {
        let answer = game(wrong);
        assert!(matches!(answer, Err(SpecError::Clash(..))), "{wrong}");
    }
    for wrong in [
        "army=65433450",
        "rounds=10",
        "rounds=0",
        "players=3",
        "army=",
    ] {
        let answer = game(&format!("monstrodechecs:{wrong}"));
        assert!(
            matches!(answer, Err(SpecError::UnknownValue { .. })),
            "{wrong}"
        );
    }
    for right in [
        "mode=coins,players=4",
        "mode=carnage,teams=true,rounds=9",
        "players=4,army=111111",
    ] {
        assert_eq!(game(&format!("monstrodechecs:{right}")), Ok(()), "{right}");
    }
}

#[test]
fn mo4_attacks_follow_the_pips() {
    // The same 2 on top, turned: once the diagonal runs north-east, once north-west.
    let all = "6B2/45 4D2/23 5B4/41 3D4/45 | turn=1";
    for (before, roll, left) in [
        ("5C2/12", "C2-C3/26", "4D2/23 5B4/41"),
        ("5C2/32", "C2-C3/24", "6B2/45 3D4/45"),
        // The 3 likewise.
        ("6C2/23", "C2-C3/35", "4D2/23 5B4/41"),
        ("5C2/13", "C2-C3/36", "6B2/45 3D4/45"),
    ] {
        let end = after(ID, &format!("{before} | {all}"), roll);
        assert!(end.ends_with(&format!(" | {left} | turn=2")), "{end}");
    }
    // The 6 along a row or a column.
    let row = "4C2/26 | 5A3/41 6C5/45 | turn=1";
    let end = "4C3/65 | 5A3/3? 6C5/45 | flips=1";
    mo(ID, row, "C2-C3/65", Expect::Then(end));
    let column = "5C2/36 | 5A3/41 6C5/45 | turn=1";
    let end = "5C3/64 | 5A3/41 6C5/3? | flips=1";
    mo(ID, column, "C2-C3/64", Expect::Then(end));
}

#[test]
fn mo5_the_range_is_the_top_or_what_faces_the_owner() {
    mo(ID, "", "A1-A3/15", Expect::Legal);
    mo(ID, "", "B1-B3/1M", Expect::Refused("MO5"));
    let one = "6A1/12 | 6H8/12 | turn=1";
    assert_eq!(
        legal::<Monstrodechecs>(ID, one, ""),
        ["A1-A2/2M", "A1-B1/42"]
    );
    mo(ID, one, "A1-A3/15", Expect::Refused("MO5"));
    // The west player's die in the rulebook's rolling example has its 2 towards the west.
    let west = "monstrodechecs:players=4,army=123456";
    let start = "3H1/12 | 1A4/M3 | - | 3H8/12 | turn=2";
    mo(west, start, "A4-C4/56", Expect::Refused("MO5"));
    mo(west, start, "A4-D4/53", Expect::Refused("MO5"));
    assert!(legal::<Monstrodechecs>(west, start, "").iter().all(|a| {
        let to = &a[3..5];
        ["A2", "A3", "A5", "A6", "B3", "B4", "B5", "C4"].contains(&to)
    }));
}

#[test]
fn mo6_the_rolling_example_of_the_rulebook() {
    // The monster is opposite the 6 (kind 1); the player sits in the west. Ahead, left, ahead, right.
    let west = "monstrodechecs:players=4,army=123456";
    let start = "3H1/12 | 1A4/M3 | - | 3H8/12 | turn=2 bonus=0,2,0,0";
    for step in ["A4-B4/23", "A4-B5/35", "A4-C5/65", "A4-C4/26"] {
        mo(west, start, step, Expect::Legal);
    }
    let without = start.replace(" bonus=0,2,0,0", "");
    mo(west, &without, "A4-B5/35", Expect::Legal);
    mo(west, &without, "A4-C5/65", Expect::Refused("MO5"));
    mo(west, &without, "A4-C4/26", Expect::Refused("MO5"));
}

#[test]
fn mo6_any_path_over_empty_squares_that_ends_elsewhere() {
    mo(ID, "", "A1-B1/42", Expect::Refused("MO6"));
    mo(ID, "", "A8-A7/2M", Expect::Refused("MO6"));
    mo(ID, "", "A4-A5/12", Expect::Refused("MO6"));
    let turning = "5D4/64 | 6H8/12 | turn=1";
    // Around a square and over the start square: back on D4 it would be turned, but may not stay.
    mo(ID, turning, "D4-D4/64", Expect::Refused("MO6"));
    mo(ID, turning, "D4-D4/32", Expect::Refused("MO6"));
    mo(ID, turning, "D4-D5/64", Expect::Refused("MO6"));
    let walled = "6A1/4M | 6A2/12 6C1/12 5B2/12 | turn=1";
    assert_eq!(legal::<Monstrodechecs>(ID, walled, ""), ["A1-B1/5M"]);
    mo(ID, walled, "A1-D4/12", Expect::Refused("MO6"));
    mo(ID, walled, "A1-A2/12", Expect::Refused("MO6"));
    let closed = "6A1/12 5H1/12 | 6A2/12 6B1/12 | turn=1";
    mo(ID, closed, "A1-C1/12", Expect::Refused("MO6"));
    for text in [
        "A1",
        "A1-A2",
        "A1-A2/",
        "A1-A2/2",
        "A1-A2/2MM",
        "A1-I9/12",
        "Z",
        "A4-A5/9",
    ] {
        mo(ID, "", text, Expect::Refused("C9"));
    }
    mo(ID, "", "A1-A2/11", Expect::Refused("C3"));
}

#[test]
fn mo7_the_attack_hits_ones_own_dice_too() {
    let start = "5C2/12 6B2/45 | 6D4/45 6H1/12 | turn=1";
    mo(
        ID,
        start,
        "C2-C3/26",
        Expect::Then("5C3/26 | 6H1/12 | turn=2"),
    );
}

#[test]
fn mo8_the_first_protection_example() {
    // The 6 is removed; the 1 is not, and protects the 2 and the 4 behind it.
    let start = "5C2/12 | 5D4/62 5E5/12 4F6/23 3G7/42 | turn=1";
    let end = "5C3/26 | 5E5/12 4F6/23 3G7/42 | turn=2";
    mo(ID, start, "C2-C3/26", Expect::Then(end));
}

#[test]
fn mo8_the_second_protection_example() {
    // The 5 is flipped by the 6; the 1 is not, nor the 4 behind it.
    let start = "4C2/26 | 6D3/53 6E3/12 5G3/42 | turn=1";
    mo(
        ID,
        start,
        "C2-C3/65",
        Expect::Then("4C3/65 | 6D3/2? 6E3/12 5G3/42 | flips=1"),
    );
}

#[test]
fn mo8_a_die_with_1_on_top_does_not_attack_and_a_monster_in_its_place_is_not_immune() {
    let start = "6C2/3M | 6B3/45 6D4/45 | turn=1";
    let shown = legal::<Monstrodechecs>(ID, start, "");
    let peaceful: Vec<_> = shown.iter().filter(|a| a.contains("/1")).collect();
    assert!(!peaceful.is_empty());
    for action in peaceful {
        let dice = after(ID, start, action);
        assert!(dice.ends_with("| 6B3/45 6D4/45 | turn=2"), "{dice}");
    }
    let ones = "monstrodechecs:army=12345612";
    let start = "5C2/12 | 1D4/M2 6H1/12 | turn=1";
    mo(
        ones,
        start,
        "C2-C3/26",
        Expect::Then("5C3/26 | 6H1/12 | turn=2"),
    );
}

#[test]
fn mo9_a_2_removes_the_whole_diagonal() {
    let start = "5C2/12 | 6A1/45 6B2/45 3D4/45 5F6/41 4H8/23 3H1/12 | turn=1";
    mo(
        ID,
        start,
        "C2-C3/26",
        Expect::Then("5C3/26 | 3H1/12 | turn=2"),
    );
}

#[test]
fn mo10_a_3_removes_the_nearest_on_each_side() {
    let start = "6C2/23 | 6A1/45 6B2/45 3D4/45 4F6/23 | turn=1";
    mo(
        ID,
        start,
        "C2-C3/35",
        Expect::Then("6C3/35 | 6A1/45 4F6/23 | turn=2"),
    );
    let immune = "6C2/23 | 6A1/45 6B2/12 3F6/45 4G7/23 | turn=1";
    mo(
        ID,
        immune,
        "C2-C3/35",
        Expect::Then("6C3/35 | 6A1/45 6B2/12 4G7/23 | turn=2"),
    );
}

#[test]
fn mo11_a_4_removes_the_four_neighbours_unless_immune() {
    let start = "6C2/14 | 6B3/45 6D3/12 5C4/41 5D4/41 4B2/23 | turn=1";
    mo(
        ID,
        start,
        "C2-C3/4M",
        Expect::Then("6C3/4M | 4B2/23 6D3/12 5D4/41 | turn=2"),
    );
}

#[test]
fn mo12_a_5_flips_the_nearest_on_each_diagonal() {
    let start = "6C2/15 5B2/41 | 6A5/45 6E5/12 5F6/41 4D2/23 | turn=1";
    mo(
        ID,
        start,
        "C2-C3/5M",
        Expect::Then("5B2/3? 6C3/5M | 4D2/5? 6A5/3? 6E5/12 5F6/41 | flips=1"),
    );
}

#[test]
fn mo13_a_6_flips_its_line() {
    let start = "4C2/26 | 5A3/41 4B3/53 6E3/45 6G3/12 5H3/41 3C5/45 | turn=1";
    let end = "4C3/65 | 5A3/3? 4B3/2? 6E3/3? 6G3/12 5H3/41 3C5/45 | flips=1";
    mo(ID, start, "C2-C3/65", Expect::Then(end));
}

#[test]
fn mo14_the_owner_chooses_the_side_faces() {
    let start = "4C2/26 | 6D3/53 6E3/12 | turn=1";
    assert_eq!(
        legal::<Monstrodechecs>(ID, start, "C2-C3/65"),
        ["D3/21", "D3/23", "D3/24", "D3/2M"]
    );
    let flipped = "4C3/65 | 6D3/2? 6E3/12 | flips=1";
    mo(
        ID,
        flipped,
        "D3/24",
        Expect::Then("4C3/65 | 6D3/24 6E3/12 | turn=2"),
    );
    mo(ID, flipped, "D3/54", Expect::Refused("MO14"));
    mo(ID, flipped, "E3/12", Expect::Refused("MO14"));
    mo(ID, flipped, "C3-C4/12", Expect::Refused("MO14"));
    mo(ID, flipped, "pass", Expect::Refused("MO14"));
    mo(ID, "", "A1/M2", Expect::Refused("MO14"));
    impossible::<Monstrodechecs>(ID, "4C3/65 | 6D3/24 | flips=1", "MO14");
    impossible::<Monstrodechecs>(ID, "4C3/65 | 6D3/2? | turn=1", "MO14");
    impossible::<Monstrodechecs>(ID, "4C3/65 | 6D4/2? | flips=1", "MO14");
}

#[test]
fn mo14_the_order_of_choices() {
    // From the attacker's seat on, each seat's dice row by row. Seat 3 is out: the attacker chooses
    // for it, but when seat 3 would.
    let start = "4C2/26 6F3/41 DA1/12 | 5D3/41 DA8/12 | 5B3/41 5G3/41 | 6H3/41 DH8/12 | turn=1";
    let mut game = table::<Monstrodechecs>(FOUR_DEVILS, start, "C2-C3/65");
    let order = [(1, "F3"), (2, "D3"), (1, "B3"), (1, "G3"), (4, "H3")];
    for (seat, square) in order {
        assert_eq!(game.status(), Status::Acts(crate::Seat::new(seat - 1)));
        let legal = game.legal();
        assert!(
            legal.iter().all(|action| action.starts_with(square)),
            "{legal:?}"
        );
        game.play(&legal[0]).unwrap();
    }
    assert!(game.position().contains("turn=2"), "{}", game.position());
}

#[test]
fn mo15_a_monster_removes_all_around_and_gives_a_bonus_for_enemies() {
    let start = "6C2/2M 5B3/41 | 6D4/45 6D3/12 5H8/12 | turn=1";
    let end = "6C3/M5 | 5H8/12 | turn=2 bonus=2,0";
    mo(ID, start, "C2-C3/M5", Expect::Then(end));
    // On the next turn, for any die; then it is lost.
    let next = "6C3/M5 | 5H7/26 | turn=1 bonus=2,0";
    assert!(after(ID, start, "C2-C3/M5 H8-H7/M1").contains("turn=1 bonus=2,0"));
    let far = legal::<Monstrodechecs>(ID, next, "");
    assert!(
        far.iter().any(|action| action.starts_with("C3-C8/")),
        "5 + 2 squares"
    );
    let used = after(
        ID,
        next,
        far.iter().find(|a| a.starts_with("C3-C8/")).unwrap(),
    );
    assert!(!used.contains("bonus"), "{used}");
    // A partner's die gives none.
    let start = "6C2/2M | 6D3/45 6H8/12 | 5B3/41 5A8/12 | - | turn=1";
    assert!(after(TEAMS, start, "C2-C3/M5").ends_with("turn=2 bonus=1,0,0,0"));
    assert!(after(FOUR, start, "C2-C3/M5").ends_with("turn=2 bonus=2,0,0,0"));
    // An ownerless die still counts as an opponent's.
    let start = "6C2/2M DA1/12 | 6D3/45 | DH8/12 | - | turn=1";
    assert!(after(FOUR_DEVILS, start, "C2-C3/M5").ends_with("turn=3 bonus=1,0,0,0"));
    impossible::<Monstrodechecs>(ID, "6C3/M5 | 5H8/12 | turn=2 bonus=9,0", "MO15");
    impossible::<Monstrodechecs>(
        FOUR,
        "6C3/M5 | 5H8/12 | - | - | turn=2 bonus=0,0,1,0",
        "MO15",
    );
}

#[test]
fn mo16_who_cannot_roll_passes() {
    let start = "6A1/12 | 6A2/12 6B1/12 | turn=1 bonus=2,0";
    assert_eq!(legal::<Monstrodechecs>(ID, start, ""), ["pass"]);
    mo(
        ID,
        start,
        "PASS",
        Expect::Then("6A1/12 | 6B1/12 6A2/12 | turn=2"),
    );
    mo(ID, "", "pass", Expect::Refused("MO16"));
}
