//! The pages, one file each.

pub mod analysis;
pub mod game;
pub mod games;
pub mod lost;
pub mod shelf;
pub mod table;
