//! A board straight from above as SVG text: for the shelf, for diagrams, for download, for link
//! previews and for the page's flat view. One square is 100 units wide.
//!
//! [`geometry`] says where everything is on the table, [`palette`] in which colours; the page's
//! live board uses the same geometry, and [`solids`] draws its pieces in the table view. It knows
//! scenes only: no game, no rules, no browser.

mod deed;
mod details;
mod dice;
pub mod geometry;
mod ground;
pub mod palette;
mod pen;
mod shapes;
mod sized;
pub mod solids;
mod trays;

use std::fmt::Write;

use tablier_scene::{Glyph, Layout, Piece, Place, Scene, Seat, State, Surface};

use crate::geometry::{Plan, Pose, is_upright};
use crate::trays::glyph_length;
use ground::{ground, marks};
use pen::{U, circle};
use shapes::glyph_into;

pub use deed::deed;
pub use details::rolling_face;
pub use dice::{face_letter, top_pips};
pub use sized::{Sized, sized};

/// A whole board with its pieces, with or without the contents of the trays.
pub fn board(layout: &Layout, scene: &Scene, trays: bool, turn: u8) -> String {
    let plan = if trays {
        Plan::new(layout, true, turn)
    } else {
        Plan::bare(layout, turn)
    };
    let (width, height) = (plan.width, plan.height);
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
        posed_into(&mut svg, layout, piece, pose);
    }
    svg.push_str("</svg>");
    svg
}

/// A piece on the board, at its place.
fn placed_into(svg: &mut String, layout: &Layout, plan: &Plan, piece: &Piece) {
    let poses = plan.poses(layout, std::slice::from_ref(piece));
    for pose in poses {
        posed_into(svg, layout, piece, pose);
    }
}

fn posed_into(svg: &mut String, layout: &Layout, piece: &Piece, pose: Pose) {
    let _ = write!(
        svg,
        r#"<g transform="translate({:.1} {:.1}) scale({:.3}) rotate({})">"#,
        pose.x * U,
        pose.y * U,
        pose.scale,
        i32::from(pose.heading) * 90
    );
    let upright = is_upright(layout, &piece.at);
    piece_into(
        svg,
        layout.surface,
        piece.glyph,
        upright,
        piece.seat,
        piece.state,
    );
    svg.push_str("</g>");
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

/// A piece straight from above, as [`solids::seen`]: SVG placed around the middle of the piece by the
/// classes of the page's `pieces.css`.
pub fn flat(
    surface: Surface,
    glyph: Glyph,
    upright: bool,
    seat: Option<Seat>,
    state: State,
) -> String {
    let mut svg =
        r#"<svg class="from-above" viewBox="-50 -50 100 100" aria-hidden="true">"#.to_owned();
    piece_into(&mut svg, surface, glyph, upright, seat, state);
    svg.push_str("</svg>");
    svg
}

fn piece_into(
    svg: &mut String,
    surface: Surface,
    glyph: Glyph,
    upright: bool,
    seat: Option<Seat>,
    state: State,
) {
    let colours = palette::seat(surface, seat);
    if state == State::Orphan {
        svg.push_str(r#"<g opacity="0.55">"#);
    }
    glyph_into(svg, colours, glyph, seat, upright);
    if state == State::Orphan {
        svg.push_str("</g>");
    }
    if let State::Captive(captor) = state {
        let ring = palette::seat(surface, Some(captor)).face;
        let vertical = matches!(glyph, Glyph::Bar { vertical: true, .. });
        for at in [-60.0, 0.0, 60.0] {
            let (x, y) = if vertical { (0.0, at) } else { (at, 0.0) };
            circle(
                svg,
                x,
                y,
                13.0,
                &format!(r#"fill="none" stroke="{ring}" stroke-width="7""#),
            );
        }
    }
}
