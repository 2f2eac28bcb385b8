//! The client: draws scenes, reports picks, and names no game.
//!
//! - [`board`] draws a [`tablier_rules::scene::Scene`] and reports picks; nothing else knows how a board looks.
//! - [`pages`] are the pages, one file each, chosen by [`router`].
//! - [`play`] connects the two: it turns picks into actions of a [`session`].
//! - [`session`] and [`tree`] are a game with everything tried in it. It has a [`home`]: this browser,
//!   where [`store`] keeps it, or a table on the server ([`online`]).
//!
//! To add a page: a variant of [`router::Route`] with its path, a file in `pages`, a line in `app`.

pub mod app;
pub mod begin;
pub mod board;
pub mod dom;
mod export;
mod fit;
pub mod home;
pub mod icons;
pub mod library;
pub mod machine;
pub mod note;
mod notify;
pub mod online;
pub mod pages;
mod percent;
pub mod play;
pub mod prefs;
pub mod progress;
pub mod router;
pub mod session;
pub mod share;
mod sound;
pub mod store;
pub mod taste;
pub mod time;
pub mod tree;
pub mod words;

use wasm_bindgen::prelude::*;

/// Shows the client in the page.
#[wasm_bindgen]
pub fn start() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(app::App);
}
