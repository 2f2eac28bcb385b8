//! Pieces as they stand on the tilted table: rendered blanks with vectors on top.
//!
//! A blank is a picture of a lit body without pips, emblem or level, and a second picture of its
//! shadow; `art/solids.py` renders them into one sheet per surface. The camera is orthographic, so
//! that one picture fits every square: a point of the table is seen at `(x, y * SIN - z * COS)`.
//! Everything is HTML placed by the classes of `pieces.css`: the page's security policy forbids style
//! attributes in markup.

use std::fmt::Write;

use tablier_scene::dice::Orientation;
use tablier_scene::{Body, Die, Glyph, Seat, Side, State, Surface};

use crate::details;

/// How much of a length towards the viewer is seen: the sine of the camera's elevation, 54 degrees.
pub const SIN: f32 = 0.809;
/// How much of a height is seen: the cosine of the camera's elevation.
pub const COS: f32 = 0.588;
/// The side of a die.
pub const DIE: f32 = 0.62;
/// The heights of the three levels of a bar.
pub const LEVELS: [f32; 3] = [0.14, 0.32, 0.5];

/// The width and height of a sheet's cells.
const CELL: (f32, f32) = (1.4, 1.3);
/// The middle of a piece on the ground, from the upper left corner of its cell.
const ANCHOR: (f32, f32) = (0.7, 0.8);

/// A body of which there is a blank.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// A die.
    Die,
    /// A simple body, lying from south to north or not.
    Body(Body, bool),
    /// One square of a bar with its level.
    Step(u8, bool),
}

impl Form {
    /// Its name in the sheets.
    fn name(self) -> &'static str {
        match self {
            Form::Die => "die",
            Form::Body(body, upright) => match (body, upright) {
                (Body::Pyramid, _) => "pyramid",
                (Body::Pedestal, _) => "pedestal",
                (Body::Shield, false) => "shield",
                (Body::Shield, true) => "shield-upright",
                (Body::Soldier, _) => "soldier",
                (Body::King, _) => "king",
                (Body::Cylinder, _) => "cylinder",
                (Body::Triangle, _) => "triangle",
                (Body::Square, _) => "square",
                (Body::Man, _) => "man",
            },
            Form::Step(1, false) => "step-1",
            Form::Step(2, false) => "step-2",
            Form::Step(_, false) => "step-3",
            Form::Step(1, true) => "step-1-upright",
            Form::Step(2, true) => "step-2-upright",
            Form::Step(_, true) => "step-3-upright",
        }
    }
}

/// How many cells a blank is wide and high.
fn cells(name: &str) -> (u8, u8) {
    match name {
        "shield" => (2, 1),
        "shield-upright" => (1, 2),
        _ => (1, 1),
    }
}

/// A sheet of blanks: a row for each seat's colour, and one for the shadows.
struct Sheet {
    colours: u8,
    shapes: &'static [&'static str],
}

const STEPS: &[&str] = &[
    "step-1",
    "step-2",
    "step-3",
    "step-1-upright",
    "step-2-upright",
    "step-3-upright",
];

/// The sheet of a surface; its name is the surface's in the style sheet.
fn sheet(surface: Surface) -> Sheet {
    let (colours, shapes): (u8, &[&str]) = match surface {
        Surface::Wood => (
            2,
            &[
                "die",
                "pyramid",
                "pedestal",
                "soldier",
                "man",
                "shield",
                "shield-upright",
            ],
        ),
        Surface::Baize | Surface::Slate => (4, &["die"]),
        Surface::Glass | Surface::Opposite | Surface::Circles => {
            (4, &["square", "triangle", "cylinder", "king", "man"])
        }
        Surface::Uniform => (2, STEPS),
    };
    Sheet { colours, shapes }
}

/// The row of a seat's colour on the sheet of a surface.
fn row(surface: Surface, seat: Seat) -> u8 {
    match (surface, seat.index()) {
        (Surface::Opposite, 1) => 2,
        (Surface::Opposite, 2) => 1,
        (_, index) => index as u8,
    }
}

impl Sheet {
    /// The height of a row, in cells.
    fn high(&self) -> u8 {
        let high = self.shapes.iter().map(|shape| cells(shape).1);
        high.max().unwrap_or(1)
    }

    /// The first column of a blank.
    fn column(&self, name: &str) -> Option<u8> {
        let before = self.shapes.iter().position(|shape| *shape == name)?;
        Some(self.shapes[..before].iter().map(|s| cells(s).0).sum())
    }

