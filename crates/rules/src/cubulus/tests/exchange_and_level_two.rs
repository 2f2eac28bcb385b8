//! CU12 – CU20: the exchange, and level 2.

use super::{actions_of, level_one, level_two};
use crate::cubulus::Cubulus;
use crate::testing::{Expect, check, impossible, legal};

#[test]
fn cu12_a_master_on_the_far_row_may_be_exchanged_for_a_lost_piece() {
    let after = "E1 14A9 (H5) 1";
    level_one("A9 (H5) 1", "", "A9-E1=14A9", Expect::Then(after));
    level_one("A8 (H5) 1", "", "A8-E1=14A8", Expect::Refused("CU12"));
    level_one("A9 (H5) 1", "", "A9-D1=14A9", Expect::Refused("CU12"));
    let whole = "13B2 13C2 13D2 13B3 13C3 13D3 13B4 13C4 A9 F2G2 F3G3 (H5) 1";
    level_one(whole, "", "A9-E1=14A9", Expect::Refused("CU12"));
    let no_cube = "13B2 13C2 13D2 13B3 13C3 13D3 13B4 13C4 A9 F2G2 (H5) 1";
    level_one(no_cube, "", "A9-E1=14A9", Expect::Refused("CU12"));
    level_one(no_cube, "", "A9-E1=A9B9", Expect::Legal);
}

#[test]
fn cu13_how_a_lost_piece_comes_back() {
    let all = legal::<Cubulus>("cubulus", "A9 (H5) 1", "");
    assert_eq!(
        actions_of(&all, "A9-E1="),
        ["A9-E1=14A9", "A9-E1=A8A9", "A9-E1=A9B9"]
    );
    level_one("A9 (H5) 1", "", "A9-E1=13A9", Expect::Refused("CU13"));
    level_one("A9 (H5) 1", "", "A9-E1=14B9", Expect::Refused("CU13"));
    level_one("H5 (A1) 2", "", "A1-E9=13A1", Expect::Legal);
    level_one("A9 13B9 (H5) 1", "", "A9-E1=A9B9", Expect::Refused("CU13"));
    // A lost soldier comes back as a shield.
    level_two(
        "A9 (H5) 1 first=-",
        "",
        "A9-E1=SA9",
        Expect::Refused("CU13"),
    );
    level_two("A9 SD4 (H5) 1 first=-", "", "A9-E1=A8A9", Expect::Legal);
    level_two(
        "A9 SD4 SD6 (H5) 1 first=-",
        "",
        "A9-E1=A8A9",
        Expect::Refused("CU12"),
    );
}

#[test]
fn cu14_the_home_square_must_be_free_or_its_piece_takeable() {
    level_one("A9 13E1 (H5) 1", "", "A9-E1=14A9", Expect::Refused("CU14"));
    level_one("A9 (E1) 1", "", "A9xE1=14A9", Expect::Refused("CU14"));
    level_one(
        "A9 (13E1) (H5) 1",
        "",
        "A9xE1=14A9",
        Expect::Then("E1 14A9 (H5) 1"),
    );
    level_one("A9 (13E1) (H5) 1", "", "A9-E1=14A9", Expect::Refused("C9"));
    level_one(
        "A9 (D1E1) (H5) 1",
        "",
        "A9xE1=14A9",
        Expect::Refused("CU14"),
    );
    level_one("13D2 A9 (D1E1) (H5) 1", "", "A9xE1=14A9", Expect::Legal);
    // CU9 holds for that attack: from F1 over E1 to D1.
    level_one("23F1 A9 (D1E1) (H5) 1", "", "A9xE1=14A9", Expect::Legal);
    level_one(
        "A9 (13E2) (H5) 1",
        "",
        "A9-E1=14A9",
        Expect::Refused("CU10"),
    );
}

#[test]
fn cu15_before_the_move_or_right_after_it() {
    // Before: the move is still to come.
    level_one(
        "A9 (H5) 1",
        "A9-E1=14A9",
        "E1-E2",
        Expect::Then("E2 14A9 (H5) 2"),
    );
    level_one("A9 (H5) 1", "A9-E1=14A9", "pass", Expect::Refused("CU15"));
    // After: an exchange or a pass.
    level_one("A8 (H5) 1", "", "A8-A9", Expect::Then("A9 (H5) 1 bonus"));
    level_one("A8 (H5) 1", "A8-A9", "pass", Expect::Then("A9 (H5) 2"));
    level_one(
        "A8 (H5) 1",
        "A8-A9",
        "A9-E1=14A9",
        Expect::Then("E1 14A9 (H5) 2"),
    );
    level_one("A8 (H5) 1", "A8-A9", "A9-A8", Expect::Refused("CU15"));
    level_one(
        "13D4 A9 (H5) 1",
        "",
        "13D4-36D5",
        Expect::Then("36D5 A9 (H5) 1 bonus"),
    );
    // No exchange, no second action.
    level_one(
        "13E1 A8 (H5) 1",
        "",
        "A8-A9",
        Expect::Then("13E1 A9 (H5) 2"),
    );
    level_one(
        "A8 (13E2) (H5) 1",
        "",
        "A8-A9",
        Expect::Then("A9 (13E2) (H5) 2"),
    );
    level_one("", "", "pass", Expect::Refused("CU15"));
    impossible::<Cubulus>("cubulus", "A8 (H5) 1 bonus", "CU15");
    impossible::<Cubulus>("cubulus", "A9 (13A8) (H5) 1 bonus", "CU10");
}

