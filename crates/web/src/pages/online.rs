//! Where people meet: the player's games, open tables, games being played.

use std::time::Duration;

use leptos::prelude::*;
use tablier_picture as picture;
use tablier_protocol::{SeatView, TableLine, TableList, TableState};
use tablier_rooms::{Command, RoomId};
use tablier_rules::catalog;
use tablier_rules::scene::Message;
use wasm_bindgen_futures::spawn_local;

use super::invite::time_text;
use super::options;
use crate::icons::icon;
use crate::online::api::{self, Fault};
use crate::online::fault_text;
use crate::online::link::Link;
use crate::online::profiles;
use crate::online::table::OnlineTable;
use crate::router::Router;
use crate::words::{say, t, word};
use crate::{dom, time};

/// How often the lists are refreshed while the page is open, in milliseconds.
const REFRESH: u64 = 8_000;
/// The server gives this many finished games at a time.
const PAGE: usize = 50;

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
    // One button leads on: to a game that waits, to an open table, or to a new game.
    let lead = Memo::new(move |_| {
        let mine = mine.get()?.unwrap_or_default();
        let open = open.get()?.unwrap_or_default();
        let waits = mine.iter().find(|line| line.waits_for_me);
        let is_mine = |line: &TableLine| mine.iter().any(|own| own.id == line.id);
        let joined = open
            .iter()
            .find(|line| line.seats.contains(&SeatView::Open) && !is_mine(line));
        Some(match (waits, joined) {
            (Some(line), _) => Lead::Table(Kind::Mine, line.id.clone()),
            (None, Some(line)) => Lead::Table(Kind::Open, line.id.clone()),
            (None, None) => Lead::NewGame,
        })
    });
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
            <p>
                <a
                    class="button"
                    class:primary=move || lead.get() == Some(Lead::NewGame)
                    href="/"
                    data-tool="choose-game"
                >
                    {icon("play")}
                    {move || t("online.choose-game")}
                </a>
            </p>
            {move || {
                offline()
                    .map(|fault| view! { <p class="notice" role="status">{fault_text(&fault)}</p> })
            }}
            {section("online.my-games", "online.no-own-games", mine, Kind::Mine, lead)}
            {section("online.open-tables", "online.no-open-tables", open, Kind::Open, lead)}
            {section("online.being-played", "online.nothing-played", playing, Kind::Playing, lead)}
            {finished()}
        </section>
    }
}

/// The player's finished games, the newest first; more on request.
fn finished() -> impl IntoView {
    let lines = RwSignal::new(Vec::<TableLine>::new());
    let complete = RwSignal::new(true);
    let read_on = move || {
        spawn_local(async move {
            let last = lines.with_untracked(|lines| lines.last().map(|line| line.touched));
            let before = last.map_or_else(String::new, |at| format!("&before={at}"));
            let path = format!("/api/me/games?state=finished{before}");
            if let Ok(page) = api::get::<TableList>(&path).await {
                complete.try_set(page.tables.len() < PAGE);
                lines.try_update(|lines| lines.extend(page.tables));
            }
        });
    };
    read_on();
    view! {
        <Show when=move || !lines.read().is_empty()>
            <section aria-label=move || t("online.finished") data-list="finished">
                <h2>{move || t("online.finished")}</h2>
                <ul class="records tables">
                    {move || {
                        lines
                            .get()
                            .into_iter()
                            .map(|line| table_line(line, way("online.go-there"), false))
                            .collect_view()
                    }}
                </ul>
                <Show when=move || !complete.get()>
                    <button type="button" on:click=move |_| read_on()>
                        {move || t("online.older")}
                    </button>
                </Show>
            </section>
        </Show>
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

/// Where the one button that stands out leads.
#[derive(Clone, PartialEq, Eq)]
enum Lead {
    NewGame,
    /// To a table, in the list where it stands out: one's own may be in two.
    Table(Kind, RoomId),
}

fn section(
    title: &'static str,
    empty: &'static str,
    list: List,
    kind: Kind,
    lead: Memo<Option<Lead>>,
) -> impl IntoView {
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
                                let action = match kind {
                                    Kind::Open if line.seats.contains(&SeatView::Open) => {
                                        join(line.id.clone())
                                    }
                                    Kind::Open => way("online.watch"),
                                    Kind::Playing => way("online.watch"),
                                    Kind::Mine if line.waits_for_me => way("online.play-on"),
                                    Kind::Mine => way("online.go-there"),
                                };
                                let first = lead.get() == Some(Lead::Table(kind, line.id.clone()));
                                table_line(line, action, first)
                            })
                            .collect_view();
                        view! { <ul class="records tables">{lines}</ul> }.into_any()
                    },
                )
            }}
        </section>
    }
}

/// What the button of a table in a list does.
pub struct Action {
    key: &'static str,
    /// Before the page of the table is opened.
    first: Option<Box<dyn Fn()>>,
}

/// A button that opens the table.
pub fn way(key: &'static str) -> Action {
    Action { key, first: None }
}

/// A button that sits down at the table, under the name by which the player is known. Whatever stands
/// in the way is told on the table's page.
fn join(room: RoomId) -> Action {
    let sit = move || {
        let room = room.clone();
        let name = Link::get().me.get_untracked().map(|you| you.name);
        spawn_local(async move {
            let address = format!("/t/{room}");
            if let Some(name) = name {
                let sit = Command::Sit { chair: None, name };
                let _ = OnlineTable::sit_at(&room, 1, sit).await;
            }
            Router::get().go(&address);
        });
    };
    Action {
        key: "online.join",
        first: Some(Box::new(sit)),
    }
}

/// A table in a list, with its button.
pub fn table_line(line: TableLine, action: Action, primary: bool) -> impl IntoView {
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
            {match action.first {
                None => {
                    view! {
                        <a class="button" class:primary=primary href=address>
                            {t(action.key)}
                        </a>
                    }
                        .into_any()
                }
                Some(first) => {
                    view! {
                        <button type="button" class:primary=primary data-tool="join" on:click=move |_| first()>
                            {t(action.key)}
                        </button>
                    }
                        .into_any()
                }
            }}
        </li>
    }
}

fn sitter(seat: &SeatView) -> AnyView {
    match seat {
        SeatView::Open => view! { <em>{t("online.free-chair")}</em> }.into_any(),
        SeatView::Kept => view! { <em>{t("online.kept-chair")}</em> }.into_any(),
        SeatView::Machine { level } => {
            view! { <span>{format!("{} {level}", word("ui.machine-level"))}</span> }.into_any()
        }
        SeatView::Person { player, name } => {
            profiles::name(player.clone(), name.clone()).into_any()
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
    let mut facts = options::in_words(&line.game);
    facts.push(time_text(line.time));
    if line.rated {
        facts.push(t("online.rated"));
    }
    if line.ply > 0 {
        facts.push(say(
            &Message::new("ui.count-actions").number("count", line.ply)
        ));
    }
    facts.push(time::day(line.touched as f64));
    facts.join(" · ")
}