    /// The element that shows a blank or its shadow at a place relative to the middle of the piece, in
    /// whole squares; nothing if there is no such blank. `cut` is the class of an end to hide.
    fn show(&self, out: &mut String, class: &str, form: Form, row: u8, at: (i8, i8), cut: &str) {
        let name = form.name();
        let Some(column) = self.column(name) else {
            return;
        };
        let size = match cells(name) {
            (2, _) => " wide",
            (_, 2) => " tall",
            _ => "",
        };
        let place = match at {
            (1, _) => " to-east",
            (-1, _) => " to-west",
            (_, 1) => " to-south",
            (_, -1) => " to-north",
            _ => "",
        };
        let row = row * self.high();
        let _ = write!(
            out,
            r#"<i class="{class} c{column} r{row}{size}{place}{cut}"></i>"#
        );
    }
}

/// A piece as it is seen from the viewer's side of a table turned clockwise by `turn` quarters;
/// `upright` if it lies from south to north.
pub fn seen(glyph: Glyph, upright: bool, turn: u8) -> (Glyph, bool) {
    let glyph = match glyph {
        Glyph::Die(die) => Glyph::Die(turned(die, turn)),
        Glyph::Bar { levels, vertical } => {
            // What was in the west is then in the north, what was in the south in the west.
            let reversed = [levels[2], levels[1], levels[0]];
            let levels = match (turn % 4, vertical) {
                (0, _) | (1, true) | (3, false) => levels,
                _ => reversed,
            };
            Glyph::Bar {
                levels,
                vertical: vertical != (turn % 2 == 1),
            }
        }
        body => body,
    };
    (glyph, upright != (turn % 2 == 1))
}

fn turned(die: Die, turn: u8) -> Die {
    let Some(stands) = die.south.and_then(|south| Orientation::new(die.top, south)) else {
        return die;
    };
    // After one quarter clockwise the east face is in the south.
    let side = [Side::South, Side::East, Side::North, Side::West][usize::from(turn % 4)];
    Die {
        south: Some(stands.facing(side)),
        ..die
    }
}

/// The steps of a bar, the farthest first, with their places.
fn steps(levels: [u8; 3], vertical: bool) -> [(u8, (i8, i8)); 3] {
    [(2, 1), (1, 0), (0, -1)].map(|(at, along): (usize, i8)| {
        let place = if vertical { (0, -along) } else { (along, 0) };
        (levels[at], place)
    })
}

/// The forms that a piece is made of, the farthest first, with their places.
fn forms(glyph: Glyph, upright: bool) -> Vec<(Form, (i8, i8))> {
    match glyph {
        Glyph::Die(_) => vec![(Form::Die, (0, 0))],
        Glyph::Body(body) => vec![(Form::Body(body, upright), (0, 0))],
        Glyph::Bar { levels, vertical } => steps(levels, vertical)
            .into_iter()
            .map(|(level, at)| (Form::Step(level, vertical), at))
            .collect(),
    }
}

/// The shadow of a piece on the ground, as [`seen`].
pub fn shadow(surface: Surface, glyph: Glyph, upright: bool) -> String {
    let sheet = sheet(surface);
    let mut html = String::new();
    for (form, at) in forms(glyph, upright) {
        sheet.show(&mut html, "cast", form, sheet.colours, at, "");
    }
    html
}

/// A piece standing on the ground, as [`seen`], without its shadow.
pub fn solid(
    surface: Surface,
    glyph: Glyph,
    upright: bool,
    seat: Option<Seat>,
    state: State,
) -> String {
    let sheet = sheet(surface);
    let row = seat.map_or(0, |seat| row(surface, seat));
    let mut html = String::new();
    let parts = forms(glyph, upright);
    for (number, &(form, at)) in parts.iter().enumerate() {
        // A bar is cut a little short at its ends, so that two in a row stay apart.
        let cut = match (form, number) {
            (Form::Step(1, true), 0) => " cut-far-1",
            (Form::Step(2, true), 0) => " cut-far-2",
            (Form::Step(_, true), 0) => " cut-far-3",
            (Form::Step(_, false), 0) => " cut-east",
            (Form::Step(_, false), 2) => " cut-west",
            _ => "",
        };
        if row < sheet.colours {
            sheet.show(&mut html, "blank", form, row, at, cut);
        }
    }
    let _ = write!(
        html,
        r#"<svg class="vectors" viewBox="{} {} {} {}" aria-hidden="true">"#,
        -100.0 * ANCHOR.0,
        -100.0 * ANCHOR.1,
        100.0 * CELL.0,
        100.0 * CELL.1
    );
    for &(form, at) in &parts {
        details::hull(&mut html, form, at);
    }
    details::marks(&mut html, glyph, &parts, seat, state);
    html.push_str("</svg>");
    html
}

