//! The preferences about tables: how they look, how fast pieces move, what is asked before a move.

use leptos::prelude::*;

use crate::prefs::Prefs;
use crate::taste::{BoardStyle, Pace, PieceStyle, Taste};
use crate::words::t;

/// How boards and pieces look.
pub fn looks() -> impl IntoView {
    view! {
        <fieldset class="taste">
            <legend>{move || t("preferences.looks")}</legend>
            {one_of(
                "board",
                "preferences.board",
                &[
                    (BoardStyle::Natural, "preferences.board-natural"),
                    (BoardStyle::Muted, "preferences.board-muted"),
                    (BoardStyle::Strong, "preferences.board-strong"),
                ],
                |taste| taste.board,
                |taste, board| taste.board = board,
            )}
            {one_of(
                "pieces",
                "preferences.pieces",
                &[
                    (PieceStyle::Rendered, "preferences.pieces-rendered"),
                    (PieceStyle::Plain, "preferences.pieces-plain"),
                ],
                |taste| taste.pieces,
                |taste, pieces| taste.pieces = pieces,
            )}
            {one_of(
                "pace",
                "preferences.pace",
                &[
                    (Pace::Slow, "preferences.pace-slow"),
                    (Pace::Usual, "preferences.pace-usual"),
                    (Pace::Quick, "preferences.pace-quick"),
                ],
                |taste| taste.pace,
                |taste, pace| taste.pace = pace,
            )}
            {switch(
                "coordinates",
                "preferences.coordinates",
                |taste| taste.coordinates,
                |taste, on| taste.coordinates = on,
            )}
        </fieldset>
    }
}

/// How one plays at a table.
pub fn playing() -> impl IntoView {
    view! {
        <fieldset class="taste">
            <legend>{move || t("preferences.playing")}</legend>
            {switch(
                "confirm",
                "preferences.confirm",
                |taste| taste.confirm,
                |taste, on| taste.confirm = on,
            )}
            {passed_round()}
        </fieldset>
    }
}

/// Whether the board turns to whoever plays.
pub fn passed_round() -> impl IntoView {
    switch(
        "passed-round",
        "preferences.passed-round",
        |taste| taste.passed_round,
        |taste, on| taste.passed_round = on,
    )
}

/// One of a few values, in a list.
fn one_of<T: Copy + PartialEq + Send + Sync + 'static>(
    name: &'static str,
    key: &'static str,
    values: &'static [(T, &'static str)],
    of: fn(&Taste) -> T,
    change: fn(&mut Taste, T),
) -> impl IntoView {
    let taste = Prefs::get().taste;
    let options = values
        .iter()
        .enumerate()
        .map(|(at, &(value, text))| {
            view! {
                <option value=at.to_string() selected=move || of(&taste.read()) == value>
                    {move || t(text)}
                </option>
            }
        })
        .collect_view();
    view! {
        <label class="line">
            {move || t(key)}
            <select
                data-taste=name
                on:change=move |event| {
                    let at: usize = event_target_value(&event).parse().unwrap_or(0);
                    if let Some(&(value, _)) = values.get(at) {
                        taste.update(|taste| change(taste, value));
                    }
                }
            >
                {options}
            </select>
        </label>
    }
}

/// Something that is on or off.
fn switch(
    name: &'static str,
    key: &'static str,
    of: fn(&Taste) -> bool,
    change: fn(&mut Taste, bool),
) -> impl IntoView {
    let taste = Prefs::get().taste;
    view! {
        <label class="choice">
            <input
                type="checkbox"
                data-taste=name
                prop:checked=move || of(&taste.read())
                on:change=move |event| {
                    let on = event_target_checked(&event);
                    taste.update(|taste| change(taste, on));
                }
            />
            {move || t(key)}
        </label>
    }
}
