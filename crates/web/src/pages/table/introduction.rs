//! A small card at one's first table of a game: the aim, the kinds of moves in pictures, and the way to
//! the lesson. It covers nothing and waits for nobody: whoever plays simply plays.

use leptos::prelude::*;
use tablier_books::FirstMove;
use tablier_picture as picture;

use crate::icons::icon;
use crate::pages::rules::has_book;
use crate::play::Play;
use crate::store;
use crate::tree::ROOT;
use crate::words::{language, t, word};

/// Whether the card is to be shown: at the first visit, and whenever it is asked for.
pub fn wanted(play: Play) -> RwSignal<bool> {
    let game = play.with(|session| session.table().info().id);
    let fresh = play.with(|session| session.head() == ROOT);
    let wanted = RwSignal::new(fresh && has_book(game) && !store::has_met(game));
    // Whoever plays needs no card.
    Effect::new(move |before: Option<bool>| {
        let begun = play.moment.read().head != ROOT;
        if begun && before == Some(false) {
            close(play, wanted);
        }
        begun
    });
    wanted
}

/// Puts the card away; it does not come back by itself.
fn close(play: Play, wanted: RwSignal<bool>) {
    store::set_met(play.with(|session| session.table().info().id));
    wanted.set(false);
}

/// The card.
pub fn card(play: Play, wanted: RwSignal<bool>) -> impl IntoView {
    let game = play.with(|session| session.table().info().id);
    let books = crate::library::bring();
    let moves = move || {
        books.get().then(|| {
            let moves = tablier_books::first_moves(game);
            moves.iter().filter_map(shown).collect_view()
        })
    };
    view! {
        <section class="panel introduction" aria-label=move || t("ui.introduction")>
            <p class="goal">{move || word(&format!("shelf.aim-{game}"))}</p>
            <ul>{moves}</ul>
            <div class="row">
                <a
                    class="button"
                    data-tool="show-me"
                    href=format!("/learn/{game}")
                    on:click=move |_| store::set_met(game)
                >
                    {icon("play")}
                    {move || t("ui.show-me")}
                </a>
                <button
                    type="button"
                    class="primary"
                    data-tool="let-me-play"
                    on:click=move |_| {
                        close(play, wanted);
                        crate::board::focus_site(play.stage, play.stage.focus.get_untracked());
                    }
                >
                    {move || t("ui.play")}
                </button>
            </div>
        </section>
    }
}

/// A kind of move: its picture and a sentence.
fn shown(first: &FirstMove) -> Option<impl IntoView + use<>> {
    let (action, earlier) = first.diagram.actions.split_last()?;
    let mut table = first.diagram.open().ok()?;
    for action in earlier {
        table.play(action).ok()?;
    }
    let before = table.scene();
    table.play(action).ok()?;
    let drawing = picture::deed(
        &table.layout(),
        &before,
        &table.scene(),
        &table.last_transition()?,
    );
    let text = first.text(language());
    Some(view! {
        <li>
            <span class="deed" inner_html=drawing></span>
            <span>{text}</span>
        </li>
    })
}
