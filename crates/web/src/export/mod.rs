//! Pictures of positions and films of games, as files. The board is drawn as `tablier_picture` draws it;
//! the browser turns it into pixels, and the worker makes the film.

mod canvas;
mod film;

use leptos::prelude::*;
use tablier_picture as picture;
use tablier_picture::geometry::Plan;
use tablier_rules::scene::Message;
use wasm_bindgen_futures::spawn_local;

use crate::board::drawing::{self, Drawing};
use crate::dom;
use crate::icons::icon;
use crate::play::Play;
use crate::session::Session;
use crate::words::{say, t};

/// The longer side of a picture, in pixels.
const PICTURE: u32 = 1400;

/// What becomes of an export.
#[derive(Clone, PartialEq, Debug)]
enum ExportState {
    /// Nothing was asked for.
    Idle,
    /// This much of the file with this name is done, from 0 to 1.
    Making(String, f32),
    /// It is with the browser.
    Made(String),
    /// It cannot be made here.
    Failed(String),
}

/// Saves a picture of the position or a film of the game, and tells how it goes.
pub(crate) fn panel(play: Play) -> impl IntoView {
    let stage = RwSignal::new(ExportState::Idle);
    let stopped = RwSignal::new(false);
    let busy = move || matches!(*stage.read(), ExportState::Making(..));
    let done = move || match *stage.read() {
        ExportState::Making(_, done) => done * 100.0,
        _ => 0.0,
    };
    let text = move || {
        let (key, name) = match stage.get() {
            ExportState::Idle => return String::new(),
            ExportState::Making(name, _) => ("study.making", name),
            ExportState::Made(name) => ("study.made", name),
            ExportState::Failed(name) => ("study.not-made", name),
        };
        say(&Message::new(key).text("name", name))
    };
    let still = move |_| spawn_local(save_picture(play, stage));
    let moving = move |_| {
        stopped.set(false);
        spawn_local(save_film(play, stage, stopped));
    };
    let nothing = move || {
        let moment = play.moment.read();
        moment.tree.children(crate::tree::ROOT).is_empty()
    };
    view! {
        <div class="exporting">
            <div class="row">
                <button type="button" data-tool="png" disabled=busy on:click=still>
                    {icon("download")}
                    {move || t("study.picture-png")}
                </button>
                <button
                    type="button"
                    data-tool="gif"
                    disabled=move || busy() || nothing()
                    on:click=moving
                >
                    {icon("download")}
                    {move || t("study.film")}
                </button>
            </div>
            <p class="facts" role="status">{text}</p>
            <Show when=busy>
                <progress max="100" aria-label=move || t("study.progress") prop:value=done></progress>
                <button type="button" data-tool="stop-export" on:click=move |_| stopped.set(true)>
                    {icon("stop")}
                    {move || t("study.stop")}
                </button>
            </Show>
        </div>
    }
}

/// The name of a file about a game after so many moves.
fn file_name(session: &Session, moves: usize, kind: &str) -> String {
    format!("{}-{moves}.{kind}", session.table().info().id)
}

/// The position shown, with what is drawn on it.
async fn save_picture(play: Play, stage: RwSignal<ExportState>) {
    let turn = play.stage.turn.get_untracked();
    let drawn = play.stage.drawings.get_untracked();
    let (name, sized) = play.with(|session| {
        let table = session.table();
        let name = file_name(session, table.ply(), "png");
        let svg = picture::board(&table.layout(), &table.scene(), true, turn);
        let on_top = on_top(session, &drawn, turn);
        (name, picture::sized(&svg, PICTURE, &on_top))
    });
    stage.set(ExportState::Making(name.clone(), 0.0));
    let blob = match &sized {
        Some(sized) => canvas::png(sized).await,
        None => None,
    };
    let done = match blob {
        Some(blob) => {
            dom::download_blob(&name, &blob);
            ExportState::Made(name)
        }
        None => ExportState::Failed(name),
    };
    // The panel may be gone.
    let _ = stage.try_set(done);
}

/// Drawings in the picture of a board.
fn on_top(session: &Session, drawings: &[Drawing], turn: u8) -> String {
    let layout = session.table().layout();
    let plan = Plan::new(&layout, true, turn);
    drawing::svg(drawings, &layout, &plan)
}

/// The whole line that leads to the position shown and on to its end.
async fn save_film(play: Play, stage: RwSignal<ExportState>, stopped: RwSignal<bool>) {
    let turn = play.stage.turn.get_untracked();
    let (name, start, spec, actions) = play.with(|session| {
        let tree = session.tree();
        let line = tree.line_through(session.shown());
        let actions = line.last().map_or_else(Vec::new, |&end| tree.actions(end));
        let name = file_name(session, actions.len(), "gif");
        let table = session.table();
        (
            name,
            table.unusual_start(),
            table.spec().to_string(),
            actions,
        )
    });
    stage.set(ExportState::Making(name.clone(), 0.0));
    let tell = |done: f32| {
        let making = ExportState::Making(name.clone(), done);
        stage.try_set(making).is_none() && stopped.try_get_untracked() == Some(false)
    };
    let pictures = film::pictures(&spec, start.as_deref(), &actions, turn);
    let done = match film::make(&pictures, tell).await {
        Ok(Some(blob)) => {
            dom::download_blob(&name, &blob);
            ExportState::Made(name)
        }
        Ok(None) => ExportState::Idle,
        Err(why) => {
            web_sys::console::warn_1(&why);
            ExportState::Failed(name)
        }
    };
    let _ = stage.try_set(done);
}
