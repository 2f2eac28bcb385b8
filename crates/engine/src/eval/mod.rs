//! What the engine knows about each game. A game of the catalog without a file here does not
//! compile.

pub(crate) mod alignement;
mod blocus;
mod breakthrough;
mod cubulus;
mod d21;
mod empire;
mod eupdonne;
mod monstrodechecs;
mod porte;
mod saute;
mod solitaire;
