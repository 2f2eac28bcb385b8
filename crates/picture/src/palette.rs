//! The colours of boards and pieces in pictures. On the page the same colours are in `board.css`,
//! where themes can change them.

use tablier_scene::Seat;
use tablier_scene::{Ground, Surface};

/// The colours of a seat's pieces.
#[derive(Copy, Clone, Debug)]
pub struct Colours {
    /// The faces.
    pub face: &'static str,
    /// The edges and sides.
    pub edge: &'static str,
    /// Pips, emblems and numerals on the faces.
    pub ink: &'static str,
}

const fn colours(face: &'static str, edge: &'static str, ink: &'static str) -> Colours {
    Colours { face, edge, ink }
}

const IVORY: Colours = colours("#f4ead5", "#b39a6d", "#3a2a1c");
const EBONY: Colours = colours("#40352e", "#15100c", "#f1e6d0");
const RED: Colours = colours("#c2402c", "#7d2014", "#fff4ea");
const BLUE: Colours = colours("#2b64a8", "#163c6b", "#f1f6ff");
const GREEN: Colours = colours("#2f8256", "#174f32", "#f1fff6");
/// Light enough to stand out from the green of the baize.
const EMERALD: Colours = colours("#57cc89", "#0f4a2b", "#0c3a20");
const YELLOW: Colours = colours("#dda01d", "#8f6405", "#33240a");
const MAPLE: Colours = colours("#e8c894", "#a37a45", "#4a3216");
const WALNUT: Colours = colours("#704828", "#3b2412", "#f6e6cd");
const NOBODY: Colours = colours("#b9b4a9", "#7d786d", "#2d2a25");

/// The colours of a seat's pieces on a board.
pub fn seat(surface: Surface, seat: Option<Seat>) -> Colours {
    let Some(seat) = seat else {
        return NOBODY;
    };
    let four = match surface {
        Surface::Wood => [IVORY, EBONY, RED, GREEN],
        Surface::Baize => [RED, EMERALD, BLUE, YELLOW],
        Surface::Opposite => [RED, GREEN, BLUE, YELLOW],
        Surface::Uniform => [MAPLE, WALNUT, RED, GREEN],
        Surface::Slate | Surface::Glass | Surface::Circles => [RED, BLUE, GREEN, YELLOW],
    };
    four[seat.index()]
}

/// The colour of a frame and of the texts in it.
pub fn frame(surface: Surface) -> (&'static str, &'static str) {
    match surface {
        Surface::Wood => ("#573820", "#e9d3ae"),
        Surface::Baize => ("#4b3220", "#e6d2ae"),
        Surface::Slate => ("#2c333a", "#dfe4e8"),
        Surface::Glass | Surface::Opposite | Surface::Circles => ("#c6d8d6", "#3f5654"),
        Surface::Uniform => ("#b08e5d", "#3d2a12"),
    }
}

/// The colour of a site's ground.
pub fn ground(surface: Surface, ground: Ground) -> &'static str {
    match (surface, ground) {
        (Surface::Wood, Ground::Dark) => "#a87b50",
        (Surface::Wood, _) => "#e0c08e",
        (Surface::Baize, Ground::Outer) => "#3f7a5a",
        (Surface::Baize, _) => "#1f553c",
        (Surface::Slate, Ground::Dark) => "#4a535c",
        (Surface::Slate, _) => "#6a747e",
        (Surface::Glass | Surface::Opposite | Surface::Circles, _) => "#e3efed",
        (Surface::Uniform, _) => "#d8bf94",
    }
}

/// The colour of the lines between sites.
pub fn line(surface: Surface) -> &'static str {
    match surface {
        Surface::Wood => "#80592f",
        Surface::Baize => "#2f6b4e",
        Surface::Slate => "#8d97a0",
        Surface::Glass | Surface::Opposite | Surface::Circles => "#9db8b5",
        Surface::Uniform => "#b3945f",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How much two colours differ in brightness, as WCAG defines it.
    fn contrast(a: &str, b: &str) -> f32 {
        let light = |colour: &str| {
            let part = |at: usize| {
                let part = u8::from_str_radix(&colour[at..at + 2], 16).unwrap();
                (f32::from(part) / 255.0).powf(2.2)
            };
            0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5) + 0.05
        };
        light(a).max(light(b)) / light(a).min(light(b))
    }

    /// Green dice lie on green baize, and their pips are counted.
    #[test]
    fn dice_stand_out_from_the_baize() {
        for index in 0..2 {
            let dice = seat(Surface::Baize, Some(Seat::new(index)));
            assert!(contrast(dice.face, dice.ink) > 4.5, "{dice:?}");
        }
        let green = seat(Surface::Baize, Some(Seat::new(1)));
        let baize = ground(Surface::Baize, Ground::Plain);
        let outer = ground(Surface::Baize, Ground::Outer);
        assert!(contrast(green.face, baize) > 4.0, "{green:?}");
        assert!(contrast(green.face, outer) > 2.3, "{green:?}");
    }

    /// In print, every colour of a board is replaced, and so are those of pieces that would look
    /// alike in grey.
    #[test]
    fn the_style_sheet_knows_the_colours_of_pictures() {
        let sheet = include_str!("../../web/assets/book.css");
        let paper = &sheet[sheet.find("@media print").unwrap()..];
        let has = |attribute: &str, colour: &str| {
            let selector = format!("[{attribute}=\"{colour}\"]");
            assert!(paper.contains(&selector), "{selector} is not in book.css");
        };
        for surface in [
            Surface::Wood,
            Surface::Baize,
            Surface::Slate,
            Surface::Glass,
            Surface::Opposite,
            Surface::Circles,
            Surface::Uniform,
        ] {
            has("fill", frame(surface).0);
            has("fill", frame(surface).1);
            has("stroke", line(surface));
            for kind in [Ground::Plain, Ground::Dark, Ground::Outer] {
                has("fill", ground(surface, kind));
            }
        }
        for colours in [RED, BLUE, GREEN, EMERALD, YELLOW, IVORY] {
            has("fill", colours.face);
        }
    }
}
