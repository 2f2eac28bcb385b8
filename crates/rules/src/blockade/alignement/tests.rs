use super::naive::Simple;
use super::position::line_in;
use super::{Action, Alignement, Circle, Position, Shape};
use crate::hash::SplitMix64;
use crate::scene::Pick;
use crate::testing::{self, Expect, check, impossible, legal};
use crate::{Rules, Staging, Status};

const ID: &str = "alignement";

/// ```text
/// 4 . . c .      seat 1: S T C, seat 2: s t c
/// 3 T t T t
/// 2 . C . .
/// 1 S s S s
///   A B C D
/// ```
const FULL: &str = "SA1 SC1 TA3 TC3 CB2 (SB1 SD1 TB3 TD3 CC4)";

fn al(start: &str, actions: &str, action: &str, expect: Expect) {
    check::<Alignement>(ID, start, actions, action, expect);
}

fn full(turn: u8) -> String {
    format!("{FULL} {turn}")
}

#[test]
fn al1_sixteen_circles_and_five_pieces_each() {
    assert_eq!(legal::<Alignement>(ID, "", "").len(), 16);
    al("", "", "s@d4!", Expect::Then("SD4 () 2"));
    al("", "", "S@E1", Expect::Refused("C9"));
    al("", "", "S@A5", Expect::Refused("C9"));
    let possible = testing::table::<Alignement>(ID, &full(13), "");
    assert_eq!(possible.position(), full(13));
    impossible::<Alignement>(ID, "SA1 SA1 (TB1 SB2) 5", "AL1");
    impossible::<Alignement>(ID, "SA1 CB1 (SA1 TB2) 5", "AL1");
    let three = "SA1 SC1 SD4 TA3 TC3 CB2 (SB1 SD1 TB3 TD3 CC4) 13";
    impossible::<Alignement>(ID, three, "AL1");
}

#[test]
fn al2_six_turns_fix_player_and_shape() {
    let mut table = testing::table::<Alignement>(ID, "", "");
    let first_circle = ["A1", "B1", "C1", "D1", "A2", "B2"];
    for (turn, circle) in first_circle.into_iter().enumerate() {
        let shape = ['S', 'T', 'C'][turn % 3];
        let Status::Acts(seat) = table.status() else {
            panic!("over")
        };
        assert_eq!(usize::from(seat.number()), turn % 2 + 1);
        assert!(table.legal().iter().all(|a| a.starts_with(shape)));
        table.play(&format!("{shape}@{circle}")).unwrap();
    }
    al("", "", "T@A1", Expect::Refused("AL2"));
    al("", "S@A1 T@A2", "S@A3", Expect::Refused("AL2"));
    // From turn 13 on, the same six repeat.
    for (turn, piece) in ["A1", "B3", "B2", "D1", "A3", "C4"].into_iter().enumerate() {
        let now = legal::<Alignement>(ID, &full(13 + turn as u8), "");
        assert!(now.iter().any(|a| a.starts_with(piece)), "{turn} {now:?}");
    }
    let cycle = "A1-A2 B3-B4 B2-C2 B1-A1 C3-B3 C4-C3 A2-B2";
    let table = testing::table::<Alignement>(ID, &full(13), cycle);
    assert!(table.position().ends_with(" 14"), "{}", table.position());
    al(&full(13), "", "A3-A4", Expect::Refused("AL2"));
}

#[test]
fn al3_two_cycles_bring_the_pieces_in_but_the_cylinder_moves_in_the_second() {
    let eight = "S@A1 T@B1 C@B2 S@D1 T@A3 C@C4 S@C1 T@B3";
    let moves = legal::<Alignement>(ID, "", eight);
    assert_eq!(moves, ["B2-A2", "B2-C2", "B2-C3"]);
    al("", eight, "C@D4", Expect::Refused("AL3"));
    al("", eight, "S@D4", Expect::Refused("AL2"));
    al("", "S@A1", "T@A1", Expect::Refused("AL3"));
    al("", "S@A1 T@B1", "A1-A2", Expect::Refused("AL3"));
    al("", "S@A1 T@B1", "C3-A2", Expect::Refused("AL4"));
    al("", &format!("{eight} B2-C3"), "S@B2", Expect::Legal);
    impossible::<Alignement>(ID, "SA1 () 3", "AL3");
    impossible::<Alignement>(ID, "SA1 TA2 () 2", "AL3");
    impossible::<Alignement>(ID, "() 13", "AL3");
    impossible::<Alignement>(ID, "() 19", "C9");
    impossible::<Alignement>(ID, "() 0", "C9");
}

