//! A game's own page: what it is, and how to play it.

use leptos::prelude::*;
use tablier_rules::scene::Message;
use tablier_rules::{GameInfo, Table, catalog};
use tablier_solvers::solitaire::starts;

use super::about::about;
use super::arrange::Arrange;
use super::clocks::{self, Times};
use super::invite::{Company, Plan, friends_form, strangers_form};
use super::lost::Lost;
use super::options::{Chosen, choice, spec};
use super::shelf::{display, how_many, kind_key, sample};
use super::{names, preferences, who};
use crate::begin::{begin, begin_with, usual_players};
use crate::dom;
use crate::icons::{emblem, icon};
use crate::play::uppercase_first;
use crate::prefs::Prefs;
use crate::session::Player;
use crate::words::{colour_name, say, t, word};

/// A game by its id.
#[component]
pub fn GamePage(
    /// The id in the catalog.
    id: String,
) -> impl IntoView {
    match catalog::info(&id) {
        Some(info) => view! { <Known info=info /> }.into_any(),
        None => view! { <Lost /> }.into_any(),
    }
}

#[component]
fn Known(info: &'static GameInfo) -> impl IntoView {
    dom::set_title(&format!("{} · Tablier", info.title));
    let chosen = RwSignal::new(Chosen::new());
    let start = RwSignal::new(None::<String>);
    let times = Times::new();
    let game = Memo::new(move |_| spec(info, &chosen.read()));
    let seats = Memo::new(move |_| {
        catalog::open(&game.get()).map_or(0, |table| table.seating().sides.len())
    });
    let players = RwSignal::new(usual_players(info.id, 4));
    let names = RwSignal::new(names::known());
    let company = RwSignal::new(Company::Computer);
    let plan = Plan::new(game, seats, start);
    let portrait = move || {
        let table = seen(info, &game.get(), start.get())?;
        Some(display::on_display(display::stage(&*table)))
    };
    let problem = move || {
        let mut table = match catalog::open(&game.get()) {
            Ok(table) => table,
            Err(error) => return Some(say(&error.message())),
        };
        let refusal = table.set_position(start.get()?.trim()).err()?;
        Some(format!("{} ({})", say(&refusal.why), refusal.rule))
    };
    let possible = Signal::derive(move || problem().is_none());
    let at_this_screen = move || matches!(company.get(), Company::Computer | Company::Here);
    let play = move |_| {
        let count = seats.get_untracked();
        let players: Vec<Player> = players.get_untracked().into_iter().take(count).collect();
        let start = start.get_untracked();
        let names = names::given(&players, &names.get_untracked());
        begin_with(
            &game.get_untracked(),
            start.as_deref().map(str::trim),
            players,
            names,
            times.clock(count),
        );
    };
    let facts = move || {
        let players = how_many(info);
        let (from, to) = info.minutes;
        format!("{players} · {from}–{to} min · {}", t(kind_key(info.kind)))
    };
    let arranging = RwSignal::new(false);
    let arranged = Callback::new(move |text: Option<String>| {
        if let Some(text) = text {
            let usual = catalog::open(&game.get_untracked()).map(|table| table.position());
            start.set((usual.ok().as_ref() != Some(&text)).then_some(text));
        }
        arranging.set(false);
    });
    let page = move || {
        view! {
        <section class="page game-page">
            <div class="portrait">
                <div class="drawing tilted">{portrait}</div>
            </div>
            <div class="settings-column">
                <h1>{info.title}</h1>
                <p class="lead">{move || word(&format!("shelf.{}", info.id))}</p>
                <p class="facts">{facts}</p>
                {super::rules::links(info.id)}
                {(info.id == "solitaire").then(start_of_the_day)}
                {info.options.iter().map(|option| choice(info, option, chosen)).collect_view()}
                {move || companies(info.id, seats.get(), company, players)}
                <Show when=at_this_screen>
                    {who_sits(game, seats, players, names)}
                    <Show when=move || { seats.get() > 1 && company.get() == Company::Computer }>
                        {crate::fit::note(info.id, players)}
                    </Show>
                    <Show when=move || { seats.get() > 1 }>{clocks::choose(times, game, seats)}</Show>
                    {set_up(game, start, arranging)}
                    <p class="problem" role="alert">{problem}</p>
                    <div class="row begin">
                        <button
                            type="button"
                            class="primary large"
                            data-tool="begin"
                            disabled=move || problem().is_some()
                            on:click=play
                        >
                            {icon("play")}
                            {move || t("ui.begin")}
                        </button>
                        {to_analysis(game)}
                    </div>
                </Show>
                <Show when=move || company.get() == Company::Friend>
                    {friends_form(plan, possible)}
                    {set_up(game, start, arranging)}
                    <p class="problem" role="alert">{problem}</p>
                </Show>
                <Show when=move || company.get() == Company::Anyone>
                    {strangers_form(plan, possible)}
                </Show>
            </div>
            {about(info, game)}
        </section>
        }
    };
    move || {
        if arranging.get() {
            let (game, start) = (game.get_untracked(), start.get_untracked());
            view! { <Arrange game=game start=start done=arranged /> }.into_any()
        } else {
            page().into_any()
        }
    }
}

