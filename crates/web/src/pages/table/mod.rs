//! The table: a board, the seats around it, and what was played.

pub mod confirm;
pub mod hold;
pub mod introduction;
pub mod more;
pub mod moves;
pub mod online;
pub mod opponent;
pub mod outlook;
pub mod seats;
pub mod told;
pub(crate) mod tool;
mod turning;

use leptos::prelude::*;
use tablier_rules::scene::{Message, Pick};

use crate::board::{Board, focus_site};
use crate::home::Home;
use crate::icons::icon;
use crate::machine::Machine;
use crate::online::table::OnlineTable;
use crate::pages::lost::Lost;
use crate::play::{Mode, Play, result_text, uppercase_first};
use crate::prefs::{Prefs, View};
use crate::router::Router;
use crate::session::{Clock, Session};
use crate::words::{colour_name, say, say_on, t, word};
use crate::{dom, store, time};

pub use hold::Hold;
pub use moves::Moves;
pub use seats::Seats;
use tool::{more_tool, tool};

/// A kept game, being played.
#[component]
pub fn TablePage(
    /// Its id among the saved games.
    id: String,
) -> impl IntoView {
    let hold = Hold::new(&id);
    move || {
        let id = id.clone();
        if hold.lost.get() {
            return hold::elsewhere(&id, hold).into_any();
        }
        let saved = store::game(&id);
        match saved.and_then(|saved| Some((Session::load(&saved).ok()?, saved))) {
            Some((session, saved)) => {
                hold.begin(&saved);
                view! { <Playing kept=Some((id, hold)) session=session home=Home::Here /> }
                    .into_any()
            }
            None => view! { <Lost /> }.into_any(),
        }
    }
}

/// A session on its own page: the same board, seats and moves wherever it lives.
#[component]
fn Playing(
    /// Its id among the saved games with the right to save it, if it lives here.
    kept: Option<(String, Hold)>,
    session: Session,
    home: Home,
) -> impl IntoView {
    let play = Play::with_home(session, Mode::Game, home);
    let title = play.with(|session| session.table().info().title);
    dom::set_title(&format!("{title} · Tablier"));
    if let Some((id, hold)) = kept {
        Effect::new(move |_| {
            play.moment.track();
            hold.keep(play.with(|session| session.save(&id, time::now())));
        });
    }
    let more = RwSignal::new(false);
    let help = RwSignal::new(false);
    let machine = Machine::new();
    let online = home.online();
    confirm::if_wanted(play);
    match online {
        None => {
            turning::turn_to_whoever_plays(play);
            opponent::play_machines(play, machine);
            opponent::run_clock(play);
        }
        Some(table) => online::attend(play, table),
    }
    let ahead = move || !play.ahead.read().is_empty();
    let unstored = move || play.moment.read().unstored;
    view! {
        <div class="table-page">
            <h1 class="unseen">{title}</h1>
            <section class="board-area" class:ahead=ahead class:unstored=unstored>
                {online.map(|_| online::connection_line())}
                {prompt(play, machine)}
                <Board stage=play.stage />
            </section>
            {match online {
                None => side_here(play, more, help).into_any(),
                Some(table) => side_online(play, table, more, help).into_any(),
            }}
            <Show when=move || help.get()>{more::keys_panel(help)}</Show>
            <p class="unseen" role="status" aria-live="polite">{move || play.news.get()}</p>
        </div>
    }
}

/// The game's name, what one plays for, and the way to its rules.
fn aim(play: Play, introduced: RwSignal<bool>) -> impl IntoView {
    let info = play.with(|session| session.table().info());
    let rules = format!("/rules/{}", info.id);
    view! {
        <header class="aim">
            <h2>{info.title}</h2>
            <p>
                {move || word(&format!("shelf.aim-{}", info.id))}
                " "
                <span class="ways">
                    <a href=rules>{move || t("book-page.rules")}</a>
                    <span class="between">" · "</span>
                    <button
                        type="button"
                        class="as-link"
                        data-tool="introduction"
                        aria-expanded=move || introduced.get().to_string()
                        on:click=move |_| introduced.update(|shown| *shown = !*shown)
                    >
                        {move || t("ui.introduction")}
                    </button>
                </span>
            </p>
        </header>
    }
}

