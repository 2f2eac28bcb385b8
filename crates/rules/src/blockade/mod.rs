//! The six games of the box *Blockade*; their rules are together in `RULES.md`.

pub mod alignement;
pub mod blocus;
pub mod board;
pub mod empire;
mod players;
pub mod porte;
pub mod saute;
pub mod solitaire;

pub use players::Players;

use crate::scene::Stroke;

/// The thick lines of a square board, up and across at the same places.
fn thick_lines(at: [f32; 3], length: f32) -> impl Iterator<Item = Stroke> {
    at.into_iter().flat_map(move |at| {
        let (up, across) = (((at, 0.0), (at, length)), ((0.0, at), (length, at)));
        [up, across].map(|(from, to)| Stroke { from, to })
    })
}
