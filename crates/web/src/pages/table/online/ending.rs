//! The end of an online game: who won, and what the player can do now.

use leptos::prelude::*;
use tablier_rooms::{Command, Offer, Phase};

use super::around;
use crate::icons::icon;
use crate::online::table::OnlineTable;
use crate::pages::review;
use crate::pages::table::{analyse, more, told};
use crate::play::{Play, result_text};
use crate::words::t;
use crate::{dom, time};

/// The result first on the board, then this.
pub(crate) fn ending(play: Play, table: OnlineTable) -> impl IntoView {
    let over = Memo::new(move |_| super::tools::is_over(table));
    let shown = RwSignal::new(false);
    Effect::new(move |_| {
        if !over.get() {
            return shown.set(false);
        }
        let rest = (play.rest.get_untracked() - time::now()).max(0.0) + 700.0;
        dom::after(rest as i32, move || {
            shown.try_set(true);
        });
    });
    let seated = Memo::new(move |_| around(table, |around| around.my_seat.is_some()) == Some(true));
    let next = Memo::new(move |_| around(table, |around| around.next.clone())?);
    let finished = Memo::new(move |_| around(table, |around| around.phase) == Some(Phase::Over));
    let asked = Memo::new(move |_| {
        around(table, |around| {
            around.questions.iter().any(|q| q.offer == Offer::Rematch)
        }) == Some(true)
    });
    let rematch = move || {
        let offer = Offer::Rematch;
        table.command(Command::Offer { offer });
    };
    view! {
        <Show when=move || over.get() && shown.get()>
            <section class="panel ending" aria-label=move || t("ui.result")>
                <p>{move || headline(play)}</p>
                <div class="row">
                    {move || {
                        next.get()
                            .map(|room| {
                                view! {
                                    <a class="button primary" data-tool="next-table" href=format!("/t/{room}")>
                                        {icon("again")}
                                        {t("online.to-the-rematch")}
                                    </a>
                                }
                            })
                    }}
                    <Show when=move || {
                        finished.get() && seated.get() && next.get().is_none() && !asked.get()
                    }>
                        <button type="button" class="primary" data-tool="rematch" on:click=move |_| rematch()>
                            {icon("again")}
                            {move || t("online.rematch")}
                        </button>
                    </Show>
                    <button
                        type="button"
                        data-tool="review"
                        on:click=move |_| review::open(play, around(table, |around| around.my_seat).flatten())
                    >
                        {icon("review")}
                        {move || t("review.review")}
                    </button>
                    <button type="button" on:click=move |_| analyse(play)>
                        {icon("analyse")}
                        {move || t("ui.analyse-short")}
                    </button>
                    <button
                        type="button"
                        on:click=move |_| {
                            let origin = dom::window().location().origin().unwrap_or_default();
                            let link = format!("{origin}/t/{}", table.room());
                            if dom::can_share() {
                                dom::share(&link);
                            } else {
                                more::copy_link(play, link);
                            }
                        }
                    >
                        {icon("share")}
                        {move || t("ui.share")}
                    </button>
                </div>
            </section>
        </Show>
    }
}

/// Who won, from the viewer's side.
fn headline(play: Play) -> AnyView {
    match result_text(play.stage.surface(), &play.moment.get()) {
        Some(result) => view! { {result} " " {told::rule(play)} }.into_any(),
        None => t("online.aborted").into_any(),
    }
}