#[test]
fn al4_squares_and_triangles_one_circle_straight_cylinders_also_diagonally() {
    assert_eq!(legal::<Alignement>(ID, &full(13), ""), ["A1-A2", "C1-C2"]);
    assert_eq!(legal::<Alignement>(ID, &full(15), ""), ["B2-A2", "B2-C2"]);
    assert_eq!(
        legal::<Alignement>(ID, &full(17), ""),
        ["A3-A2", "A3-A4", "C3-C2"]
    );
    al(&full(17), "", "C3-D2", Expect::Refused("AL4"));
    al(&full(17), "", "C3-C3", Expect::Refused("AL4"));
    al(&full(17), "", "C3-C4", Expect::Refused("AL4"));
    al(&full(17), "", "A3-A1", Expect::Refused("AL4"));
    al(&full(17), "", "D3-D2", Expect::Refused("AL4"));
    al(&full(17), "", "A4-A3", Expect::Refused("AL4"));
    al(&full(17), "", "T@A4", Expect::Refused("AL4"));
    al(&full(15), "", "B2-D2", Expect::Refused("AL4"));
    al(&full(18), "", "C4-D4", Expect::Legal);
    al(&full(16), "", "D1-D2", Expect::Legal);
    al(
        &full(15),
        "",
        "B2-C2",
        Expect::Then("SA1 SC1 TA3 TC3 CC2 (SB1 SD1 TB3 TD3 CC4) 16"),
    );
}

#[test]
fn al5_four_in_a_row_column_or_long_diagonal_win() {
    for line in [
        "A1 B1 C1 D1",
        "A4 B4 C4 D4",
        "A1 A2 A3 A4",
        "D1 D2 D3 D4",
        "A1 B2 C3 D4",
        "A4 B3 C2 D1",
    ] {
        let mask = line
            .split(' ')
            .map(circle)
            .fold(0, |m, c| m | 1 << c.index());
        assert_eq!(line_in(mask), Some(mask), "{line}");
        assert_eq!(line_in(mask & (mask - 1)), None, "{line}");
    }
    // A broken line, or one around the corner, does not count.
    let count = (0..=u16::MAX)
        .filter(|m| m.count_ones() == 4 && line_in(*m).is_some())
        .count();
    assert_eq!(count, 10);
    let near = "SA1 SC3 TA4 TD3 CB2 (SB1 SC1 TA3 TB3 CA2)";
    al(&format!("{near} 17"), "", "D3-D4", Expect::Over("1 0"));
    let placing = "S@A1 T@A4 C@C1 S@B4 T@B1 C@C4";
    al("", placing, "S@D1", Expect::Over("1 0"));
    al("", &format!("{placing} S@D2"), "T@D4", Expect::Over("0 1"));
    let won = "SA1 SC3 TA4 TD4 CB2 (SB1 SC1 TA3 TB3 CA2)";
    impossible::<Alignement>(ID, &format!("{won} 17"), "AL5");
    assert!(legal::<Alignement>(ID, &format!("{won} 18"), "").is_empty());
}

#[test]
fn al6_who_has_no_legal_action_loses() {
    let shut_in = "S@A4 T@B1 C@B3 S@C3 T@A2 C@D4 S@D3 T@B4 B3-C2 S@C1";
    al("", shut_in, "T@C4", Expect::Over("1 0"));
    // Only the pieces of the shape to be played count.
    let corner = "SA1 SA2 TB3 TC3 CD3 (SB1 SB2 TA3 TA4 CD1)";
    assert_eq!(
        testing::table::<Alignement>(ID, &format!("{corner} 13"), "").status(),
        Status::Over(crate::Outcome::won_by(2, |seat| seat.number() == 2))
    );
    assert!(!legal::<Alignement>(ID, &format!("{corner} 15"), "").is_empty());
}

