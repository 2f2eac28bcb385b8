//! A board straight from above as SVG text: for the shelf, for diagrams, for download and for link
//! previews. One square is 100 units wide.
//!
//! [`geometry`] says where everything is on the table, [`palette`] in which colours; the page's
//! live board uses the same geometry. It knows scenes only: no game, no rules, no browser.

mod dice;
pub mod geometry;
mod ground;
pub mod palette;
mod pen;
mod shapes;
mod trays;

use std::fmt::Write;

use tablier_scene::{Glyph, Layout, Piece, Place, Scene, Seat, State, Surface};

use crate::geometry::{FRAME, Plan, is_upright};
use crate::trays::glyph_length;
use ground::{ground, marks};
use pen::{U, circle};
use shapes::glyph_into;

pub use dice::{HORNS, MONSTER, face_letter, top_pips};

/// A whole board with its pieces, with or without the contents of the trays.
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

/// One piece in a separate frame, placed as it would be on the board.
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
