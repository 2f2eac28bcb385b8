//! The pages, one file each.

pub mod about;
pub mod account;
pub mod analysis;
pub mod arrange;
mod clocks;
pub mod credits;
pub mod exercise;
pub mod game;
pub mod games;
pub mod invite;
pub mod learn;
pub mod lost;
mod names;
pub mod online;
pub mod options;
pub mod player;
pub mod preferences;
pub mod print;
pub mod puzzles;
pub mod review;
pub mod rules;
pub mod shelf;
mod statistics;
pub mod table;
mod who;