fn circle(text: &str) -> Circle {
    crate::text::Reader::new(text, "").square().unwrap()
}

/// Positions of random games.
fn random_positions(games: u64, mut visit: impl FnMut(&Position)) {
    for seed in 0..games {
        let mut random = SplitMix64::new(seed);
        let mut position = Alignement.start();
        let mut actions = Vec::new();
        for _ in 0..60 {
            visit(&position);
            Alignement.actions(&position, &mut actions);
            if actions.is_empty() {
                break;
            }
            let action = actions[random.below(actions.len())];
            Alignement.apply(&mut position, action);
        }
    }
}

#[test]
fn turned_and_swapped_positions_play_the_same() {
    let count = |position: &Position| {
        let mut actions = Vec::new();
        let status = Alignement.actions(position, &mut actions);
        let mut ends: Vec<usize> = actions
            .iter()
            .map(|&action| {
                let mut next = *position;
                Alignement.apply(&mut next, action);
                Alignement.actions(&next, &mut Vec::new());
                let mut replies = Vec::new();
                Alignement.actions(&next, &mut replies);
                replies.len()
            })
            .collect();
        ends.sort_unstable();
        (matches!(status, Status::Over(_)), ends)
    };
    random_positions(60, |position| {
        position.check().unwrap();
        let mut images: Vec<Position> = (0..8).map(|s| position.turned(s)).collect();
        assert_eq!(images[0], *position);
        images.extend(position.swapped());
        assert_eq!(images.len(), 8 + usize::from(position.is_moving()));
        for image in &images {
            assert_eq!(count(image), count(position));
        }
        if let Some(swapped) = position.swapped() {
            assert_eq!(swapped.swapped(), Some(*position));
            assert_ne!(swapped.to_act(), position.to_act());
            assert_eq!(swapped.shape(), position.shape());
        }
    });
    let corner = Position::from_masks([[1, 0, 0], [2, 0, 0]], 1);
    let images: std::collections::HashSet<_> = (0..8).map(|s| corner.turned(s)).collect();
    assert_eq!(images.len(), 8);
}

#[test]
fn masks_make_the_same_position() {
    random_positions(20, |position| {
        assert_eq!(
            Position::from_masks(position.masks(), position.turn()),
            *position
        );
    });
}

#[test]
fn refused_clicks_say_why() {
    let refused = |position: &str, path: &[&str]| {
        let table = testing::table::<Alignement>(ID, position, "");
        let path: Vec<Pick> = path.iter().map(|c| Pick::Site(circle(c).site())).collect();
        table.refused_pick(&path).rule
    };
    assert_eq!(refused("SA1 () 2", &["A1"]), "AL3");
    assert_eq!(refused(&full(13), &["A3"]), "AL2");
    assert_eq!(refused(&full(13), &["B1"]), "AL4");
    assert_eq!(refused(&full(13), &["A1", "B2"]), "AL4");
    let start = Alignement.start();
    let slot = [Pick::Slot(crate::scene::ZoneId(0), 0)];
    assert_eq!(Alignement.refused_pick(&start, &slot).rule, "AL3");
    assert_eq!(
        Alignement.refused_pick(&start, &[]).rule,
        "AL2",
        "no path is no reason to panic"
    );
}

#[test]
fn an_action_knows_its_parts() {
    let placed = Action::place(Shape::Triangle, circle("C3"));
    assert_eq!(placed.placed(), Some(Shape::Triangle));
    assert_eq!((placed.from(), placed.to()), (None, circle("C3")));
    let moved = Action::go(circle("A1"), circle("A2"));
    assert_eq!((moved.from(), moved.placed()), (Some(circle("A1")), None));
}

#[test]
fn contract() {
    testing::contract::<Alignement>(ID, 40);
    testing::sizes::<Alignement>(14, 2);
}

#[test]
fn perft() {
    testing::perft_table::<Alignement, Simple>(include_str!("perft.txt"), 50_000);
}

#[test]
fn second_generator_agrees() {
    testing::agree::<Alignement, Simple>(ID, 300, 300);
}

#[test]
fn playthrough() {
    testing::golden(
        "blockade/alignement/playthrough.txt",
        &testing::playthrough::<Alignement>(ID, 1, 400),
    );
}
