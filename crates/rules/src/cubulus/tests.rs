use super::naive::Simple;
use super::{BLACK, CUBULUS, Cubulus, DIE_CHECK, Edition, Square, WHITE};
use crate::testing::{self, Expect, check, impossible, legal};
use crate::{Notation, Rules, Table};

const VARIANTS: [&str; 4] = [
    "cubulus",
    "cubulus:level=2",
    "die-check",
    "die-check:level=2",
];

/// Level 1 of Cubulus.
fn one(start: &str, actions: &str, action: &str, expect: Expect) {
    check::<Cubulus>("cubulus", start, actions, action, expect);
}

/// Level 2 of Cubulus.
fn two(start: &str, actions: &str, action: &str, expect: Expect) {
    check::<Cubulus>("cubulus:level=2", start, actions, action, expect);
}

fn of<'a>(legal: &'a [String], piece: &str) -> Vec<&'a str> {
    let all = legal.iter().map(String::as_str);
    all.filter(|text| text.starts_with(piece)).collect()
}

#[test]
fn cu1_eight_cubes_two_shields_and_a_master_each() {
    let start = Cubulus::new(Edition::Cubulus, false).start();
    for seat in [WHITE, BLACK] {
        assert_eq!(start.cubes(seat).count_ones(), 8);
        assert_eq!(start.shields(seat).count_ones(), 4);
        assert_eq!(start.soldiers(seat), 0);
        assert_eq!(start.pieces(seat).count(), 11);
    }
    let nine = "13A1 13A2 13A3 13A4 13A5 13A6 13A7 13A8 13A9 E1 (E9) 1";
    impossible::<Cubulus>("cubulus", nine, "CU1");
    impossible::<Cubulus>("cubulus", "E1 A1B1 A2B2 A3B3 (E9) 1", "CU1");
    impossible::<Cubulus>("cubulus", "E1 E2 (E9) 1", "CU1");
    impossible::<Cubulus>("cubulus", "E1 1", "CU1");
    impossible::<Cubulus>("cubulus", "E1 A1C1 (E9) 1", "CU1");
    impossible::<Cubulus>("cubulus:level=2", "E1 SA1 SA2 A3B3 (E9) 1 first=-", "CU1");
}

#[test]
fn cu2_the_start() {
    let text = testing::table::<Cubulus>("cubulus", "", "").position();
    let white = "13A1 23B1 53C1 63D1 E1 63F1 53G1 23H1 13I1 C2D2 F2G2";
    let black = "(C8D8) (F8G8) (14A9) (24B9) (54C9) (64D9) (E9) (64F9) (54G9) (24H9) (14I9)";
    assert_eq!(text, format!("{white} {black} 1"));
    let older = testing::table::<Cubulus>("die-check:level=2", "", "").position();
    let renamed = text.replace('I', "J");
    assert_eq!(older, format!("{renamed} first=12"));
}

#[test]
fn cu3_a_cube_rolls_as_far_as_it_shows_straight_or_in_an_l() {
    one("", "", "23B1-54B3", Expect::Legal);
    let alone = legal::<Cubulus>("cubulus", "23D4 E1 (E9) 1", "");
    // Four straight ends, and four diagonal ones with two ways each.
    assert_eq!(of(&alone, "23D4").len(), 12);
    one("23D4 E1 (E9) 1", "", "23D4-54D6", Expect::Legal);
    one("23D4 E1 (E9) 1", "", "23D4-54D5", Expect::Refused("CU3"));
    one("23D4 E1 (E9) 1", "", "23D4-23D6", Expect::Refused("CU3"));
    one("23D4 E1 (E9) 1", "", "22D4-54D6", Expect::Refused("C3"));
    one("23D4 E1 (E9) 1", "", "24D4-54D6", Expect::Refused("CU3"));
    one("23D4 E1 (E9) 1", "", "23D4x54D6", Expect::Refused("C9"));
    one(
        "23D4 E1 (13D6) (E9) 1",
        "",
        "23D4-54D6",
        Expect::Refused("C9"),
    );
    let taken = "E1 54D6 (E9) 2";
    one(
        "23D4 E1 (13D6) (E9) 1",
        "",
        "23D4x54D6",
        Expect::Then(taken),
    );
    // Two ways with the same end and the same faces are one action (C6).
    let four = legal::<Cubulus>("cubulus", "41E5 E1 (A9) 1", "");
    let there = four.iter().filter(|text| text.ends_with("G7")).count();
    assert_eq!(there, 1);
    one("41E5 E1 13F5 (E6) 2", "", "E6-E7", Expect::Legal);
}

