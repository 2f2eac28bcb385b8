//! A die while it rolls: a cube of HTML and CSS that takes the place of the rendered one.

use std::fmt::Write;

use tablier_picture::rolling_face;
use tablier_rules::scene::dice::Orientation;
use tablier_rules::scene::{Die, DieKind, Side};

/// A direction on the table: x to the right, y towards the viewer, z up.
pub(super) type Vector = [i32; 3];

/// A die's orientation as a rotation: where its faces 3, 2 and 1 point.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct Rotation(pub(super) [Vector; 3]);

impl Rotation {
    /// The rotation of a die with this orientation on a table turned by `turn` quarters.
    pub(super) fn new(die: Orientation, turn: u8) -> Self {
        Self([3, 2, 1].map(|number| towards(die, number, turn)))
    }

    /// In CSS notation.
    pub(super) fn css(self) -> String {
        let [a, b, c] = self.0;
        format!(
            "matrix3d({},{},{},0,{},{},{},0,{},{},{},0,0,0,0,1)",
            a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]
        )
    }
}

/// The direction of a side on a table turned by `turn` quarters.
pub(super) fn direction(side: Side, turn: u8) -> Vector {
    let side = (0..turn % 4).fold(side, |side, _| side.clockwise());
    let (east, north) = side.step();
    [i32::from(east), -i32::from(north), 0]
}

fn towards(die: Orientation, number: u8, turn: u8) -> Vector {
    if die.top() == number {
        return [0, 0, 1];
    }
    if die.bottom() == number {
        return [0, 0, -1];
    }
    die.side_of(number)
        .map_or([0, 0, 1], |side| direction(side, turn))
}

/// The orientation of a die; one without side faces gets arbitrary ones, which are not shown.
pub(super) fn orientation(die: Die) -> Orientation {
    die.south
        .and_then(|south| Orientation::new(die.top, south))
        .or_else(|| Orientation::with_top(die.top).next())
        .unwrap_or(Orientation::from_index(0))
}

/// The cube: six faces around a core, which closes the rounded edges.
pub(super) fn cube(kind: DieKind) -> String {
    let mut html = r#"<div class="cube">"#.to_owned();
    for number in 1..=6 {
        let _ = write!(html, r#"<i class="core f{number}"></i>"#);
    }
    for number in 1..=6 {
        let face = rolling_face(kind, number);
        let _ = write!(html, r#"<i class="face f{number}">{face}</i>"#);
    }
    html.push_str("</div>");
    html
}

/// How bright a face is that looks this way, as a name in the style sheet.
pub(super) fn light(die: Orientation, number: u8, turn: u8) -> &'static str {
    match towards(die, number, turn) {
        [0, 0, 1] => "--lit-up",
        [0, 1, 0] => "--lit-near",
        [-1, 0, 0] => "--lit-left",
        [1, 0, 0] => "--lit-right",
        _ => "--lit-far",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_one_face_is_up_and_one_is_near() {
        for die in Orientation::all() {
            for turn in 0..4 {
                let lights: Vec<_> = (1..=6).map(|n| light(die, n, turn)).collect();
                for lit in ["--lit-up", "--lit-near", "--lit-left", "--lit-right"] {
                    assert_eq!(lights.iter().filter(|l| **l == lit).count(), 1);
                }
                assert_eq!(lights[usize::from(die.top()) - 1], "--lit-up");
            }
        }
    }

    #[test]
    fn turning_the_table_once_turns_the_near_side_to_the_left() {
        assert_eq!(direction(Side::South, 0), [0, 1, 0]);
        assert_eq!(direction(Side::South, 1), [-1, 0, 0]);
    }
}
