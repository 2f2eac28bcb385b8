//! The pages, one file each.

pub mod about;
pub mod account;
pub mod analysis;
pub mod arrange;
pub mod credits;
pub mod exercise;
pub mod game;
pub mod games;
pub mod invite;
pub mod learn;
pub mod lost;
pub mod online;
pub mod options;
pub mod player;
pub mod puzzles;
pub mod rules;
pub mod shelf;
pub mod table;