#[test]
fn cu4_the_master_goes_one_square_and_is_never_taken() {
    one("E5 (13E6) (A9) 1", "", "E5xE6", Expect::Then("E6 (A9) 2"));
    one("E5 (13E6) (A9) 1", "", "E5-E6", Expect::Refused("C9"));
    one("E5 (A9) 1", "", "E5-F6", Expect::Refused("CU4"));
    one("E5 (A9) 1", "", "E5-E7", Expect::Refused("CU4"));
    // The exchange brings the fresh Master to attack the other one in White's own turn.
    let home = "A9-E1=14A9";
    two(
        "A9 13H5 (D2) 1 first=-",
        home,
        "E1xD2",
        Expect::Refused("CU4"),
    );
    two("A9 13H5 (D2) 1 first=-", home, "13H5-36H6", Expect::Legal);
}

#[test]
fn cu5_a_shield_keeps_one_square() {
    let start = "D4E4 A1 (A9) (13E5) 1";
    let all = legal::<Cubulus>("cubulus", start, "");
    assert_eq!(
        of(&all, "D4E4"),
        [
            "D4E4-C4D4",
            "D4E4-D3D4",
            "D4E4-D4D5",
            "D4E4-E3E4",
            "D4E4-E4F4"
        ]
    );
    one(start, "", "D4E4-E4E5", Expect::Refused("CU5"));
    one(start, "", "D4E4-F4G4", Expect::Refused("CU5"));
    one(start, "", "D4E4-E4D4", Expect::Refused("C9"));
    one(
        "D4E4 A1 13E3 (A9) 1",
        "",
        "D4E4-E3E4",
        Expect::Refused("CU5"),
    );
}

#[test]
fn cu6_no_piece_passes_over_another_or_takes_its_own() {
    one("", "", "53C1-32C6", Expect::Refused("CU6"));
    one("", "", "13A1-24B1", Expect::Refused("CU6"));
    one(
        "23D4 13D5 E1 (E9) 1",
        "",
        "23D4-54D6",
        Expect::Refused("CU6"),
    );
    // One of two ways is enough.
    let start = "23D4 13D5 E1 (E9) 1";
    let all = legal::<Cubulus>("cubulus", start, "");
    let bent = of(&all, "23D4")
        .into_iter()
        .filter(|text| text.ends_with("E5"))
        .count();
    assert_eq!(bent, 1);
    impossible::<Cubulus>("cubulus", "13E1 E1 (E9) 1", "CU6");
    impossible::<Cubulus>("cubulus", "D1E1 E1 (E9) 1", "CU6");
}

#[test]
fn cu7_a_pinned_piece_attacks_all_the_same() {
    // The cube on E7 may not leave the line from E5 to its Master.
    let pinned = "D6 41E5 (13E7) (E9) 1";
    one(pinned, "", "D6-D7", Expect::Refused("CU10"));
    one(pinned, "", "D6-C6", Expect::Legal);
    one(pinned, "D6-C6", "13E7-53D7", Expect::Refused("CU10"));
    let turned = "D6 41E5 (13E7) (E9) 2";
    one(turned, "", "13E7-24D7", Expect::Refused("CU3"));
    let all = legal::<Cubulus>("cubulus", turned, "");
    assert_eq!(of(&all, "13E7").len(), 2, "{all:?}");
}