/// The choice of company in a game with this many seats.
fn companies(
    id: &'static str,
    seats: usize,
    company: RwSignal<Company>,
    players: RwSignal<Vec<Player>>,
) -> impl IntoView {
    let legend = if seats == 1 {
        "online.how-to-play"
    } else {
        "online.play-with"
    };
    // Alone, the computer is one of those who can sit at this screen.
    let is_chosen = move |one: Company| {
        let now = company.get();
        now == one || seats == 1 && now == Company::Computer && one == Company::Here
    };
    let choose = move |chosen: Company| {
        company.set(chosen);
        match chosen {
            Company::Computer => players.set(usual_players(id, 4)),
            Company::Here => players.set(vec![Player::Person; 4]),
            Company::Friend | Company::Anyone => {}
        }
    };
    view! {
        <fieldset class="company">
            <legend>{move || t(legend)}</legend>
            <div class="segments" role="group">
                {Company::offered(seats)
                    .iter()
                    .map(|&one| {
                        view! {
                            <button
                                type="button"
                                data-company=one.name()
                                aria-pressed=move || is_chosen(one).to_string()
                                on:click=move |_| choose(one)
                            >
                                {move || t(one.key(seats))}
                            </button>
                        }
                    })
                    .collect_view()}
            </div>
        </fieldset>
    }
}

/// Who sits where at this screen.
fn who_sits(
    game: Memo<String>,
    seats: Memo<usize>,
    players: RwSignal<Vec<Player>>,
    names: RwSignal<Vec<String>>,
) -> impl IntoView {
    let lot = RwSignal::new(None::<String>);
    let shared = Memo::new(move |_| names::several(&players.read(), seats.get()));
    view! {
        <fieldset class="who">
            <legend>{move || t("ui.who-sits-where")}</legend>
            {move || {
                (0..seats.get())
                    .map(|seat| {
                        let named = move || shared.get() && players.read()[seat] == Player::Person;
                        view! {
                            {sits(game, seat, players)}
                            <Show when=named>{names::field(game, seat, names)}</Show>
                        }
                    })
                    .collect_view()
            }}
            <Show when=move || shared.get()>{preferences::passed_round()}</Show>
            <Show when=move || { seats.get() > 1 }>
                <button
                    type="button"
                    data-tool="lot"
                    on:click=move |_| {
                        let count = seats.get_untracked();
                        players.update(|players| names.update(|names| shuffle(players, names, count)));
                        lot.set(Some(first_text(game, players, names)));
                    }
                >
                    {icon("again")}
                    {move || t("ui.draw-lots")}
                </button>
                <p role="status">{move || lot.get()}</p>
            </Show>
        </fieldset>
    }
}

fn to_analysis(game: Memo<String>) -> impl IntoView {
    view! {
        <a class="button" href=move || format!("/analysis#game={}", game.get())>
            {icon("analyse")}
            {move || t("ui.analyse-short")}
        </a>
    }
}

/// The same shuffled start for everybody, and the number of jumps to beat.
fn start_of_the_day() -> impl IntoView {
    let start = starts::of_the_day(crate::time::today())?;
    let known = move || {
        say(&Message::new("ui.start-of-the-day-known")
            .number("seed", start.seed as i64)
            .number("jumps", start.jumps() as i64))
    };
    Some(view! {
        <p class="daily-start">
            <button
                type="button"
                data-tool="daily-start"
                on:click=move |_| begin(&start.spec(), None, vec![Player::Person], None)
            >
                {icon("play")}
                {move || t("ui.start-of-the-day")}
            </button>
            " "
            {known}
        </p>
    })
}

