use std::collections::HashSet;

use super::*;
use crate::{Body, DieKind, Ground, Surface};

fn board() -> Layout {
    Layout::grid(
        Surface::Wood,
        5,
        5,
        |c, r| format!("{}{}", (b'A' + c as u8) as char, r + 1),
        |_, _| Ground::Plain,
    )
}

fn die(south: Option<u8>) -> Model {
    let glyph = Glyph::Die(Die {
        top: 1,
        south,
        kind: DieKind::Plain,
    });
    Model::new(glyph, Seat::new(0))
}

fn bar() -> Model {
    let glyph = Glyph::Bar {
        levels: [1, 2, 3],
        vertical: false,
    };
    Model {
        length: 3,
        captor: Some(Seat::new(1)),
        ..Model::new(glyph, Seat::new(0))
    }
}

/// All forms that handling reaches.
fn forms(model: &Model) -> HashSet<Form> {
    let mut known = HashSet::from([model.fresh()]);
    let mut open = vec![model.fresh()];
    while let Some(form) = open.pop() {
        for handling in model.handlings() {
            let next = model.handled(form, handling);
            if known.insert(next) {
                open.push(next);
            }
        }
    }
    known
}

#[test]
fn every_way_to_stand_is_reached() {
    assert_eq!(forms(&die(Some(2))).len(), 24);
    assert_eq!(forms(&die(None)).len(), 6);
    let opens = Model {
        opens: true,
        ..die(Some(2))
    };
    assert_eq!(forms(&opens).len(), 24 + 6);
    // Four placements, free or captive.
    assert_eq!(forms(&bar()).len(), 8);
    let shield = Model {
        length: 2,
        ..Model::new(Glyph::Body(Body::Shield), Seat::new(0))
    };
    assert_eq!(forms(&shield).len(), 2);
    assert_eq!(
        forms(&Model::new(Glyph::Body(Body::Man), Seat::new(0))).len(),
        1
    );
}

#[test]
fn four_quarter_turns_are_none() {
    for model in [die(Some(2)), bar()] {
        let mut form = model.fresh();
        for turn in 1..=4 {
            form = model.handled(form, Handling::Turn);
            assert_eq!(form == model.fresh(), turn == 4);
        }
    }
    // Clockwise: the face that was east is now south.
    let turned = die(Some(2)).handled(die(Some(2)).fresh(), Handling::Turn);
    assert!(matches!(
        turned.glyph,
        Glyph::Die(Die {
            top: 1,
            south: Some(3),
            ..
        })
    ));
}

#[test]
fn long_pieces_keep_to_the_board() {
    let layout = board();
    let site = |name: &str| layout.site(name).unwrap();
    let lies = |draft: &Draft| -> String {
        let Place::Sites(sites) = &draft.pieces[0].at else {
            unreachable!()
        };
        let names = sites
            .iter()
            .map(|s| layout.sites[usize::from(s.0)].label.clone());
        names.collect()
    };
    let mut draft = Draft::default();
    assert!(draft.put(&layout, &bar(), bar().fresh(), site("C3")));
    assert_eq!(lies(&draft), "B3C3D3");
    assert!(draft.handle(&layout, &[bar()], site("B3"), Handling::Turn));
    assert_eq!(lies(&draft), "C2C3C4");
    draft.remove(site("C4"));
    assert!(draft.put(&layout, &bar(), bar().fresh(), site("A5")));
    assert_eq!(lies(&draft), "A5B5C5");
    // Placing a piece removes what is in the way; turning one is blocked by it.
    assert!(draft.put(&layout, &die(Some(2)), die(Some(2)).fresh(), site("B4")));
    assert_eq!(draft.pieces.len(), 2);
    assert!(!draft.handle(&layout, &[bar(), die(Some(2))], site("A5"), Handling::Turn));
    assert!(draft.put(&layout, &die(Some(2)), die(Some(2)).fresh(), site("B5")));
    assert_eq!(draft.pieces.len(), 2);
    assert!(draft.piece_on(site("A5")).is_none());
}

#[test]
fn settings_fall_back_to_what_is_possible() {
    let number = Setting::new("bonus", Message::new("x"), Range::Number(1, 8));
    let flag = Setting::new("gone", Message::new("x"), Range::Flag);
    let mut draft = Draft::default();
    assert_eq!(
        (number.value(&draft), flag.value(&draft)),
        ("1".into(), "".into())
    );
    draft.values.insert("bonus".into(), "9".into());
    draft.values.insert("gone".into(), "yes".into());
    assert_eq!(
        (number.value(&draft), flag.value(&draft)),
        ("1".into(), "yes".into())
    );
    draft.values.insert("bonus".into(), "8".into());
    assert_eq!(number.value(&draft), "8");
}
