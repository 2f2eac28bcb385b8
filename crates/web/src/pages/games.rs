//! The games kept in this browser: those in progress and those that are over.

use leptos::prelude::*;
use tablier_picture as picture;
use tablier_rules::scene::Message;

use super::{options, review};
use crate::icons::icon;
use crate::play::Moment;
use crate::play::result_text;
use crate::session::{Saved, Session};
use crate::words::{say, t};
use crate::{dom, store, time};

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
            {super::statistics::statistics(games)}
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
    let moment = Moment::new(&session);
    let result = move || result_text(surface, &moment);
    let review = saved.over.then(|| review_link(&session));
    let id = saved.id.clone();
    let (spec, touched) = (saved.spec.clone(), saved.touched);
    let names: Vec<&str> = saved
        .names
        .iter()
        .map(String::as_str)
        .filter(|name| !name.is_empty())
        .collect();
    let names = names.join(", ");
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
                        let mut facts = options::in_words(&spec);
                        facts.extend(Some(names.clone()).filter(|names| !names.is_empty()));
                        facts.extend([say(&actions), time::day(touched)]);
                        facts.join(" · ")
                    }}
                </p>
            </div>
            {review}
            <button
                type="button"
                class="quiet"
                aria-label=move || format!("{} {title}", t("ui.delete"))
                title=move || t("ui.delete")
                on:click=move |_| {
                    forget_review(&saved);
                    store::remove_game(&id);
                    games.set(store::games());
                }
            >
                {icon("delete")}
            </button>
        </li>
    })
}

/// The way to the review of a finished game.
fn review_link(session: &Session) -> impl IntoView + use<> {
    let address = review::address(session, review::only_person(&session.players));
    view! {
        <a class="button" data-tool="review" href=address>
            {icon("review")}
            {move || t("review.review")}
        </a>
    }
}

/// A game that is deleted takes its review along.
fn forget_review(saved: &Saved) {
    if let Ok(session) = Session::load(saved) {
        let table = session.table();
        let actions = session.tree().actions(session.head());
        let start = table.unusual_start();
        store::remove_review(&table.spec().to_string(), start.as_deref(), &actions);
    }
}
