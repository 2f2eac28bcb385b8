use super::naive::Simple;
use super::{Action, INFO, Porte, Position, Shape};
use crate::blockade::board::Square;
use crate::scene::{MarkKind, Message, Pick, Surface};
use crate::testing::{self, Expect, check};
use crate::{Game, Notation, Rules, Seat, Spec, Staging};

const TWO: &str = "porte";
const THREE: &str = "porte:players=3";
const FOUR: &str = "porte:players=4";
const TEAMS: &str = "porte:players=4,teams=true";

/// The rulebook's illustration 15, rebuilt from its five examples: seats red, blue, green, yellow.
/// A is yellow's triangle D7, B green's square D1, C green's cylinder C3, E blue's square J7, F blue's
/// cylinder L11, G yellow's square K3, H red's square E5, I yellow's cylinder J5; J and K are green's
/// pieces on the doors K8 and H2.
const FIGURE: &str = "G1; I1; A1 E5 / L11; L9; J7 / C3; K8 A12; D1 H2 / J5; D7; K3 / ";

fn po(spec: &str, start: &str, actions: &str, action: &str, expect: Expect) {
    check::<Porte>(spec, start, actions, action, expect);
}

fn figure(seat: u8, action: &str, expect: Expect) {
    po(FOUR, &format!("{FIGURE}{seat}"), "", action, expect);
}

fn game(spec: &str) -> Porte {
    Porte::from_spec(&Spec::parse_for(&INFO, spec).unwrap()).unwrap()
}

