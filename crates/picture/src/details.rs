//! The vectors on the blanks of [`crate::solids`]: pips, monsters, emblems, levels, chains, and the
//! outline of each body, which takes the clicks and is what one sees in high contrast. One square is
//! 100 units wide; (0, 0) is the middle of the piece on the ground.

use std::fmt::Write;

use tablier_scene::dice::Orientation;
use tablier_scene::{Body, Die, DieKind, Glyph, Seat, Side, State};

use crate::dice::{HORNS, MONSTER, pips, top_pips};
use crate::solids::{COS, DIE, Form, SIN, height};

/// The emblems of the seats around (0, 0): disc, triangle, square, diamond.
pub(crate) const EMBLEMS: [&str; 4] = [
    "M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z",
    "M0-10 11 9-11 9Z",
    "M-8.5-8.5H8.5V8.5H-8.5Z",
    "M0-12 11 0 0 12-11 0Z",
];
/// A crown around (0, 0).
pub(crate) const CROWN: &str = "M-20 13-22-11-9-1 0-17 9-1 22-11 20 13Z";

/// A part of a piece this many squares to the east and to the south of its middle.
fn moved((x, y): (i8, i8)) -> String {
    let (x, y) = (100 * i32::from(x), 100.0 * f32::from(y) * SIN);
    format!("translate({x} {y:.1})")
}

/// A face that lies flat at this height above the ground.
fn lying(z: f32) -> String {
    format!("matrix(1 0 0 {SIN} 0 {:.2})", -100.0 * z * COS)
}

/// A face that looks at the viewer, with its middle at this depth and height.
fn facing(y: f32, z: f32) -> String {
    format!("matrix(1 0 0 {COS} 0 {:.2})", 100.0 * (y * SIN - z * COS))
}

/// The outline of a body: what is seen of its sides, and of its top.
pub(crate) fn hull(svg: &mut String, form: Form, at: (i8, i8)) {
    let h = height(form);
    let (side, top) = match form {
        Form::Die => boxed(DIE, DIE, 0.0, h, 8.0),
        Form::Step(_, false) => boxed(0.96, 0.84, 0.0, h, 3.0),
        Form::Step(_, true) => boxed(0.84, 0.96, 0.0, h, 3.0),
        Form::Body(body, upright) => match body {
            Body::Square => boxed(0.62, 0.62, 0.0, h, 5.0),
            Body::Shield if upright => boxed(0.5, 1.7, 0.0, h, 6.0),
            Body::Shield => boxed(1.7, 0.5, 0.0, h, 6.0),
            Body::Soldier => boxed(0.42, 0.42, 0.0, h, 6.0),
            Body::Cylinder => round(0.345, 0.0, h),
            Body::Man => round(0.33, 0.0, h),
            Body::King => {
                let (foot, _) = round(0.37, 0.0, 0.14);
                let (side, top) = round(0.3, 0.1, h);
                (foot + &side, top)
            }
            Body::Pedestal => {
                let (foot, _) = boxed(0.7, 0.7, 0.0, 0.12, 3.0);
                let (side, top) = boxed(0.44, 0.44, 0.15, h, 9.0);
                (foot + &side, top)
            }
            Body::Triangle => {
                let (near, far, up) = (31.0 * SIN, -41.0 * SIN, 100.0 * h * COS);
                let top = format!("M-40 {:.1}H40L0 {:.1}Z", near - up, far - up);
                let side = format!(
                    "M-40 {near:.1}H40V{:.1}L0 {:.1}-40 {:.1}Z",
                    near - up,
                    far - up,
                    near - up
                );
                (side, top)
            }
            Body::Pyramid => {
                let (foot, _) = boxed(0.7, 0.7, 0.0, 0.12, 3.0);
                let near = 28.0 * SIN - 12.0 * COS;
                let tip = -75.0 * COS;
                let far = -28.0 * SIN - 12.0 * COS;
                let side = format!("M-28 {near:.1}H28V{far:.1}L0 {tip:.1}-28 {far:.1}Z");
                let top = format!("M-28 {near:.1}H28L0 {tip:.1}Z");
                (foot + &side, top)
            }
        },
    };
    let _ = write!(
        svg,
        r#"<g transform="{}"><path class="hull" d="{side}"/><path class="lid" d="{top}"/></g>"#,
        moved(at)
    );
}

