//! Opening a table for a friend, or finding anyone to play with.

use leptos::prelude::*;
use serde::Serialize;
use tablier_protocol::{Created, NewTable, Pairing};
use tablier_rooms::{First, Place, TimeControl};
use tablier_rules::scene::Message;
use tablier_rules::{Seat, Status, catalog};
use wasm_bindgen_futures::spawn_local;

use super::{TIMES, time_text};
use crate::icons::icon;
use crate::online::api::{self, Fault};
use crate::online::fault_text;
use crate::online::link::Link;
use crate::pages::who;
use crate::router::Router;
use crate::store;
use crate::words::{colour_name, say, t};

/// Whom to play with.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Company {
    /// The computer.
    Computer,
    /// Somebody at this screen.
    Here,
    /// A friend elsewhere.
    Friend,
    /// Anyone who wants to play now.
    Anyone,
}

impl Company {
    /// Those for a game with this many seats, in the order in which they are offered. A game for one
    /// is played at this screen, or online where friends can watch.
    pub fn offered(seats: usize) -> &'static [Company] {
        if seats == 1 {
            return &[Company::Here, Company::Friend];
        }
        &[
            Company::Computer,
            Company::Here,
            Company::Friend,
            Company::Anyone,
        ]
    }

    /// The key of its words in a game with this many seats.
    pub fn key(self, seats: usize) -> &'static str {
        match self {
            Company::Here if seats == 1 => "online.on-your-own",
            Company::Friend if seats == 1 => "online.with-watchers",
            Company::Computer => "online.with-computer",
            Company::Here => "online.with-someone-here",
            Company::Friend => "online.with-friend",
            Company::Anyone => "online.with-anyone",
        }
    }

    /// Its name in the page.
    pub fn name(self) -> &'static str {
        match self {
            Company::Computer => "computer",
            Company::Here => "here",
            Company::Friend => "friend",
            Company::Anyone => "anyone",
        }
    }
}

/// Stands for a seat that is kept for a friend with the link, where a level stands for the computer.
const KEPT: u8 = 11;

/// The settings of an online game.
#[derive(Copy, Clone)]
pub struct Plan {
    /// The game with its options.
    pub game: Memo<String>,
    /// How many seats it has.
    pub seats: Memo<usize>,
    /// The position at the beginning, if it is not the usual one.
    pub start: RwSignal<Option<String>>,
    /// How much time there is.
    pub time: RwSignal<usize>,
    /// Who may sit where; 0 for people, `KEPT` for a friend with the link, otherwise the computer's
    /// level.
    pub places: RwSignal<Vec<u8>>,
    /// The player's seat if the first player is chosen; none for a draw of lots.
    pub chosen: RwSignal<Option<u8>>,
    /// Whether the result counts for ratings.
    pub rated: RwSignal<bool>,
    /// Whether everybody sees the table.
    pub listed: RwSignal<bool>,
}

impl Plan {
    /// A plain game with a friend.
    pub fn new(game: Memo<String>, seats: Memo<usize>, start: RwSignal<Option<String>>) -> Self {
        Self {
            game,
            seats,
            start,
            time: RwSignal::new(0),
            places: RwSignal::new(vec![0; 4]),
            chosen: RwSignal::new(None),
            rated: RwSignal::new(false),
            listed: RwSignal::new(false),
        }
    }

    fn control(self) -> TimeControl {
        TIMES[self.time.get_untracked().min(TIMES.len() - 1)]
    }

    fn has_machines(self) -> bool {
        let seats = self.seats.get();
        self.places
            .read()
            .iter()
            .take(seats)
            .any(|&level| (1..KEPT).contains(&level))
    }

