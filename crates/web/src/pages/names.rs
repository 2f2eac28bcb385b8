//! What the people who share this screen are called.

use leptos::prelude::*;
use tablier_rules::scene::Message;
use tablier_rules::{Seat, catalog};

use crate::session::Player;
use crate::store;
use crate::words::{colour_name, say, t};

/// The most seats of a game.
const SEATS: usize = 4;
/// The longest name, in letters: it has to fit on a plate.
const LONGEST: usize = 20;

/// The names given last time, by seat; empty where nobody said.
pub(super) fn known() -> Vec<String> {
    let mut names = store::names();
    names.resize(SEATS, String::new());
    names
}

/// Whether several people share the screen.
pub(super) fn several(players: &[Player], seats: usize) -> bool {
    let people = players.iter().take(seats);
    people.filter(|&&player| player == Player::Person).count() > 1
}

/// The names for a game of these players, kept for the next one; none if only one person plays.
pub(super) fn given(players: &[Player], names: &[String]) -> Vec<String> {
    if !several(players, players.len()) {
        return Vec::new();
    }
    store::set_names(names);
    let names = names.iter().zip(players);
    names
        .map(|(name, player)| match player {
            Player::Person => name.trim().to_owned(),
            _ => String::new(),
        })
        .collect()
}

/// The field for the name of the person on a seat.
pub(super) fn field(
    game: Memo<String>,
    seat: usize,
    names: RwSignal<Vec<String>>,
) -> impl IntoView {
    let label = move || {
        let surface = catalog::open(&game.get()).map(|table| table.layout().surface);
        let colour = surface.map(|surface| colour_name(surface, Seat::new(seat as u8)));
        say(&Message::new("preferences.name-of").text("colour", colour.unwrap_or_default()))
    };
    view! {
        <input
            type="text"
            class="player-name"
            autocomplete="off"
            maxlength=LONGEST.to_string()
            data-name=seat.to_string()
            placeholder=move || t("preferences.name")
            aria-label=label
            prop:value=move || names.read()[seat].clone()
            on:input=move |event| {
                let name: String = event_target_value(&event).chars().take(LONGEST).collect();
                names.update(|names| names[seat] = name);
            }
        />
    }
}
