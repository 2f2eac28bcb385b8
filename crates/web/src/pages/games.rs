//! The games kept in this browser: those in progress and those that are over.

use leptos::prelude::*;
use tablier_picture as picture;
use tablier_rules::scene::Message;

use crate::icons::icon;
use crate::play::Moment;
use crate::play::result_text;
use crate::session::{Saved, Session};
use crate::words::{language, say, t};
use crate::{dom, store};

/// All kept games.
#[component]
pub fn Games() -> impl IntoView {
    dom::set_title("Tablier");
    let games = RwSignal::new(store::games());
    let list = move |over: bool| {
        games
            .get()
            .into_iter()
            .filter(|game| game.over == over)
            .map(|game| entry(game, games))
            .collect_view()
    };
    let any = move |over: bool| games.read().iter().any(|game| game.over == over);
    view! {
        <section class="page">
            <h1>{move || t("ui.my-games")}</h1>
            <Show when=move || games.read().is_empty()>
                <p class="lead">{move || t("ui.no-games")}</p>
                <a class="button primary" href="/">
                    {move || t("ui.to-the-shelf")}
                </a>
            </Show>
            <Show when=move || any(false)>
                <h2>{move || t("ui.unfinished")}</h2>
                <ul class="records">{list(false)}</ul>
            </Show>
            <Show when=move || any(true)>
                <h2>{move || t("ui.finished")}</h2>
                <ul class="records">{list(true)}</ul>
            </Show>
        </section>
    }
}

fn entry(saved: Saved, games: RwSignal<Vec<Saved>>) -> impl IntoView {
    let session = Session::load(&saved).ok()?;
    let table = session.table();
    let surface = table.layout().surface;
    let drawing = picture::board(&table.layout(), &table.scene(), false, 0);
    let title = table.info().title;
    let ply = table.ply();
    let moment = Moment::of(&session);
    let result = move || result_text(surface, &moment);
    let date = js_sys::Date::new(&wasm_bindgen::JsValue::from_f64(saved.touched));
    let when = move || {
        let options = wasm_bindgen::JsValue::UNDEFINED;
        String::from(date.to_locale_date_string(language().code(), &options))
    };
    let id = saved.id.clone();
    let spec = saved.spec.clone();
    Some(view! {
        <li>
            <a class="cover" href=format!("/play/{}", saved.id)>
                <span class="drawing" inner_html=drawing></span>
            </a>
            <div>
                <h3>
                    <a href=format!("/play/{}", saved.id)>{title}</a>
                </h3>
                <p>{result}</p>
                <p class="facts">
                    {move || {
                        let actions = Message::new("ui.count-actions").number("count", ply as i64);
                        format!("{} · {} · {}", spec, say(&actions), when())
                    }}
                </p>
            </div>
            <button
                type="button"
                class="quiet"
                aria-label=move || format!("{} {title}", t("ui.delete"))
                title=move || t("ui.delete")
                on:click=move |_| {
                    store::remove_game(&id);
                    games.set(store::games());
                }
            >
                {icon("delete")}
            </button>
        </li>
    })
}
