use super::naive::Simple;
use super::{Action, Blocus, Deed, INFO, Kings, NORTH, Position, SOUTH};
use crate::blockade::board::Square;
use crate::scene::{MarkKind, Message, Pick};
use crate::testing::{self, Expect, check};
use crate::{Notation, Rules, Staging};

const ID: &str = "blocus";
const LEFT: &str = "blocus:kings=left";

fn bl(start: &str, actions: &str, action: &str, expect: Expect) {
    check::<Blocus>(ID, start, actions, action, expect);
}

fn left(start: &str, actions: &str, action: &str, expect: Expect) {
    check::<Blocus>(LEFT, start, actions, action, expect);
}

fn game(kings: Kings) -> Blocus {
    Blocus { kings }
}

fn position_with(kings: Kings, text: &str) -> Position {
    game(kings)
        .read_position(text)
        .unwrap_or_else(|e| panic!("{e:?}"))
}

fn position(text: &str) -> Position {
    position_with(Kings::Column, text)
}

fn way(text: &str) -> [Option<String>; 2] {
    way_with(Kings::Column, text)
}

fn way_with(kings: Kings, text: &str) -> [Option<String>; 2] {
    [SOUTH, NORTH].map(|seat| {
        let position = position_with(kings, text);
        let way = position.way_out(seat);
        assert_eq!(way.is_some(), position.has_way(seat), "{text}");
        way.map(|squares| {
            let names: Vec<_> = squares.iter().map(Square::to_string).collect();
            names.join(" ")
        })
    })
}

/// Twelve guards that leave both kings without a way, six each.
const CLOSED: &str = "A4 A7 A9 L4 L7 L9 (B4 B7 B9 K4 K7 K9) 1";

#[test]
fn bl1_the_kings_face_each_other_and_six_guards_are_in_hand() {
    let start = Position::start(Kings::Column);
    assert_eq!(start.king(SOUTH).to_string(), "E2");
    assert_eq!(start.king(NORTH).to_string(), "E11");
    assert_eq!((start.in_hand(SOUTH), start.in_hand(NORTH)), (6, 6));
    assert_eq!(testing::table::<Blocus>(ID, "", "").position(), " () 1");
    // Neither can simply walk out.
    assert_eq!(way(" () 1"), [None, None]);
    testing::impossible::<Blocus>(ID, "A4 A5 A6 A7 A8 A9 B4 (B5 B6 B7 B8 B9 C4) 2", "BL1");
}

#[test]
fn bl1_each_king_stands_at_its_players_left() {
    let start = Position::start(Kings::Left);
    assert_eq!(start.king(SOUTH).to_string(), "E2");
    assert_eq!(start.king(NORTH).to_string(), "H11");
    assert_eq!((start.in_hand(SOUTH), start.in_hand(NORTH)), (6, 6));
    assert_eq!(testing::table::<Blocus>(LEFT, "", "").position(), " () 1");
    // Both ways are open.
    let [south, north] = way_with(Kings::Left, " () 1");
    assert_eq!(
        south.as_deref(),
        Some("E2 E3 E4 E5 E6 E7 E8 E9 E10 E11 E12")
    );
    assert_eq!(north.as_deref(), Some("H11 H10 H9 H8 H7 H6 H5 H4 H3 H2 H1"));
    // The kings' parts have changed (BL7), and E11 is a centre like any other.
    left("", "", "@E10", Expect::Legal);
    left("", "", "@H10", Expect::Refused("BL7"));
    left("", "", "@G12", Expect::Refused("BL7"));
    left("", "@H9 @E4", "@E11", Expect::Legal);
    // With the first guard on a centre South would win at once: North has no way, South has two.
    let [south, north] = way_with(Kings::Left, "H2 A4 (E4) 2");
    assert_eq!(north, None);
    assert!(south.is_some());
    left("", "", "@H2", Expect::Refused("BL7"));
}

