//! What one says and draws about the position shown.

use leptos::prelude::*;

use crate::board::drawing::Drawing;
use crate::icons::icon;
use crate::play::Play;
use crate::words::t;

/// The longest comment, in letters.
const LONGEST: &str = "2000";

/// Lets people draw on the board, and shows what was drawn at each position. X wipes it out.
pub(super) fn draw(play: Play) {
    let layout = play.stage.layout.get_value();
    let on_board = layout.clone();
    Effect::new(move |_| {
        let moment = play.moment.read();
        let drawn = moment.tree.note(moment.at).drawings().iter();
        let shown = drawn.filter_map(|text| Drawing::read(&on_board, text));
        play.stage.drawings.set(shown.collect());
    });
    play.stage.drawn_by(move |drawing: Drawing| {
        let text = drawing.write(&layout);
        play.change(|session| session.annotate(|note| note.draw(text.clone())));
        let there = play.with(|session| {
            let note = session.tree().note(session.shown());
            note.drawings().contains(&text)
        });
        let key = if there { "study.drawn" } else { "study.wiped" };
        play.news
            .set(format!("{} {}", t(key), text.trim_end_matches('!')));
    });
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        let plain = !event.ctrl_key() && !event.alt_key() && !event.meta_key();
        let wipes = matches!(event.key().as_str(), "x" | "X");
        if plain && wipes && !crate::dom::is_typing(&event) && has_drawings(play) {
            wipe(play);
        }
    });
    on_cleanup(move || handle.remove());
}

fn has_drawings(play: Play) -> bool {
    !play.stage.drawings.read_untracked().is_empty()
}

fn wipe(play: Play) {
    play.change(|session| session.annotate(crate::note::Note::wipe));
    play.news.set(t("study.all-wiped"));
}

/// The comment on the position shown, and what wipes out the drawings.
pub(super) fn comment(play: Play) -> impl IntoView {
    let said = Memo::new(move |_| {
        let moment = play.moment.read();
        moment.tree.note(moment.at).comment().to_owned()
    });
    let any = move || !play.stage.drawings.read().is_empty();
    view! {
        <div class="comment">
            <label for="comment">{move || t("study.comment")}</label>
            <textarea
                id="comment"
                rows="2"
                maxlength=LONGEST
                placeholder=move || t("study.draw-help")
                prop:value=move || said.get()
                on:change=move |event| {
                    let text = event_target_value(&event);
                    play.change(|session| session.annotate(|note| note.set_comment(&text)));
                }
            ></textarea>
            <Show when=any>
                <button type="button" data-tool="wipe" on:click=move |_| wipe(play)>
                    {icon("wipe")}
                    {move || t("study.wipe")}
                </button>
            </Show>
        </div>
    }
}