/// A rectangle with rounded corners.
fn plate(x: f32, y: f32, w: f32, h: f32, r: f32) -> String {
    format!(
        "M{:.1} {y:.1}h{:.1}q{r} 0 {r} {r}v{:.1}q0 {r}-{r} {r}h{:.1}q-{r} 0-{r}-{r}v{:.1}q0-{r} {r}-{r}Z",
        x + r,
        w - 2.0 * r,
        h - 2.0 * r,
        2.0 * r - w,
        2.0 * r - h
    )
}

fn boxed(width: f32, depth: f32, base: f32, top: f32, r: f32) -> (String, String) {
    let (w, d) = (100.0 * width, 100.0 * depth * SIN);
    let up = -100.0 * top * COS;
    let rise = 100.0 * (top - base) * COS;
    (
        plate(-w / 2.0, up - d / 2.0, w, d + rise, r),
        plate(-w / 2.0, up - d / 2.0, w, d, r),
    )
}

fn round(radius: f32, base: f32, top: f32) -> (String, String) {
    let (r, s) = (100.0 * radius, 100.0 * radius * SIN);
    let (low, up) = (-100.0 * base * COS, -100.0 * top * COS);
    (
        format!(
            "M-{r:.1} {low:.1}A{r:.1} {s:.1} 0 0 0 {r:.1} {low:.1}V{up:.1}A{r:.1} {s:.1} 0 0 0-{r:.1} {up:.1}Z"
        ),
        format!(
            "M-{r:.1} {up:.1}A{r:.1} {s:.1} 0 0 0 {r:.1} {up:.1}A{r:.1} {s:.1} 0 0 0-{r:.1} {up:.1}Z"
        ),
    )
}

/// What stands on a piece.
pub(crate) fn marks(
    svg: &mut String,
    glyph: Glyph,
    parts: &[(Form, (i8, i8))],
    seat: Option<Seat>,
    state: State,
) {
    match glyph {
        Glyph::Die(die) => die_faces(svg, die),
        Glyph::Body(body) => {
            if body == Body::King {
                let top = lying(height(Form::Body(body, false)));
                let _ = write!(
                    svg,
                    r#"<path class="crown" transform="{top}" d="{CROWN}"/>"#
                );
            }
            emblem(svg, body, seat);
        }
        Glyph::Bar { .. } => {
            for &(form, at) in parts {
                if let Form::Step(level, _) = form {
                    studs(svg, level, at);
                }
            }
        }
    }
    if let State::Captive(captor) = state {
        for &(form, at) in parts {
            let _ = write!(
                svg,
                r#"<g class="chain s{}" transform="{} {}"><circle class="outer" r="21"/><circle class="inner" r="21"/></g>"#,
                captor.index(),
                moved(at),
                lying(height(form))
            );
        }
    }
}

/// The two faces of a die that are seen. The near one of a die whose sides mean nothing is blank.
fn die_faces(svg: &mut String, die: Die) {
    let stands = die.south.and_then(|south| Orientation::new(die.top, south));
    let (slant, tall) = stands.map_or((true, false), top_pips);
    face(svg, &lying(DIE), die.kind, die.top, slant, tall);
    if let Some(stands) = stands {
        // Rolled away from the viewer, the near face is on top.
        let rolled = stands.roll(Side::North);
        let (slant, tall) = top_pips(rolled);
        let near = facing(DIE / 2.0, DIE / 2.0);
        face(svg, &near, die.kind, rolled.top(), slant, tall);
    }
}

