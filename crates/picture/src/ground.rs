//! The board itself, and the marks on it.

use std::fmt::Write;

use tablier_scene::{Ground, Layout, MarkKind, Scene, Surface};

use super::pen::{U, circle, rect, text};
use crate::geometry::Plan;
use crate::palette;

/// Frame, squares, heavier lines, coloured edges and coordinates.
pub(super) fn ground(svg: &mut String, layout: &Layout, plan: &Plan) {
    let surface = layout.surface;
    let (frame, ink) = palette::frame(surface);
    let around = plan.frame();
    rect(
        svg,
        around.x * U,
        around.y * U,
        around.width * U,
        around.height * U,
        14.0,
        &format!(r#"fill="{frame}""#),
    );
    let base = palette::ground(surface, Ground::Plain);
    rect(
        svg,
        plan.field.x * U,
        plan.field.y * U,
        plan.field.width * U,
        plan.field.height * U,
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
    for stroke in &layout.strokes {
        let (x1, y1) = plan.point(stroke.from.0, stroke.from.1);
        let (x2, y2) = plan.point(stroke.to.0, stroke.to.1);
        let _ = write!(
            svg,
            r#"<line x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}" stroke="{line}" stroke-width="9"/>"#,
            x1 * U,
            y1 * U,
            x2 * U,
            y2 * U
        );
    }
    for edge in &layout.edges {
        let (x, y, w, h) = plan.edge(layout, *edge);
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

/// The last action, threats, ways and what won.
pub(super) fn marks(svg: &mut String, layout: &Layout, plan: &Plan, scene: &Scene) {
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
