//! A board straight from above as SVG text: for the shelf, for the pictures of outcomes, and for
//! download. One square is 100 units wide.

use std::fmt::Write;

use tablier_rules::Seat;
use tablier_rules::scene::dice::Orientation;
use tablier_rules::scene::{
    Body, Die, DieKind, Edge, Glyph, Ground, Layout, MarkKind, Piece, Place, Scene, Side, SiteId,
    State, Surface,
};

use super::geometry::{FRAME, Plan, glyph_length};
use super::palette::{self, Colours};

const U: f32 = 100.0;

/// A whole board with its pieces, with or without what lies in the trays.
pub fn board(layout: &Layout, scene: &Scene, trays: bool, turn: u8) -> String {
    let plan = Plan::new(layout, true, turn);
    let (width, height) = if trays {
        (plan.width, plan.height)
    } else {
        (plan.field.width + 2.0 * FRAME, plan.height)
    };
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {:.0} {:.0}" role="img">"#,
        width * U,
        height * U
    );
    ground(&mut svg, layout, &plan);
    marks(&mut svg, layout, &plan, scene);
    for (piece, pose) in scene.pieces.iter().zip(plan.poses(layout, &scene.pieces)) {
        if !trays && matches!(piece.at, Place::Zone(..)) {
            continue;
        }
        let _ = write!(
            svg,
            r#"<g transform="translate({:.1} {:.1}) scale({:.3}) rotate({})">"#,
            pose.x * U,
            pose.y * U,
            pose.scale,
            i32::from(pose.heading) * 90
        );
        piece_into(&mut svg, layout, piece);
        svg.push_str("</g>");
    }
    svg.push_str("</svg>");
    svg
}

/// One piece in a frame of its own, lying as it would on the board.
pub fn piece(surface: Surface, glyph: Glyph, seat: Option<Seat>) -> String {
    let at = match glyph {
        Glyph::Bar { vertical: true, .. } => (100.0, 300.0),
        _ => (100.0 * glyph_length(&glyph), 100.0),
    };
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{} {} {} {}" aria-hidden="true">"#,
        -at.0 / 2.0,
        -at.1 / 2.0,
        at.0,
        at.1
    );
    glyph_into(&mut svg, palette::seat(surface, seat), glyph, seat, false);
    svg.push_str("</svg>");
    svg
}

fn rect(svg: &mut String, x: f32, y: f32, w: f32, h: f32, r: f32, rest: &str) {
    let _ = write!(
        svg,
        r#"<rect x="{x:.1}" y="{y:.1}" width="{w:.1}" height="{h:.1}" rx="{r:.1}" {rest}/>"#
    );
}

fn circle(svg: &mut String, x: f32, y: f32, r: f32, rest: &str) {
    let _ = write!(
        svg,
        r#"<circle cx="{x:.1}" cy="{y:.1}" r="{r:.1}" {rest}/>"#
    );
}

fn text(svg: &mut String, x: f32, y: f32, size: f32, fill: &str, what: &str) {
    let _ = write!(
        svg,
        r#"<text x="{x:.1}" y="{y:.1}" font-size="{size}" fill="{fill}" text-anchor="middle" dominant-baseline="central" font-family="system-ui, sans-serif" font-weight="600">"#
    );
    for letter in what.chars() {
        match letter {
            '<' => svg.push_str("&lt;"),
            '&' => svg.push_str("&amp;"),
            other => svg.push(other),
        }
    }
    svg.push_str("</text>");
}

