//! Before the game begins: who sits where, sitting down, and inviting others.

use leptos::prelude::*;
use tablier_rooms::{Command, First, Phase};
use tablier_rules::Seat;
use tablier_rules::scene::Message;
use wasm_bindgen_futures::spawn_local;

use super::around;
use crate::icons::{emblem, icon};
use crate::online::fault_text;
use crate::online::link::Link;
use crate::online::seats::{Around, Sitter};
use crate::online::table::OnlineTable;
use crate::pages::invite;
use crate::play::{Play, uppercase_first};
use crate::router::Router;
use crate::store;
use crate::words::{colour_name, say, t, word};

/// Whether somebody is still missing.
pub(crate) fn is_waiting(table: OnlineTable) -> bool {
    around(table, |around| around.phase == Phase::Waiting).unwrap_or(true)
}

/// The chairs, and what the player can do before the game begins.
pub(crate) fn lobby(play: Play, table: OnlineTable) -> impl IntoView {
    let waiting = Memo::new(move |_| is_waiting(table));
    let seated =
        Memo::new(move |_| around(table, |around| around.my_chair.is_some()) == Some(true));
    let host = Memo::new(move |_| around(table, |around| around.i_am_host) == Some(true));
    // A game for one begins at once: those who are to watch get the link before the first action.
    let unwatched = Memo::new(move |_| {
        let alone = |around: &Around| around.sitters.len() == 1 && around.in_game;
        around(table, |around| alone(around) && around.ply == 0) == Some(true)
    });
    view! {
        <Show when=move || waiting.get()>
            {chairs(play, table)}
            <p class="facts terms">{move || around(table, terms_text)}</p>
            <Show when=move || seated.get() || host.get()>
                {invitation(table)}
            </Show>
            <div class="row leave-table">
                <Show when=move || seated.get()>
                    <button
                        type="button"
                        data-tool="stand"
                        on:click=move |_| table.command(Command::Stand)
                    >
                        {move || t("online.stand")}
                    </button>
                </Show>
                <Show when=move || host.get()>
                    <button
                        type="button"
                        data-tool="close-table"
                        on:click=move |_| table.command(Command::Close)
                    >
                        {move || t("online.close-table")}
                    </button>
                </Show>
            </div>
        </Show>
        <Show when=move || unwatched.get()>
            {invite::link_panel(format!("/t/{}", table.room()), "online.watch-more")}
        </Show>
    }
}

/// The link to send: with the key of the kept places, if this browser has it.
fn invitation(table: OnlineTable) -> impl IntoView {
    let room = table.room();
    let key = store::invitation(&room).or_else(key_in_address);
    match key {
        Some(key) => invite::link_panel(format!("/t/{room}#key={key}"), "online.invite-kept"),
        None => invite::link_panel(format!("/t/{room}"), "online.invite-more"),
    }
}

/// The key that the address of the page holds, if it is that of an invitation.
fn key_in_address() -> Option<String> {
    let fragment = Router::get().fragment.get();
    fragment.strip_prefix("key=").map(str::to_owned)
}

/// A name and one button: above the board, so that nobody has to look for it.
pub(crate) fn sit_down(play: Play, table: OnlineTable) -> impl IntoView {
    let name = RwSignal::new(String::new());
    let touched = RwSignal::new(false);
    Effect::new(move |_| {
        if let Some(you) = Link::get().me.get().filter(|_| !touched.get_untracked()) {
            name.set(you.name);
        }
    });
    let free = Memo::new(move |_| {
        let invited = key_in_address().is_some();
        let free = |around: &Around| around.has_room(invited) && around.my_chair.is_none();
        around(table, free) == Some(true)
    });
    let account = move || {
        Link::get()
            .me
            .read()
            .as_ref()
            .is_some_and(|you| you.account)
    };
    view! {
        <Show when=move || free.get()>
            <form
                class="sit"
                on:submit=move |event| {
                    event.prevent_default();
                    sit(play, table, None, &name.get_untracked());
                }
            >
                <label class="name-field">
                    <span>{move || t("online.your-name")}</span>
                    <input
                        type="text"
                        maxlength="24"
                        required
                        autocomplete="nickname"
                        data-field="name"
                        disabled=account
                        prop:value=move || name.get()
                        on:input=move |event| {
                            touched.set(true);
                            name.set(event_target_value(&event));
                        }
                    />
                </label>
                <button type="submit" class="primary" data-tool="sit">
                    {move || t("online.sit")}
                </button>
            </form>
        </Show>
    }
}