    /// The request to the server.
    fn table(self) -> NewTable {
        let places: Vec<Place> = self
            .places
            .get_untracked()
            .iter()
            .take(self.seats.get_untracked())
            .map(|&level| match level {
                KEPT if self.listed.get_untracked() => Place::Kept,
                // At a table that only its link leads to, everybody has the link.
                0 | KEPT => Place::Open,
                level => Place::Machine(level),
            })
            .collect();
        let free = places.iter().position(|place| *place == Place::Open);
        let chosen = self.chosen.get_untracked();
        let chair = match chosen {
            Some(seat) if places.get(usize::from(seat)) == Some(&Place::Open) => Some(seat),
            _ => free.map(|seat| seat as u8),
        };
        let machines = places
            .iter()
            .any(|place| matches!(place, Place::Machine(_)));
        // Nobody draws lots alone.
        let by_lot = chosen.is_none() && places.len() > 1;
        NewTable {
            game: self.game.get_untracked(),
            start: self
                .start
                .get_untracked()
                .map(|start| start.trim().to_owned()),
            seats: Some(places),
            first: Some(if by_lot { First::Lot } else { First::Chosen }),
            time: Some(self.control()),
            rated: self.rated.get_untracked() && !machines && !untrack(is_guest),
            listed: self.listed.get_untracked(),
            chair,
            name: None,
        }
    }
}

/// Rated games are for accounts.
fn is_guest() -> bool {
    Link::get().me.get().is_none_or(|you| !you.account)
}

fn times(plan: Plan) -> impl IntoView {
    view! {
        <label class="line">
            {move || t("ui.clock")}
            <select
                data-field="time"
                on:change=move |event| {
                    plan.time.set(event_target_value(&event).parse().unwrap_or(0));
                }
            >
                {TIMES
                    .into_iter()
                    .enumerate()
                    .map(|(at, time)| {
                        view! {
                            <option value=at.to_string() selected=move || plan.time.get() == at>
                                {move || time_text(time)}
                            </option>
                        }
                    })
                    .collect_view()}
            </select>
        </label>
    }
}

fn check(
    key: &'static str,
    name: &'static str,
    value: RwSignal<bool>,
    off: Signal<bool>,
) -> impl IntoView {
    view! {
        <label class="choice">
            <input
                type="checkbox"
                data-field=name
                disabled=move || off.get()
                prop:checked=move || value.get() && !off.get()
                on:change=move |event| value.set(event_target_checked(&event))
            />
            {move || t(key)}
        </label>
    }
}

/// Opens a table for friends: one click, everything else can stay as it is.
pub fn friends_form(plan: Plan, possible: Signal<bool>) -> impl IntoView {
    let fault = RwSignal::new(None::<Fault>);
    let busy = RwSignal::new(false);
    let open = move |_| go_to_table("/api/tables", plan.table(), busy, fault);
    view! {
        <div class="row begin">
            <button
                type="button"
                class="primary large"
                data-tool="open-table"
                disabled=move || busy.get() || !possible.get()
                on:click=open
            >
                {icon("online")}
                {move || t("online.open-table")}
            </button>
        </div>
        <p class="problem" role="alert">{move || fault.get().map(|fault| fault_text(&fault))}</p>
        {move || {
            if plan.seats.get() == 1 {
                check("online.listed-alone", "listed", plan.listed, Signal::derive(|| false)).into_any()
            } else {
                together(plan).into_any()
            }
        }}
    }
}

/// What several people agree on: the clock, places, who begins.
fn together(plan: Plan) -> impl IntoView {
    view! {
        {times(plan)}
        <details class="details">
            <summary>{move || t("online.more-choices")}</summary>
            {check("online.listed", "listed", plan.listed, Signal::derive(|| false))}
            <fieldset>
                <legend>{move || t("online.who-sits")}</legend>
                {move || (0..plan.seats.get()).map(|seat| place(plan, seat)).collect_view()}
            </fieldset>
            {first(plan)}
            {check("online.rated", "rated", plan.rated, Signal::derive(move || plan.has_machines() || is_guest()))}
        </details>
    }
}

