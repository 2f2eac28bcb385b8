//! CU1 – CU11: pieces, moves, attack, shields and the end.

use super::{actions_of, level_one, level_two};
use crate::cubulus::{BLACK, Cubulus, Edition, Square, WHITE};
use crate::testing::{self, Expect, impossible, legal};
use crate::{Notation, Rules};

#[test]
fn cu1_eight_cubes_two_shields_and_a_master_each() {
    let start = Cubulus::new(Edition::Cubulus, false).start();
    for seat in [WHITE, BLACK] {
        assert_eq!(start.cubes(seat).len(), 8);
        assert_eq!(start.shields(seat).len(), 4);
        assert!(start.soldiers(seat).is_empty());
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
    level_one("", "", "23B1-54B3", Expect::Legal);
    let alone = legal::<Cubulus>("cubulus", "23D4 E1 (E9) 1", "");
    // Four straight ends, and four diagonal ones with two ways each.
    assert_eq!(actions_of(&alone, "23D4").len(), 12);
    level_one("23D4 E1 (E9) 1", "", "23D4-54D6", Expect::Legal);
    level_one("23D4 E1 (E9) 1", "", "23D4-54D5", Expect::Refused("CU3"));
    level_one("23D4 E1 (E9) 1", "", "23D4-23D6", Expect::Refused("CU3"));
    level_one("23D4 E1 (E9) 1", "", "22D4-54D6", Expect::Refused("C3"));
    level_one("23D4 E1 (E9) 1", "", "24D4-54D6", Expect::Refused("CU3"));
    level_one("23D4 E1 (E9) 1", "", "23D4x54D6", Expect::Refused("C9"));
    level_one(
        "23D4 E1 (13D6) (E9) 1",
        "",
        "23D4-54D6",
        Expect::Refused("C9"),
    );
    let taken = "E1 54D6 (E9) 2";
    level_one(
        "23D4 E1 (13D6) (E9) 1",
        "",
        "23D4x54D6",
        Expect::Then(taken),
    );
    // Two ways with the same end and the same faces are one action (C6).
    let four = legal::<Cubulus>("cubulus", "41E5 E1 (A9) 1", "");
    let there = four.iter().filter(|text| text.ends_with("G7")).count();
    assert_eq!(there, 1);
    level_one("41E5 E1 13F5 (E6) 2", "", "E6-E7", Expect::Legal);
}

#[test]
fn cu4_the_master_goes_one_square_and_is_never_taken() {
    level_one("E5 (13E6) (A9) 1", "", "E5xE6", Expect::Then("E6 (A9) 2"));
    level_one("E5 (13E6) (A9) 1", "", "E5-E6", Expect::Refused("C9"));
    level_one("E5 (A9) 1", "", "E5-F6", Expect::Refused("CU4"));
    level_one("E5 (A9) 1", "", "E5-E7", Expect::Refused("CU4"));
    // The exchange brings the fresh Master to attack the other one in White's own turn.
    let home = "A9-E1=14A9";
    level_two(
        "A9 13H5 (D2) 1 first=-",
        home,
        "E1xD2",
        Expect::Refused("CU4"),
    );
    level_two("A9 13H5 (D2) 1 first=-", home, "13H5-36H6", Expect::Legal);
}

#[test]
fn cu5_a_shield_keeps_one_square() {
    let start = "D4E4 A1 (A9) (13E5) 1";
    let all = legal::<Cubulus>("cubulus", start, "");
    assert_eq!(
        actions_of(&all, "D4E4"),
        [
            "D4E4-C4D4",
            "D4E4-D3D4",
            "D4E4-D4D5",
            "D4E4-E3E4",
            "D4E4-E4F4"
        ]
    );
    level_one(start, "", "D4E4-E4E5", Expect::Refused("CU5"));
    level_one(start, "", "D4E4-F4G4", Expect::Refused("CU5"));
    level_one(start, "", "D4E4-E4D4", Expect::Refused("C9"));
    level_one(
        "D4E4 A1 13E3 (A9) 1",
        "",
        "D4E4-E3E4",
        Expect::Refused("CU5"),
    );
}

#[test]
fn cu6_no_piece_passes_over_another_or_takes_its_own() {
    level_one("", "", "53C1-32C6", Expect::Refused("CU6"));
    level_one("", "", "13A1-24B1", Expect::Refused("CU6"));
    level_one(
        "23D4 13D5 E1 (E9) 1",
        "",
        "23D4-54D6",
        Expect::Refused("CU6"),
    );
    // One of two ways is enough.
    let start = "23D4 13D5 E1 (E9) 1";
    let all = legal::<Cubulus>("cubulus", start, "");
    let bent = actions_of(&all, "23D4")
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
    level_one(pinned, "", "D6-D7", Expect::Refused("CU10"));
    level_one(pinned, "", "D6-C6", Expect::Legal);
    level_one(pinned, "D6-C6", "13E7-53D7", Expect::Refused("CU10"));
    let turned = "D6 41E5 (13E7) (E9) 2";
    level_one(turned, "", "13E7-24D7", Expect::Refused("CU3"));
    let all = legal::<Cubulus>("cubulus", turned, "");
    assert_eq!(actions_of(&all, "13E7").len(), 2, "{all:?}");
}

#[test]
fn cu8_a_shield_falls_to_two_different_attackers() {
    let two_cubes = "13D4 13E4 A1 (D5E5) (A9) 1";
    let after = "A1 13E4 36D5 (A9) 2";
    level_one(two_cubes, "", "13D4x36D5", Expect::Then(after));
    level_one(two_cubes, "", "13E4x36E5", Expect::Legal);
    level_one(
        "13D4 A1 (D5E5) (A9) 1",
        "",
        "13D4x36D5",
        Expect::Refused("CU8"),
    );
    // The Master takes part, as the taker or as the other attacker.
    level_one("13D4 E4 (D5E5) (A9) 1", "", "E4xE5", Expect::Legal);
    level_one("13D4 E4 (D5E5) (A9) 1", "", "13D4x36D5", Expect::Legal);
    level_one("E4 (D5E5) (A9) 1", "", "E4xE5", Expect::Refused("CU8"));
    // A Master on its first move attacks both squares, but it is one piece.
    level_two(
        "E1 (E2F2) (A9) 1 first=1",
        "",
        "E1xE2",
        Expect::Refused("CU8"),
    );
    level_two(
        "E1 (E2F2) (A9) 1 first=1",
        "",
        "E1xF2",
        Expect::Refused("CU8"),
    );
    level_two("E1 13F1 (E2F2) (A9) 1 first=1", "", "E1xE2", Expect::Legal);
    // So does a soldier; and a piece that may not move because it would expose its Master.
    level_two(
        "13D4 A1 SF4 (D5E5) (A9) 1 first=-",
        "",
        "SF4xSE5",
        Expect::Legal,
    );
    let pinned = "E3 13F3 13D4 13E4 (23F4) (D5E5) (A9) 1";
    level_one(pinned, "", "13E4x36E5", Expect::Refused("CU10"));
    level_one(pinned, "", "13D4x36D5", Expect::Legal);
}

#[test]
fn cu9_a_cube_may_roll_over_the_shield_it_takes() {
    // From C5 over D5 to E5, while the cube on D4 attacks D5.
    let over = "13D4 23C5 A1 (D5E5) (A9) 1";
    let game = Cubulus::new(Edition::Cubulus, false);
    let position = game.read_position(over).unwrap();
    let shield = position.piece_at(Square::new(3, 4)).unwrap().1;
    let [on_d5, on_e5] = game.shield_attackers(&position, WHITE, shield);
    assert_eq!((on_d5.len(), on_e5.len()), (1, 1));
    let all = legal::<Cubulus>("cubulus", over, "");
    assert_eq!(actions_of(&all, "23C5x"), ["23C5x53E5"]);
    // The cube that only attacks may roll over it too.
    level_one(over, "", "13D4x36D5", Expect::Legal);
    // Rolling over a square is not an attack on it, and nothing else may be passed over.
    level_one(
        "23C5 A1 (D5E5) (A9) 1",
        "",
        "23C5x53E5",
        Expect::Refused("CU8"),
    );
    let further = "13D4 33C5 A1 (D5E5) (A9) 1";
    assert!(game.read_position(further).is_err());
    let wall = "13D4 13E4 62B5 A1 13C5 (D5E5) (A9) 1";
    let all = legal::<Cubulus>("cubulus", wall, "");
    assert!(actions_of(&all, "62B5x").is_empty());
    level_one(
        "13D4 31C5 A1 (D5E5) (13F5) (A9) 1",
        "",
        "31C5x56F5",
        Expect::Refused("CU6"),
    );
}

#[test]
fn cu10_no_action_leaves_the_own_master_attacked() {
    // The cube on E5 shows 4 and attacks E1 through E3.
    let start = "E1 13E3 (41E5) (A9) 1";
    level_one(start, "", "E1-E2", Expect::Legal);
    let all = legal::<Cubulus>("cubulus", start, "");
    assert_eq!(actions_of(&all, "13E3").len(), 2, "{all:?}");
    let check = "E1 A3B3 (41E5) (A9) 1";
    level_one(check, "", "A3B3-B3C3", Expect::Refused("CU10"));
    let cover = "E1 C3D3 (41E5) (A9) 1";
    level_one(cover, "", "C3D3-D3E3", Expect::Legal);
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
    level_one(
        "E1 14B8 41C8 13A2 (A9) 1",
        "",
        "13A2-36A3",
        Expect::Over("1 0"),
    );
    // An exchange is a legal action: a shut-in Master on the far row is not lost.
    let arrived = legal::<Cubulus>("cubulus", "H5 14B2 (A1) 2", "");
    assert_eq!(arrived, ["A1-E9=13A1", "A1-E9=A1A2", "A1-E9=A1B1"]);
}