#[test]
fn cu8_a_shield_falls_to_two_different_attackers() {
    let two_cubes = "13D4 13E4 A1 (D5E5) (A9) 1";
    let after = "A1 13E4 36D5 (A9) 2";
    one(two_cubes, "", "13D4x36D5", Expect::Then(after));
    one(two_cubes, "", "13E4x36E5", Expect::Legal);
    one(
        "13D4 A1 (D5E5) (A9) 1",
        "",
        "13D4x36D5",
        Expect::Refused("CU8"),
    );
    // The Master takes part, as the taker or as the other attacker.
    one("13D4 E4 (D5E5) (A9) 1", "", "E4xE5", Expect::Legal);
    one("13D4 E4 (D5E5) (A9) 1", "", "13D4x36D5", Expect::Legal);
    one("E4 (D5E5) (A9) 1", "", "E4xE5", Expect::Refused("CU8"));
    // A Master on its first move attacks both squares, but it is one piece.
    two(
        "E1 (E2F2) (A9) 1 first=1",
        "",
        "E1xE2",
        Expect::Refused("CU8"),
    );
    two(
        "E1 (E2F2) (A9) 1 first=1",
        "",
        "E1xF2",
        Expect::Refused("CU8"),
    );
    two("E1 13F1 (E2F2) (A9) 1 first=1", "", "E1xE2", Expect::Legal);
    // So does a soldier; and a piece that may not move because it would expose its Master.
    two(
        "13D4 A1 SF4 (D5E5) (A9) 1 first=-",
        "",
        "SF4xSE5",
        Expect::Legal,
    );
    let pinned = "E3 13F3 13D4 13E4 (23F4) (D5E5) (A9) 1";
    one(pinned, "", "13E4x36E5", Expect::Refused("CU10"));
    one(pinned, "", "13D4x36D5", Expect::Legal);
}

#[test]
fn cu9_a_cube_may_roll_over_the_shield_it_takes() {
    // From C5 over D5 to E5, while the cube on D4 attacks D5.
    let over = "13D4 23C5 A1 (D5E5) (A9) 1";
    let game = Cubulus::new(Edition::Cubulus, false);
    let position = game.read_position(over).unwrap();
    let shield = position.piece_at(Square::new(3, 4)).unwrap().1;
    let [on_d5, on_e5] = game.shield_attackers(&position, WHITE, shield);
    assert_eq!((on_d5.count_ones(), on_e5.count_ones()), (1, 1));
    let all = legal::<Cubulus>("cubulus", over, "");
    assert_eq!(of(&all, "23C5x"), ["23C5x53E5"]);
    // The one that only attacks may do so too.
    one(over, "", "13D4x36D5", Expect::Legal);
    // Rolling over a square is no attack on it, and nothing else may be passed over.
    one(
        "23C5 A1 (D5E5) (A9) 1",
        "",
        "23C5x53E5",
        Expect::Refused("CU8"),
    );
    let further = "13D4 33C5 A1 (D5E5) (A9) 1";
    assert!(game.read_position(further).is_err());
    let wall = "13D4 13E4 62B5 A1 13C5 (D5E5) (A9) 1";
    let all = legal::<Cubulus>("cubulus", wall, "");
    assert!(of(&all, "62B5x").is_empty());
    one(
        "13D4 31C5 A1 (D5E5) (13F5) (A9) 1",
        "",
        "31C5x56F5",
        Expect::Refused("CU6"),
    );
}

#[test]
fn cu10_no_action_leaves_the_own_master_attacked() {
    // The cube on E5 shows 4 and looks at E1 through E3.
    let start = "E1 13E3 (41E5) (A9) 1";
    one(start, "", "E1-E2", Expect::Legal);
    let all = legal::<Cubulus>("cubulus", start, "");
    assert_eq!(of(&all, "13E3").len(), 2, "{all:?}");
    let check = "E1 A3B3 (41E5) (A9) 1";
    one(check, "", "A3B3-B3C3", Expect::Refused("CU10"));
    let cover = "E1 C3D3 (41E5) (A9) 1";
    one(cover, "", "C3D3-D3E3", Expect::Legal);
    impossible::<Cubulus>("cubulus", "E1 (41E5) (E7) 2", "CU10");
    impossible::<Cubulus>("cubulus", "E5 (E6) 2", "CU10");
    impossible::<Cubulus>("cubulus", "E2 13E5 (E6) 1", "CU10");
}

