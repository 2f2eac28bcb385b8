//! The state of the connection, when there is something to say about it.

use leptos::prelude::*;
use tablier_protocol::Notice;

use crate::dom;
use crate::online::link::{Link, State};
use crate::words::t;

/// How long a connection may be gone before it is worth a line, in milliseconds.
const PATIENCE: i32 = 1_200;

/// A calm line while the server cannot be reached, or has something to say.
pub fn connection_line() -> impl IntoView {
    let link = Link::get();
    let gone = RwSignal::new(false);
    Effect::new(move |_| {
        if link.state.get() == State::Open {
            return gone.set(false);
        }
        dom::after(PATIENCE, move || {
            let open = link.state.get_untracked() == State::Open;
            gone.try_set(!open);
        });
    });
    let text = move || match (link.state.get(), link.notice.get()) {
        (State::Outdated, _) => Some(t("online.reload")),
        (State::Open, Some(Notice::StoreDown)) => Some(t("online.store-down")),
        (State::Open, Some(Notice::Overloaded)) => Some(t("online.overloaded")),
        (_, Some(Notice::Restarting)) if gone.get() => Some(t("online.restarting")),
        (State::Lost | State::Connecting, _) if gone.get() => Some(t("online.lost")),
        _ => None,
    };
    let outdated = move || link.state.get() == State::Outdated;
    view! {
        <div class="connection" role="status">
            {move || text().map(|text| view! { <p>{text}</p> })}
            <Show when=outdated>
                <button type="button" on:click=move |_| {
                    let _ = dom::window().location().reload();
                }>{move || t("online.reload-now")}</button>
            </Show>
        </div>
    }
}
