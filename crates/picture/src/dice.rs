//! Dice seen from above.

use std::fmt::Write;

use tablier_scene::dice::Orientation;
use tablier_scene::{Die, DieKind, Side};

use super::pen::{circle, rect, text};
use crate::palette::Colours;

/// Where the pips of a face are, from -1 to 1. `slant` says which diagonal 2 and 3 use (true: from
/// lower left to upper right), `tall` whether the rows of 6 run from top to bottom.
pub(crate) fn pips(number: u8, slant: bool, tall: bool) -> Vec<(f32, f32)> {
    let s = if slant { -1.0 } else { 1.0 };
    match number {
        1 => vec![(0.0, 0.0)],
        2 => vec![(-1.0, -s), (1.0, s)],
        3 => vec![(-1.0, -s), (0.0, 0.0), (1.0, s)],
        4 => vec![(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
        5 => vec![
            (-1.0, -1.0),
            (1.0, -1.0),
            (0.0, 0.0),
            (-1.0, 1.0),
            (1.0, 1.0),
        ],
        _ if tall => [-1.0, 1.0]
            .into_iter()
            .flat_map(|x| [-1.0, 0.0, 1.0].map(|y| (x, y)))
            .collect(),
        _ => [-1.0, 1.0]
            .into_iter()
            .flat_map(|y| [-1.0, 0.0, 1.0].map(|x| (x, y)))
            .collect(),
    }
}

/// How the pips on top of a die are arranged, seen from above with north up: whether the diagonal
/// of 2 and 3 runs from south-west to north-east, and whether the rows of 6 run from north to
/// south.
pub fn top_pips(die: Orientation) -> (bool, bool) {
    let side = |number: u8| die.side_of(number);
    let corner = |a: u8, b: u8| match (side(a), side(b)) {
        (Some(a), Some(b)) => matches!(
            (a, b),
            (Side::North, Side::East)
                | (Side::East, Side::North)
                | (Side::South, Side::West)
                | (Side::West, Side::South)
        ),
        _ => false,
    };
    match die.top() {
        2 => (corner(1, 3), false),
        3 => (corner(1, 2), false),
        6 => (false, matches!(side(3), Some(Side::North | Side::South))),
        _ => (false, false),
    }
}

/// A die with its top face, and its side faces around it if they are known.
pub(super) fn die_into(svg: &mut String, c: Colours, die: Die) {
    let full = die.south.and_then(|south| Orientation::new(die.top, south));
    let s = if full.is_some() { 31.0 } else { 38.0 };
    rect(
        svg,
        -s,
        -s,
        2.0 * s,
        2.0 * s,
        9.0,
        &format!(r#"fill="{}" stroke="{}" stroke-width="4""#, c.face, c.edge),
    );
    face_into(svg, c, die.kind, die.top, full, s);
    let Some(full) = full else { return };
    svg.push_str(r#"<g class="numerals">"#);
    for (side, x, y) in [
        (Side::North, 0.0, -41.0),
        (Side::East, 41.0, 0.0),
        (Side::South, 0.0, 41.0),
        (Side::West, -41.0, 0.0),
    ] {
        let number = full.facing(side);
        circle(
            svg,
            x,
            y,
            9.5,
            &format!(r#"fill="{}" stroke="{}" stroke-width="2""#, c.face, c.edge),
        );
        text(svg, x, y, 17.0, c.ink, &face_letter(die.kind, number));
    }
    svg.push_str("</g>");
}

/// The name of a face: its number, or M for the monster and D for the devil.
pub fn face_letter(kind: DieKind, number: u8) -> String {
    match kind {
        DieKind::Monster(face) if face == number => "M".to_owned(),
        DieKind::Devil(face) if face == number => "D".to_owned(),
        _ => number.to_string(),
    }
}

/// The monster of a die's face in a square from -50 to 50.
pub(crate) const MONSTER: &str =
    "M-34 30C-40-8-24-34 0-34S40-8 34 30L22 20 11 32 0 21-11 32-22 20Z";
/// The horns that turn it into a devil.
pub(crate) const HORNS: &str =
    "M-26-22C-38-30-38-42-34-48-30-38-22-34-14-32ZM26-22C38-30 38-42 34-48 30-38 22-34 14-32Z";

fn face_into(
    svg: &mut String,
    c: Colours,
    kind: DieKind,
    top: u8,
    full: Option<Orientation>,
    s: f32,
) {
    let special = match kind {
        DieKind::Monster(face) => (face == top).then_some(false),
        DieKind::Devil(face) => (face == top).then_some(true),
        DieKind::Plain => None,
    };
    if let Some(horns) = special {
        let k = s / 50.0 * 0.9;
        let _ = write!(
            svg,
            r#"<g transform="scale({k:.3})"><path d="{MONSTER}" fill="{}"/>"#,
            c.ink
        );
        if horns {
            let _ = write!(svg, r#"<path d="{HORNS}" fill="{}"/>"#, c.ink);
        }
        let _ = write!(
            svg,
            r#"<circle cx="-12" cy="-8" r="8" fill="{f}"/><circle cx="12" cy="-8" r="8" fill="{f}"/><circle cx="-10" cy="-7" r="3.4" fill="{i}"/><circle cx="14" cy="-7" r="3.4" fill="{i}"/></g>"#,
            f = c.face,
            i = c.ink
        );
        return;
    }
    let (slant, tall) = full.map_or((true, false), top_pips);
    for (x, y) in pips(top, slant, tall) {
        circle(
            svg,
            x * s * 0.55,
            y * s * 0.55,
            s * 0.17,
            &format!(r#"fill="{}""#, c.ink),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pips_of_two_lie_towards_the_corner_it_shares_with_one_and_three() {
        // 2 on top, 1 to the north and 3 to the east: towards the north-east.
        let die = Orientation::all()
            .find(|d| d.top() == 2 && d.facing(Side::North) == 1)
            .unwrap();
        let east = die.facing(Side::East) == 3;
        assert_eq!(top_pips(die).0, east);
    }
}
