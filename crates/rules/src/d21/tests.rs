use super::naive::Simple;
use super::{Action, D21, INFO, Position, Square, goal_lines};
use crate::hash::SplitMix64;
use crate::testing::{self, Expect, check};
use crate::{Notation, Refusing, Rules};

const ANY: &str = "d21";
const STRICT: &str = "d21:order=strict";
const NEAR: &str = "d21:jump=any";
const BOTH: &str = "d21:order=strict,jump=any";

fn d21(start: &str, actions: &str, action: &str, expect: Expect) {
    check::<D21>(ANY, start, actions, action, expect);
}

fn game(strict: bool) -> D21 {
    D21 {
        strict,
        ..D21::default()
    }
}

/// A position with the given dice, filled up to twelve each with dice showing 1 far in the north,
/// in rows 9, 8 and 7.
fn set(red: &str, green: &str, seat: u8) -> String {
    let given: Vec<&str> = red.split(' ').chain(green.split(' ')).collect();
    let taken = |square: &str| given.iter().any(|die| die.get(1..) == Some(square));
    let mut free = [9, 8, 7]
        .into_iter()
        .flat_map(|row| ('B'..='I').map(move |column| format!("{column}{row}")))
        .filter(|square| !taken(square));
    let mut fill = |list: &str| {
        let mut dice: Vec<String> = list.split_whitespace().map(str::to_owned).collect();
        let missing = 12 - dice.len();
        dice.extend(
            free.by_ref()
                .take(missing)
                .map(|square| format!("1{square}")),
        );
        dice.join(" ")
    };
    let (red, green) = (fill(red), fill(green));
    format!("{red} ({green}) {seat}")
}

fn after(start: &str, action: &str, die: &str) {
    let mut table = testing::table::<D21>(ANY, start, "");
    table.play(action).unwrap();
    let position = table.position();
    assert!(
        position.split([' ', '(', ')']).any(|word| word == die),
        "{position} has no {die}"
    );
}

#[test]
fn d1_an_inner_field_of_64_squares_and_a_border_of_36() {
    assert_eq!(super::INNER.len(), 64);
    assert_eq!(super::OUTER.len(), 36);
    for (name, outer) in [("A1", true), ("B2", false), ("I9", false), ("J5", true)] {
        let square: Square = crate::text::Reader::new(name, "").square().unwrap();
        assert_eq!(super::OUTER.contains(square), outer, "{name}");
    }
    d21("", "", "C3-K3", Expect::Refused("C9"));
    d21("", "", "C3-C11", Expect::Refused("C9"));
}

#[test]
fn d2_twelve_dice_each_show_1() {
    let start = testing::table::<D21>(ANY, "", "");
    assert_eq!(
        start.position(),
        "1C2 1D2 1E2 1F2 1G2 1H2 1C3 1D3 1E3 1F3 1G3 1H3 \
         (1C8 1D8 1E8 1F8 1G8 1H8 1C9 1D9 1E9 1F9 1G9 1H9) 1"
    );
    let impossible = |text: &str, rule| testing::impossible::<D21>(ANY, text, rule);
    impossible("1C2 (1C8) 1", "D2");
    impossible(&set("1B2 1B2", "", 1), "D2");
    impossible(&set("1B2 1J5", "1J5", 1), "D2");
    let start = start.position();
    impossible(&start.replacen("1C2", "1C2 1B2", 1), "D2");
    impossible(&start.replacen("1C2", "7C2", 1), "C9");
    impossible(&start.replacen("1C2", "0C2", 1), "C9");
    impossible(&start.replacen(')', "", 1), "C9");
    impossible(&start.replacen(") 1", ") 3", 1), "C9");
    impossible("", "C9");
    impossible("é (ß) 1", "C9");
}

