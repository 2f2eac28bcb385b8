mod captives;

use super::naive::Simple;
use super::{CORNERS, DARK, Eupdonne, INFO, LIGHT, Placement, Position};
use crate::hash::SplitMix64;
use crate::testing::{self, Expect, check};
use crate::{Notation, Refusing, Rules};

const ID: &str = "eupdonne";
const CAPTORS: &str = "eupdonne:release=captors";

fn eu(start: &str, actions: &str, action: &str, expect: Expect) {
    check::<Eupdonne>(ID, start, actions, action, expect);
}

fn position(text: &str) -> Position {
    Eupdonne::default()
        .read_position(text)
        .unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

fn placement(text: &str) -> Placement {
    let action = Eupdonne::default().read_action(&Position::START, &text.to_uppercase());
    action.ok().and_then(|action| action.to()).unwrap()
}

#[test]
fn eu1_two_bars_of_each_of_three_orders() {
    assert_eq!(Placement::all().count(), 576);
    assert_eq!(testing::legal::<Eupdonne>(ID, "", "").len(), 576);
    eu("", "", "+112A1h", Expect::Refused("EU1"));
    eu("", "", "+124A1h", Expect::Refused("EU1"));
    eu("123A1h 123A3h () 1", "", "+321A5h", Expect::Refused("EU1"));
    eu("123A1h 123A3h () 1", "", "+231A5h", Expect::Legal);
    // A bar keeps its order, but may be turned round.
    eu("123A1h () 1", "", "123A1h>132A3h", Expect::Refused("EU1"));
    eu("123A1h () 1", "", "123A1h>321A3h", Expect::Legal);
    testing::impossible::<Eupdonne>(ID, "123A1h 123A3h 321A5h () 1", "EU1");
    testing::impossible::<Eupdonne>(ID, "133A1h () 1", "EU1");
}

#[test]
fn eu2_the_board_is_empty_at_first() {
    let start = testing::table::<Eupdonne>(ID, "", "");
    assert_eq!(start.position(), "() 1 . .");
    assert!(start.legal().iter().all(|action| action.starts_with('+')));
}

#[test]
fn eu3_introduce_take_off_or_move() {
    let one = "123C3h () 1";
    eu(one, "", "+132E5v", Expect::Legal);
    eu(one, "", "-123C3h", Expect::Then("() 2 +123C3h ."));
    eu(one, "", "123C3h>321C3h", Expect::Legal);
    // It is lifted first, so it may overlap its old squares.
    eu(one, "", "123C3h>123D3h", Expect::Legal);
    eu(one, "", "123C3h>123C3v", Expect::Legal);
    eu(one, "", "123C3h>123C3h", Expect::Refused("EU3"));
    eu(one, "", "+132B3h", Expect::Refused("EU3"));
    eu(one, "", "+132G3h", Expect::Refused("EU3"));
    eu(one, "", "+132C7v", Expect::Refused("EU3"));
    eu(one, "", "+132F3h", Expect::Refused("EU5"));
    eu(one, "", "-123C4h", Expect::Refused("EU3"));
    eu(one, "", "-321C3h", Expect::Refused("EU3"));
    eu("(123C3h) 1", "", "-123C3h", Expect::Refused("EU3"));
    eu(one, "", "123C3h", Expect::Refused("C9"));
    eu(one, "", "+123C3", Expect::Refused("C9"));
    eu(one, "", "", Expect::Refused("C9"));
    testing::impossible::<Eupdonne>(ID, "123C3h (132D3v) 1", "EU3");
    testing::impossible::<Eupdonne>(ID, "123G3h () 1", "EU3");
    testing::impossible::<Eupdonne>(ID, "123C3h 1", "C9");
    testing::impossible::<Eupdonne>(ID, "123C3h () 3", "C9");
}

#[test]
fn eu4_corners_are_no_contact() {
    // 3 on E3 and 1 on F4 meet only at a corner.
    eu("123C3h () 1", "", "+132F4h", Expect::Legal);
    eu("123C3h () 1", "", "+132F3v", Expect::Refused("EU5"));
    assert!(
        placement("+123C3h")
            .touching(placement("+132F4h"))
            .is_empty()
    );
    assert_eq!(placement("+123C3h").touching(placement("+123C4h")).len(), 3);
}

#[test]
fn eu5_own_bars_touch_only_with_equal_levels() {
    // By the end: 3 on E3, then F3.
    eu("123C3h () 1", "", "+321F3h", Expect::Legal);
    eu("123C3h () 1", "", "+123F3h", Expect::Refused("EU5"));
    // By the side: all pairs.
    eu("123C3h () 1", "", "+123C4h", Expect::Legal);
    eu("123C3h () 1", "", "+132C4h", Expect::Refused("EU5"));
    eu("123C3h () 1", "", "+321C4h", Expect::Refused("EU5"));
    // Bars of different colours may touch in any way.
    eu("(123C3h) 1", "", "+132C4h", Expect::Legal);
    // A bar that moves away no longer counts at its old place.
    eu("123C3h () 1", "", "123C3h>321C4h", Expect::Legal);
    testing::impossible::<Eupdonne>(ID, "123C3h 132C4h () 1", "EU5");
}

#[test]
fn eu6_linked_bars_touch_and_only_with_equal_levels() {
    let links = |a: &str, b: &str| placement(a).links(placement(b));
    assert!(links("+123C3h", "+321F3h"));
    assert!(links("+123C3h", "+123C4h"));
    assert!(!links("+123C3h", "+132C4h"));
    assert!(!links("+123C3h", "+132F4h"));
    let both = position("123C3h (321F3h 132C4h) 1");
    let links: Vec<u16> = both.bars().map(|bar| both.links(bar.number)).collect();
    assert_eq!(links, [1 << 6, 1 << 0, 0]);
}

#[test]
fn eu7_the_own_last_action_may_not_be_undone() {
    let far = "+123C3h +123C6h";
    eu("", far, "-123C3h", Expect::Refused("EU7"));
    eu("", far, "123C3h>321C3h", Expect::Legal);
    let moved = "+123C3h +123C6h 123C3h>123D3h 123C6h>123D6h";
    eu("", moved, "123D3h>123C3h", Expect::Refused("EU7"));
    eu("", moved, "123D3h>321C3h", Expect::Legal);
    eu("", moved, "-123D3h", Expect::Legal);
    let off = "+123C3h +123C6h +132A1v +132H1v -123C3h -123C6h";
    eu("", off, "+123C3h", Expect::Refused("EU7"));
    eu("", off, "+321C3h", Expect::Legal);
    // Only on the next turn.
    let later = "+123C3h +123C6h +132A1v +132H1v";
    eu("", later, "-123C3h", Expect::Legal);
    // The forbidden actions belong to the position.
    let table = testing::table::<Eupdonne>(ID, "", far);
    assert_eq!(table.position(), "123C3h (123C6h) 1 -123C3h -123C6h");
    assert_ne!(
        position("123C3h () 1 -123C3h ."),
        position("123C3h () 1 . .")
    );
    testing::impossible::<Eupdonne>(ID, "123C3h () 1 -123C4h .", "EU7");
    testing::impossible::<Eupdonne>(ID, "123C3h () 1 123C3h>132C4h .", "EU7");
    testing::impossible::<Eupdonne>(ID, "123C3h 123C6h () 1 +123A1h .", "EU7");
}

#[test]
fn eu12_a_chain_from_corner_to_corner_wins() {
    assert_eq!(CORNERS.len(), 4);
    // 1 2 3 | 3 2 1 | 1 along row 1, and a bar that arrives on the corner H1.
    let third = "123A1h 321D1h 132G1v (213A7h) 1";
    eu(third, "", "+132H1v", Expect::Over("1 0"));
    eu(third, "", "+231H1v", Expect::Refused("EU5"));
    let mut table = testing::table::<Eupdonne>(ID, third, "");
    table.play("+132H1v").unwrap();
    let text = table.position();
    assert_eq!(testing::table::<Eupdonne>(ID, &text, "").position(), text);
    let won = position(&text);
    assert_eq!(won.winner(), Some(LIGHT));
    assert_eq!(won.chain(LIGHT).unwrap().len(), 4);
    assert_eq!(won.chain(DARK), None);
    let win = table
        .scene()
        .marks
        .into_iter()
        .find(|mark| mark.kind == crate::scene::MarkKind::Win);
    assert_eq!(win.unwrap().sites.len(), 12);
}

#[test]
fn eu12_captives_belong_to_their_captors_chain() {
    // Dark's bar in the middle of the row is the missing piece; capturing it wins.
    let start = "123A1h 132G1v 132H1v (321D1h) 1";
    // It is linked with 123A1h (3) and 132G1v (1), but was not captured: it was placed last.
    let table = testing::table::<Eupdonne>(ID, start, "");
    assert!(table.ending().is_none());
    // The captor is placed again.
    let start = "132G1v 132H1v (321D1h) 1";
    eu(start, "", "+123A1h", Expect::Over("1 0"));
}

#[test]
fn eu12_is_asked_of_the_mover_first_then_of_the_opponent() {
    let both = "123A1h 321D1h 132G1v 132H1v (123A8h 321D8h 231G6v 231H6v) 1";
    assert_eq!(position(both).winner(), Some(DARK));
    assert_eq!(position(&both.replace(") 1", ") 2")).winner(), Some(LIGHT));
    // If the mover has no chain, the opponent's counts.
    let light = both.replace(" 231H6v", "");
    assert_eq!(position(&light).winner(), Some(LIGHT));
}

#[test]
fn eu13_a_player_without_a_legal_action_loses() {
    // All six bars of Light are captive, and nobody has a chain.
    let stuck = "123D5v* 321E1h* 132H2v* 132D4h* 213B2h* 213F7h* \
                 (123A7h 321E2h 231G4v 231A5h 312E5v 213B1h) 1";
    assert_eq!(position(stuck).winner(), None);
    let table = testing::table::<Eupdonne>(ID, stuck, "");
    assert!(table.legal().is_empty());
    match table.status() {
        crate::Status::Over(outcome) => assert_eq!(outcome.to_string(), "0 1"),
        crate::Status::Acts(seat) => panic!("seat {seat} acts"),
    }
    // With one of them free Light plays on.
    let freed = stuck.replace("213F7h*", "213F7h");
    assert!(!testing::legal::<Eupdonne>(ID, &freed, "").is_empty());
}

#[test]
fn refusals_never_panic_and_name_a_rule() {
    let game = Eupdonne::default();
    let mut random = SplitMix64::new(5);
    let mut position = game.start();
    let mut actions = Vec::new();
    let all: Vec<Placement> = Placement::all().collect();
    for _ in 0..60 {
        game.actions(&position, &mut actions);
        for _ in 0..300 {
            let [from, to] = [(); 2].map(|()| all[random.below(all.len())]);
            let own = actions.get(random.below(actions.len().max(1)));
            let from = own.and_then(|action| action.from()).unwrap_or(from);
            for action in [
                super::Action::introduce(to),
                super::Action::take_off(from),
                super::Action::shift(from, to),
            ] {
                if !actions.contains(&action) {
                    assert!(game.refusal(&position, action).rule.starts_with("EU"));
                }
            }
        }
        let Some(&action) = actions.get(random.below(actions.len().max(1))) else {
            break;
        };
        game.apply(&mut position, action);
    }
}

#[test]
fn symmetries_keep_actions_and_keys() {
    let game = Eupdonne::default();
    let mut random = SplitMix64::new(6);
    let mut position = game.start();
    let (mut actions, mut others) = (Vec::new(), Vec::new());
    for _ in 0..80 {
        game.actions(&position, &mut actions);
        for symmetry in 0..8 {
            let other = position.mirrored(symmetry);
            game.actions(&other, &mut others);
            assert_eq!(others.len(), actions.len());
            let read = game.read_position(&game.write_position(&other)).unwrap();
            assert_eq!(read, other);
            assert_eq!(game.key(&read), game.key(&other));
        }
        let swapped = position.swapped();
        game.actions(&swapped, &mut others);
        assert_eq!(others.len(), actions.len());
        assert_eq!(swapped.swapped(), position);
        let Some(&action) = actions.get(random.below(actions.len().max(1))) else {
            break;
        };
        game.apply(&mut position, action);
    }
}

#[test]
fn contract() {
    for spec in [ID, CAPTORS] {
        testing::contract::<Eupdonne>(spec, 3);
    }
    testing::sizes::<Eupdonne>(120, 4);
    assert_eq!(INFO.id, ID);
}

#[test]
fn perft() {
    testing::perft_table::<Eupdonne, Simple>(include_str!("../perft.txt"), 600);
}

#[test]
fn second_generator_agrees() {
    for spec in [ID, CAPTORS] {
        testing::agree::<Eupdonne, Simple>(spec, 12, 250);
    }
}

#[test]
fn playthrough() {
    testing::golden(
        "eupdonne/playthrough.txt",
        &testing::playthrough::<Eupdonne>(ID, 1, 120),
    );
    testing::golden(
        "eupdonne/playthrough-captors.txt",
        &testing::playthrough::<Eupdonne>(CAPTORS, 1, 120),
    );
}

#[test]
fn spoilt_texts_break_nothing() {
    for spec in [ID, CAPTORS] {
        testing::spoilt_texts::<Eupdonne>(spec, 3, 60);
    }
}