#[test]
fn cu11_who_cannot_act_has_lost_mated_or_not() {
    // A cube that shows 1 on B8 shuts the Master in its corner.
    let game = testing::table::<Cubulus>("cubulus", "E1 14B8 (A9) 2", "");
    assert!(game.legal().is_empty());
    let status = game.status();
    assert!(matches!(status, crate::Status::Over(o) if o.to_string() == "1 0"));
    one(
        "E1 14B8 41C8 13A2 (A9) 1",
        "",
        "13A2-36A3",
        Expect::Over("1 0"),
    );
    // An exchange is a legal action: a shut-in Master on the far row is not lost.
    let arrived = legal::<Cubulus>("cubulus", "H5 14B2 (A1) 2", "");
    assert_eq!(arrived, ["A1-E9=13A1", "A1-E9=A1A2", "A1-E9=A1B1"]);
}

#[test]
fn cu12_a_master_on_the_far_row_may_be_exchanged_for_a_lost_piece() {
    let after = "E1 14A9 (H5) 1";
    one("A9 (H5) 1", "", "A9-E1=14A9", Expect::Then(after));
    one("A8 (H5) 1", "", "A8-E1=14A8", Expect::Refused("CU12"));
    one("A9 (H5) 1", "", "A9-D1=14A9", Expect::Refused("CU12"));
    let whole = "13B2 13C2 13D2 13B3 13C3 13D3 13B4 13C4 A9 F2G2 F3G3 (H5) 1";
    one(whole, "", "A9-E1=14A9", Expect::Refused("CU12"));
    let no_cube = "13B2 13C2 13D2 13B3 13C3 13D3 13B4 13C4 A9 F2G2 (H5) 1";
    one(no_cube, "", "A9-E1=14A9", Expect::Refused("CU12"));
    one(no_cube, "", "A9-E1=A9B9", Expect::Legal);
}

#[test]
fn cu13_how_a_lost_piece_comes_back() {
    let all = legal::<Cubulus>("cubulus", "A9 (H5) 1", "");
    assert_eq!(
        of(&all, "A9-E1="),
        ["A9-E1=14A9", "A9-E1=A8A9", "A9-E1=A9B9"]
    );
    one("A9 (H5) 1", "", "A9-E1=13A9", Expect::Refused("CU13"));
    one("A9 (H5) 1", "", "A9-E1=14B9", Expect::Refused("CU13"));
    one("H5 (A1) 2", "", "A1-E9=13A1", Expect::Legal);
    one("A9 13B9 (H5) 1", "", "A9-E1=A9B9", Expect::Refused("CU13"));
    // A lost soldier comes back as a shield.
    two(
        "A9 (H5) 1 first=-",
        "",
        "A9-E1=SA9",
        Expect::Refused("CU13"),
    );
    two("A9 SD4 (H5) 1 first=-", "", "A9-E1=A8A9", Expect::Legal);
    two(
        "A9 SD4 SD6 (H5) 1 first=-",
        "",
        "A9-E1=A8A9",
        Expect::Refused("CU12"),
    );
}

#[test]
fn cu14_the_home_square_must_be_free_or_its_piece_takeable() {
    one("A9 13E1 (H5) 1", "", "A9-E1=14A9", Expect::Refused("CU14"));
    one("A9 (E1) 1", "", "A9xE1=14A9", Expect::Refused("CU14"));
    one(
        "A9 (13E1) (H5) 1",
        "",
        "A9xE1=14A9",
        Expect::Then("E1 14A9 (H5) 1"),
    );
    one("A9 (13E1) (H5) 1", "", "A9-E1=14A9", Expect::Refused("C9"));
    one(
        "A9 (D1E1) (H5) 1",
        "",
        "A9xE1=14A9",
        Expect::Refused("CU14"),
    );
    one("13D2 A9 (D1E1) (H5) 1", "", "A9xE1=14A9", Expect::Legal);
    // CU9 holds for that attack: from F1 over E1 to D1.
    one("23F1 A9 (D1E1) (H5) 1", "", "A9xE1=14A9", Expect::Legal);
    one(
        "A9 (13E2) (H5) 1",
        "",
        "A9-E1=14A9",
        Expect::Refused("CU10"),
    );
}