fn position(spec: &str, text: &str) -> Position {
    game(spec)
        .read_position(text)
        .unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

fn square(name: &str) -> Square {
    Square::from_site(game(TWO).layout().site(name).unwrap()).unwrap()
}

#[test]
fn po1_three_pieces_in_the_corner_and_eight_in_hand() {
    let start = |spec| testing::table::<Porte>(spec, "", "").position();
    assert_eq!(start(TWO), "A1; A3; C1 / L12; L10; J12 / 1");
    assert_eq!(
        start(THREE),
        "A1; A3; C1 / A12; C12; A10 / L12; L10; J12 / 1"
    );
    assert_eq!(
        start(FOUR),
        "A1; A3; C1 / A12; C12; A10 / L12; L10; J12 / L1; J1; L3 / 1"
    );
    // Partners sit in neighbouring places, and the sides take turns.
    assert_eq!(
        start(TEAMS),
        "A1; A3; C1 / L12; L10; J12 / A12; C12; A10 / L1; J1; L3 / 1"
    );
    // The north-east is green, whoever plays there: red and green for two.
    for (spec, surface) in [
        (TWO, Surface::Opposite),
        (THREE, Surface::Glass),
        (FOUR, Surface::Glass),
        (TEAMS, Surface::Opposite),
    ] {
        assert_eq!(game(spec).layout().surface, surface);
    }
    let first = game(TWO).start();
    assert_eq!(first.in_hand(Seat::new(1), Shape::Triangle), 3);
    assert_eq!(first.in_hand(Seat::new(1), Shape::Square), 5);
    testing::impossible::<Porte>(TWO, "A1; A3 / L12; L10; J12 / 1", "C9");
    testing::impossible::<Porte>(TWO, "A1; ; C1 / L12; L10; J12 / 1", "PO1");
    testing::impossible::<Porte>(TWO, "A1 A2; A3; C1 / L12; L10; J12 / 1", "PO1");
    testing::impossible::<Porte>(THREE, "A1; A3; C1 / L12; L10; J12 / 1", "PO1");
}

#[test]
fn po2_any_distance_in_a_straight_line_but_not_onto_a_centre() {
    po(TWO, "", "", "A3-A7", Expect::Legal);
    po(TWO, "", "", "a1-a12", Expect::Legal);
    po(TWO, "", "", "A1-C1", Expect::Refused("PO2"));
    po(TWO, "", "", "A1-B2", Expect::Refused("PO2"));
    po(TWO, "", "", "A1-A1", Expect::Refused("PO2"));
    po(TWO, "", "", "L12-L11", Expect::Refused("PO2"));
    po(TWO, "", "A3-A2 L12-L11", "A2-C2", Expect::Legal);
    po(TWO, "", "A3-A2 L12-L11", "A2-E2", Expect::Refused("PO2"));
    testing::impossible::<Porte>(TWO, "B2; A3; C1 / L12; L10; J12 / 1", "PO2");
    testing::impossible::<Porte>(TWO, "A1; B2; C1 / L12; L10; J12 / 1", "PO2");
    testing::impossible::<Porte>(TWO, "A1; A3; A3 / L12; L10; J12 / 1", "PO2");
}

#[test]
fn po3_the_duty_to_leave_a_door() {
    // The rulebook's example: green must move J or K, and the other one on its next turn.
    figure(3, "C3-C4", Expect::Refused("PO3"));
    figure(3, "K8-K9", Expect::Legal);
    figure(3, "H2-I2", Expect::Legal);
    let text = format!("{FIGURE}3");
    po(
        FOUR,
        &text,
        "K8-K9 J5-J4 A1-A2 L9-L8",
        "C3-C4",
        Expect::Refused("PO3"),
    );
    po(
        FOUR,
        &text,
        "K8-K9 J5-J4 A1-A2 L9-L8",
        "H2-F2",
        Expect::Legal,
    );
    let game = game(FOUR);
    let duty = game.duty(&position(FOUR, &text), Seat::new(2));
    assert_eq!(duty, ["H2", "K8"].map(square).into_iter().collect());
    let scene = game.scene(&position(FOUR, &text));
    assert_eq!(scene.marks[0].kind, MarkKind::Duty);
    assert_eq!(scene.prompt, Message::new("porte.prompt-duty"));
    // One opposing piece is not enough, and a partner's does not count.
    let text = "A1; A3 K8; C1 / L12; L10; J7 / 1";
    po(TWO, text, "", "A1-A2", Expect::Legal);
    let text = "A1; A3 K8; C1 / L12; L10; L9 / A12; C12; J7 / L1; J1; L3 / 1";
    po(TEAMS, text, "", "A1-A2", Expect::Legal);
    po(FOUR, text, "", "A1-A2", Expect::Refused("PO3"));
}

#[test]
fn po3_a_duty_that_cannot_be_done_is_a_pass() {
    let text = "A12; B2 L12; L11 / A2; C2 D2 F2 G2; I2 J2 L2 / B1; B3 B4 B6 B7; B9 B10 B12 / 1";
    assert_eq!(testing::legal::<Porte>(THREE, text, ""), ["pass"]);
    po(THREE, text, "", "A12-A11", Expect::Refused("PO3"));
    po(THREE, text, "", "pass", Expect::Legal);
}

#[test]
fn po4_example_1_a_green_cylinder_and_a_green_square() {
    figure(4, "D7-D3+T", Expect::Legal);
    figure(4, "D7-D3+s", Expect::Legal);
    figure(4, "D7-D3", Expect::Legal);
    let after = "G1; I1; A1 E5 / L11; L9; J7 / C3; K8 A12; D1 H2 / J5; E2 D3; K3 / 1";
    figure(4, "D7-D3+T", Expect::Then(after));
    // The right is lost when it is not used at once.
    figure(4, "D7-D3", Expect::Then(&after.replace("E2 D3", "D3")));
}

#[test]
fn po4_example_2_two_colours_do_not_count() {
    figure(4, "D7-C7", Expect::Legal);
    figure(4, "D7-C7+T", Expect::Refused("PO4"));
}

#[test]
fn po4_example_3_the_door_is_occupied() {
    figure(4, "D7-L7", Expect::Legal);
    figure(4, "D7-L7+S", Expect::Refused("PO4"));
    let game = game(FOUR);
    let position = position(FOUR, &format!("{FIGURE}4"));
    assert!(
        game.meeting(&position, square("D7"), square("L7"))
            .is_some()
    );
    assert!(!game.opens_door(&position, square("D7"), square("L7")));
}

#[test]
fn po4_example_4_two_squares_do_not_count() {
    figure(4, "K3-D3", Expect::Legal);
    figure(4, "K3-D3+T", Expect::Refused("PO4"));
}

#[test]
fn po4_example_5_the_door_that_is_just_left_is_free() {
    figure(1, "E5-D5+T", Expect::Legal);
    let after = "G1; I1; A1 D5 E5 / L11; L9; J7 / C3; K8 A12; D1 H2 / J5; D7; K3 / 2";
    figure(1, "E5-D5+S", Expect::Then(after));
}

#[test]
fn po4_only_what_is_in_hand_can_enter() {
    // Seat 1 has all four triangles on the board.
    let text = "A1; A4 A5 A6 D7; C12 / C3; L12; D1 / 1";
    po(TWO, text, "", "D7-D3+S", Expect::Legal);
    po(TWO, text, "", "D7-D3+T", Expect::Refused("PO4"));
}

#[test]
fn po4_a_partners_pieces_do_not_count() {
    // Seat 3 is the partner of seat 1 in teams, an enemy otherwise.
    let text = "A1; D7; C12 / L12; L10; J12 / C3; L8; D1 / L1; J1; L3 / 1";
    po(FOUR, text, "", "D7-D3+T", Expect::Legal);
    po(TEAMS, text, "", "D7-D3+T", Expect::Refused("PO4"));
}

#[test]
fn po5_the_first_with_all_pieces_on_the_board_wins() {
    let text = "A12; A4 A5 A6 D7; C12 D12 F12 G12 I12 / C3; L10; D1 / 1";
    po(TWO, text, "", "D7-D3+S", Expect::Over("1 0"));
    po(TWO, text, "", "D7-D3", Expect::Legal);
    testing::impossible::<Porte>(
        TWO,
        "A12; A4 A5 A6 D3; C12 D12 F12 G12 I12 E2 / C3; L10; D1 / 1",
        "PO5",
    );
}

#[test]
fn po5_a_side_wins_when_both_partners_are_done() {
    let done = "L1; L4 L5 L6 L7; L2 L3 L9 K1 J1 I1";
    let first = "A12; A4 A5 A6 D7; C12 D12 F12 G12 I12 / C3; L10; D1 / ";
    let alone = format!("{first}H10; H12; G10 / H4; H6; G6 / 1");
    po(TEAMS, &alone, "", "D7-D3+S", Expect::Legal);
    // A player who is done plays on.
    po(
        TEAMS,
        &alone,
        "D7-D3+S C3-C4 H10-H9 H4-I4",
        "A12-A11",
        Expect::Legal,
    );
    let both = format!("{first}{done} / H4; H6; G6 / 1");
    po(TEAMS, &both, "", "D7-D3+S", Expect::Over("1 0 1 0"));
}

#[test]
fn po6_who_cannot_move_passes() {
    po(TWO, "", "", "pass", Expect::Refused("PO6"));
    // Three pieces in a corner and every square in line with them taken: more pieces than a game can
    // bring onto the board, so the position is made by hand.
    let mut position = Position::empty(Seat::new(0));
    let own = ["A1", "A2", "B1"].map(square);
    let in_line = |at: Square| {
        own.iter()
            .any(|s| s.row() == at.row() || s.column() == at.column())
    };
    for (at, shape) in own.into_iter().zip(Shape::ALL) {
        position.put(Seat::new(0), shape, at);
    }
    for at in Square::all().filter(|&at| in_line(at) && !own.contains(&at)) {
        if !crate::blockade::board::is_centre(at) {
            position.put(Seat::new(1), Shape::Triangle, at);
        }
    }
    let mut actions = Vec::new();
    game(TWO).actions(&position, &mut actions);
    assert_eq!(actions, [Action::PASS]);
    game(TWO).apply(&mut position, Action::PASS);
    assert_eq!(position.to_act(), Seat::new(1));
}

#[test]
fn picks_of_moves_with_and_without_entry() {
    let game = game(FOUR);
    let position = position(FOUR, &format!("{FIGURE}4"));
    let last = |text: &str| {
        let action = game.read_action(&position, text).unwrap();
        let mut path = Vec::new();
        game.picks(&position, action, &mut path);
        path.pop().unwrap()
    };
    assert_eq!(last("D7-D3"), Pick::Button("porte.no-entry".into()));
    assert!(matches!(last("D7-D3+T"), Pick::Slot(_, 0)));
    assert!(matches!(last("D7-D3+S"), Pick::Slot(_, 3)));
    assert!(matches!(last("D7-D4"), Pick::Site(_)));
    let action = game.read_action(&position, "D7-D3+T").unwrap();
    assert_eq!(game.preview(&position, action)[0].kind, MarkKind::Link);
}

#[test]
fn refused_picks_say_why() {
    let game = game(FOUR);
    let site = |name: &str| Pick::Site(square(name).site());
    let rule = |seat: u8, path: &[Pick]| {
        let position = position(FOUR, &format!("{FIGURE}{seat}"));
        game.refused_pick(&position, path).rule
    };
    assert_eq!(rule(3, &[site("C3")]), "PO3");
    assert_eq!(rule(4, &[site("C3")]), "PO2");
    assert_eq!(rule(4, &[site("D7"), site("E8")]), "PO2");
    let slot = Pick::Slot(crate::scene::ZoneId(3), 0);
    assert_eq!(rule(4, std::slice::from_ref(&slot)), "PO4");
    assert_eq!(rule(4, &[site("D7"), site("L7"), slot]), "PO4");
    assert_eq!(rule(4, &[site("D7"), site("D3"), site("E2")]), "PO4");
}

#[test]
fn the_board_can_be_turned() {
    for spec in [TWO, FOUR] {
        let game = game(spec);
        let start = game.start();
        let turned = game.turned(&start).unwrap();
        assert_eq!(turned.to_act(), Seat::new(1));
        assert_eq!(turned.pieces(Seat::new(0)), start.pieces(Seat::new(0)));
    }
    assert!(game(TEAMS).turned(&game(TEAMS).start()).is_none());
}

#[test]
fn contract() {
    for spec in [TWO, THREE, FOUR, TEAMS] {
        testing::contract::<Porte>(spec, 2);
    }
    testing::sizes::<Porte>(168, 2);
    assert_eq!(INFO.id, "porte");
}

#[test]
fn spoilt_texts_break_nothing() {
    for spec in [TWO, THREE, FOUR, TEAMS] {
        testing::spoilt_texts::<Porte>(spec, 2, 25);
    }
}

#[test]
fn perft() {
    testing::perft_table::<Porte, Simple>(include_str!("perft.txt"), 4_000);
}

#[test]
fn second_generator_agrees() {
    for spec in [TWO, THREE, FOUR, TEAMS] {
        testing::agree::<Porte, Simple>(spec, 10, 120);
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
            &format!("blockade/porte/{file}"),
            &testing::playthrough::<Porte>(spec, 1, 60),
        );
    }
}
