use super::*;
use crate::{Body, Die, DieKind, Edge, Glyph, Mark, Piece, SeatView, SiteId, Surface, ZoneRole};

fn board(columns: u16, rows: u16) -> Layout {
    Layout::grid(
        Surface::Wood,
        columns,
        rows,
        |c, r| format!("{}{}", (b'A' + c as u8) as char, r + 1),
        |_, _| Ground::Plain,
    )
    .with_frame(
        (0..columns).map(|c| ((b'A' + c as u8) as char).to_string()),
        (1..=rows).map(|r| r.to_string()),
    )
}

fn scene(pieces: Vec<Piece>) -> Scene {
    Scene {
        pieces,
        marks: Vec::new(),
        seats: vec![SeatView::default(); 2],
        prompt: Message::new("rules.over"),
    }
}

fn check(layout: &Layout, scene: &Scene, expected: &str) {
    let say = |message: &Message| message.key.replace("drawing.", "");
    let style = Style {
        say: &say,
        colour: false,
    };
    let text = draw(layout, scene, &style);
    assert_eq!(text.trim_end(), expected.trim_matches('\n'), "\n{text}");
}

const ONE: Seat = Seat::new(0);
const TWO: Seat = Seat::new(1);

#[test]
fn a_die_shows_its_top_and_its_four_sides() {
    let die = Glyph::Die(Die {
        top: 1,
        south: Some(2),
        kind: DieKind::Monster(6),
    });
    let turned = Glyph::Die(Die {
        top: 6,
        south: Some(2),
        kind: DieKind::Monster(6),
    });
    let mut scene = scene(vec![
        Piece::on(SiteId(0), die, ONE),
        Piece::on(SiteId(1), turned, TWO),
    ]);
    scene.marks.push(Mark::new(MarkKind::Threat, [SiteId(1)]));
    check(
        &board(2, 1),
        &scene,
        "
  ┌─────┬─────┐
  │  5  │! 5  │
1 │4[1]3│3(M)4│
  │  2  │  2  │
  └─────┴─────┘
     A     B
[ ]  rules.seat
( )  rules.seat
M monster, ! threat",
    );
}

#[test]
fn pieces_on_several_squares_are_joined() {
    let bar = |vertical| Glyph::Bar {
        levels: [1, 2, 3],
        vertical,
    };
    let mut pieces = vec![
        Piece::on(SiteId(0), bar(false), ONE),
        Piece::on(SiteId(3), bar(true), TWO),
        Piece::on(SiteId(8), Glyph::Body(Body::Shield), ONE),
    ];
    pieces[0].at = Place::Sites(vec![SiteId(0), SiteId(1), SiteId(2)]);
    pieces[1].at = Place::Sites(vec![SiteId(3), SiteId(7), SiteId(11)]);
    pieces[1].state = State::Captive(ONE);
    pieces[2].at = Place::Sites(vec![SiteId(8), SiteId(9)]);
    check(
        &board(4, 3),
        &scene(pieces),
        "
  ┌─────┬─────┬─────┬─────┐
3 │ [=═════=] │     │ (3)c│
  ├─────┼─────┼─────┼──║──┤
2 │     │     │     │ (2) │
  ├─────┼─────┼─────┼──║──┤
1 │ [1═════2═════3] │ (1) │
  └─────┴─────┴─────┴─────┘
     A     B     C     D
[ ]  rules.seat
( )  rules.seat
= shield, c1 captive",
    );
}

#[test]
fn trays_edges_circles_scores_and_notes_are_told() {
    let mut layout = board(2, 1);
    layout.sites[0].ground = Ground::Centre;
    layout.sites[1].ground = Ground::Throne;
    layout.sites[1].seat = Some(TWO);
    layout.edges.push(Edge {
        side: Side::North,
        seat: ONE,
    });
    let hand = layout.add_zone(Some(ONE), ZoneRole::Hand);
    let lost = layout.add_zone(Some(TWO), ZoneRole::Lost);
    let triangle = Glyph::Body(Body::Triangle);
    let mut scene = scene(vec![
        Piece::on(SiteId(0), Glyph::Body(Body::King), ONE),
        Piece::in_zone(hand, 1, triangle, ONE),
        Piece::in_zone(hand, 0, triangle, ONE),
        Piece::in_zone(hand, 2, Glyph::Body(Body::Square), ONE),
        Piece::in_zone(lost, 0, triangle, TWO),
    ]);
    scene.seats[0].score = Some(3);
    scene.seats[1].out = true;
    scene.seats[1].notes.push(Message::new("note"));
    check(
        &layout,
        &scene,
        "
  ┌─────┬─────┐
1 │○[K] │  ◎2 │
  └─────┴─────┘
     A     B
hand  2×[T] [S]
lost  (T)
[ ]  rules.seat · score · edge
( )  rules.seat · note · out
K king, T triangle, S square, ○ centre, ◎ throne",
    );
}

#[test]
fn colour_adds_nothing_but_colour() {
    let say = |message: &Message| message.key.to_string();
    let scene = scene(vec![Piece::on(SiteId(0), Glyph::Body(Body::Man), TWO)]);
    let text = |colour| {
        let style = Style { say: &say, colour };
        draw(&board(2, 2), &scene, &style)
    };
    let coloured = text(true);
    assert!(coloured.contains("\x1b[34m(o)\x1b[0m"), "{coloured:?}");
    let mut plain = coloured;
    for code in ["\x1b[31m", "\x1b[34m", "\x1b[0m"] {
        plain = plain.replace(code, "");
    }
    assert_eq!(plain, text(false));
}