/// How high a form is.
pub(crate) fn height(form: Form) -> f32 {
    match form {
        Form::Die => DIE,
        Form::Body(body, _) => match body {
            Body::Pyramid => 0.8,
            Body::Pedestal => 0.57,
            Body::Shield => 0.26,
            Body::Soldier => 0.66,
            Body::King => 0.5,
            Body::Cylinder | Body::Triangle | Body::Square => 0.36,
            Body::Man => 0.2,
        },
        Form::Step(level, _) => LEVELS[usize::from(level.clamp(1, 3)) - 1],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `art/solids.py` wrote when it rendered the sheets.
    const RENDERED: &str = include_str!("../../../art/sheets.txt");
    const STYLES: &str = include_str!("../../web/assets/pieces.css");

    #[test]
    fn the_sheets_are_as_they_were_rendered() {
        let mut lines = RENDERED.lines();
        assert_eq!(
            lines.next(),
            Some("elevation 54 cell 1.4 1.3 anchor 0.7 0.8")
        );
        for (name, surface) in [
            ("baize", Surface::Baize),
            ("glass", Surface::Glass),
            ("slate", Surface::Slate),
            ("uniform", Surface::Uniform),
            ("wood", Surface::Wood),
        ] {
            let sheet = sheet(surface);
            let mut line = format!("{name} colours {} row {}", sheet.colours, sheet.high());
            for shape in sheet.shapes {
                let _ = write!(line, " {shape} {}", sheet.column(shape).unwrap());
            }
            assert_eq!(lines.next(), Some(line.as_str()));
            let rows = sheet.high() * (sheet.colours + 1);
            let columns: u8 = sheet.shapes.iter().map(|shape| cells(shape).0).sum();
            let style = format!("url(solids/{name}.webp); --columns: {columns}; --rows: {rows};");
            assert!(STYLES.contains(&style), "pieces.css lacks {style}");
        }
        assert!((SIN.asin().to_degrees() - 54.0).abs() < 0.05);
        assert!((COS.acos().to_degrees() - 54.0).abs() < 0.05);
    }

    /// A rendered piece and its flat picture have one colour.
    #[test]
    fn opposite_players_have_the_first_and_the_third_row_of_the_glass_sheet() {
        for (seat, colour) in Seat::all(4).zip([0, 2, 1, 3]) {
            assert_eq!(row(Surface::Opposite, seat), colour);
            let flat = crate::palette::seat(Surface::Opposite, Some(seat)).face;
            let same = crate::palette::seat(Surface::Glass, Some(Seat::new(colour))).face;
            assert_eq!(flat, same);
        }
        let square = Glyph::Body(Body::Square);
        let second = solid(
            Surface::Opposite,
            square,
            false,
            Seat::all(2).last(),
            State::Free,
        );
        assert!(second.contains(r#"class="blank c0 r2""#), "{second}");
    }

    /// The page's security policy forbids them: a piece would lie in pieces.
    #[test]
    fn no_piece_has_a_style_attribute() {
        let bar = Glyph::Bar {
            levels: [1, 2, 3],
            vertical: true,
        };
        let seat = Seat::all(2).last();
        for (surface, glyph) in [
            (Surface::Uniform, bar),
            (Surface::Wood, Glyph::Body(Body::Shield)),
            (Surface::Glass, Glyph::Body(Body::King)),
        ] {
            let free = State::Free;
            for html in [
                shadow(surface, glyph, false),
                solid(surface, glyph, false, seat, free),
                crate::flat(surface, glyph, false, seat, free),
            ] {
                assert!(html.contains("class="), "{html}");
                assert!(!html.contains("style="), "{html}");
            }
        }
    }

    #[test]
    fn four_quarter_turns_lead_back() {
        let bar = Glyph::Bar {
            levels: [1, 2, 3],
            vertical: false,
        };
        let mut now = (bar, false);
        for _ in 0..4 {
            now = seen(now.0, now.1, 1);
        }
        assert_eq!(now, (bar, false));
        for turn in 0..4 {
            let at_once = seen(bar, false, turn);
            let step_by_step = (0..turn).fold((bar, false), |now, _| seen(now.0, now.1, 1));
            assert_eq!(at_once, step_by_step);
        }
    }

    #[test]
    fn a_turned_die_shows_what_was_in_the_east() {
        let stands = Orientation::from_index(0);
        let die = Die {
            top: stands.top(),
            south: Some(stands.south()),
            kind: tablier_scene::DieKind::Plain,
        };
        assert_eq!(turned(die, 1).south, Some(stands.facing(Side::East)));
        assert_eq!(turned(die, 0), die);
    }
}
