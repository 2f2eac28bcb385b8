//! Less common commands, and the end of a game.

use leptos::prelude::*;
use tablier_rules::scene::Message;
use wasm_bindgen_futures::spawn_local;

use super::opponent::offer_draw;
use super::{again, analyse, told, turn_board};
use crate::icons::icon;
use crate::machine::Machine;
use crate::pages::review;
use crate::play::{Mode, Play, result_text};
use crate::session::Player;
use crate::words::{say, t};
use crate::{dom, export, share, time};

/// Resign, draw, again, share, download.
pub fn panel(
    play: Play,
    more: RwSignal<bool>,
    advisor: Machine,
    outlook: Option<RwSignal<bool>>,
) -> impl IntoView {
    let over = move || play.moment.read().is_over();
    let alone = play.with(|session| session.players.len() == 1);
    let person = move || play.moment.read().player == Some(Player::Person);
    let item =
        move |name: &'static str, key: &'static str, off: Signal<bool>, act: Box<dyn Fn()>| {
            view! {
                <button
                    type="button"
                    data-tool=name
                    disabled=move || off.get()
                    on:click=move |_| {
                        act();
                        more.set(false);
                    }
                >
                    {icon(name)}
                    {move || t(key)}
                </button>
            }
        };
    let never = Signal::derive(|| false);
    let cannot_leave = Signal::derive(move || over() || !person());
    view! {
        <div class="panel more">
            {outlook.map(|wanted| view! { <div class="narrow-only">{super::outlook::button(wanted)}</div> })}
            {(!alone)
                .then(|| {
                    let resign = Box::new(move || {
                        play.home.resign(play, play.moment.get_untracked().to_act());
                    });
                    let draw = Box::new(move || offer_draw(play, advisor));
                    view! {
                        {item("flag", "ui.resign", cannot_leave, resign)}
                        {item("draw", "ui.agree-draw", cannot_leave, draw)}
                    }
                })}
            {item("turn", "ui.turn-board", never, Box::new(move || turn_board(play)))}
            {item("again", "ui.rematch", never, Box::new(move || again(play)))}
            {item("share", "ui.copy-link", never, Box::new(move || share_link(play)))}
            {item(
                "download",
                "ui.download-record",
                never,
                Box::new(move || {
                    play.with(|session| {
                        let name = format!("{}.txt", session.table().info().id);
                        dom::download(&name, "text/plain", &share::record(session));
                    });
                }),
            )}
            {export::panel(play)}
            <a class="button" href="/">
                {icon("new")}
                {move || t("ui.other-game")}
            </a>
        </div>
    }
}

/// Copies a link that contains the whole game, from the analysis table with everything that was
/// tried.
pub fn share_link(play: Play) {
    let link = play.with(|session| match play.mode {
        Mode::Game => share::link(session, session.head()),
        Mode::Analysis => share::link_all(session),
    });
    let origin = dom::window().location().origin().unwrap_or_default();
    copy_link(play, format!("{origin}/analysis#{link}"));
}

/// Copies a link and says so, or shows it where copying is not possible.
pub fn copy_link(play: Play, link: String) {
    spawn_local(async move {
        let text = if dom::copy(&link).await {
            t("ui.link-copied")
        } else {
            say(&Message::new("ui.link-by-hand").text("link", link))
        };
        play.notice.try_set(Some(text.clone()));
        play.news.try_set(text);
    });
}

/// At the end of the game: the result first on the board, then this.
pub fn ending(play: Play) -> impl IntoView {
    let shown = RwSignal::new(false);
    Effect::new(move |_| {
        let over = play.moment.read().is_over() && play.moment.read().is_live();
        if !over {
            return shown.set(false);
        }
        let rest = (play.rest.get_untracked() - time::now()).max(0.0) + 700.0;
        dom::after(rest as i32, move || {
            shown.try_set(true);
        });
    });
    move || {
        let result = result_text(play.stage.surface(), &play.moment.get())?;
        shown.get().then(|| {
            view! {
                <section class="panel ending" aria-label=t("ui.result")>
                    <p>
                        {result}
                        " "
                        {told::rule(play)}
                    </p>
                    <div class="row">
                        <button type="button" class="primary" data-tool="rematch" on:click=move |_| again(play)>
                            {icon("again")}
                            {t("ui.rematch")}
                        </button>
                        {review_button(play)}
                        <button type="button" on:click=move |_| analyse(play)>
                            {icon("analyse")}
                            {t("ui.analyse-short")}
                        </button>
                        <button type="button" on:click=move |_| share_link(play)>
                            {icon("share")}
                            {t("ui.share")}
                        </button>
                    </div>
                </section>
            }
        })
    }
}

/// The way to the review of the game that is over.
fn review_button(play: Play) -> impl IntoView {
    let open = move |_| {
        let seat = play.with(|session| review::only_person(&session.players));
        review::open(play, seat);
    };
    view! {
        <button type="button" data-tool="review" on:click=open>
            {icon("review")}
            {t("review.review")}
        </button>
    }
}

/// The keys of the table.
pub fn keys_panel(help: RwSignal<bool>) -> impl IntoView {
    keys_panel_with(help, &[])
}

/// The keys of the table and further ones.
pub fn keys_panel_with(
    help: RwSignal<bool>,
    further: &'static [(&'static str, &'static str)],
) -> impl IntoView {
    let keys = [
        ("← → ↑ ↓", "ui.key-arrows"),
        ("Enter", "ui.key-enter"),
        ("Esc", "ui.key-escape"),
        ("B", "ui.key-board"),
        ("U", "ui.undo"),
        ("R", "ui.redo"),
        ("H", "ui.hint"),
        ("V", "ui.change-view"),
        ("F", "ui.turn-board"),
        ("?", "ui.key-help"),
    ];
    view! {
        <section class="panel keys" aria-label=move || t("ui.key-help")>
            <dl>
                {keys
                    .into_iter()
                    .chain(further.iter().copied())
                    .map(|(key, what)| {
                        view! {
                            <dt>
                                <kbd>{key}</kbd>
                            </dt>
                            <dd>{move || t(what)}</dd>
                        }
                    })
                    .collect_view()}
            </dl>
            <button type="button" on:click=move |_| help.set(false)>
                {move || t("ui.close")}
            </button>
        </section>
    }
}