/// Beside the board of a game in this browser.
fn side_here(play: Play, more: RwSignal<bool>, help: RwSignal<bool>) -> impl IntoView {
    let advisor = Machine::new();
    let advice = RwSignal::new(None);
    let wanted = outlook::wanted(play);
    let hint = move || opponent::hint(play, advisor, advice);
    keys(play, more, help, hint);
    let introduced = introduction::wanted(play);
    view! {
        <aside class="side">
            {aim(play, introduced)}
            <Seats play=play />
            <Show when=move || introduced.get()>{introduction::card(play, introduced)}</Show>
            {opponent::advice_line(play, advisor, advice)}
            {wanted.map(|wanted| view! { <div class="wide-only">{outlook::button(wanted)}</div> })}
            {wanted.map(|wanted| outlook::outlook(play, wanted))}
            <Moves play=play />
            {more::ending(play)}
            {buttons(play, more, hint)}
            <Show when=move || more.get()>{more::panel(play, more, advisor, wanted)}</Show>
        </aside>
    }
}

/// Beside the board of an online table. Hints are for games here.
fn side_online(
    play: Play,
    table: OnlineTable,
    more: RwSignal<bool>,
    help: RwSignal<bool>,
) -> impl IntoView {
    keys(play, more, help, || {});
    let begun = Memo::new(move |_| !online::is_waiting(table));
    let introduced = introduction::wanted(play);
    view! {
        <aside class="side">
            {aim(play, introduced)}
            {online::lobby(play, table)}
            <Show when=move || introduced.get()>{introduction::card(play, introduced)}</Show>
            <Show when=move || begun.get()>
                <Seats play=play />
            </Show>
            {online::watchers(table)}
            <p class="notice" role="status">{move || play.notice.get()}</p>
            {online::questions(play, table)}
            <Show when=move || begun.get()>
                <Moves play=play />
                {online::ending(play, table)}
                {online::reactions(table)}
            </Show>
            {online::tools(play, table, more)}
            <Show when=move || more.get()>{online::panel(play, table, more)}</Show>
        </aside>
    }
}

/// One line that says what can be done now, with the picks that are buttons.
pub fn prompt(play: Play, machine: Machine) -> impl IntoView {
    let stage = play.stage;
    let online = play.home.online();
    let text = move || {
        if let Some(table) = online {
            return online::prompt_text(play, table);
        }
        if play.pending.read().is_some() {
            return t("preferences.confirm-question");
        }
        if machine.failed.get() {
            return t("ui.machine-failed");
        }
        if let Some(seat) = play.moment.read().to_act().filter(|_| machine.thinks.get()) {
            let who = colour_name(stage.surface(), seat);
            let text = say_on(
                stage.surface(),
                &Message::new("ui.thinking").text("who", who),
            );
            return uppercase_first(&text);
        }
        let moment = play.moment.get();
        if let Some(result) = result_text(stage.surface(), &moment) {
            return result;
        }
        let prompt = uppercase_first(&say_on(stage.surface(), &stage.shown.read().scene.prompt));
        let seat = moment.to_act();
        match seat.and_then(|seat| play.with(|session| session.name(seat).map(str::to_owned))) {
            Some(name) => say(&Message::new("preferences.prompt-of")
                .text("name", name)
                .text("prompt", prompt)),
            None => prompt,
        }
    };
    let picks = pick_buttons(play);
    let can_go_back = move || !stage.path.read().is_empty() && play.pending.read().is_none();
    view! {
        <div class="prompt">
            <p role=move || machine.failed.get().then_some("alert")>{text}</p>
            {online.map(|table| online::sit_down(play, table))}
            {picks}
            {confirm::buttons(play)}
            <Show when=move || machine.thinks.get()>
                <button
                    type="button"
                    class="quiet"
                    data-tool="stop"
                    on:click=move |_| opponent::play_now(play, machine)
                >
                    {icon("stop")}
                    {move || t("ui.play-now")}
                </button>
            </Show>
            <Show when=move || machine.failed.get()>
                <button
                    type="button"
                    data-tool="retry"
                    on:click=move |_| play.moment.update(|_| ())
                >
                    {icon("again")}
                    {move || t("ui.try-again")}
                </button>
            </Show>
            <Show when=can_go_back>
                <button type="button" class="quiet" on:click=move |_| play.back()>
                    {move || t("ui.back")}
                </button>
            </Show>
        </div>
    }
}