#[test]
fn cu15_before_the_move_or_right_after_it() {
    // Before: the move is still to be made.
    one(
        "A9 (H5) 1",
        "A9-E1=14A9",
        "E1-E2",
        Expect::Then("E2 14A9 (H5) 2"),
    );
    one("A9 (H5) 1", "A9-E1=14A9", "pass", Expect::Refused("CU15"));
    // After: an exchange or a pass.
    one("A8 (H5) 1", "", "A8-A9", Expect::Then("A9 (H5) 1 bonus"));
    one("A8 (H5) 1", "A8-A9", "pass", Expect::Then("A9 (H5) 2"));
    one(
        "A8 (H5) 1",
        "A8-A9",
        "A9-E1=14A9",
        Expect::Then("E1 14A9 (H5) 2"),
    );
    one("A8 (H5) 1", "A8-A9", "A9-A8", Expect::Refused("CU15"));
    one(
        "13D4 A9 (H5) 1",
        "",
        "13D4-36D5",
        Expect::Then("36D5 A9 (H5) 1 bonus"),
    );
    // No exchange, no second action.
    one(
        "13E1 A8 (H5) 1",
        "",
        "A8-A9",
        Expect::Then("13E1 A9 (H5) 2"),
    );
    one(
        "A8 (13E2) (H5) 1",
        "",
        "A8-A9",
        Expect::Then("A9 (13E2) (H5) 2"),
    );
    one("", "", "pass", Expect::Refused("CU15"));
    impossible::<Cubulus>("cubulus", "A8 (H5) 1 bonus", "CU15");
    impossible::<Cubulus>("cubulus", "A9 (13A8) (H5) 1 bonus", "CU10");
}

#[test]
fn cu16_a_cube_is_turned_on_the_spot_at_level_2() {
    two("", "", "23B1-21B1", Expect::Legal);
    two("", "", "23B1-31B1", Expect::Refused("CU16"));
    two("", "", "23B1-23B1", Expect::Refused("CU16"));
    one("", "", "23B1-21B1", Expect::Refused("CU16"));
    let check = "E1 13A3 (41E5) (A9) 1 first=-";
    two(check, "", "13A3-12A3", Expect::Refused("CU10"));
    let turns = legal::<Cubulus>("cubulus:level=2", "E1 13A3 (A9) 1 first=-", "");
    let here = turns.iter().filter(|text| text.ends_with("A3")).count();
    assert_eq!(here, 3);
}

#[test]
fn cu17_a_shield_is_tipped_up_beyond_its_end() {
    two(
        "A1 C4D4 (A9) 1 first=-",
        "",
        "C4D4-SE4",
        Expect::Then("A1 SE4 (A9) 2 first=-"),
    );
    two("A1 C4D4 (A9) 1 first=-", "", "C4D4-SB4", Expect::Legal);
    two(
        "A1 C4D4 (A9) 1 first=-",
        "",
        "C4D4-SD5",
        Expect::Refused("CU17"),
    );
    two(
        "A1 C4D4 (13E4) (A9) 1 first=-",
        "",
        "C4D4-SE4",
        Expect::Refused("CU17"),
    );
    one("A1 C4D4 (A9) 1", "", "C4D4-SE4", Expect::Refused("CU17"));
    impossible::<Cubulus>("cubulus", "A1 SE4 (A9) 1", "CU17");
    // Not while it could be taken; one attacker alone does not matter.
    let danger = "A1 C4D4 (13C5) (13D5) (A9) 1 first=-";
    two(danger, "", "C4D4-SE4", Expect::Refused("CU17"));
    let alone = "A1 C4D4 (13C5) (A9) 1 first=-";
    two(alone, "", "C4D4-SE4", Expect::Legal);
}

