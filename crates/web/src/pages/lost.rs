//! An address where nothing is.

use leptos::prelude::*;

use crate::words::t;

/// Says so, and leads back to the shelf.
#[component]
pub fn Lost() -> impl IntoView {
    view! {
        <section class="page narrow">
            <h1>{move || t("ui.nothing-here")}</h1>
            <p>
                <a class="button" href="/">
                    {move || t("ui.to-the-shelf")}
                </a>
            </p>
        </section>
    }
}