fn face(svg: &mut String, place: &str, kind: DieKind, number: u8, slant: bool, tall: bool) {
    let _ = write!(svg, r#"<g transform="{place}">"#);
    face_into(svg, kind, number, 50.0 * DIE, slant, tall);
    svg.push_str("</g>");
}

/// A face of a die in a square from -50 to 50, for a die that rolls.
pub fn rolling_face(kind: DieKind, number: u8) -> String {
    let mut svg = r#"<svg viewBox="-50 -50 100 100" aria-hidden="true">"#.to_owned();
    face_into(&mut svg, kind, number, 50.0, true, false);
    svg.push_str("</svg>");
    svg
}

/// Pips are sunk: their upper edge is dark and their lower edge catches the light.
fn face_into(svg: &mut String, kind: DieKind, number: u8, half: f32, slant: bool, tall: bool) {
    let special = match kind {
        DieKind::Monster(face) => (face == number).then_some(false),
        DieKind::Devil(face) => (face == number).then_some(true),
        DieKind::Plain => None,
    };
    if let Some(horns) = special {
        let k = half / 50.0 * 0.86;
        let horns = if horns { HORNS } else { "" };
        let _ = write!(
            svg,
            r#"<g class="monster" transform="scale({k:.3}) translate(0 4)"><path d="{MONSTER}{horns}"/><circle class="eye" cx="-12" cy="-8" r="9"/><circle class="eye" cx="12" cy="-8" r="9"/><circle cx="-10" cy="-7" r="4"/><circle cx="14" cy="-7" r="4"/></g>"#
        );
        return;
    }
    let r = half * if number == 1 { 0.24 } else { 0.19 };
    let mut path = String::new();
    for (x, y) in pips(number, slant, tall) {
        let (x, y) = (x * half * 0.47, y * half * 0.47);
        let _ = write!(
            path,
            "M{:.1} {y:.1}a{r:.1} {r:.1} 0 1 0 {d:.1} 0a{r:.1} {r:.1} 0 1 0-{d:.1} 0Z",
            x - r,
            d = 2.0 * r
        );
    }
    let lip = half * 0.045;
    let _ = write!(
        svg,
        r#"<path class="lip-dark" transform="translate(0 -{lip:.2})" d="{path}"/><path class="lip-light" transform="translate(0 {lip:.2})" d="{path}"/><path class="pip" d="{path}"/>"#
    );
}

/// A seat's emblem on the near side of a body, so that its outline alone tells the shape.
fn emblem(svg: &mut String, body: Body, seat: Option<Seat>) {
    let Some(seat) = seat else { return };
    let depth = match body {
        Body::Square | Body::Triangle => 0.31,
        Body::Cylinder => 0.345,
        Body::King => 0.3,
        Body::Man => {
            let _ = write!(
                svg,
                r#"<path class="emblem" transform="{}" d="{}"/>"#,
                lying(0.2),
                EMBLEMS[seat.index()]
            );
            return;
        }
        _ => return,
    };
    let middle = if body == Body::King { 0.32 } else { 0.2 };
    let _ = write!(
        svg,
        r#"<path class="emblem" transform="{} scale(0.85)" d="{}"/>"#,
        facing(depth, middle),
        EMBLEMS[seat.index()]
    );
}

/// The level of a step as brass studs on its far half, which nothing before it hides.
fn studs(svg: &mut String, level: u8, at: (i8, i8)) {
    let up = height(Form::Step(level, false));
    let _ = write!(
        svg,
        r#"<g class="studs" transform="{} {}">"#,
        moved(at),
        lying(up)
    );
    for number in 0..level {
        let x = (f32::from(number) - f32::from(level - 1) / 2.0) * 24.0;
        let _ = write!(
            svg,
            r#"<circle class="hole" cx="{x:.1}" cy="-8.6" r="9.4"/><circle class="stud" cx="{x:.1}" cy="-10" r="8.4"/><circle class="glint" cx="{:.1}" cy="-13" r="2.6"/>"#,
            x - 2.4
        );
    }
    svg.push_str("</g>");
}