#[test]
fn bl2_a_king_runs_straight_on_and_turns_at_guards_only() {
    // North from E2; at the guard on E6, left leads nowhere; right to the guard on I5, then north.
    let [south, north] = way("E6 (I5) 1");
    assert_eq!(
        south.as_deref(),
        Some("E2 E3 E4 E5 F5 G5 H5 H6 H7 H8 H9 H10 H11 H12")
    );
    assert_eq!(north, None);
    // One guard only: it runs off the west or the east edge.
    assert_eq!(way("E6 () 2"), [None, None]);
    // In a corner it can only turn back: on D7 north is closed by D8 and west by C7.
    let [south, _] = way("E8 C7 (D8 H3) 1");
    assert_eq!(south, None);
}

#[test]
fn bl2_a_way_without_end_is_no_way() {
    // D5, H5, H4, D4, D5 …: the king would run in circles, and every other turn fails.
    let [south, _] = way("E6 C4 D6 (I5 H3 H9) 1");
    assert_eq!(south, None);
    let [south, _] = way("E6 C4 D6 (I5 H3 A9) 1");
    assert!(south.is_some());
}

#[test]
fn bl3_only_the_opposite_edge_counts() {
    // South's king could leave in the west, east and south at any time: that does not count.
    bl("", "", "exit", Expect::Refused("BL3"));
    let text = "E6 (I5) 1";
    bl(text, "", "exit", Expect::Over("1 0"));
    // North's king must leave in the south.
    let [_, north] = way("E7 (I8) 1");
    assert_eq!(
        north.as_deref(),
        Some("E11 E10 E9 E8 F8 G8 H8 H7 H6 H5 H4 H3 H2 H1")
    );
}

#[test]
fn bl4_a_way_that_meets_the_other_king_fails() {
    assert_eq!(way(" () 1")[0], None);
    // West along row 2 to the guard on C2 … the column of D leads north past the other king's part.
    let [south, _] = way("C2 (A12) 1");
    assert_eq!(
        south.as_deref(),
        Some("E2 D2 D3 D4 D5 D6 D7 D8 D9 D10 D11 D12")
    );
    // In row 11 it meets the other king: north in H to the guard on H12, then west.
    let [south, _] = way("E6 I5 (H12 L12) 1");
    assert_eq!(south, None);
}

#[test]
fn bl5_who_has_a_way_out_must_take_it_and_wins() {
    let text = "E6 (I5) 1";
    assert_eq!(testing::legal::<Blocus>(ID, text, ""), ["exit"]);
    bl(text, "", "@A8", Expect::Refused("BL5"));
    bl(text, "", "EXIT!", Expect::Then("E6 (I5) 1 exit"));
    // A player whose way has just opened must wait a turn: the opponent may close it.
    bl("E6 () 2", "@I8", "@H5", Expect::Legal);
    bl("", "@E6 @A9 @I5", "@A8", Expect::Legal);
    bl("", "@E6 @A9 @I5 @A8", "exit", Expect::Over("1 0"));
    bl("", "@E6 @A9 @I5 @H9", "exit", Expect::Refused("BL3"));
    testing::impossible::<Blocus>(ID, "E6 (A9) 1 exit", "BL3");
}

#[test]
fn bl5_with_the_kings_at_the_left_nobody_leaves_a_bare_board() {
    left("", "", "exit", Expect::Refused("BL5"));
    testing::impossible::<Blocus>(LEFT, "() 1 exit", "BL5");
    let start = testing::legal::<Blocus>(LEFT, "", "");
    assert_eq!(start.len(), 112);
    assert!(start.iter().all(|action| action.starts_with('@')));
    // From the second action on there is no exception: North leaves if the guard lets it.
    assert_eq!(testing::legal::<Blocus>(LEFT, "", "@E12"), ["exit"]);
    left("", "@E12", "@E4", Expect::Refused("BL5"));
    left("", "@E12", "exit", Expect::Over("0 1"));
    // If not, North must stop South in column E.
    left("", "@H9", "exit", Expect::Refused("BL3"));
    left("", "@H9 @A4", "exit", Expect::Over("1 0"));
    left("", "@H9 @E4", "exit", Expect::Refused("BL3"));
    let scene = |actions: &str| testing::table::<Blocus>(LEFT, "", actions).scene();
    let prompt = |actions: &str| scene(actions).prompt.key.to_string();
    assert_eq!(prompt(""), "blocus.prompt-first-close");
    assert_eq!(prompt("@H9"), "blocus.prompt-first-close");
    assert_eq!(prompt("@E12"), "blocus.prompt-exit");
}

