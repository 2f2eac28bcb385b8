//! A picture with a size in pixels: what draws it onto a canvas needs one.

/// A picture and its size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sized {
    /// The SVG text.
    pub svg: String,
    /// Its width in pixels.
    pub width: u32,
    /// Its height in pixels.
    pub height: u32,
}

/// A picture of this crate whose longer side has so many pixels, with more drawn on top of it; none if
/// the text is no picture.
pub fn sized(svg: &str, longest: u32, on_top: &str) -> Option<Sized> {
    let (_, rest) = svg.split_once("viewBox=\"")?;
    let (area, _) = rest.split_once('"')?;
    let numbers: Vec<f32> = area.split(' ').filter_map(|n| n.parse().ok()).collect();
    let [_, _, wide, high] = numbers[..] else {
        return None;
    };
    if wide <= 0.0 || high <= 0.0 {
        return None;
    }
    let scale = longest as f32 / wide.max(high);
    let side = |length: f32| ((length * scale).round() as u32).max(1);
    let (width, height) = (side(wide), side(high));
    let body = svg.strip_prefix("<svg ")?.strip_suffix("</svg>")?;
    Some(Sized {
        svg: format!(r#"<svg width="{width}" height="{height}" {body}{on_top}</svg>"#),
        width,
        height,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_side_has_the_wanted_length() {
        let svg = r#"<svg xmlns="x" viewBox="0 0 1200 600" role="img"><g/></svg>"#;
        let picture = sized(svg, 480, "<path/>").unwrap();
        assert_eq!((picture.width, picture.height), (480, 240));
        assert_eq!(
            picture.svg,
            r#"<svg width="480" height="240" xmlns="x" viewBox="0 0 1200 600" role="img"><g/><path/></svg>"#
        );
        let tall = svg.replace("1200 600", "600 1200");
        let picture = sized(&tall, 480, "").unwrap();
        assert_eq!((picture.width, picture.height), (240, 480));
        for wrong in ["", "<svg></svg>", r#"<svg viewBox="0 0 0 0"></svg>"#] {
            assert_eq!(sized(wrong, 480, ""), None);
        }
    }
}
