//! How a piece looks in text.

use super::canvas::{Canvas, paint};
use super::{Grid, WIDE, brackets, digit, state_sign};
use crate::dice::Orientation;
use crate::{Body, Die, DieKind, Glyph, Piece, Side, State};

/// Whether a glyph needs cells of three lines.
pub(super) fn has_sides(glyph: &Glyph) -> bool {
    matches!(glyph, Glyph::Die(Die { south: Some(_), .. }))
}

/// The character for a number of this die.
fn face(die: &Die, number: u8) -> char {
    match die.kind {
        DieKind::Monster(face) if face == number => 'M',
        DieKind::Devil(face) if face == number => 'D',
        _ => digit(number),
    }
}

fn body(body: Body) -> char {
    match body {
        Body::Pyramid | Body::Pedestal => 'M',
        Body::Shield => '=',
        Body::Soldier => 'I',
        Body::King => 'K',
        Body::Cylinder => 'C',
        Body::Triangle => 'T',
        Body::Square => 'S',
        Body::Man => 'o',
    }
}

/// The letter of a glyph, and the key of its name.
pub(super) fn letters(glyph: &Glyph) -> Option<(char, &'static str)> {
    match glyph {
        Glyph::Die(die) => match die.kind {
            DieKind::Plain => None,
            DieKind::Monster(_) => Some(('M', "drawing.monster")),
            DieKind::Devil(_) => Some(('D', "drawing.devil")),
        },
        Glyph::Body(known) => Some((
            body(*known),
            match known {
                Body::Pyramid | Body::Pedestal => "drawing.master",
                Body::Shield => "drawing.shield",
                Body::Soldier => "drawing.soldier",
                Body::King => "drawing.king",
                Body::Cylinder => "drawing.cylinder",
                Body::Triangle => "drawing.triangle",
                Body::Square => "drawing.square",
                Body::Man => "drawing.man",
            },
        )),
        Glyph::Bar { .. } => None,
    }
}

/// A piece in a tray: `[T]`, a die with top and south face `[13]`, a bar `[123]`.
pub(super) fn word(piece: &Piece, colour: bool) -> String {
    let (open, close) = brackets(piece.seat);
    let inside: String = match &piece.glyph {
        Glyph::Die(die) => [Some(die.top), die.south]
            .into_iter()
            .flatten()
            .map(|number| face(die, number))
            .collect(),
        Glyph::Body(known) => body(*known).to_string(),
        Glyph::Bar { levels, .. } => levels.iter().map(|&level| digit(level)).collect(),
    };
    paint(&format!("{open}{inside}{close}"), piece.seat, colour)
}

/// Draws a piece on its cells.
pub(super) fn draw(canvas: &mut Canvas, grid: &Grid, piece: &Piece, cells: &[(usize, usize)]) {
    let (open, close) = brackets(piece.seat);
    for (i, &cell) in cells.iter().enumerate() {
        let (x, y) = grid.middle(cell);
        let sign = match &piece.glyph {
            Glyph::Die(die) => face(die, die.top),
            Glyph::Body(known) => body(*known),
            Glyph::Bar { levels, .. } => digit(levels[i.min(2)]),
        };
        canvas.put(x + 1, y, open, piece.seat);
        canvas.put(x + 2, y, sign, piece.seat);
        canvas.put(x + 3, y, close, piece.seat);
        if let Glyph::Die(die) = &piece.glyph {
            sides(canvas, (x, y), die, piece);
        }
    }
    for pair in cells.windows(2) {
        join(canvas, grid, piece, pair[0], pair[1]);
    }
    if let (Some(sign), Some(&last)) = (state_sign(piece.state), cells.last()) {
        let captor = match piece.state {
            State::Captive(seat) => Some(seat),
            _ => None,
        };
        let (x, y) = grid.corner(last);
        canvas.put(x + 4, y, sign, captor);
    }
}

/// The four side faces around the top.
fn sides(canvas: &mut Canvas, (x, y): (usize, usize), die: &Die, piece: &Piece) {
    let Some(orientation) = die.south.and_then(|south| Orientation::new(die.top, south)) else {
        return;
    };
    for (side, x, y) in [
        (Side::North, x + 2, y - 1),
        (Side::East, x + 4, y),
        (Side::South, x + 2, y + 1),
        (Side::West, x, y),
    ] {
        canvas.put(x, y, face(die, orientation.facing(side)), piece.seat);
    }
}

/// Joins two cells of one piece across the line between them.
fn join(
    canvas: &mut Canvas,
    grid: &Grid,
    piece: &Piece,
    one: (usize, usize),
    other: (usize, usize),
) {
    let first = (one.0.min(other.0), one.1.min(other.1));
    let (x, y) = grid.middle(first);
    if one.1 == other.1 && one.0.abs_diff(other.0) == 1 {
        for x in x + 3..=x + WIDE + 2 {
            canvas.put(x, y, '═', piece.seat);
        }
    } else if one.0 == other.0 && one.1.abs_diff(other.1) == 1 {
        for y in y + 1..y + grid.high + 1 {
            canvas.put(x + 2, y, '║', piece.seat);
        }
    }
}
