//! The shelf: all games, each with a telling position of a sample game.

pub mod card;
pub mod display;
pub mod sample;

use leptos::prelude::*;
use tablier_picture as picture;
use tablier_rules::scene::Message;
use tablier_rules::{GameInfo, Kind, Values, catalog};

use crate::session::{Saved, Session};
use crate::store;
use crate::tree::ROOT;
use crate::words::{say, t, word};
use card::Card;

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
    let found = Memo::new(move |_| {
        let wanted = search.get().trim().to_lowercase().replace('\'', "’");
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
            .map(|info| info.id)
            .collect::<Vec<_>>()
    });
    let all = move || {
        search.set(String::new());
        players.set(None);
        kind.set(None);
        quick.set(false);
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
                    prop:value=move || search.get()
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
                    prop:value=move || kind.get().map_or("", kind_key)
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
            <ul class="cards">
                <For
                    each=move || found.get()
                    key=|id| *id
                    children=|id| catalog::info(id).map(|info| view! { <Card info=info /> })
                />
            </ul>
            <div role="status">
                <Show when=move || found.read().is_empty()>
                    <p class="no-game">{move || t("ui.no-game-found")}</p>
                    <button type="button" data-tool="all-games" on:click=move |_| all()>
                        {move || t("ui.all-games")}
                    </button>
                </Show>
            </div>
            <p class="colophon">
                <a href="/about">{move || t("about.title")}</a>
            </p>
        </section>
    }
}

/// The games: the most recently played first, then in the order for newcomers.
fn shelf_order(kept: &[Saved]) -> Vec<&'static GameInfo> {
    let mut games = sample::games();
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
