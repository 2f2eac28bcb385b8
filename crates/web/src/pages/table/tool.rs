//! A button of the row below the moves: a picture, and its words for those who ask.

use leptos::prelude::*;

use crate::icons::icon;
use crate::words::t;

/// A button that does something.
pub(crate) fn tool(
    name: &'static str,
    key: &'static str,
    act: impl Fn() + 'static,
) -> impl IntoView {
    tool_unless(name, key, Signal::derive(|| false), act)
}

/// A button that is switched off at times.
pub(crate) fn tool_unless(
    name: &'static str,
    key: &'static str,
    off: Signal<bool>,
    act: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="tool"
            title=move || t(key)
            aria-label=move || t(key)
            data-tool=name
            disabled=move || off.get()
            on:click=move |_| act()
        >
            {icon(name)}
        </button>
    }
}

/// The button that opens what is needed less often.
pub(crate) fn more_tool(open: RwSignal<bool>) -> impl IntoView {
    view! {
        <button
            type="button"
            class="tool"
            title=move || t("ui.more")
            aria-label=move || t("ui.more")
            aria-expanded=move || open.get().to_string()
            data-tool="more"
            on:click=move |_| open.update(|open| *open = !*open)
        >
            {icon("more")}
        </button>
    }
}
