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
