//! Confirming a move before it is played, for those who want it.

use leptos::prelude::*;

use crate::icons::icon;
use crate::play::Play;
use crate::prefs::Prefs;
use crate::words::t;

/// Moves at this table are shown first, if the person prefers it.
pub fn if_wanted(play: Play) {
    let prefs = Prefs::get();
    Effect::new(move |_| {
        let wanted = prefs.taste.read().confirm;
        play.stage.asks_first.set(wanted);
        if !wanted {
            play.cancel();
        }
    });
}

/// The buttons that play or cancel the move shown.
pub fn buttons(play: Play) -> impl IntoView {
    let waits = Memo::new(move |_| play.pending.read().is_some());
    view! {
        <Show when=move || waits.get()>
            <span class="confirm row">
                <button
                    type="button"
                    class="primary"
                    data-tool="confirm"
                    on:click=move |_| play.confirm()
                >
                    {icon("play")}
                    {move || t("preferences.confirm-play")}
                </button>
                <button
                    type="button"
                    data-tool="cancel"
                    on:click=move |_| {
                        play.cancel();
                    }
                >
                    {move || t("ui.cancel")}
                </button>
            </span>
        </Show>
    }
}
