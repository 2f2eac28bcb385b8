//! Where people meet: the player's games, open tables, games being played.

use std::time::Duration;

use leptos::prelude::*;
use tablier_picture as picture;
use tablier_protocol::{SeatView, TableLine, TableList, TableState};
use tablier_rules::catalog;
use tablier_rules::scene::Message;
use wasm_bindgen_futures::spawn_local;

use super::invite::time_text;
use crate::icons::icon;
use crate::online::api::{self, Fault};
use crate::online::fault_text;
use crate::online::link::Link;
use crate::words::{language, say, t, word};
use crate::{dom, router};

/// How often the lists are refreshed while the page is open, in milliseconds.
const REFRESH: u64 = 8_000;

/// A list, once it has arrived.
type List = RwSignal<Option<Result<Vec<TableLine>, Fault>>>;

/// Open tables, games being played, the player's online games.
#[component]
pub fn Online() -> impl IntoView {
    Effect::new(|_| dom::set_title(&format!("{} · Tablier", t("online.online"))));
    Link::get().connect();
    let mine: List = RwSignal::new(None);
    let open: List = RwSignal::new(None);
    let playing: List = RwSignal::new(None);
    let read = move || {
        read(mine, "/api/me/games");
        read(open, "/api/tables?state=open");
        read(playing, "/api/tables?state=playing");
    };
    read();
    // A move somewhere changes the number of waiting games: then the lists have changed too.
    Effect::new(move |first: Option<()>| {
        Link::get().waiting.track();
        if first.is_some() {
            read();
        }
    });
    let tick = move || {
        if !dom::document().hidden() {
            read();
        }
    };
    if let Ok(handle) = set_interval_with_handle(tick, Duration::from_millis(REFRESH)) {
        on_cleanup(move || handle.clear());
    }
    let offline = move || {
        let lists = [mine, open, playing];
        lists.iter().find_map(|list| list.get()?.err())
    };
    view! {
        <section class="page online-page">
            <div class="heading">
                <h1>{move || t("online.online")}</h1>
                {who_i_am()}
            </div>
            <p class="lead">{move || t("online.lead")}</p>
            {move || {
                offline()
                    .map(|fault| view! { <p class="notice" role="status">{fault_text(&fault)}</p> })
            }}
            {section("online.my-games", "online.no-own-games", mine, Kind::Mine)}
            {section("online.open-tables", "online.no-open-tables", open, Kind::Open)}
            {section("online.being-played", "online.nothing-played", playing, Kind::Playing)}
        </section>
    }
}

fn read(list: List, path: &'static str) {
    spawn_local(async move {
        let came = api::get::<TableList>(path).await.map(|list| list.tables);
        // The page may have been left meanwhile; an existing list stays if the network fails.
        if list
            .try_get_untracked()
            .is_some_and(|known| known.as_ref() != Some(&came))
        {
            list.set(Some(came));
        }
    });
}

/// The player's name, and the way to the account.
pub fn who_i_am() -> impl IntoView {
    let me = Link::get().me;
    move || {
        me.get().map(|you| {
            let key = if you.account {
                "online.account"
            } else {
                "online.guest"
            };
            view! {
                <p class="who-i-am">
                    {icon("person")}
                    <strong>{you.name}</strong>
                    <a href="/account">{t(key)}</a>
                </p>
            }
        })
    }
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum Kind {
    Mine,
    Open,
    Playing,
}

fn section(title: &'static str, empty: &'static str, list: List, kind: Kind) -> impl IntoView {
    let lines = Memo::new(move |_| list.get().and_then(Result::ok));
    view! {
        <section aria-label=move || t(title)>
            <h2>{move || t(title)}</h2>
            {move || {
                let lines = lines.get()?;
                Some(
                    if lines.is_empty() {
                        view! { <p class="facts">{t(empty)}</p> }.into_any()
                    } else {
                        let lines = lines
                            .into_iter()
                            .map(|line| {
                                let key = match kind {
                                    Kind::Open => "online.join",
                                    Kind::Playing => "online.watch",
                                    Kind::Mine if line.waits_for_me => "online.play-on",
                                    Kind::Mine => "online.go-there",
                                };
                                let first = kind == Kind::Open || line.waits_for_me;
                                table_line(line, key, first)
                            })
                            .collect_view();
                        view! { <ul class="records tables">{lines}</ul> }.into_any()
                    },
                )
            }}
        </section>
    }
}

/// A table in a list, with a button labelled by `key`.
pub fn table_line(line: TableLine, key: &'static str, primary: bool) -> impl IntoView {
    let address = format!("/t/{}", line.id);
    let title = catalog::open(&line.game)
        .map_or_else(|_| line.game.clone(), |table| table.info().title.to_owned());
    let drawing = catalog::open(&line.game)
        .map(|table| picture::board(&table.layout(), &table.scene(), false, 0))
        .unwrap_or_default();
    let people: Vec<_> = line.seats.iter().map(sitter).collect();
    let facts = facts(&line);
    let state = state(&line);
    view! {
        <li class:waits=line.waits_for_me>
            <a class="cover" href=address.clone() tabindex="-1" aria-hidden="true">
                <span class="drawing" inner_html=drawing></span>
            </a>
            <div>
                <h3>
                    <a href=address.clone()>{title}</a>
                </h3>
                <p class="people">{people}</p>
                <p class="facts">{state} {facts}</p>
            </div>
            <a class="button" class:primary=primary href=address>
                {t(key)}
            </a>
        </li>
    }
}

fn sitter(seat: &SeatView) -> AnyView {
    match seat {
        SeatView::Open => view! { <em>{t("online.free-chair")}</em> }.into_any(),
        SeatView::Machine { level } => {
            view! { <span>{format!("{} {level}", word("ui.machine-level"))}</span> }.into_any()
        }
        SeatView::Person { name, .. } => {
            let address = format!("/player/{}", router::encode(name));
            view! { <a href=address>{name.clone()}</a> }.into_any()
        }
    }
}

fn state(line: &TableLine) -> Option<AnyView> {
    let key = match line.state {
        TableState::Playing if line.waits_for_me => "online.waits-for-you",
        TableState::Over => "online.is-over",
        TableState::Aborted => "online.was-aborted",
        TableState::Open | TableState::Playing => return None,
    };
    let class = if line.waits_for_me {
        "state now"
    } else {
        "state"
    };
    Some(view! { <span class=class>{t(key)}</span> }.into_any())
}

/// Options, clock, moves, when.
fn facts(line: &TableLine) -> String {
    let mut facts = Vec::new();
    if let Some((_, options)) = line.game.split_once(':') {
        facts.push(options.replace(',', ", "));
    }
    facts.push(time_text(line.time));
    if line.rated {
        facts.push(t("online.rated"));
    }
    if line.ply > 0 {
        facts.push(say(
            &Message::new("ui.count-actions").number("count", line.ply)
        ));
    }
    let date = js_sys::Date::new(&wasm_bindgen::JsValue::from_f64(line.touched as f64));
    let options = wasm_bindgen::JsValue::UNDEFINED;
    facts.push(String::from(
        date.to_locale_date_string(language().code(), &options),
    ));
    facts.join(" · ")
}
