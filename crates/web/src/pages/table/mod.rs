//! The table: a board, the seats around it, and what was played.

pub mod moves;
pub mod seats;

use leptos::prelude::*;
use tablier_rules::scene::Pick;

use crate::board::{Board, focus_site};
use crate::icons::icon;
use crate::pages::lost::Lost;
use crate::play::{Mode, Play, result_text, uppercase_first};
use crate::prefs::{Prefs, View};
use crate::session::{Leaving, Player, Session};
use crate::words::{say_on, t, word};
use crate::{dom, store};

pub use moves::Moves;
pub use seats::Seats;

/// A kept game, being played.
#[component]
pub fn TablePage(
    /// Its name among the kept games.
    id: String,
) -> impl IntoView {
    let session = store::game(&id).and_then(|saved| Session::load(&saved).ok());
    match session {
        Some(session) => view! { <Playing id=id session=session /> }.into_any(),
        None => view! { <Lost /> }.into_any(),
    }
}

#[component]
fn Playing(id: String, session: Session) -> impl IntoView {
    let play = Play::new(session, Mode::Game);
    let title = play.with(|session| session.table().info().title);
    dom::set_title(&format!("{title} · Tablier"));
    Effect::new(move |_| {
        play.moment.track();
        store::set_game(&play.with(|session| session.save(&id, store::now())));
    });
    let more = RwSignal::new(false);
    keys(play, more);
    view! {
        <div class="table-page">
            <h1 class="unseen">{title}</h1>
            <section class="board-area">
                {prompt(play)}
                <Board stage=play.stage />
            </section>
            <aside class="side">
                <Seats play=play />
                <Moves play=play />
                {buttons(play, more)}
                <Show when=move || more.get()>{more_panel(play, more)}</Show>
            </aside>
            <p class="unseen" role="status" aria-live="polite">{move || play.news.get()}</p>
        </div>
    }
}

/// One line that says what can be done now, with the picks that are buttons.
pub fn prompt(play: Play) -> impl IntoView {
    let stage = play.stage;
    let text = move || {
        let moment = play.moment.get();
        if let Some(result) = result_text(stage.surface(), &moment) {
            return result;
        }
        let prompt = say_on(stage.surface(), &stage.shown.read().scene.prompt);
        uppercase_first(&prompt)
    };
    let picks = move || {
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
                        on:click=move |_| play.pick(pick.clone())
                        on:pointerenter=move |_| play.point(Some(&pointed))
                    >
                        {uppercase_first(&word(&key))}
                    </button>
                }
            })
            .collect_view()
    };
    let can_go_back = move || !stage.path.read().is_empty();
    view! {
        <div class="prompt">
            <p>{text}</p>
            {picks}
            <Show when=can_go_back>
                <button type="button" class="quiet" on:click=move |_| play.back()>
                    {move || t("ui.back")}
                </button>
            </Show>
        </div>
    }
}

/// The row of buttons below the moves.
fn buttons(play: Play, more: RwSignal<bool>) -> impl IntoView {
    let button = move |name: &'static str, key: &'static str, act: fn(Play)| {
        view! {
            <button
                type="button"
                class="tool"
                title=move || t(key)
                aria-label=move || t(key)
                data-tool=name
                on:click=move |_| act(play)
            >
                {icon(name)}
            </button>
        }
    };
    view! {
        <div class="tools" role="toolbar" aria-label=move || t("ui.tools")>
            {button("undo", "ui.undo", |play| { play.undo(); })}
            {button("redo", "ui.redo", |play| { play.redo(); })}
            {button("view", "ui.change-view", switch_view)}
            {button("turn", "ui.turn-board", turn_board)}
            <button
                type="button"
                class="tool"
                title=move || t("ui.more")
                aria-label=move || t("ui.more")
                aria-expanded=move || more.get().to_string()
                data-tool="more"
                on:click=move |_| more.update(|open| *open = !*open)
            >
                {icon("more")}
            </button>
        </div>
    }
}

fn more_panel(play: Play, more: RwSignal<bool>) -> impl IntoView {
    let over = move || play.moment.read().is_over();
    let person = move || play.moment.read().player == Some(Player::Person);
    view! {
        <div class="panel more">
            <button
                type="button"
                data-tool="resign"
                disabled=move || over() || !person()
                on:click=move |_| {
                    if let Some(seat) = play.moment.get_untracked().to_act() {
                        play.leave(Leaving::Resigned(seat));
                        more.set(false);
                    }
                }
            >
                {icon("flag")}
                {move || t("ui.resign")}
            </button>
            <button
                type="button"
                disabled=over
                on:click=move |_| {
                    play.leave(Leaving::Draw);
                    more.set(false);
                }
            >
                {icon("draw")}
                {move || t("ui.agree-draw")}
            </button>
            <button type="button" on:click=move |_| again(play)>
                {icon("again")}
                {move || t("ui.rematch")}
            </button>
        </div>
    }
}

/// The same game anew, everybody one seat further.
pub fn again(play: Play) {
    let (spec, mut players) =
        play.with(|session| (session.table().spec().to_string(), session.players.clone()));
    players.rotate_right(1);
    super::shelf::begin(&spec, players);
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
pub fn keys(play: Play, more: RwSignal<bool>) {
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        let typing = event
            .target()
            .and_then(|target| wasm_bindgen::JsCast::dyn_into::<web_sys::Element>(target).ok())
            .is_some_and(|element| {
                matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT")
            });
        if typing
            || event.ctrl_key()
            || event.alt_key()
            || event.meta_key()
            || event.default_prevented()
        {
            return;
        }
        match event.key().as_str() {
            "u" | "U" => {
                play.undo();
            }
            "r" | "R" => {
                play.redo();
            }
            "v" | "V" => switch_view(play),
            "f" | "F" => turn_board(play),
            "b" | "B" => focus_site(play.stage, play.stage.focus.get_untracked()),
            "Escape" => {
                if more.get_untracked() {
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