#[test]
fn d2_a_position_may_put_each_green_die_in_its_own_parentheses() {
    let mut table = testing::table::<D21>(ANY, "", "");
    let start = table.position();
    let (red, green) = start.split_once(" (").unwrap();
    let green = green.trim_end_matches(") 1").replace(' ', ") (");
    table.set_position(&format!("({green}) {red} 1")).unwrap();
    assert_eq!(table.position(), start);
}

#[test]
fn d3_one_moves_an_own_die_and_takes_nothing() {
    d21("", "", "C3-C6", Expect::Legal);
    d21("", "", "C8-C6", Expect::Refused("D3"));
    d21("", "", "C5-C6", Expect::Refused("D3"));
    d21("", "", "C3-C3", Expect::Refused("D3"));
    d21("", "", "C3", Expect::Refused("C9"));
    d21("", "", "C3-C8", Expect::Refused("D4"));
}

#[test]
fn d4_a_slide_goes_any_number_of_empty_squares_in_eight_directions() {
    let open = set("1E4 1B2 1D2", "1I8", 1);
    for to in ["E6", "E1", "A4", "J4", "C6", "G6", "B1", "H1"] {
        d21(&open, "", &format!("E4-{to}"), Expect::Legal);
    }
    d21(&open, "", "E4-G5", Expect::Refused("D4"));
    d21(&open, "", "E4-E9", Expect::Refused("D4"));
    d21(&open, "", "E4-I8", Expect::Refused("D4"));
}

#[test]
fn d5_a_jump_needs_a_gap_before_the_die_and_lands_right_behind_it() {
    let start = set("1E2 1E4 1C4", "1G4 1I4 1J4", 1);
    // ..C.E.G.IJ in row 4
    d21(&start, "", "C4-F4", Expect::Legal);
    d21(&start, "", "E2-E5", Expect::Legal);
    d21(&start, "", "E2-E6", Expect::Refused("D5"));
    d21(&start, "", "E4-H4", Expect::Legal);
    d21(&start, "", "C4-H4", Expect::Refused("D5"));
    let start = set("1E4 1C4", "1F4 1B4", 1);
    d21(&start, "", "E4-G4", Expect::Refused("D5"));
    d21(&start, "", "E4-B4", Expect::Refused("D4"));
    // The square behind is occupied or off the board.
    let start = set("1C4 1C5", "1F4 1G4 1J5", 1);
    d21(&start, "", "C4-H4", Expect::Refused("D5"));
    assert!(!testing::legal::<D21>(ANY, &start, "").contains(&"C5-J5".to_owned()));
}

#[test]
fn d5_with_jump_any_a_die_jumps_over_its_neighbour_too() {
    let near = |start: &str, action: &str, expect| check::<D21>(NEAR, start, "", action, expect);
    let start = set("2E4 1C4", "3F4 1B4", 1);
    near(&start, "E4-G4", Expect::Legal);
    let mut table = testing::table::<D21>(NEAR, &start, "");
    table.play("E4-G4").unwrap();
    assert!(table.position().contains("5G4"), "D7 holds for it");
    // From afar as before, and over one die only, right behind it.
    near(&start, "E4-B4", Expect::Refused("D4"));
    near(&start, "C4-A4", Expect::Legal);
    near(&start, "E4-H4", Expect::Refused("D5"));
    let start = set("1E2 1E4 1C4", "1G4 1I4 1J4", 1);
    near(&start, "C4-F4", Expect::Legal);
    near(&start, "E2-E6", Expect::Refused("D5"));
    // At the start the dice of the second row jump over those before them.
    near("", "C2-C4", Expect::Legal);
    near("", "C2-E4", Expect::Legal);
    near("", "C2-E2", Expect::Refused("D4"));
    near(&set("1C4", "1D4 1E4", 1), "C4-E4", Expect::Refused("D4"));
    // D8 holds for it.
    let start = set("1A4 1A6 1A8 1E3", "1E2", 1);
    near(&start, "E3-E1", Expect::Refused("D8"));
}

