//! The commands, one file each: `Args` with the arguments and `run`, which returns the text to be
//! printed. To add one: a file here, a line here, and two lines in `app.rs`.

pub(crate) mod admin;
pub(crate) mod analyse;
pub(crate) mod backup;
pub(crate) mod bench;
pub(crate) mod bot;
pub(crate) mod calibrate;
pub(crate) mod chances;
pub(crate) mod chaos;
pub(crate) mod check_history;
pub(crate) mod duel;
pub(crate) mod engine;
pub(crate) mod explain;
pub(crate) mod games;
pub(crate) mod learn;
pub(crate) mod load;
pub(crate) mod move_store;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod probe;
pub(crate) mod puzzles;
pub(crate) mod record;
pub(crate) mod restore;
pub(crate) mod serve;
pub(crate) mod shelf;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod stats;
pub(crate) mod tactics;
pub(crate) mod trace;
pub(crate) mod tune;
pub(crate) mod work;

use tablier_rules::{Status, Table};

/// The legal actions, sorted bytewise.
fn sorted_legal(table: &dyn Table) -> Vec<String> {
    let mut legal = table.legal();
    legal.sort_unstable();
    legal
}

/// `ongoing`, or `over` and what each seat got.
fn result(table: &dyn Table) -> String {
    match table.status() {
        Status::Acts(_) => "ongoing".to_owned(),
        Status::Over(outcome) => format!("over {outcome}"),
    }
}

/// A value as indented JSON with a line break at the end.
fn json(value: &serde_json::Value) -> String {
    format!("{value:#}\n")
}
