//! The few elements that a picture is made of.

use std::fmt::Write;

/// The side of a square.
pub(super) const U: f32 = 100.0;

pub(super) fn rect(svg: &mut String, x: f32, y: f32, w: f32, h: f32, r: f32, rest: &str) {
    let _ = write!(
        svg,
        r#"<rect x="{x:.1}" y="{y:.1}" width="{w:.1}" height="{h:.1}" rx="{r:.1}" {rest}/>"#
    );
}

pub(super) fn circle(svg: &mut String, x: f32, y: f32, r: f32, rest: &str) {
    let _ = write!(
        svg,
        r#"<circle cx="{x:.1}" cy="{y:.1}" r="{r:.1}" {rest}/>"#
    );
}

pub(super) fn text(svg: &mut String, x: f32, y: f32, size: f32, fill: &str, what: &str) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_a_picture_is_escaped() {
        let mut svg = String::new();
        text(&mut svg, 0.0, 0.0, 1.0, "#000", "<&");
        assert!(svg.ends_with("&lt;&amp;</text>"));
    }
}