#[test]
fn d6_jumping_over_the_own_colour_changes_nothing() {
    let start = set("2C4 3E4", "", 1);
    after(&start, "C4-F4", "2F4");
}

#[test]
fn d7_two_over_three_shows_five() {
    // The rulebook's example: Green's 2 over Red's 3.
    let start = set("3E4", "2C4", 2);
    after(&start, "C4-F4", "5F4");
}

#[test]
fn d7_two_over_five_shows_three() {
    // The rulebook's example: Red's 2 over Green's 5; 7 is too much, so the difference.
    let start = set("2C4", "5E4", 1);
    after(&start, "C4-F4", "3F4");
    for value in 1..=6 {
        for over in 1..=6 {
            let shows = match (value + over, u8::abs_diff(value, over)) {
                (sum, _) if sum <= 6 => sum,
                (_, 0) => value,
                (_, difference) => difference,
            };
            assert_eq!(super::turned(value, over), shows);
        }
    }
    after(&set("4C4", "4E4", 1), "C4-F4", "4F4");
    after(&set("6C4", "1E4", 1), "C4-F4", "5F4");
    after(&set("3C4", "3E4", 1), "C4-F4", "6F4");
}

#[test]
fn d8_at_most_three_dice_outside() {
    let start = set("1A4 1A6 1A8 1E5", "1G5", 1);
    d21(&start, "", "E5-E1", Expect::Refused("D8"));
    d21(&start, "", "E5-E4", Expect::Legal);
    // One that is outside may go on to another outer square.
    d21(&start, "", "A4-A1", Expect::Legal);
    d21(&start, "", "A4-J4", Expect::Legal);
    d21(&start, "A4-B5 G5-G4", "E5-E1", Expect::Legal);
    // Jumps count as well.
    let start = set("1A4 1A6 1A8 1E4", "1E2", 1);
    d21(&start, "", "E4-E1", Expect::Refused("D8"));
    testing::impossible::<D21>(ANY, &set("1A4 1A6 1A8 1A10", "", 1), "D8");
}

#[test]
fn d9_six_values_in_a_straight_line_win_in_any_order_and_colour() {
    let start = set("2C4 6D4 1E4 3H6", "4F4 5G4", 1);
    d21(&start, "", "H6-H4", Expect::Over("1 0"));
    check::<D21>(STRICT, &start, "", "H6-H4", Expect::Legal);
    let goes_on = testing::table::<D21>(STRICT, &start, "H6-H4");
    assert!(goes_on.ending().is_none());
    // The mover wins, whoever owns the dice: here Green.
    let start = set("2C4 6D4 1E4 4F4 5G4", "3H6", 2);
    d21(&start, "", "H6-H4", Expect::Over("0 1"));
    // A gap or a repeated value is not enough.
    for start in [
        set("2C4 6D4 1E4 3H6", "5G4 4F5", 1),
        set("2C4 6D4 2E4 3H6", "4F4 5G4", 1),
    ] {
        let table = testing::table::<D21>(ANY, &start, "H6-H4");
        assert!(table.ending().is_none());
    }
}

#[test]
fn d9_diagonals_and_one_right_angle_turn_win() {
    // B1 C2 D3 E4 F5 on the diagonal, G6 arrives.
    let start = set("2B1 6C2 1D3 3H6", "4E4 5F5", 1);
    d21(&start, "", "H6-G6", Expect::Over("1 0"));
    // C3 D3 E3, then E4 E5 E6.
    let corner = set("2C3 6D3 1E3 3F6", "4E4 5E5", 1);
    d21(&corner, "", "F6-E6", Expect::Over("1 0"));
    // The corner itself arrives last.
    let corner = set("2C3 6D3 1F3", "4E4 5E5 3E6", 1);
    d21(&corner, "", "F3-E3", Expect::Over("1 0"));
    // Diagonal, then diagonal: C1 D2 E3, then D4 C5 B6.
    let bent = set("2C1 6D2 1E3 3B5", "4D4 5C5", 1);
    d21(&bent, "", "B5-B6", Expect::Over("1 0"));
    // Orthogonal, then diagonal: C3 D3 E3, then F4 G5 H6.
    let mixed = set("2C3 6D3 1E3 3I6", "4F4 5G5", 1);
    assert!(
        testing::table::<D21>(ANY, &mixed, "I6-H6")
            .ending()
            .is_none()
    );
    // Two turns: C4 D4 E4 E5 F5 G5.
    let twice = set("2C4 6D4 1E4 3G6", "4E5 5F5", 1);
    assert!(
        testing::table::<D21>(ANY, &twice, "G6-G5")
            .ending()
            .is_none()
    );
}