/// Who sits on a seat.
fn sits(game: Memo<String>, seat: usize, players: RwSignal<Vec<Player>>) -> impl IntoView {
    let name = move || {
        let surface = catalog::open(&game.get()).ok()?.layout().surface;
        Some(colour_name(surface, tablier_rules::Seat::new(seat as u8)))
    };
    let surface = move || {
        catalog::open(&game.get()).map_or("glass", |table| {
            crate::board::surface_name(table.layout().surface)
        })
    };
    let value = move || match players.read().get(seat) {
        Some(Player::Machine(level)) => *level,
        _ => 0,
    };
    view! {
        <label class="line" data-surface=surface>
            <span>
                {emblem(seat)}
                {name}
                {(seat == 0).then(|| view! { <small>{move || t("ui.begins")}</small> })}
            </span>
            <select
                data-seat=seat.to_string()
                prop:value=move || value().to_string()
                on:change=move |event| {
                    let level: u8 = event_target_value(&event).parse().unwrap_or(0);
                    players
                        .update(|players| {
                            players[seat] = match level {
                                0 => Player::Person,
                                level => Player::Machine(level),
                            };
                        });
                    if level > 0 {
                        Prefs::get().level.set(level);
                    }
                }
            >
                {who::options("ui.person", value)}
            </select>
        </label>
        {who::sentence(value)}
    }
}

/// Draws lots for the first seats; everybody takes their name along.
fn shuffle(players: &mut [Player], names: &mut [String], count: usize) {
    for at in (1..count).rev() {
        let other = (js_sys::Math::random() * (at + 1) as f64) as usize;
        players.swap(at, other.min(at));
        names.swap(at, other.min(at));
    }
}

/// Who begins, in a sentence.
fn first_text(
    game: Memo<String>,
    players: RwSignal<Vec<Player>>,
    names: RwSignal<Vec<String>>,
) -> String {
    let name = names.read_untracked().first().cloned().unwrap_or_default();
    let who = match players.read_untracked().first() {
        Some(Player::Machine(level)) => who::machine(*level),
        _ if name.is_empty() => t("ui.person"),
        _ => name,
    };
    let surface = catalog::open(&game.get_untracked()).map(|table| table.layout().surface);
    let colour = surface
        .map(|surface| colour_name(surface, tablier_rules::Seat::new(0)))
        .unwrap_or_default();
    say(&Message::new("ui.lot-fell")
        .text("who", who)
        .text("colour", uppercase_first(&colour)))
}

/// What is shown of a game: with other options or another start, that start; otherwise a telling
/// position.
fn seen(info: &'static GameInfo, game: &str, start: Option<String>) -> Option<Box<dyn Table>> {
    if game == info.id && start.is_none() {
        return sample::for_game(info.id)?.open();
    }
    let mut table = catalog::open(game).ok()?;
    if let Some(start) = start {
        table.set_position(&start).ok()?;
    }
    Some(table)
}

/// The usual start, or a position set up by hand.
fn set_up(
    game: Memo<String>,
    start: RwSignal<Option<String>>,
    arranging: RwSignal<bool>,
) -> impl IntoView {
    view! {
        <details class="set-up" open=start.get_untracked().is_some()>
            <summary>{move || t("ui.set-up")}</summary>
            <button type="button" data-tool="arrange" on:click=move |_| arranging.set(true)>
                {icon("hand")}
                {move || t("ui.arrange")}
            </button>
            <p>{move || t("ui.set-up-more")}</p>
            <textarea
                rows="4"
                spellcheck="false"
                aria-label=move || t("ui.set-up")
                prop:value=move || {
                    start
                        .get()
                        .unwrap_or_else(|| {
                            catalog::open(&game.get()).map(|table| table.position()).unwrap_or_default()
                        })
                }
                on:input=move |event| {
                    let text = event_target_value(&event);
                    start.set((!text.trim().is_empty()).then_some(text));
                }
            ></textarea>
            <button type="button" on:click=move |_| start.set(None)>
                {move || t("ui.usual-start")}
            </button>
        </details>
    }
}
