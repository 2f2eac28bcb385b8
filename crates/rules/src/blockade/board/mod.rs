//! The board that the games of the box share: 144 squares in 16 parts, each with a centre.

mod lines;
pub(super) mod lists;
mod place;
mod set;
#[cfg(test)]
mod tests;

pub use lines::{FULL, LineMask};
pub(super) use lines::{Lines, count, list_line, nth, slide};
pub use lists::Lists as PieceLists;
pub(super) use place::Place;
pub use set::{Set, Squares};

use super::thick_lines;
use crate::grid;
use crate::scene::{Ground, Layout, Surface};

/// A square of the board.
pub type Square = grid::Square<12, 12>;

/// The square with column and row exchanged.
#[inline]
pub const fn transposed(square: Square) -> Square {
    Square::new_unchecked(square.row(), square.column())
}

/// The square after a quarter turn of the board clockwise (A1 goes to A12, A12 to L12).
#[inline]
pub const fn turned(square: Square) -> Square {
    Square::new_unchecked(square.row(), 11 - square.column())
}

/// The part of a square: 0 at the south-west corner, then eastwards and row by row to the north.
#[inline]
pub const fn part(square: Square) -> u8 {
    square.row() / 3 * 4 + square.column() / 3
}

/// The centre of a part.
#[inline]
pub const fn centre(part: u8) -> Square {
    Square::new_unchecked(part % 4 * 3 + 1, part / 4 * 3 + 1)
}

/// Whether a square is a centre.
#[inline]
pub const fn is_centre(square: Square) -> bool {
    square.row() % 3 == 1 && square.column() % 3 == 1
}

/// The nine squares of each part.
pub static PARTS: [Set; 16] = {
    let mut parts = [Set::EMPTY; 16];
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::from_index(index);
        parts[part(square) as usize] = parts[part(square) as usize].with(square);
        index += 1;
    }
    parts
};

/// The glass board with its parts and circles.
pub(super) fn layout(ground: impl Fn(Square) -> Ground) -> Layout {
    let mut layout = Layout::grid(
        Surface::Glass,
        12,
        12,
        |c, r| Square::new(c as u8, r as u8).to_string(),
        |c, r| ground(Square::new(c as u8, r as u8)),
    )
    .with_frame(
        ('A'..='L').map(String::from),
        (1..=12).map(|row: u8| row.to_string()),
    );
    layout.strokes.extend(thick_lines([3.0, 6.0, 9.0], 12.0));
    layout
}
