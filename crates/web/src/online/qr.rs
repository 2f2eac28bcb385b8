//! A link as a QR code, drawn as SVG.

use qrcode::{Color, EcLevel, QrCode};

/// The quiet border that readers want, in modules.
const BORDER: usize = 4;

/// The code as the text of an SVG picture; none if the link is too long for one.
pub fn svg(link: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(link, EcLevel::M).ok()?;
    let width = code.width();
    let mut path = String::new();
    for (at, color) in code.to_colors().into_iter().enumerate() {
        if color == Color::Dark {
            let (x, y) = (at % width + BORDER, at / width + BORDER);
            path += &format!("M{x} {y}h1v1h-1z");
        }
    }
    let side = width + 2 * BORDER;
    Some(format!(
        "<svg viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\" aria-hidden=\"true\">\
         <path class=\"ground\" d=\"M0 0h{side}v{side}H0z\"/><path class=\"ink\" d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_becomes_a_square_of_modules_with_a_border() {
        let picture = svg("http://192.168.1.20:7777/t/abcdefghjkmnpqrs").unwrap();
        // Version 4 has 33 modules; the finder pattern begins behind the border.
        assert!(picture.contains("viewBox=\"0 0 41 41\""));
        assert!(picture.contains("M4 4h1v1h-1z"));
        assert!(svg(&"x".repeat(5_000)).is_none());
    }
}
