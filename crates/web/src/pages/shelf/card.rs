//! A game on the shelf.

use leptos::html;
use leptos::prelude::*;
use tablier_rules::scene::Message;
use tablier_rules::{GameInfo, catalog};

use super::sample::Sample;
use super::{display, how_many, kind_key, sample};
use crate::begin::{begin, usual_players};
use crate::dom;
use crate::icons::icon;
use crate::prefs::Prefs;
use crate::words::{say, t, word};

/// How long somebody points at a game before it is played, in milliseconds. Meanwhile its pieces
/// are loaded.
const WAIT: i32 = 350;

/// How far below the screen a picture is when it is fetched, in pixels. What browsers call lazy reaches
/// so far that a first visit would fetch the whole shelf.
const AHEAD: u32 = 24;

/// A picture of a game's sample position, made by `cargo xtask shelf`; fetched when somebody comes near
/// it.
fn picture(id: &str) -> impl IntoView {
    let small = dom::asset(&format!("shelf/{id}.webp"));
    let large = dom::asset(&format!("shelf/{id}-large.webp"));
    let both = format!("{small} 360w, {large} 720w");
    let node = NodeRef::<html::Img>::new();
    let near = dom::has_been_near(node, AHEAD);
    view! {
        <img
            node_ref=node
            sizes="(max-width: 560px) 92vw, 290px"
            srcset=move || near.get().then(|| both.clone())
            src=move || near.get().then(|| small.clone())
            width="360"
            height="300"
            alt=""
        />
    }
}

/// A game: a click plays it, its name leads to its page.
#[component]
pub fn Card(
    /// The game.
    info: &'static GameInfo,
) -> impl IntoView {
    let pointed = RwSignal::new(false);
    let acting = move || {
        pointed
            .get()
            .then(|| sample::for_game(info.id).map(|sample| acting(sample, pointed)))
    };
    let (from, to) = info.minutes;
    view! {
        <li class="card">
            <div class="seen">
                <button
                    type="button"
                    class="cover"
                    data-game=info.id
                    on:click=move |_| {
                        let seats = catalog::open(info.id).map_or(2, |t| t.seating().sides.len());
                        begin(info.id, None, usual_players(info.id, seats), None);
                    }
                    on:pointerenter=move |event| {
                        pointed.set(event.pointer_type() == "mouse" && untrack(|| Prefs::get().moves()));
                    }
                    on:pointerleave=move |_| pointed.set(false)
                    aria-label=move || say(&Message::new("ui.play-game").text("game", info.title))
                >
                    <span class="drawing tilted">
                        {sample::for_game(info.id).map(|_| picture(info.id))}
                    </span>
                    <span class="play-mark" aria-hidden="true">
                        {icon("play")}
                        {move || t("ui.play")}
                    </span>
                </button>
                {acting}
            </div>
            <h3>
                <a href=format!("/game/{}", info.id)>{info.title}</a>
            </h3>
            <p>{move || word(&format!("shelf.{}", info.id))}</p>
            <p class="facts">
                <span>{move || how_many(info)}</span>
                <span>{format!("{from}–{to} min")}</span>
                <span>{move || t(kind_key(info.kind))}</span>
            </p>
            {crate::pages::rules::first_links(info.id)}
        </li>
    }
}

/// Over the picture, the same position comes alive while somebody points at it.
fn acting(sample: Sample, pointed: RwSignal<bool>) -> impl IntoView {
    let stage = sample.open().map(|table| display::stage(&*table))?;
    let alive = RwSignal::new(false);
    let wanted = move || {
        // Pointing away and back begins anew, with another stage.
        pointed.try_get_untracked() == Some(true) && alive.try_get_untracked() == Some(true)
    };
    dom::after(WAIT, move || {
        if alive.try_set(true).is_none() {
            dom::after(WAIT, move || display::play(sample, stage, wanted));
        }
    });
    Some(view! {
        <div class="acting" class:alive=move || alive.get()>
            {display::on_display(stage)}
        </div>
    })
}
