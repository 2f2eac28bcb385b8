//! The command line of `tablier`.
//!
//! One file per command in `commands`; `app` parses the arguments, runs the command and prints
//! its output. A refusal ends with status 1, nothing on standard output and a message on standard
//! error.

// Comments on options are what --help prints: addresses stand there as people type them.
#![allow(rustdoc::bare_urls)]

mod app;
mod commands;
mod configuration;
mod data;
mod failure;
mod files;
mod given;
mod input;
mod kept;
mod lan;
mod numbers;
mod online;
mod order;
mod program;
mod progress;
mod series;
mod settings;

pub use app::main;
pub use commands::engine::speak;
