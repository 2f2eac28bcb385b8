//! What the others ask, and the short set of reactions that replaces a chat.

use leptos::prelude::*;
use tablier_protocol::Reaction;
use tablier_rooms::{Command, Offer};
use tablier_rules::scene::Message;

use crate::icons::icon;
use crate::online::seats::Question;
use crate::online::table::OnlineTable;
use crate::play::Play;
use crate::words::{colour_name, say, t};

/// The open questions, with buttons for those who must answer.
pub(crate) fn questions(play: Play, table: OnlineTable) -> impl IntoView {
    let open = Memo::new(move |_| {
        let around = table.around.read();
        around
            .as_ref()
            .map(|around| around.questions.clone())
            .unwrap_or_default()
    });
    move || {
        open.get()
            .into_iter()
            .map(|question| question_panel(play, table, question))
            .collect_view()
    }
}

fn question_panel(play: Play, table: OnlineTable, question: Question) -> impl IntoView {
    let Question {
        offer,
        by,
        mine,
        for_me,
    } = question;
    let name = table.around.with_untracked(|around| {
        let name = around.as_ref().and_then(|around| around.name_of(by));
        name.map_or_else(|| colour_name(play.stage.surface(), by), str::to_owned)
    });
    let text = move || {
        if mine {
            return t(match offer {
                Offer::Draw => "online.asked-draw",
                Offer::TakeBack => "online.asked-take-back",
                Offer::Rematch => "online.asked-rematch",
            });
        }
        let key = match offer {
            Offer::Draw => "online.asks-draw",
            Offer::TakeBack => "online.asks-take-back",
            Offer::Rematch => "online.asks-rematch",
        };
        say(&Message::new(key).text("name", &name))
    };
    let answer = move |accept: bool| table.command(Command::Answer { offer, accept });
    view! {
        <div class="question" role="status">
            <p>{text}</p>
            {for_me
                .then(|| {
                    view! {
                        <div class="row">
                            <button
                                type="button"
                                class="primary"
                                data-answer="yes"
                                on:click=move |_| answer(true)
                            >
                                {move || t("online.accept")}
                            </button>
                            <button type="button" data-answer="no" on:click=move |_| answer(false)>
                                {move || t("online.decline")}
                            </button>
                        </div>
                    }
                })}
        </div>
    }
}

/// The key of a reaction's words.
pub(super) fn reaction_key(reaction: Reaction) -> &'static str {
    match reaction {
        Reaction::Hello => "online.react-hello",
        Reaction::GoodLuck => "online.react-good-luck",
        Reaction::WellPlayed => "online.react-well-played",
        Reaction::Thanks => "online.react-thanks",
        Reaction::Oops => "online.react-oops",
        Reaction::OneMoment => "online.react-one-moment",
    }
}

/// The reactions to choose from, for those who play.
pub(crate) fn reactions(table: OnlineTable) -> impl IntoView {
    let open = RwSignal::new(false);
    let seated = Memo::new(move |_| {
        let around = table.around.read();
        around
            .as_ref()
            .is_some_and(|around| around.my_seat.is_some())
    });
    view! {
        <Show when=move || seated.get()>
            <div class="reactions">
                <button
                    type="button"
                    class="quiet"
                    data-tool="react"
                    aria-expanded=move || open.get().to_string()
                    on:click=move |_| open.update(|open| *open = !*open)
                >
                    {icon("say")}
                    {move || t("online.say")}
                </button>
                <Show when=move || open.get()>
                    <div class="row" role="group" aria-label=move || t("online.say")>
                        {Reaction::ALL
                            .into_iter()
                            .map(|reaction| {
                                view! {
                                    <button
                                        type="button"
                                        data-reaction=reaction_key(reaction)
                                        on:click=move |_| {
                                            table.react(reaction);
                                            open.set(false);
                                        }
                                    >
                                        {move || t(reaction_key(reaction))}
                                    </button>
                                }
                            })
                            .collect_view()}
                    </div>
                </Show>
            </div>
        </Show>
    }
}
