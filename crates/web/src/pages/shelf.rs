//! The shelf: all games, each with its actual start position.

use leptos::prelude::*;
use tablier_picture as picture;
use tablier_rules::scene::Message;
use tablier_rules::{GameInfo, Kind, Values, catalog};

use crate::begin::{begin, usual_players};
use crate::prefs::Prefs;
use crate::session::{Saved, Session};
use crate::tree::ROOT;
use crate::words::{say, t, word};
use crate::{dom, store};

/// The most minutes for a game to count as quick.
const QUICK: u8 = 15;

/// All games.
#[component]
pub fn Shelf() -> impl IntoView {
    let kept = StoredValue::new(store::games());
    let search = RwSignal::new(String::new());
    let players = RwSignal::new(None::<u8>);
    let kind = RwSignal::new(None::<Kind>);
    let quick = RwSignal::new(false);
    let order = kept.with_value(|kept| shelf_order(kept));
    let unfinished: Vec<Saved> = kept.with_value(|kept| {
        kept.iter()
            .filter(|game| !game.over && game.head != ROOT)
            .take(6)
            .cloned()
            .collect()
    });
    let cards = move || {
        let wanted = search.get().to_lowercase();
        order
            .iter()
            .filter(|info| {
                let text = format!(
                    "{} {} {}",
                    info.id,
                    info.title,
                    word(&format!("shelf.{}", info.id))
                );
                text.to_lowercase().contains(&wanted)
            })
            .filter(|info| {
                players
                    .get()
                    .is_none_or(|count| seats_of(info).contains(&count))
            })
            .filter(|info| kind.get().is_none_or(|kind| info.kind == kind))
            .filter(|info| !quick.get() || info.minutes.0 <= QUICK)
            .map(|&info| view! { <Card info=info /> })
            .collect_view()
    };
    view! {
        <section class="page shelf">
            <div class="welcome">
                <h1>{move || t("ui.welcome")}</h1>
                <p>{move || t("ui.welcome-more")}</p>
                <p>
                    <a href="/puzzles">{move || t("book-page.daily")}</a>
                </p>
            </div>
            {(!unfinished.is_empty())
                .then(|| {
                    view! {
                        <h2>{move || t("ui.unfinished")}</h2>
                        <ul class="resume">
                            {unfinished.into_iter().map(resume).collect_view()}
                        </ul>
                    }
                })}
            <div class="filters" role="search">
                <input
                    type="search"
                    placeholder=move || t("ui.search")
                    aria-label=move || t("ui.search")
                    on:input=move |event| search.set(event_target_value(&event))
                />
                <div class="segments" role="group" aria-label=move || t("ui.how-many")>
                    {[None, Some(1), Some(2), Some(3), Some(4)]
                        .into_iter()
                        .map(|count| {
                            view! {
                                <button
                                    type="button"
                                    aria-pressed=move || (players.get() == count).to_string()
                                    on:click=move |_| players.set(count)
                                >
                                    {move || match count {
                                        None => t("ui.any-number"),
                                        Some(count) => count.to_string(),
                                    }}
                                </button>
                            }
                        })
                        .collect_view()}
                </div>
                <select
                    aria-label=move || t("ui.kind")
                    on:change=move |event| {
                        let wanted = event_target_value(&event);
                        kind.set(KINDS.into_iter().find(|kind| kind_key(*kind) == wanted));
                    }
                >
                    <option value="">{move || t("ui.any-kind")}</option>
                    {KINDS
                        .into_iter()
                        .map(|kind| {
                            view! {
                                <option value=kind_key(kind)>{move || t(kind_key(kind))}</option>
                            }
                        })
                        .collect_view()}
                </select>
                <button
                    type="button"
                    aria-pressed=move || quick.get().to_string()
                    class="toggle"
                    on:click=move |_| quick.update(|quick| *quick = !*quick)
                >
                    {move || t("ui.quick")}
                </button>
            </div>
            <ul class="cards">{cards}</ul>
            <p class="colophon">
                <a href="/about">{move || t("about.title")}</a>
            </p>
        </section>
    }
}

/// The games, the most recently played first.
fn shelf_order(kept: &[Saved]) -> Vec<&'static GameInfo> {
    let mut games = catalog::GAMES.to_vec();
    let last = |info: &GameInfo| {
        kept.iter()
            .position(|game| game.spec.split(':').next() == Some(info.id))
            .unwrap_or(usize::MAX)
    };
    games.sort_by_key(|info| last(info));
    games
}

