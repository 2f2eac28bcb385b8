//! Solved games: exact values, shortest solutions, and their proofs.

pub mod alignement;
pub mod solitaire;