#[test]
fn bl5_with_the_kings_at_the_left_six_first_guards_do_not_lose_at_once() {
    let after = |action: &String| testing::legal::<Blocus>(LEFT, "", action);
    let mut safe = testing::legal::<Blocus>(LEFT, "", "");
    safe.retain(|action| after(action) != ["exit"]);
    assert_eq!(safe, ["@H1", "@H3", "@H4", "@H6", "@H7", "@H9"]);
}

#[test]
fn bl6_guards_are_put_first_and_moved_when_all_six_stand() {
    bl("A4 (A9) 1", "", "A4-A5", Expect::Refused("BL6"));
    bl("A4 (A9) 1", "", "@A4", Expect::Refused("BL6"));
    bl("A4 (A9) 1", "", "@A9", Expect::Refused("BL6"));
    bl("A4 (A9) 1", "", "@a5", Expect::Then("A4 A5 (A9) 2"));
    bl(CLOSED, "", "@D6", Expect::Refused("BL6"));
    bl(CLOSED, "", "B4-B5", Expect::Refused("BL6"));
    bl(CLOSED, "", "C4-C5", Expect::Refused("BL6"));
    bl(CLOSED, "", "A4-A5", Expect::Legal);
    testing::impossible::<Blocus>(ID, "A4 A5 (A9) 1", "BL6");
    testing::impossible::<Blocus>(ID, "A4 (A9) 2", "BL6");
    testing::impossible::<Blocus>(ID, "A4 (A4) 1", "BL6");
}

#[test]
fn bl7_not_in_a_kings_part_and_the_first_not_on_a_centre() {
    for square in ["D1", "E2", "F3", "D10", "E11", "F12"] {
        bl("", "", &format!("@{square}"), Expect::Refused("BL7"));
    }
    bl("", "", "@E5", Expect::Refused("BL7"));
    bl("", "@A4", "@E5", Expect::Refused("BL7"));
    bl("", "@A4 @A9", "@E5", Expect::Legal);
    testing::impossible::<Blocus>(ID, "E3 () 2", "BL7");
    testing::impossible::<Blocus>(ID, "E5 () 2", "BL7");
}

#[test]
fn bl8_guards_slide_without_jumping_and_do_not_stop_beside_a_king() {
    bl(CLOSED, "", "A4-A6", Expect::Legal);
    bl(CLOSED, "", "A4-A7", Expect::Refused("BL8"));
    bl(CLOSED, "", "A4-A8", Expect::Refused("BL8"));
    bl(CLOSED, "", "A4-C4", Expect::Refused("BL8"));
    bl(CLOSED, "", "A4-C5", Expect::Refused("BL8"));
    bl(CLOSED, "", "A4-A4", Expect::Refused("BL8"));
    // Through a king's part, but not into it, and not over the king.
    let text = "A3 A2 A9 L4 L7 L9 (B4 B7 B9 K4 K7 K9) 1";
    bl(text, "", "A3-C3", Expect::Legal);
    bl(text, "", "A3-D3", Expect::Refused("BL8"));
    bl(text, "", "A3-G3", Expect::Legal);
    bl(text, "", "A2-G2", Expect::Refused("BL8"));
}

#[test]
fn bl9_a_player_who_cannot_act_has_lost() {
    let mut actions = Vec::new();
    let stuck = stuck();
    let game = game(Kings::Column);
    let status = game.actions(&stuck, &mut actions);
    assert!(actions.is_empty());
    assert_eq!(format!("{status:?}"), format!("{:?}", over("0 1")));
    assert_eq!(
        game.scene(&stuck).prompt,
        Message::new("blocus.prompt-stuck")
    );
}

fn over(text: &str) -> crate::Status {
    crate::Status::Over(crate::Outcome::won_by(2, |seat| {
        (seat == SOUTH) == text.starts_with('1')
    }))
}

