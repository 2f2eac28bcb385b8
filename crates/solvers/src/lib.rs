//! Games settled: exact values, shortest solutions, and what proves them.

pub mod alignement;
pub mod solitaire;