#[test]
fn d9_strictly_in_order_from_either_end() {
    let start = set("1C3 2D3 3E3 6F6", "4E4 5E5", 1);
    check::<D21>(STRICT, &start, "", "F6-E6", Expect::Over("1 0"));
    let start = set("6C3 5D3 4E3 1F6", "3E4 2E5", 1);
    check::<D21>(STRICT, &start, "", "F6-E6", Expect::Over("1 0"));
}

#[test]
fn d9_a_line_that_was_set_up_counts_as_made_by_the_last_action() {
    let line = set("2C4 6D4 1E4 3H4", "4F4 5G4", 1);
    let table = testing::table::<D21>(ANY, &line, "");
    assert_eq!(table.ending(), Some(crate::Ending::Rules));
    assert!(table.legal().is_empty());
    let text = table.position();
    assert_eq!(testing::table::<D21>(ANY, &text, "").position(), text);
}

#[test]
fn d9_what_is_seen_from_the_moved_die_is_what_stands_on_the_board() {
    // 24 dice scattered densely, so that lines do occur.
    let mut random = SplitMix64::new(9);
    let mut lines = 0;
    for _ in 0..6_000 {
        let mut position = Position::EMPTY;
        let corner = Square::new(random.below(5) as u8, random.below(5) as u8);
        for _ in 0..24 {
            let square = corner
                .offset(random.below(6) as i8, random.below(6) as i8)
                .unwrap();
            if position.owner(square).is_none() {
                let seat = crate::Seat::new(random.below(2) as u8);
                position.put(square, seat, 1 + random.below(6) as u8);
            }
        }
        for strict in [false, true] {
            let seen = Square::all()
                .filter(|&square| position.owner(square).is_some())
                .any(|square| {
                    let line = position.line_through(square, strict);
                    let there =
                        |l: &[Square; 6]| l.contains(&square) && position.is_goal(l, strict);
                    assert_eq!(line.is_some(), goal_lines().iter().any(there));
                    assert!(line.is_none_or(|line| there(&line)));
                    line.is_some()
                });
            assert_eq!(seen, position.any_line(strict).is_some());
            lines += u32::from(seen);
        }
    }
    assert!(lines > 100, "{lines} positions with a line");
}

#[test]
fn d10_two_series_win_wherever_they_stand() {
    // Red lacks one 3: a 2 jumps over a 1.
    let start = "1B2 1D2 2F2 2H2 3I4 2C4 4B4 4B6 5I8 5B8 6G2 6C6 \
                 (1E4 1B9 1D9 1F9 1H9 1C7 1E7 1G7 1I9 1C9 1E9 1G9) 1";
    d21(start, "", "C4-F4", Expect::Over("1 0"));
    d21(start, "", "C4-D4", Expect::Legal);
}

#[test]
fn d10_is_asked_of_the_mover_only() {
    // Red's two series were set up: the next move of Red wins, not Green's.
    let start = "1B2 1D2 2F2 2H2 3I4 3C4 4B4 4B6 5I8 5B8 6G2 6C6 \
                 (1E4 1B9 1D9 1F9 1H9 1C7 1E7 1G7 1I9 1C9 1E9 1G9) 1";
    assert!(testing::table::<D21>(ANY, start, "").ending().is_none());
    d21(start, "", "C4-C5", Expect::Over("1 0"));
    let green = start.replace(") 1", ") 2");
    let table = testing::table::<D21>(ANY, &green, "");
    assert_eq!(table.ending(), Some(crate::Ending::Rules));
}