fn place(plan: Plan, seat: usize) -> impl IntoView {
    let value = move || plan.places.read().get(seat).copied().unwrap_or(0);
    view! {
        <label class="line">
            <span>{move || format!("{} {}", t("online.chair"), seat + 1)}</span>
            <select
                data-place=seat.to_string()
                prop:value=move || value().to_string()
                on:change=move |event| {
                    let level = event_target_value(&event).parse().unwrap_or(0);
                    plan.places.update(|places| places[seat] = level);
                }
            >
                {who::options("online.a-person", value)}
                <Show when=move || plan.listed.get()>
                    <option value=KEPT.to_string() selected=move || value() == KEPT>
                        {move || t("online.a-friend")}
                    </option>
                </Show>
            </select>
        </label>
        {who::sentence(value)}
    }
}

/// By lot, or who has which seat.
fn first(plan: Plan) -> impl IntoView {
    let table = move || {
        let mut table = catalog::open(&plan.game.get()).ok()?;
        if let Some(start) = plan.start.get() {
            table.set_position(start.trim()).ok()?;
        }
        Some(table)
    };
    let surface = move || Some(table()?.layout().surface);
    let begins = move |seat| table().is_some_and(|table| table.status() == Status::Acts(seat));
    view! {
        <label class="line">
            {move || t("online.who-begins")}
            <select
                data-field="first"
                on:change=move |event| plan.chosen.set(event_target_value(&event).parse().ok())
            >
                <option value="lot" selected=move || plan.chosen.get().is_none()>
                    {move || t("online.by-lot")}
                </option>
                {move || {
                    (0..plan.seats.get())
                        .map(|seat| {
                            let number = seat.to_string();
                            let seat = Seat::new(seat as u8);
                            let colour = surface()
                                .map(|surface| colour_name(surface, seat))
                                .unwrap_or_default();
                            let key = if begins(seat) {
                                "online.i-begin-with"
                            } else {
                                "online.i-have"
                            };
                            let text = say(&Message::new(key).text("colour", colour));
                            view! { <option value=number>{text}</option> }
                        })
                        .collect_view()
                }}
            </select>
        </label>
    }
}

/// Looks for anybody who wants the same game now. The player waits at a table, and can leave it.
pub fn strangers_form(plan: Plan, possible: Signal<bool>) -> impl IntoView {
    let busy = RwSignal::new(false);
    let fault = RwSignal::new(None::<Fault>);
    let look = move |_| {
        let wanted = Pairing {
            game: plan.game.get_untracked(),
            time: plan.control(),
            rated: plan.rated.get_untracked() && !untrack(is_guest),
        };
        go_to_table("/api/pairings", wanted, busy, fault);
    };
    view! {
        {times(plan)}
        {check("online.rated", "rated", plan.rated, Signal::derive(is_guest))}
        <div class="row begin">
            <button
                type="button"
                class="primary large"
                data-tool="pair"
                disabled=move || busy.get() || !possible.get()
                on:click=look
            >
                {icon("online")}
                {move || t("online.find")}
            </button>
        </div>
        <p class="problem" role="alert">{move || fault.get().map(|fault| fault_text(&fault))}</p>
    }
}

/// Asks the server for a table and goes there.
fn go_to_table(
    path: &'static str,
    wanted: impl Serialize + 'static,
    busy: RwSignal<bool>,
    fault: RwSignal<Option<Fault>>,
) {
    busy.set(true);
    fault.set(None);
    spawn_local(async move {
        let came: Result<Created, Fault> = api::call("POST", path, Some(&wanted)).await;
        busy.try_set(false);
        match came {
            Ok(created) => {
                // This has turned a passer-by into a guest.
                if Link::get()
                    .me
                    .get_untracked()
                    .is_none_or(|you| !you.account)
                {
                    Link::get().renew();
                }
                if let Some(key) = &created.key {
                    store::set_invitation(&created.id, key);
                }
                Router::get().go(&format!("/t/{}", created.id));
            }
            Err(why) => {
                fault.try_set(Some(why));
            }
        }
    });
}
