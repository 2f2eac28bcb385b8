//! The pages, one file each.

pub mod lost;
pub mod shelf;
pub mod table;