#[test]
fn d11_a_player_without_a_legal_move_loses() {
    // Red fills the south-west corner. Green shuts it in, and no fourth die may go outside (D8).
    let shut = "1A1 1A2 1B1 1B2 1C2 1D2 1B3 1C3 1D3 1B4 1C4 1D4 \
                (1A3 1C1 1B5 1C5 1D5 1E5 1E4 1E3 1E2 1G7 1H7 1I8) 2";
    d21(shut, "", "I8-I7", Expect::Over("0 1"));
}

#[test]
fn refusals_are_precise_and_never_panic() {
    let rules = game(false);
    let mut random = SplitMix64::new(3);
    let mut position = rules.start();
    let mut actions = Vec::new();
    for _ in 0..40 {
        rules.actions(&position, &mut actions);
        for from in Square::all() {
            for to in Square::all() {
                let action = Action::new(from, to);
                if !actions.contains(&action) {
                    let refusal = rules.refusal(&position, action);
                    assert!(refusal.rule.starts_with('D'));
                }
            }
        }
        let Some(&action) = actions.get(random.below(actions.len().max(1))) else {
            break;
        };
        rules.apply(&mut position, action);
    }
}

#[test]
fn symmetries_keep_actions_and_keys() {
    let rules = game(false);
    let mut random = SplitMix64::new(4);
    let mut position = rules.start();
    let (mut actions, mut others) = (Vec::new(), Vec::new());
    for _ in 0..100 {
        rules.actions(&position, &mut actions);
        for symmetry in 0..8 {
            let other = position.mirrored(symmetry);
            rules.actions(&other, &mut others);
            assert_eq!(others.len(), actions.len());
            let read = rules.read_position(&rules.write_position(&other)).unwrap();
            assert_eq!(read, other);
        }
        let swapped = position.swapped();
        rules.actions(&swapped, &mut others);
        assert_eq!(others.len(), actions.len());
        assert_eq!(swapped.swapped(), position);
        let Some(&action) = actions.get(random.below(actions.len().max(1))) else {
            break;
        };
        rules.apply(&mut position, action);
    }
}

#[test]
fn contract() {
    testing::contract::<D21>(ANY, 4);
    testing::contract::<D21>(STRICT, 2);
    testing::contract::<D21>(NEAR, 4);
    testing::sizes::<D21>(240, 2);
    assert_eq!(INFO.id, ANY);
}

#[test]
fn perft() {
    testing::perft_table::<D21, Simple>(include_str!("perft.txt"), 12_000);
}

#[test]
fn second_generator_agrees() {
    testing::agree::<D21, Simple>(ANY, 14, 400);
    testing::agree::<D21, Simple>(STRICT, 4, 250);
    testing::agree::<D21, Simple>(NEAR, 8, 400);
    testing::agree::<D21, Simple>(BOTH, 4, 250);
}

#[test]
fn playthrough() {
    testing::golden(
        "d21/playthrough.txt",
        &testing::playthrough::<D21>(ANY, 1, 150),
    );
    testing::golden(
        "d21/playthrough-strict.txt",
        &testing::playthrough::<D21>(STRICT, 1, 60),
    );
    testing::golden(
        "d21/playthrough-near.txt",
        &testing::playthrough::<D21>(NEAR, 1, 60),
    );
}

#[test]
fn spoilt_texts_break_nothing() {
    testing::spoilt_texts::<D21>(ANY, 3, 60);
    testing::spoilt_texts::<D21>(STRICT, 3, 60);
    testing::spoilt_texts::<D21>(NEAR, 3, 60);
}
