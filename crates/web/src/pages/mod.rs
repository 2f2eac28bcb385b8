//! The pages, one file each.

pub mod about;
pub mod analysis;
pub mod arrange;
pub mod credits;
pub mod exercise;
pub mod game;
pub mod games;
pub mod learn;
pub mod lost;
pub mod options;
pub mod puzzles;
pub mod rules;
pub mod shelf;
pub mod table;