/// The numbers of players of a game.
pub fn seats_of(info: &GameInfo) -> Vec<u8> {
    let option = info.options.iter().find(|option| option.name == "players");
    match option.map(|option| &option.values) {
        Some(Values::OneOf(values)) => values.iter().filter_map(|v| v.parse().ok()).collect(),
        _ => {
            let table = catalog::open(info.id).ok();
            vec![table.map_or(2, |table| table.seating().sides.len() as u8)]
        }
    }
}

/// The numbers of players of a game, in words: `2–4 players`, `2 or 4 players`, `1 player`.
pub fn how_many(info: &GameInfo) -> String {
    let seats = seats_of(info);
    let (Some(&first), Some(&last)) = (seats.first(), seats.last()) else {
        return String::new();
    };
    let all = usize::from(last - first) + 1 == seats.len();
    match &seats[..] {
        [one] => say(&Message::new("ui.count-players").number("count", *one)),
        [_, .., _] if all => format!("{first}–{last} {}", t("ui.players-short")),
        counts => {
            let counts: Vec<String> = counts.iter().map(u8::to_string).collect();
            let counts = counts.join(&format!(" {} ", t("ui.or")));
            format!("{counts} {}", t("ui.players-short"))
        }
    }
}

const KINDS: [Kind; 6] = [
    Kind::Hunt,
    Kind::Battle,
    Kind::Pattern,
    Kind::Connection,
    Kind::Race,
    Kind::Puzzle,
];

/// The word for a kind of game.
pub fn kind_key(kind: Kind) -> &'static str {
    match kind {
        Kind::Hunt => "ui.kind-hunt",
        Kind::Battle => "ui.kind-battle",
        Kind::Pattern => "ui.kind-pattern",
        Kind::Connection => "ui.kind-connection",
        Kind::Race => "ui.kind-race",
        Kind::Puzzle => "ui.kind-puzzle",
    }
}

#[component]
fn Card(info: &'static GameInfo) -> impl IntoView {
    let players = move || how_many(info);
    let at_rest = catalog::open(info.id)
        .map(|table| picture::board(&table.layout(), &table.scene(), false, 0))
        .unwrap_or_default();
    let drawing = RwSignal::new(at_rest.clone());
    let pointed = RwSignal::new(0u32);
    let look = move || {
        pointed.update(|visit| *visit += 1);
        if Prefs::get().moves() {
            show_actions(info.id, drawing, pointed);
        }
    };
    let leave = move || {
        pointed.update(|visit| *visit += 1);
        drawing.set(at_rest.clone());
    };
    let (from, to) = info.minutes;
    view! {
        <li class="card">
            <button
                type="button"
                class="cover"
                data-game=info.id
                on:click=move |_| {
                    let seats = catalog::open(info.id).map_or(2, |t| t.seating().sides.len());
                    begin(info.id, None, usual_players(seats), None);
                }
                on:pointerenter=move |_| look()
                on:pointerleave=move |_| leave()
                aria-label=move || say(&Message::new("ui.play-game").text("game", info.title))
            >
                <span class="drawing" inner_html=move || drawing.get()></span>
            </button>
            <h3>
                <a href=format!("/game/{}", info.id)>{info.title}</a>
            </h3>
            <p>{move || word(&format!("shelf.{}", info.id))}</p>
            <p class="facts">
                <span>{players}</span>
                <span>{format!("{from}–{to} min")}</span>
                <span>{move || t(kind_key(info.kind))}</span>
            </p>
            {super::rules::links(info.id)}
        </li>
    }
}

/// Shows three actions of a game, one after another, while the pointer stays.
fn show_actions(id: &str, drawing: RwSignal<String>, pointed: RwSignal<u32>) {
    let Ok(mut table) = catalog::open(id) else {
        return;
    };
    let layout = table.layout();
    let visit = pointed.get_untracked();
    for step in 1..=3 {
        let legal = table.legal();
        // Any action will do, but not always the first.
        let Some(action) = legal.get(legal.len() * (step * 5 % 7) / 7) else {
            return;
        };
        if table.play(action).is_err() {
            return;
        }
        let picture = picture::board(&layout, &table.scene(), false, 0);
        dom::after(650 * step as i32, move || {
            if pointed.try_get_untracked() == Some(visit) {
                drawing.set(picture);
            }
        });
    }
}

fn resume(saved: Saved) -> impl IntoView {
    let session = Session::load(&saved).ok()?;
    let table = session.table();
    let title = table.info().title;
    let drawing = picture::board(&table.layout(), &table.scene(), false, 0);
    let ply = table.ply();
    Some(view! {
        <li>
            <a href=format!("/play/{}", saved.id) class="cover">
                <span class="drawing" inner_html=drawing></span>
                <span>{title}</span>
                <small>{move || say(&Message::new("ui.count-actions").number("count", ply as i64))}</small>
            </a>
        </li>
    })
}
