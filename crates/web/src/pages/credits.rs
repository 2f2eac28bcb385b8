//! About Tablier: whom it owes the games to, who made them, what a ruling is, and the licence.

use leptos::prelude::*;
use tablier_rules::{GameInfo, catalog};

use super::rules::follow_fragment;
use crate::dom;
use crate::words::{t, word};

/// The page "About".
#[component]
pub fn Credits() -> impl IntoView {
    follow_fragment();
    Effect::new(move |_| dom::set_title(&format!("Tablier · {}", t("about.title"))));
    view! {
        <section class="page narrow credits">
            <h1>{move || t("about.title")}</h1>
            <p>{move || t("about.what")}</p>
            {part("thanks", "about.thanks-title", "about.thanks")}
            <h2 id="games">{move || t("about.games-title")}</h2>
            <p>{move || t("about.games")}</p>
            <dl>{catalog::COLLECTION.iter().map(|info| maker(info)).collect_view()}</dl>
            {part("ruling", "about.ruling-title", "about.ruling")}
            {part("licence", "about.licence-title", "about.licence")}
        </section>
    }
}

/// A heading and its paragraph.
fn part(id: &'static str, title: &'static str, text: &'static str) -> impl IntoView {
    view! {
        <h2 id=id>{move || t(title)}</h2>
        <p>{move || t(text)}</p>
    }
}

/// A game and where it comes from.
fn maker(info: &'static GameInfo) -> impl IntoView {
    view! {
        <dt>
            <a href=format!("/rules/{}#origin", info.id)>{info.title}</a>
        </dt>
        <dd>{move || word(&format!("about.{}-origin", info.id))}</dd>
    }
}
