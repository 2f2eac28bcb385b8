use super::naive::Simple;
use super::{Empire, INFO, Position, Rank};
use crate::scene::{Ground, MarkKind, Pick};
use crate::testing::{self, Expect, check};
use crate::{Game, Notation, Rules, Seat, Spec, Staging};

const TWO: &str = "empire";
const THREE: &str = "empire:players=3";
const FOUR: &str = "empire:players=4";
const TEAMS: &str = "empire:players=4,teams=true";

fn em(spec: &str, start: &str, actions: &str, action: &str, expect: Expect) {
    check::<Empire>(spec, start, actions, action, expect);
}

fn game(spec: &str) -> Empire {
    Empire::from_spec(&Spec::parse_for(&INFO, spec).unwrap()).unwrap()
}

fn position(spec: &str, text: &str) -> Position {
    game(spec)
        .read_position(text)
        .unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

#[test]
fn em1_eleven_pieces_around_the_corner() {
    assert_eq!(
        testing::table::<Empire>(TWO, "", "").position(),
        "B2; B1 A2 C2 B3; A1 C1 D2 A3 C3 B4 / K11; K10 J11 L11 K12; K9 J10 L10 I11 J12 L12 / 1"
    );
    let (cavaliers, few) = ("A1 A2 A3 A4 A5", "B2; ; / K11; ; / 1");
    testing::impossible::<Empire>(
        TWO,
        &few.replacen("; ;", &format!("; {cavaliers};"), 1),
        "EM1",
    );
    testing::impossible::<Empire>(TWO, "B2 B3; ; / K11; ; / 1", "EM1");
    testing::impossible::<Empire>(TWO, "; ; / K11; ; / 1", "EM1");
}

#[test]
fn em2_two_sit_in_opposite_corners_three_and_four_clockwise() {
    let commanders = |spec| {
        let game = game(spec);
        let start = game.start();
        let of = |seat| start.commander(seat).unwrap().to_string();
        Seat::all(game.seats()).map(of).collect::<Vec<_>>()
    };
    assert_eq!(commanders(TWO), ["B2", "K11"]);
    assert_eq!(commanders(THREE), ["B2", "B11", "K11"]);
    assert_eq!(commanders(FOUR), ["B2", "B11", "K11", "K2"]);
    // Partners sit in neighbouring places, and the sides take turns.
    assert_eq!(commanders(TEAMS), ["B2", "K11", "B11", "K2"]);
    testing::impossible::<Empire>(THREE, "B2; ; / K11; ; / 1", "EM2");
}

#[test]
fn em3_any_distance_in_a_straight_line_over_any_pieces() {
    em(TWO, "", "", "B4-B9", Expect::Legal);
    em(TWO, "", "", "A1-A12", Expect::Legal);
    em(TWO, "", "", "b1-l1", Expect::Legal);
    em(TWO, "", "", "B4-C5", Expect::Refused("EM3"));
    em(TWO, "", "", "B4-B4", Expect::Refused("EM3"));
    em(TWO, "", "", "B1-B2", Expect::Refused("EM3"));
    em(TWO, "", "", "B1xB4", Expect::Refused("EM3"));
    em(TWO, "", "", "K10-K8", Expect::Refused("EM3"));
    em(TWO, "", "", "B4-B13", Expect::Refused("C9"));
    testing::impossible::<Empire>(TWO, "B2; B2; / K11; ; / 1", "EM3");
}

#[test]
fn em4_takes_at_three_four_and_two_or_five() {
    // A cavalier on C3, archers all along row 3 and column C.
    let row = "A1; C3; / L12; ; D3 E3 F3 G3 H3 I3 / 1";
    for (to, legal) in [("E3", false), ("F3", true), ("G3", false), ("H3", false)] {
        let expect = if legal {
            Expect::Legal
        } else {
            Expect::Refused("EM4")
        };
        em(TWO, row, "", &format!("C3x{to}"), expect);
    }
    let row = row.replace("A1; C3; ", "A1; ; C3 ");
    for (to, legal) in [("F3", false), ("G3", true), ("H3", false)] {
        let expect = if legal {
            Expect::Legal
        } else {
            Expect::Refused("EM4")
        };
        em(TWO, &row, "", &format!("C3x{to}"), expect);
    }
    let row = row.replace("A1; ; C3 ", "C3; ; ");
    for (to, legal) in [
        ("D3", false),
        ("E3", true),
        ("G3", false),
        ("H3", true),
        ("I3", false),
    ] {
        let expect = if legal {
            Expect::Legal
        } else {
            Expect::Refused("EM4")
        };
        em(TWO, &row, "", &format!("C3x{to}"), expect);
    }
    em(TWO, "", "", "B4xB8", Expect::Refused("EM4"));
    em(
        TWO,
        "A1; C3; / L12; C6; / 1",
        "",
        "C3xC6",
        Expect::Then("A1; C6; - / L12; -; - / 2"),
    );
}

#[test]
fn em5_the_kings_throne_is_the_farthest_one() {
    let thrones = |spec| {
        let game = game(spec);
        let of = |seat| game.throne(seat).to_string();
        Seat::all(game.seats()).map(of).collect::<Vec<_>>()
    };
    assert_eq!(thrones(TWO), ["H8", "E5"]);
    assert_eq!(thrones(FOUR), ["H8", "H5", "E5", "E8"]);
    assert_eq!(thrones(TEAMS), ["H8", "E5", "H5", "E8"]);
    let layout = game(TWO).layout();
    let site = |name: &str| &layout.sites[usize::from(layout.site(name).unwrap().0)];
    assert_eq!(
        (site("H8").ground, site("H8").seat),
        (Ground::Throne, Some(Seat::new(0)))
    );
    assert_eq!((site("E8").ground, site("E8").seat), (Ground::Throne, None));
    assert_eq!(site("B2").ground, Ground::Centre);
}

#[test]
fn em6_all_four_thrones_win_even_under_attack() {
    // The rulebook's example: red takes the archer on the fourth throne, though it could be retaken.
    let text = "A1; E5 H5; E8 D8 / L12; H11; H8 / 1";
    em(TWO, text, "", "D8xH8", Expect::Over("1 0"));
    em(TWO, text, "", "D8-D7", Expect::Legal);
    em(TWO, text, "D8-D7 L12-L11", "D7-H7", Expect::Legal);
    testing::impossible::<Empire>(TWO, "A1; E5 H5; E8 H8 / L12; ; / 2", "EM6");
    testing::impossible::<Empire>(TWO, "A1; E5; / L12; ; / 2 won 1", "EM6");
}

#[test]
fn em6_the_commander_on_the_kings_throne_wins_if_it_cannot_be_taken() {
    em(TWO, "H1; ; / L12; ; / 1", "", "H1-H8", Expect::Over("1 0"));
    // The rulebook's example: a cavalier could take it at once.
    let text = "H6; ; / L12; H11; H8 / 1";
    em(
        TWO,
        text,
        "",
        "H6xH8",
        Expect::Then("H8; -; - / L12; H11; - / 2"),
    );
    em(TWO, text, "H6xH8", "H11xH8", Expect::Over("0 1"));
    // Any other throne counts for nothing.
    em(TWO, "H1; ; / L12; ; / 1", "", "H1-H5", Expect::Legal);
    em(
        TWO,
        "H1; ; / L12; ; / 1",
        "H1-H5 L12-L11",
        "H5-H4",
        Expect::Legal,
    );
    testing::impossible::<Empire>(TWO, "H8; ; / L12; ; / 2", "EM6");
}

#[test]
fn em6_taking_the_commander_wins() {
    em(
        TWO,
        "A1; ; H4 / H8; ; / 1",
        "",
        "H4xH8",
        Expect::Over("1 0"),
    );
    em(
        TWO,
        "A1; ; H4 / H8; ; / 1",
        "",
        "H4xH8",
        Expect::Then("A1; -; H8 / -; -; - / 2 won 1"),
    );
    testing::impossible::<Empire>(TWO, "A1; ; H8 / -; ; / 2", "EM6");
}

#[test]
fn em7_three_thrones_win() {
    let text = "A1; E5 H5; D8 / L12; ; / L1; ; / 1";
    em(THREE, text, "", "D8-E8", Expect::Over("1 0 0"));
    em(THREE, text, "", "D8-F8", Expect::Legal);
}

#[test]
fn em7_only_the_next_player_counts_against_the_enthroned_commander() {
    // Seat 3 could take it, seat 2 could not.
    em(
        THREE,
        "H1; ; / A12; ; / L12; H11; / 1",
        "",
        "H1-H8",
        Expect::Over("1 0 0"),
    );
    em(
        THREE,
        "H1; ; / A12; H11; / L12; ; / 1",
        "",
        "H1-H8",
        Expect::Legal,
    );
    // When seat 2 is out, seat 3 is the next one.
    em(
        THREE,
        "H1; ; / -; ; / L12; H11; / 1",
        "",
        "H1-H8",
        Expect::Legal,
    );
}

#[test]
fn em7_the_pieces_of_a_player_who_is_out_become_the_captors() {
    let text = "A1; ; H4 / H8; C3; D4 / L12; ; / 1";
    em(
        THREE,
        text,
        "",
        "H4xH8",
        Expect::Then("A1; C3; D4 H8 / -; -; - / L12; -; - / 3"),
    );
    // Before the thrones are counted.
    let text = "A1; H5; H4 / H8; E5; C3 / L12; ; / 1";
    em(THREE, text, "", "H4xH8", Expect::Over("1 0 0"));
    let game = game(THREE);
    let position = position(THREE, text);
    let action = game.read_action(&position, "H4XH8").unwrap();
    let kinds: Vec<_> = game
        .preview(&position, action)
        .iter()
        .map(|m| m.kind)
        .collect();
    assert_eq!(kinds, [MarkKind::Hit, MarkKind::Flip, MarkKind::Win]);
    testing::impossible::<Empire>(THREE, "A1; ; / -; C3; / L12; ; / 1", "EM7");
    testing::impossible::<Empire>(THREE, "A1; ; / -; ; / L12; ; / 2", "EM7");
}

#[test]
fn em7_the_last_player_left_wins() {
    em(
        THREE,
        "A1; ; H4 / H8; ; / -; ; / 1",
        "",
        "H4xH8",
        Expect::Over("1 0 0"),
    );
    em(
        THREE,
        "A1; ; H4 / H8; ; / L12; ; / 1",
        "",
        "H4xH8",
        Expect::Legal,
    );
    // Three thrones are still enough when two are left.
    em(
        FOUR,
        "A1; E5 H5; D8 / L12; ; / -; ; / -; ; / 1",
        "",
        "D8-E8",
        Expect::Over("1 0 0 0"),
    );
    testing::impossible::<Empire>(THREE, "A1; ; / -; ; / -; ; / 1", "EM7");
}

#[test]
fn em8_a_side_needs_all_four_thrones() {
    // Seats 1 and 3 play together.
    let text = "A1; E5; D8 / L12; ; / A12; H5 H8; / L1; ; / 1";
    em(TEAMS, text, "", "D8-E8", Expect::Over("1 0 1 0"));
    let text = "A1; E5; D8 / L12; H8; / A12; H5; / L1; ; / 1";
    em(TEAMS, text, "", "D8-E8", Expect::Legal);
}

#[test]
fn em8_both_partners_must_be_enthroned_and_safe() {
    let text = "H1; ; / L12; ; / H5; ; / L1; ; / 1";
    em(TEAMS, text, "", "H1-H8", Expect::Over("1 0 1 0"));
    em(
        TEAMS,
        "H1; ; / L12; ; / A5; ; / L1; ; / 1",
        "",
        "H1-H8",
        Expect::Legal,
    );
    em(
        TEAMS,
        "H1; ; / L12; L5 K5; / H5; ; / L1; ; / 1",
        "",
        "H1-H8",
        Expect::Legal,
    );
    // Seat 4 is not the next player.
    em(
        TEAMS,
        "H1; ; / L12; ; / H5; ; / L1; K5; / 1",
        "",
        "H1-H8",
        Expect::Over("1 0 1 0"),
    );
}

#[test]
fn em8_a_commander_taken_wins_and_partners_are_safe() {
    let text = "A1; ; H4 / H8; ; / D4; ; / L1; ; / 1";
    em(TEAMS, text, "", "H4xH8", Expect::Over("1 0 1 0"));
    em(TEAMS, text, "", "H4xD4", Expect::Refused("EM8"));
}

#[test]
fn em9_who_cannot_move_passes() {
    em(TWO, "", "", "pass", Expect::Refused("EM9"));
    // Both lines of the commander in the corner are full, and all it could take belongs to its
    // partner.
    let text = "A1; -; - / A12; A2 A4 A5 A7; A8 A9 A10 A11 B1 D1 / A3; A6 C1 F1; - \
                / L1; E1 G1 H1 I1; J1 K1 / 1";
    assert_eq!(testing::legal::<Empire>(TEAMS, text, ""), ["pass"]);
    let after = normal(TEAMS, &text.replace("/ 1", "/ 2"));
    em(TEAMS, text, "", "pass", Expect::Then(&after));
}

#[test]
fn em9_nothing_is_won_by_a_pass() {
    // Both partners sit on their kings' thrones and are safe; but seat 1 is shut in and can only pass.
    let text = "H8; -; - / A8; H4 H12 D8 L8; B8 G8 I8 H11 E8 K8 / H5; C8 F8 J8 H3; H6 H10 \
                / H1; H9; H2 H7 / 1";
    assert_eq!(testing::legal::<Empire>(TEAMS, text, ""), ["pass"]);
    let after = normal(TEAMS, &text.replace("/ 1", "/ 2"));
    em(TEAMS, text, "", "pass", Expect::Then(&after));
    // Any move of the partner is tested.
    em(TEAMS, text, "pass A8-A7", "H3-G3", Expect::Over("1 0 1 0"));
}

fn normal(spec: &str, text: &str) -> String {
    game(spec).write_position(&position(spec, text))
}

#[test]
fn c8_who_is_out_has_lost_when_the_others_draw() {
    let back_and_forth = "A1-A2 L12-L11 A2-A1 L11-L12 ".repeat(2);
    let table = testing::table::<Empire>(THREE, "A1; ; / -; ; / L12; ; / 1", &back_and_forth);
    assert_eq!(table.ending(), Some(crate::Ending::Repetition));
    assert_eq!(format!("{:?}", table.status()), format!("{:?}", drawn()));
}

fn drawn() -> crate::Status {
    crate::Status::Over(crate::Outcome::drawn_by(3, |seat| seat.index() != 1))
}

#[test]
fn attacks_and_targets_can_be_read() {
    let game = game(TWO);
    let position = position(TWO, "A1; C3; G4 / F3; G8; A6 / 1");
    let square = |name: &str| {
        crate::blockade::board::Square::from_site(game.layout().site(name).unwrap()).unwrap()
    };
    assert!(position.commander_attacked(Seat::new(1), Seat::new(0)));
    assert!(!position.commander_attacked(Seat::new(0), Seat::new(1)));
    assert_eq!(game.targets(&position, square("C3")).len(), 1);
    assert_eq!(game.targets(&position, square("G4")).len(), 1);
    assert_eq!(position.attackers(Seat::new(0), square("G8")).len(), 1);
    assert_eq!(position.ranked(Seat::new(0), Rank::Archer).len(), 1);
    assert_eq!(position.mirrored().mirrored(), position);
    let marks = game.scene(&position).marks;
    assert_eq!(marks.len(), 1);
    assert_eq!(marks[0].kind, MarkKind::Threat);
}

#[test]
fn refused_picks_say_why() {
    let game = game(TWO);
    let site = |name: &str| Pick::Site(game.layout().site(name).unwrap());
    let rule = |path: &[Pick]| game.refused_pick(&game.start(), path).rule;
    assert_eq!(rule(&[site("E5")]), "EM3");
    assert_eq!(rule(&[site("K11")]), "EM3");
    assert_eq!(rule(&[site("B4"), site("C5")]), "EM3");
    assert_eq!(rule(&[site("B4"), Pick::Button("x".into())]), "EM3");
}

#[test]
fn contract() {
    for spec in [TWO, THREE, FOUR, TEAMS] {
        testing::contract::<Empire>(spec, 1);
    }
    testing::sizes::<Empire>(232, 2);
    assert_eq!(INFO.id, "empire");
}

#[test]
fn spoilt_texts_break_nothing() {
    for spec in [TWO, THREE, FOUR, TEAMS] {
        testing::spoilt_texts::<Empire>(spec, 2, 25);
    }
}

#[test]
fn perft() {
    testing::perft_table::<Empire, Simple>(include_str!("perft.txt"), 21_000);
}

#[test]
fn second_generator_agrees() {
    for spec in [TWO, THREE, FOUR, TEAMS] {
        testing::agree::<Empire, Simple>(spec, 12, 120);
    }
}

#[test]
fn playthrough() {
    for (spec, file) in [
        (TWO, "playthrough.txt"),
        (THREE, "playthrough-3.txt"),
        (FOUR, "playthrough-4.txt"),
        (TEAMS, "playthrough-teams.txt"),
    ] {
        testing::golden(
            &format!("blockade/empire/{file}"),
            &testing::playthrough::<Empire>(spec, 1, 40),
        );
    }
}
