//! Pieces of every shape, around the point (0, 0).

use std::fmt::Write;

use tablier_scene::Seat;
use tablier_scene::{Body, Glyph};

use super::details::{CROWN, EMBLEMS};
use super::dice::die_into;
use super::pen::{circle, rect, text};
use crate::palette::Colours;

/// A piece; `upright` if it lies from south to north.
pub(super) fn glyph_into(
    svg: &mut String,
    c: Colours,
    glyph: Glyph,
    seat: Option<Seat>,
    upright: bool,
) {
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
            let _ = write!(svg, r#"<path d="{CROWN}" fill="{}"/>"#, c.ink);
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

/// The emblem of a seat, a little below the middle.
fn emblem(svg: &mut String, ink: &str, seat: Option<Seat>) {
    let Some(seat) = seat else { return };
    let path = EMBLEMS[seat.index()];
    let _ = write!(
        svg,
        r#"<path transform="translate(0 4)" d="{path}" fill="{ink}" fill-opacity="0.85"/>"#
    );
}