#[test]
fn cu16_a_cube_is_turned_on_the_spot_at_level_2() {
    level_two("", "", "23B1-21B1", Expect::Legal);
    level_two("", "", "23B1-31B1", Expect::Refused("CU16"));
    level_two("", "", "23B1-23B1", Expect::Refused("CU16"));
    level_one("", "", "23B1-21B1", Expect::Refused("CU16"));
    let check = "E1 13A3 (41E5) (A9) 1 first=-";
    level_two(check, "", "13A3-12A3", Expect::Refused("CU10"));
    let turns = legal::<Cubulus>("cubulus:level=2", "E1 13A3 (A9) 1 first=-", "");
    let here = turns.iter().filter(|text| text.ends_with("A3")).count();
    assert_eq!(here, 3);
}

#[test]
fn cu17_a_shield_is_tipped_up_beyond_its_end() {
    level_two(
        "A1 C4D4 (A9) 1 first=-",
        "",
        "C4D4-SE4",
        Expect::Then("A1 SE4 (A9) 2 first=-"),
    );
    level_two("A1 C4D4 (A9) 1 first=-", "", "C4D4-SB4", Expect::Legal);
    level_two(
        "A1 C4D4 (A9) 1 first=-",
        "",
        "C4D4-SD5",
        Expect::Refused("CU17"),
    );
    level_two(
        "A1 C4D4 (13E4) (A9) 1 first=-",
        "",
        "C4D4-SE4",
        Expect::Refused("CU17"),
    );
    level_one("A1 C4D4 (A9) 1", "", "C4D4-SE4", Expect::Refused("CU17"));
    impossible::<Cubulus>("cubulus", "A1 SE4 (A9) 1", "CU17");
    // Not while it could be taken; one attacker alone does not matter.
    let danger = "A1 C4D4 (13C5) (13D5) (A9) 1 first=-";
    level_two(danger, "", "C4D4-SE4", Expect::Refused("CU17"));
    let alone = "A1 C4D4 (13C5) (A9) 1 first=-";
    level_two(alone, "", "C4D4-SE4", Expect::Legal);
}

#[test]
fn cu18_a_soldier_lies_down_on_the_next_two_squares() {
    level_two(
        "A1 SE4 (A9) 1 first=-",
        "",
        "SE4-C4D4",
        Expect::Then("A1 C4D4 (A9) 2 first=-"),
    );
    level_two("A1 SE4 (A9) 1 first=-", "", "SE4-E5E6", Expect::Legal);
    level_two(
        "A1 SE4 (A9) 1 first=-",
        "",
        "SE4-D4E4",
        Expect::Refused("CU18"),
    );
    level_two(
        "A1 SE4 (13E6) (A9) 1 first=-",
        "",
        "SE4-E5E6",
        Expect::Refused("CU18"),
    );
    level_two(
        "A1 SE4 (13E5) (A9) 1 first=-",
        "",
        "SE4-C4D4",
        Expect::Refused("CU18"),
    );
    // Both squares may be needed to keep the Master covered.
    let line = "E1 SE3 (51E6) (A9) 1 first=-";
    level_two(line, "", "SE3-C3D3", Expect::Refused("CU10"));
    level_two(line, "", "SE3-E4E5", Expect::Legal);
}

#[test]
fn cu19_a_soldier_moves_and_takes_diagonally() {
    level_two(
        "A1 SE4 (13F5) (A9) 1 first=-",
        "",
        "SE4xSF5",
        Expect::Then("A1 SF5 (A9) 2 first=-"),
    );
    level_two(
        "A1 SE4 (A9) 1 first=-",
        "",
        "SE4-SE5",
        Expect::Refused("CU19"),
    );
    level_two(
        "A1 SE4 13F5 (A9) 1 first=-",
        "",
        "SE4-SF5",
        Expect::Refused("CU6"),
    );
    level_two(
        "A1 13E3 (SE4) (A9) 1 first=-",
        "",
        "13E3x36E4",
        Expect::Legal,
    );
    // It gives check, and only capturing it or moving the Master helps.
    let check = "E1 13A5 (SD2) (A9) 1 first=-";
    level_two(check, "", "13A5-36A6", Expect::Refused("CU10"));
    level_two(check, "", "E1-F1", Expect::Legal);
}

#[test]
fn cu20_the_masters_first_move_may_be_diagonal() {
    level_two(
        "E1 (A9) 1 first=1",
        "",
        "E1-D2",
        Expect::Then("D2 (A9) 2 first=-"),
    );
    level_two("E1 (A9) 1 first=-", "", "E1-D2", Expect::Refused("CU20"));
    level_one("E1 (A9) 1", "", "E1-D2", Expect::Refused("CU4"));
    level_two(
        "E1 (A9) 1 first=1",
        "",
        "E1-E2",
        Expect::Then("E2 (A9) 2 first=-"),
    );
    // Until then it attacks those squares.
    level_two("D3 (E9) 1 first=2", "", "D3-D4", Expect::Legal);
    level_two("D7 (E9) 1 first=2", "", "D7-D8", Expect::Refused("CU10"));
    level_two("D7 (E9) 1 first=-", "", "D7-C7", Expect::Legal);
    // An exchange restores the right in Cubulus, not in Die-Check.
    let home = "A9-E1=14A9";
    level_two(
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
