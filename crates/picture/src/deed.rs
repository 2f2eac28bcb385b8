//! A small picture of one move: the part of the board where it happens, the piece where it ends, where it
//! came from as a shade, and its way.

use std::fmt::Write;

use tablier_scene::{Change, Layout, Piece, Place, Scene, SiteId, Transition};

use crate::geometry::{Area, Plan};
use crate::ground::ground;
use crate::pen::U;
use crate::placed_into;

/// The shape of the picture: how wide it is for its height.
const SHAPE: f32 = 1.25;
/// The fewest squares seen across.
const LEAST: f32 = 4.0;

/// A move from one scene to another.
pub fn deed(layout: &Layout, before: &Scene, after: &Scene, transition: &Transition) -> String {
    let plan = Plan::bare(layout, 0);
    let ways = ways(transition);
    let on_board = |scene: &'_ Scene| -> Vec<Piece> {
        let pieces = scene.pieces.iter();
        let standing = pieces.filter(|piece| matches!(piece.at, Place::Sites(_)));
        standing.cloned().collect()
    };
    let (was, is) = (on_board(before), on_board(after));
    let gone: Vec<Piece> = was.iter().filter(|p| !is.contains(p)).cloned().collect();
    let come = is.iter().filter(|piece| !was.contains(piece));
    let mut sites: Vec<SiteId> = ways.iter().flatten().copied().collect();
    for piece in gone.iter().chain(come) {
        if let Place::Sites(of) = &piece.at {
            sites.extend(of);
        }
    }
    let seen = seen(layout, &plan, &sites);
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="{:.0} {:.0} {:.0} {:.0}" aria-hidden="true">"#,
        seen.x * U,
        seen.y * U,
        seen.width * U,
        seen.height * U
    );
    ground(&mut svg, layout, &plan);
    svg.push_str(r#"<g opacity="0.38">"#);
    for piece in &gone {
        placed_into(&mut svg, layout, &plan, piece);
    }
    svg.push_str("</g>");
    for piece in &is {
        placed_into(&mut svg, layout, &plan, piece);
    }
    for way in &ways {
        arrow(&mut svg, layout, &plan, way);
    }
    svg.push_str("</svg>");
    svg
}

/// The ways of the pieces that move, each with its beginning.
fn ways(transition: &Transition) -> Vec<Vec<SiteId>> {
    let mut ways = Vec::new();
    for change in transition.steps.iter().flatten() {
        match change {
            Change::Roll { from, path } | Change::Slide { from, path } => {
                let mut way = vec![*from];
                way.extend(path);
                ways.push(way);
            }
            Change::Lift {
                from: Place::Sites(from),
                to: Place::Sites(to),
            } => {
                let middle = |sites: &[SiteId]| sites.get(sites.len() / 2).copied();
                ways.push([middle(from), middle(to)].into_iter().flatten().collect());
            }
            _ => {}
        }
    }
    ways
}

/// The part of the board around these sites.
fn seen(layout: &Layout, plan: &Plan, sites: &[SiteId]) -> Area {
    let whole = plan.frame();
    let points = sites.iter().map(|&site| plan.site(layout, site));
    let (mut left, mut top, mut right, mut bottom) = (f32::MAX, f32::MAX, 0.0_f32, 0.0_f32);
    for (x, y) in points {
        (left, right) = (left.min(x), right.max(x));
        (top, bottom) = (top.min(y), bottom.max(y));
    }
    if left > right {
        return whole;
    }
    let width = (right - left + 2.4)
        .max(LEAST)
        .max((bottom - top + 2.4) * SHAPE)
        .min(whole.width);
    let height = (width / SHAPE).min(whole.height);
    let x = (left + right - width) / 2.0;
    let y = (top + bottom - height) / 2.0;
    Area {
        x: x.clamp(0.0, whole.width - width),
        y: y.clamp(0.0, whole.height - height),
        width,
        height,
    }
}

/// A line along a way, with a head at its end.
fn arrow(svg: &mut String, layout: &Layout, plan: &Plan, way: &[SiteId]) {
    let mut points: Vec<(f32, f32)> = way
        .iter()
        .map(|&site| plan.site(layout, site))
        .map(|(x, y)| (x * U, y * U))
        .collect();
    let [.., before, end] = points[..] else {
        return;
    };
    let (dx, dy) = (end.0 - before.0, end.1 - before.1);
    let length = dx.hypot(dy).max(1.0);
    let (dx, dy) = (dx / length, dy / length);
    // The head stands at the edge of the piece, which stays in sight.
    let tip = (end.0 - 38.0 * dx, end.1 - 38.0 * dy);
    let foot = (tip.0 - 30.0 * dx, tip.1 - 30.0 * dy);
    let last = points.len() - 1;
    points[last] = foot;
    let line: Vec<String> = points
        .iter()
        .map(|(x, y)| format!("{x:.0},{y:.0}"))
        .collect();
    let _ = write!(
        svg,
        r##"<g><polyline points="{}" fill="none" stroke="#b03a24" stroke-width="12" stroke-linejoin="round" stroke-linecap="round" stroke-opacity="0.85"/><path d="M{:.0} {:.0}L{:.0} {:.0}L{:.0} {:.0}Z" fill="#b03a24"/></g>"##,
        line.join(" "),
        tip.0,
        tip.1,
        foot.0 - 22.0 * dy,
        foot.1 + 22.0 * dx,
        foot.0 + 22.0 * dy,
        foot.1 - 22.0 * dx,
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::tests::board;
    use tablier_scene::{Body, Glyph, Message, Seat};

    fn scene(site: u16) -> Scene {
        let man = Glyph::Body(Body::Man);
        Scene {
            pieces: vec![Piece::on(SiteId(site), man, Seat::new(0))],
            marks: Vec::new(),
            seats: Vec::new(),
            prompt: Message::new("rules.over"),
        }
    }

    #[test]
    fn a_move_shows_where_it_came_from_and_its_way() {
        let layout = board();
        let path = vec![SiteId(1), SiteId(2)];
        let moved = Transition::single_step(vec![Change::Slide {
            from: SiteId(0),
            path,
        }]);
        let svg = deed(&layout, &scene(0), &scene(2), &moved);
        assert_eq!(svg.matches("<polyline").count(), 1);
        assert!(svg.contains(r#"opacity="0.38"><g transform"#), "{svg}");
        let still = deed(&layout, &scene(0), &scene(0), &Transition::default());
        assert!(!still.contains("<polyline"));
    }
}