/// Seat 1 stands in the north-east corner and seat 2 walls it in.
fn stuck() -> Position {
    position("L12 K12 J12 L11 K11 L10 (I12 J11 K10 L9 A4 A9) 1")
}

#[test]
fn refused_picks_say_why() {
    let site = |name: &str| Pick::Site(Blocus::default().layout().site(name).unwrap());
    let with = |kings, text: &str, path: &[Pick]| {
        let position = position_with(kings, text);
        game(kings).refused_pick(&position, path).rule
    };
    assert_eq!(with(Kings::Left, " () 1", &[site("E2")]), "BL5");
    assert_eq!(with(Kings::Left, " () 1", &[site("H11")]), "BL7");
    let rule = |text: &str, path: &[Pick]| with(Kings::Column, text, path);
    assert_eq!(rule(" () 1", &[site("E5")]), "BL7");
    assert_eq!(rule(" () 1", &[site("E2")]), "BL3");
    assert_eq!(rule("E6 (I5) 1", &[site("A5")]), "BL5");
    assert_eq!(rule(CLOSED, &[site("C5")]), "BL6");
    assert_eq!(rule(CLOSED, &[site("B4")]), "BL6");
    assert_eq!(rule(CLOSED, &[site("A4"), site("C4")]), "BL8");
    assert_eq!(rule(CLOSED, &[Pick::Button("x".into())]), "BL6");
}

#[test]
fn ways_are_shown_when_they_open_and_close() {
    let game = game(Kings::Column);
    let place = |name: &str| {
        let site = game.layout().site(name).unwrap();
        Action::new(Deed::Place(Square::from_site(site).unwrap()))
    };
    let kinds = |text: &str, action| -> Vec<MarkKind> {
        let marks = game.preview(&position(text), action);
        marks.iter().map(|mark| mark.kind).collect()
    };
    assert_eq!(kinds("E6 (A9) 1", place("I5")), [MarkKind::Way]);
    assert_eq!(kinds("E6 I5 (A9) 2", place("H9")), [MarkKind::Hit]);
    assert_eq!(kinds("E6 I5 (A9) 2", place("L9")), [MarkKind::Way]);
    let scene = game.scene(&position("E6 (I5) 1 exit"));
    assert_eq!(scene.marks.len(), 1);
    assert_eq!(scene.marks[0].kind, MarkKind::Win);
    assert_eq!(scene.marks[0].sites.len(), 14);
}

#[test]
fn north_and_south_can_be_exchanged() {
    let there = position("E6 I5 (A9) 2");
    assert_eq!(there.mirrored().mirrored(), there);
    assert!(there.has_way(SOUTH) && there.mirrored().has_way(NORTH));
    let there = position_with(Kings::Left, "H9 (A4) 1");
    assert_eq!(there.mirrored().mirrored(), there);
    assert!(there.has_way(SOUTH) && !there.has_way(NORTH));
    assert!(there.mirrored().has_way(NORTH) && !there.mirrored().has_way(SOUTH));
}

#[test]
fn contract() {
    testing::contract::<Blocus>(ID, 6);
    testing::contract::<Blocus>(LEFT, 12);
    testing::sizes::<Blocus>(112, 2);
    assert_eq!(INFO.id, ID);
}

#[test]
fn spoilt_texts_break_nothing() {
    testing::spoilt_texts::<Blocus>(ID, 20, 40);
    testing::spoilt_texts::<Blocus>(LEFT, 20, 40);
}

#[test]
fn perft() {
    testing::perft_table::<Blocus, Simple>(include_str!("perft.txt"), 12_000);
}

#[test]
fn second_generator_agrees() {
    testing::agree::<Blocus, Simple>(ID, 300, 120);
    testing::agree::<Blocus, Simple>(LEFT, 3_000, 120);
}

#[test]
fn playthrough() {
    testing::golden(
        "blockade/blocus/playthrough.txt",
        &testing::playthrough::<Blocus>(ID, 1, 80),
    );
    testing::golden(
        "blockade/blocus/playthrough-left.txt",
        &testing::playthrough::<Blocus>(LEFT, 455, 80),
    );
}