/// The picks that are buttons.
pub fn pick_buttons(play: Play) -> impl IntoView {
    let stage = play.stage;
    move || {
        stage
            .choices
            .read()
            .next
            .iter()
            .filter_map(|choice| match &choice.pick {
                Pick::Button(key) => Some(key.to_string()),
                _ => None,
            })
            .map(|key| {
                let pick = Pick::Button(key.clone().into());
                let pointed = pick.clone();
                view! {
                    <button
                        type="button"
                        class="pick"
                        data-button=key.clone()
                        on:click=move |_| play.stage.pick(pick.clone())
                        on:pointerenter=move |_| play.stage.point(Some(&pointed))
                    >
                        {uppercase_first(&word(&key))}
                    </button>
                }
            })
            .collect_view()
    }
}

/// The row of buttons below the moves.
fn buttons(play: Play, more: RwSignal<bool>, hint: impl Fn() + Copy + 'static) -> impl IntoView {
    view! {
        <div class="tools" role="toolbar" aria-label=move || t("ui.tools")>
            {tool("undo", "ui.undo", move || play.home.undo(play))}
            {tool("redo", "ui.redo", move || play.home.redo(play))}
            {tool("hint", "ui.hint", hint)}
            {tool("analyse", "ui.analyse", move || analyse(play))}
            {tool("view", "ui.change-view", move || switch_view(play))}
            {super::rules::link_from(play)}
            {more_tool(more)}
        </div>
    }
}

/// The same game again, everybody one seat further.
pub fn again(play: Play) {
    let (spec, start, mut players, mut names, clock) = play.with(|session| {
        let table = session.table();
        (
            table.spec().to_string(),
            table.unusual_start(),
            session.players.clone(),
            session.names.clone(),
            session.clock.as_ref().and_then(Clock::for_rematch),
        )
    });
    players.rotate_right(1);
    if !names.is_empty() {
        names.resize(players.len(), String::new());
        names.rotate_right(1);
    }
    let id = spec.split(':').next().unwrap_or_default();
    players = crate::fit::again(id, players);
    crate::begin::begin_with(&spec, start.as_deref(), players, names, clock);
}

/// Opens the analysis table with what was played.
pub fn analyse(play: Play) {
    let link = play.with(|session| crate::share::link(session, session.head()));
    Router::get().go(&format!("/analysis#{link}"));
}

/// Table or flat.
pub fn switch_view(play: Play) {
    let next = match play.stage.view.get_untracked() {
        View::Table => View::Flat,
        View::Flat => View::Table,
    };
    Prefs::get().view.set(Some(next));
}

/// Half a turn for two, a quarter for more.
pub fn turn_board(play: Play) {
    let by = if play.moment.read_untracked().players.len() > 2 {
        1
    } else {
        2
    };
    play.stage.turn.update(|turn| *turn = (*turn + by) % 4);
}

/// The keys of the table.
pub fn keys(
    play: Play,
    more: RwSignal<bool>,
    help: RwSignal<bool>,
    hint: impl Fn() + Copy + 'static,
) {
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        if dom::is_typing(&event)
            || event.ctrl_key()
            || event.alt_key()
            || event.meta_key()
            || event.default_prevented()
        {
            return;
        }
        match event.key().as_str() {
            "u" | "U" => play.home.undo(play),
            "r" | "R" => play.home.redo(play),
            "h" | "H" => hint(),
            "v" | "V" => switch_view(play),
            "f" | "F" => turn_board(play),
            "b" | "B" => focus_site(play.stage, play.stage.focus.get_untracked()),
            "?" => help.update(|open| *open = !*open),
            "Escape" => {
                if help.get_untracked() {
                    help.set(false);
                } else if more.get_untracked() {
                    more.set(false);
                } else {
                    play.back();
                }
            }
            "ArrowLeft" => play.step(false),
            "ArrowRight" => play.step(true),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || handle.remove());
}