#[test]
fn cu18_a_soldier_lies_down_on_the_next_two_squares() {
    two(
        "A1 SE4 (A9) 1 first=-",
        "",
        "SE4-C4D4",
        Expect::Then("A1 C4D4 (A9) 2 first=-"),
    );
    two("A1 SE4 (A9) 1 first=-", "", "SE4-E5E6", Expect::Legal);
    two(
        "A1 SE4 (A9) 1 first=-",
        "",
        "SE4-D4E4",
        Expect::Refused("CU18"),
    );
    two(
        "A1 SE4 (13E6) (A9) 1 first=-",
        "",
        "SE4-E5E6",
        Expect::Refused("CU18"),
    );
    two(
        "A1 SE4 (13E5) (A9) 1 first=-",
        "",
        "SE4-C4D4",
        Expect::Refused("CU18"),
    );
    // Both squares may be needed to keep the Master covered.
    let line = "E1 SE3 (51E6) (A9) 1 first=-";
    two(line, "", "SE3-C3D3", Expect::Refused("CU10"));
    two(line, "", "SE3-E4E5", Expect::Legal);
}

#[test]
fn cu19_a_soldier_moves_and_takes_diagonally() {
    two(
        "A1 SE4 (13F5) (A9) 1 first=-",
        "",
        "SE4xSF5",
        Expect::Then("A1 SF5 (A9) 2 first=-"),
    );
    two(
        "A1 SE4 (A9) 1 first=-",
        "",
        "SE4-SE5",
        Expect::Refused("CU19"),
    );
    two(
        "A1 SE4 13F5 (A9) 1 first=-",
        "",
        "SE4-SF5",
        Expect::Refused("CU6"),
    );
    two(
        "A1 13E3 (SE4) (A9) 1 first=-",
        "",
        "13E3x36E4",
        Expect::Legal,
    );
    // It gives check, and only its capture or the Master's flight helps.
    let check = "E1 13A5 (SD2) (A9) 1 first=-";
    two(check, "", "13A5-36A6", Expect::Refused("CU10"));
    two(check, "", "E1-F1", Expect::Legal);
}

#[test]
fn cu20_the_masters_first_move_may_be_diagonal() {
    two(
        "E1 (A9) 1 first=1",
        "",
        "E1-D2",
        Expect::Then("D2 (A9) 2 first=-"),
    );
    two("E1 (A9) 1 first=-", "", "E1-D2", Expect::Refused("CU20"));
    one("E1 (A9) 1", "", "E1-D2", Expect::Refused("CU4"));
    two(
        "E1 (A9) 1 first=1",
        "",
        "E1-E2",
        Expect::Then("E2 (A9) 2 first=-"),
    );
    // Until then it attacks those squares.
    two("D3 (E9) 1 first=2", "", "D3-D4", Expect::Legal);
    two("D7 (E9) 1 first=2", "", "D7-D8", Expect::Refused("CU10"));
    two("D7 (E9) 1 first=-", "", "D7-C7", Expect::Legal);
    // An exchange restores the right in Cubulus, not in Die-Check.
    let home = "A9-E1=14A9";
    two(
        "A9 (H5) 1 first=-",
        "",
        home,
        Expect::Then("E1 14A9 (H5) 1 first=1"),
    );
    let after = "E1 14A9 (H5) 1 first=-";
    let older = "die-check:level=2";
    check::<Cubulus>(older, "A9 (H5) 1 first=-", "", home, Expect::Then(after));
    impossible::<Cubulus>("cubulus:level=2", "E2 (E9) 1 first=1", "CU20");
    impossible::<Cubulus>("cubulus:level=2", "E1 (E9) 1", "CU20");
}

#[test]
fn die_check_has_a_column_j_and_no_i() {
    check::<Cubulus>("die-check", "", "", "13J1-36J2", Expect::Legal);
    check::<Cubulus>("die-check", "", "", "13I1-36I2", Expect::Refused("C9"));
    one("", "", "13J1-36J2", Expect::Refused("C9"));
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
            assert!(table.play(text).is_err() || text == "C2D2-SE2", "{text}");
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
                table.refused_pick(&path);
                let path = [
                    first.clone(),
                    Pick::Slot(ZoneId(0), 9),
                    Pick::Site(SiteId(to)),
                ];
                table.refused_pick(&path);
            }
            table.refused_pick(&[first, Pick::Slot(ZoneId(0), 0)]);
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
    testing::perft_table::<Cubulus, Simple>(include_str!("perft.txt"), 2_000);
}

#[test]
fn second_generator_agrees() {
    for spec in VARIANTS {
        testing::agree::<Cubulus, Simple>(spec, 5, 250);
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