fn ground(svg: &mut String, layout: &Layout, plan: &Plan) {
    let surface = layout.surface;
    let (frame, ink) = palette::frame(surface);
    let (w, h) = (plan.field.width, plan.field.height);
    rect(
        svg,
        0.0,
        0.0,
        (w + 2.0 * FRAME) * U,
        (h + 2.0 * FRAME) * U,
        14.0,
        &format!(r#"fill="{frame}""#),
    );
    let base = palette::ground(surface, Ground::Plain);
    rect(
        svg,
        FRAME * U,
        FRAME * U,
        w * U,
        h * U,
        2.0,
        &format!(r#"fill="{base}""#),
    );
    let line = palette::line(surface);
    for site in &layout.sites {
        let (x, y) = plan.point(site.x, site.y);
        let (x, y, s) = (x * U, y * U, site.size * U);
        if surface == Surface::Circles {
            circle(
                svg,
                x,
                y,
                s * 0.44,
                &format!(r#"fill="none" stroke="{line}" stroke-width="3""#),
            );
        } else {
            let fill = palette::ground(surface, site.ground);
            rect(
                svg,
                x - s / 2.0,
                y - s / 2.0,
                s,
                s,
                0.0,
                &format!(r#"fill="{fill}" stroke="{line}" stroke-width="1.5""#),
            );
        }
        if let Some(seat) = site.seat {
            let tint = palette::seat(surface, Some(seat)).face;
            rect(
                svg,
                x - s / 2.0,
                y - s / 2.0,
                s,
                s,
                0.0,
                &format!(r#"fill="{tint}" fill-opacity="0.25""#),
            );
        }
        if matches!(site.ground, Ground::Centre | Ground::Throne) && surface != Surface::Circles {
            circle(
                svg,
                x,
                y,
                s * 0.38,
                &format!(r#"fill="none" stroke="{line}" stroke-width="4""#),
            );
        }
        if site.ground == Ground::Throne {
            text(svg, x, y, s * 0.42, line, "T");
        }
    }
    for rule in &layout.rules {
        let (x1, y1) = plan.point(rule.from.0, rule.from.1);
        let (x2, y2) = plan.point(rule.to.0, rule.to.1);
        let _ = write!(
            svg,
            r#"<line x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}" stroke="{line}" stroke-width="5"/>"#,
            x1 * U,
            y1 * U,
            x2 * U,
            y2 * U
        );
    }
    for edge in &layout.edges {
        let (x, y, w, h) = edge_area(plan, layout, *edge);
        let fill = palette::seat(surface, Some(edge.seat)).face;
        rect(
            svg,
            x * U,
            y * U,
            w * U,
            h * U,
            6.0,
            &format!(r#"fill="{fill}""#),
        );
    }
    for label in &layout.labels {
        let (x, y) = plan.point(label.x, label.y);
        text(svg, x * U, y * U, 30.0, ink, &label.text);
    }
}

/// Where a coloured edge of the board lies on the table: left, top, width and height.
pub fn edge_area(plan: &Plan, layout: &Layout, edge: Edge) -> (f32, f32, f32, f32) {
    let thick = 0.14;
    let (w, h) = (layout.width, layout.height);
    let (from, to) = match edge.side {
        Side::North => ((0.0, -thick), (w, 0.0)),
        Side::South => ((0.0, h), (w, h + thick)),
        Side::West => ((-thick, 0.0), (0.0, h)),
        Side::East => ((w, 0.0), (w + thick, h)),
    };
    let a = plan.point(from.0, from.1);
    let b = plan.point(to.0, to.1);
    (
        a.0.min(b.0),
        a.1.min(b.1),
        (a.0 - b.0).abs(),
        (a.1 - b.1).abs(),
    )
}

fn marks(svg: &mut String, layout: &Layout, plan: &Plan, scene: &Scene) {
    for mark in &scene.marks {
        let points: Vec<(f32, f32)> = mark
            .sites
            .iter()
            .map(|&site| plan.site(layout, site))
            .collect();
        for (x, y) in &points {
            let (x, y) = (x * U, y * U);
            match mark.kind {
                MarkKind::Last => rect(
                    svg,
                    x - 46.0,
                    y - 46.0,
                    92.0,
                    92.0,
                    6.0,
                    r##"fill="none" stroke="#c99a2e" stroke-width="6" stroke-dasharray="22 48 44 48 44 48 44 48 22""##,
                ),
                MarkKind::Threat => circle(
                    svg,
                    x,
                    y,
                    45.0,
                    r##"fill="none" stroke="#b03a24" stroke-width="6" stroke-dasharray="14 8""##,
                ),
                MarkKind::Win => rect(
                    svg,
                    x - 47.0,
                    y - 47.0,
                    94.0,
                    94.0,
                    8.0,
                    r##"fill="#c99a2e" fill-opacity="0.45" stroke="#c99a2e" stroke-width="6""##,
                ),
                _ => {}
            }
        }
        if matches!(mark.kind, MarkKind::Way) && points.len() > 1 {
            let line: Vec<String> = points
                .iter()
                .map(|(x, y)| format!("{:.1},{:.1}", x * U, y * U))
                .collect();
            let _ = write!(
                svg,
                r##"<polyline points="{}" fill="none" stroke="#2c7a57" stroke-width="10" stroke-linejoin="round"/>"##,
                line.join(" ")
            );
        }
    }
}

fn piece_into(svg: &mut String, layout: &Layout, piece: &Piece) {
    let surface = layout.surface;
    let colours = palette::seat(surface, piece.seat);
    let upright = is_upright(layout, &piece.at);
    if piece.state == State::Orphan {
        svg.push_str(r#"<g opacity="0.55">"#);
    }
    glyph_into(svg, colours, piece.glyph, piece.seat, upright);
    if piece.state == State::Orphan {
        svg.push_str("</g>");
    }
    if let State::Captive(captor) = piece.state {
        let ring = palette::seat(surface, Some(captor)).face;
        for at in [-60.0, 0.0, 60.0] {
            circle(
                svg,
                at,
                0.0,
                13.0,
                &format!(r#"fill="none" stroke="{ring}" stroke-width="7""#),
            );
        }
    }
}

/// Whether a piece on several squares runs from south to north.
pub fn is_upright(layout: &Layout, place: &Place) -> bool {
    let Place::Sites(sites) = place else {
        return false;
    };
    let x = |site: &SiteId| layout.sites.get(usize::from(site.0)).map(|site| site.x);
    match sites[..] {
        [ref first, .., ref last] => x(first) == x(last),
        _ => false,
    }
}

fn glyph_into(svg: &mut String, c: Colours, glyph: Glyph, seat: Option<Seat>, upright: bool) {
    let skin = format!(r#"fill="{}" stroke="{}" stroke-width="4""#, c.face, c.edge);
    match glyph {
        Glyph::Die(die) => die_into(svg, c, die),
        Glyph::Bar { levels, vertical } => {
            for (at, level) in levels.into_iter().enumerate() {
                let along = (at as f32 - 1.0) * 100.0;
                let (x, y) = if vertical {
                    (0.0, -along)
                } else {
                    (along, 0.0)
                };
                let inset = 16.0 - 4.0 * f32::from(level);
                rect(
                    svg,
                    x - 50.0 + 4.0,
                    y - 46.0,
                    92.0,
                    92.0,
                    8.0,
                    &format!(r#"fill="{}""#, c.edge),
                );
                rect(
                    svg,
                    x - 50.0 + inset,
                    y - 50.0 + inset,
                    100.0 - 2.0 * inset,
                    100.0 - 2.0 * inset,
                    8.0,
                    &skin,
                );
                text(svg, x, y, 46.0, c.ink, &level.to_string());
            }
        }
        Glyph::Body(body) => body_into(svg, c, &skin, body, seat, upright),
    }
}

fn body_into(
    svg: &mut String,
    c: Colours,
    skin: &str,
    body: Body,
    seat: Option<Seat>,
    upright: bool,
) {
    let thin = format!(r#"fill="none" stroke="{}" stroke-width="4""#, c.ink);
    match body {
        Body::Pyramid => {
            rect(svg, -38.0, -38.0, 76.0, 76.0, 4.0, skin);
            let _ = write!(
                svg,
                r#"<path d="M-38-38 38 38M38-38-38 38" stroke="{}" stroke-width="4"/>"#,
                c.edge
            );
            circle(svg, 0.0, 0.0, 7.0, &format!(r#"fill="{}""#, c.ink));
        }
        Body::Pedestal => {
            rect(svg, -40.0, -40.0, 80.0, 80.0, 8.0, skin);
            rect(svg, -25.0, -25.0, 50.0, 50.0, 16.0, &thin);
            circle(svg, 0.0, 0.0, 8.0, &format!(r#"fill="{}""#, c.ink));
        }
        Body::Shield => {
            let (w, h) = if upright {
                (56.0, 180.0)
            } else {
                (180.0, 56.0)
            };
            rect(svg, -w / 2.0, -h / 2.0, w, h, 12.0, skin);
            rect(
                svg,
                -w / 2.0 + 12.0,
                -h / 2.0 + 12.0,
                w - 24.0,
                h - 24.0,
                6.0,
                &thin,
            );
        }
        Body::Soldier => {
            rect(svg, -28.0, -28.0, 56.0, 56.0, 8.0, skin);
            rect(svg, -16.0, -16.0, 32.0, 32.0, 4.0, &thin);
        }
        Body::King => {
            circle(svg, 0.0, 0.0, 40.0, skin);
            let _ = write!(
                svg,
                r#"<path d="M-20 12-22-12-9-2 0-18 9-2 22-12 20 12Z" fill="{}"/>"#,
                c.ink
            );
        }
        Body::Cylinder => {
            circle(svg, 0.0, 0.0, 38.0, skin);
            circle(svg, 0.0, 0.0, 24.0, &thin);
        }
        Body::Triangle => {
            let _ = write!(
                svg,
                r#"<path d="M0-42 40 30-40 30Z" stroke-linejoin="round" {skin}/>"#
            );
        }
        Body::Square => {
            rect(svg, -35.0, -35.0, 70.0, 70.0, 6.0, skin);
        }
        Body::Man => {
            circle(svg, 0.0, 0.0, 36.0, skin);
        }
    }
    if !matches!(
        body,
        Body::Shield | Body::Soldier | Body::Pyramid | Body::Pedestal | Body::King | Body::Cylinder
    ) {
        emblem(svg, c.ink, seat);
    }
}

/// The emblem of a seat: disc, triangle, square, diamond.
fn emblem(svg: &mut String, ink: &str, seat: Option<Seat>) {
    let Some(seat) = seat else { return };
    let path = match seat.index() {
        0 => "M-8 4a8 8 0 1 0 16 0a8 8 0 1 0-16 0Z",
        1 => "M0-6 10 12-10 12Z",
        2 => "M-8-4H8V12H-8Z",
        _ => "M0-8 10 4 0 16-10 4Z",
    };
    let _ = write!(
        svg,
        r#"<path d="{path}" fill="{ink}" fill-opacity="0.85"/>"#
    );
}

/// Where the pips of a face lie, from -1 to 1. `slant` says which diagonal 2 and 3 use (true: from
/// lower left to upper right), `tall` whether the rows of 6 run from top to bottom.
fn pips(number: u8, slant: bool, tall: bool) -> Vec<(f32, f32)> {
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

/// How the pips on top of a die lie, seen from above with north up: whether the diagonal of 2 and 3
/// runs from south-west to north-east, and whether the rows of 6 run from north to south.
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

fn die_into(svg: &mut String, c: Colours, die: Die) {
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
}

/// What a face is called: its number, or M for the monster and D for the devil.
pub fn face_letter(kind: DieKind, number: u8) -> String {
    match kind {
        DieKind::Monster(face) if face == number => "M".to_owned(),
        DieKind::Devil(face) if face == number => "D".to_owned(),
        _ => number.to_string(),
    }
}

/// The monster of a die's face in a square from -50 to 50.
pub const MONSTER: &str = "M-34 30C-40-8-24-34 0-34S40-8 34 30L22 20 11 32 0 21-11 32-22 20Z";
/// The horns that make a devil of it.
pub const HORNS: &str =
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

    #[test]
    fn text_in_a_picture_is_escaped() {
        let mut svg = String::new();
        text(&mut svg, 0.0, 0.0, 1.0, "#000", "<&");
        assert!(svg.ends_with("&lt;&amp;</text>"));
    }
}
