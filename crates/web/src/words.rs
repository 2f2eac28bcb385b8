//! What the page says, in the chosen language. Every text is a closure, so that a change of
//! language shows at once.

use leptos::prelude::*;
use tablier_rules::Seat;
use tablier_rules::scene::{Message, Surface};
use tablier_words::Language;

use crate::prefs::Prefs;

/// The chosen language.
pub fn language() -> Language {
    Prefs::get().language.get()
}

/// The text with this key.
pub fn t(key: &'static str) -> String {
    language().word(key).to_owned()
}

/// The text with a key made at run time.
pub fn word(key: &str) -> String {
    language().word(key).to_owned()
}

/// A sentence.
pub fn say(message: &Message) -> String {
    language().say(message)
}

/// A sentence about seats of a board, which are named by their colours.
pub fn say_on(surface: Surface, message: &Message) -> String {
    language().say_with(message, &|seat| colour_name(surface, seat))
}

/// The name of a seat on a board: its colour.
pub fn colour_name(surface: Surface, seat: Seat) -> String {
    let palette = match surface {
        Surface::Wood => ["white", "black", "red", "green"],
        Surface::Baize | Surface::Opposite => ["red", "green", "blue", "yellow"],
        Surface::Uniform => ["light", "dark", "red", "green"],
        Surface::Slate | Surface::Glass | Surface::Circles => ["red", "blue", "green", "yellow"],
    };
    word(&format!("ui.colour-{}", palette[seat.index()]))
}