fn sit(play: Play, table: OnlineTable, chair: Option<u8>, name: &str) {
    let name = name.trim().to_owned();
    if name.is_empty() {
        return;
    }
    spawn_local(async move {
        let key = untrack(key_in_address).filter(|_| chair.is_none());
        let done = match key {
            Some(key) => table.sit_invited(name, key).await,
            None => table.sit(chair, name).await,
        };
        if let Err(fault) = done {
            let text = fault_text(&fault);
            play.news.try_set(text.clone());
            play.notice.try_set(Some(text));
        }
    });
}

/// Who sits where; if it matters, the player chooses a chair.
fn chairs(play: Play, table: OnlineTable) -> impl IntoView {
    let surface = play.stage.surface();
    let sides = play.with(|session| session.table().seating().sides);
    let count = sides.len();
    let teams = sides
        .iter()
        .collect::<std::collections::BTreeSet<_>>()
        .len()
        < count;
    let list = move || {
        let Some(now) = table.around.get() else {
            return Vec::new();
        };
        let matters = count > 2 || now.first == First::Chosen;
        let free_for_me = now.my_chair.is_none();
        now.sitters
            .iter()
            .enumerate()
            .map(|(chair, sitter)| {
                let seat = Seat::new(chair as u8);
                let colour = (now.first == First::Chosen).then(|| {
                    view! {
                        {emblem(chair)}
                        <span class="name">{uppercase_first(&colour_name(surface, seat))}</span>
                    }
                });
                let team = teams.then(|| {
                    let team = i64::from(sides[chair]) + 1;
                    let text = say(&Message::new("online.team").number("team", team));
                    view! { <span class="team">{text}</span> }
                });
                let who = sitter_view(sitter);
                let take = (matters && free_for_me && *sitter == Sitter::Nobody).then(|| {
                    view! {
                        <button
                            type="button"
                            data-chair=chair.to_string()
                            on:click=move |_| {
                                let name = Link::get().me.get_untracked().map(|you| you.name);
                                sit(play, table, Some(chair as u8), &name.unwrap_or_default());
                            }
                        >
                            {t("online.sit-here")}
                        </button>
                    }
                });
                view! {
                    <li class="plate chair" class:free=matches!(sitter, Sitter::Nobody | Sitter::Kept)>
                        {colour}
                        {team}
                        <span class="who">{who}</span>
                        {take}
                    </li>
                }
            })
            .collect()
    };
    view! {
        <ul class="seats chairs" data-surface=crate::board::surface_name(surface) aria-label=move || t("ui.seats")>
            {list}
        </ul>
    }
}

fn sitter_view(sitter: &Sitter) -> AnyView {
    match sitter {
        Sitter::Nobody => view! { <em>{t("online.free-chair")}</em> }.into_any(),
        Sitter::Kept => view! { <em>{t("online.kept-chair")}</em> }.into_any(),
        Sitter::Machine(level) => view! {
            {icon("machine")}
            {format!("{} {level} · {}", word("ui.level"), word(&format!("engine.level-{level}")))}
        }
        .into_any(),
        Sitter::Person { name, me, .. } => view! {
            {icon("person")}
            <strong>{name.clone()}</strong>
            {me.then(|| view! { <small>{t("online.you-mark")}</small> })}
        }
        .into_any(),
    }
}

/// The terms, in one line.
fn terms_text(around: &Around) -> String {
    let mut parts = vec![invite::time_text(around.time)];
    parts.push(match around.first {
        First::Lot => t("online.first-by-lot"),
        First::Chosen => t("online.first-chosen"),
    });
    if around.rated {
        parts.push(t("online.rated"));
    }
    parts.join(" · ")
}
