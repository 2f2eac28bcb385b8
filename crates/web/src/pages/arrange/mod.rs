//! A position set up by hand on the board: pieces from a box, who acts, counters; checked at once
//! by the rules.

mod bench;
mod palette;
mod tools;

use leptos::prelude::*;
use tablier_rules::catalog;
use tablier_rules::scene::Side;
use tablier_rules::scene::draft::{Handling, Range, Setting};

use crate::board::{Board, focus_site};
use crate::dom;
use crate::icons::icon;
use crate::prefs::{Prefs, View};
use crate::words::{say_on, t};

use bench::Bench;
use tools::Tool;

/// Sets up a position of a game; `done` receives it as text, or nothing if cancelled.
#[component]
pub fn Arrange(
    /// The game with its options.
    game: String,
    /// The position to begin with; none for the usual start.
    start: Option<String>,
    /// Receives the result.
    done: Callback<Option<String>>,
) -> AnyView {
    let Ok(mut table) = catalog::open(&game) else {
        return view! { <super::lost::Lost /> }.into_any();
    };
    let info = table.info();
    if let Some(start) = start {
        // An impossible text is ignored.
        let _ = table.set_position(start.trim());
    }
    let bench = Bench::new(table);
    keys(bench);
    let prompt = move || match bench.tool.get() {
        Tool::Put(..) => t("ui.arrange-prompt-put"),
        Tool::Remove => t("ui.arrange-prompt-remove"),
        Tool::Move if bench.stage.path.read().is_empty() => t("ui.arrange-prompt-move"),
        Tool::Move => t("ui.arrange-prompt-picked"),
    };
    let possible = move || bench.verdict.read().refusal.is_none();
    let use_it = move |_| {
        let verdict = bench.verdict.get_untracked();
        if verdict.refusal.is_none() {
            done.run(Some(verdict.text));
        }
    };
    view! {
        <div class="table-page arranging">
            <h1 class="unseen">{move || t("ui.arrange")} ": " {info.title}</h1>
            <section class="board-area">
                <div class="prompt">
                    <p>{prompt}</p>
                </div>
                <Board stage=bench.stage />
            </section>
            <aside class="side">
                {palette::palette(bench)}
                {palette::subject(bench)}
                {settings(bench)}
                {tools(bench)}
                {text(bench)}
                <div class="end">
                {verdict(bench, info.id)}
                <div class="row">
                    <button
                        type="button"
                        class="primary"
                        data-tool="use"
                        disabled=move || !possible()
                        on:click=use_it
                    >
                        {icon("play")}
                        {move || t("ui.arrange-use")}
                    </button>
                    <button type="button" data-tool="cancel" on:click=move |_| done.run(None)>
                        {move || t("ui.cancel")}
                    </button>
                </div>
                </div>
            </aside>
            <p class="unseen" role="status" aria-live="polite">{move || bench.news.get()}</p>
        </div>
    }
    .into_any()
}

/// What the rules say about it.
fn verdict(bench: Bench, game: &'static str) -> impl IntoView {
    let surface = bench.stage.surface();
    move || {
        let verdict = bench.verdict.get();
        let possible = verdict.refusal.is_none();
        let (text, rule) = match verdict.refusal {
            None => (t("ui.arrange-possible"), None),
            Some(refusal) => (say_on(surface, &refusal.why), Some(refusal.rule)),
        };
        let link = rule.map(|rule| match super::rules::address(game, rule) {
            Some(address) => {
                view! { <a class="rule" href=address target="_blank">{rule}</a> }.into_any()
            }
            None => view! { <span class="rule">{rule}</span> }.into_any(),
        });
        view! {
            <p class="verdict" class:possible=possible role="status">
                {text}
                " "
                {link}
            </p>
        }
    }
}

/// Who acts, counters and the like as plain controls.
fn settings(bench: Bench) -> impl IntoView {
    let all = Memo::new(move |_| bench.settings());
    move || {
        let settings = all.get();
        (!settings.is_empty()).then(|| {
            let controls = settings.into_iter().map(|setting| control(bench, setting));
            view! { <div class="knobs">{controls.collect_view()}</div> }
        })
    }
}

fn control(bench: Bench, setting: Setting) -> AnyView {
    let surface = bench.stage.surface();
    let name = setting.name.clone();
    let label = say_on(surface, &setting.label);
    let known = setting.clone();
    let value = Memo::new(move |_| known.value(&bench.draft()));
    let chosen = name.clone();
    let choose = move |value: String| bench.choose(&chosen, value);
    match setting.range {
        Range::OneOf(values) => {
            let options = values.into_iter().map(|(one, called)| {
                let is = one.clone();
                view! {
                    <option value=one selected=move || value.get() == is>
                        {say_on(surface, &called)}
                    </option>
                }
            });
            view! {
                <label class="line">
                    {label}
                    <select
                        data-setting=name
                        prop:value=move || value.get()
                        on:change=move |event| choose(event_target_value(&event))
                    >
                        {options.collect_view()}
                    </select>
                </label>
            }
            .into_any()
        }
        Range::Number(least, most) => view! {
            <label class="line">
                {label}
                <input
                    type="number"
                    min=least.to_string()
                    max=most.to_string()
                    data-setting=name
                    prop:value=move || value.get()
                    on:change=move |event| choose(event_target_value(&event))
                />
            </label>
        }
        .into_any(),
        Range::Flag => view! {
            <label class="choice">
                <input
                    type="checkbox"
                    data-setting=name
                    prop:checked=move || !value.read().is_empty()
                    on:change=move |event| {
                        let set = event_target_checked(&event);
                        choose(if set { "yes".to_owned() } else { String::new() });
                    }
                />
                {label}
            </label>
        }
        .into_any(),
    }
}

/// Undo and the like.
fn tools(bench: Bench) -> impl IntoView {
    let button = move |name: &'static str, key: &'static str, off: Signal<bool>, act: fn(Bench)| {
        view! {
            <button
                type="button"
                class="tool"
                data-tool=name
                title=move || t(key)
                aria-label=move || t(key)
                disabled=move || off.get()
                on:click=move |_| act(bench)
            >
                {icon(name)}
            </button>
        }
    };
    let never = Signal::derive(|| false);
    let no_undo = Signal::derive(move || !bench.can_step().0);
    let no_redo = Signal::derive(move || !bench.can_step().1);
    view! {
        <div class="tools" role="toolbar" aria-label=move || t("ui.tools")>
            {button("undo", "ui.undo", no_undo, |bench| bench.step(false))}
            {button("redo", "ui.redo", no_redo, |bench| bench.step(true))}
            {button("empty", "ui.arrange-clear", never, Bench::clear)}
            {button("again", "ui.usual-start", never, Bench::usual)}
            {button("view", "ui.change-view", never, switch_view)}
            {button("turn", "ui.turn-board", never, turn_board)}
        </div>
    }
}

fn switch_view(bench: Bench) {
    let next = match bench.stage.view.get_untracked() {
        View::Table => View::Flat,
        View::Flat => View::Table,
    };
    Prefs::get().view.set(Some(next));
}

fn turn_board(bench: Bench) {
    bench.stage.turn.update(|turn| *turn = (*turn + 1) % 4);
}

/// The same as text, for those who know the notation.
fn text(bench: Bench) -> impl IntoView {
    view! {
        <details class="set-up">
            <summary>{move || t("ui.arrange-text")}</summary>
            <textarea
                rows="3"
                spellcheck="false"
                aria-label=move || t("ui.arrange-text")
                prop:value=move || bench.verdict.get().text
                on:change=move |event| {
                    bench.read(&event_target_value(&event));
                }
            ></textarea>
        </details>
    }
}

/// The side of the board in the direction of an arrow on the screen: up, right, down, left.
fn side_of(bench: Bench, arrow: usize) -> Side {
    let turn = usize::from(bench.stage.turn.get_untracked() % 4);
    Side::ALL[(arrow + 4 - turn) % 4]
}

fn keys(bench: Bench) {
    let handle = window_event_listener(leptos::ev::keydown, move |event| {
        let other = event.ctrl_key() || event.alt_key() || event.meta_key();
        if dom::is_typing(&event) || other || event.default_prevented() {
            return;
        }
        let arrows = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];
        let key = event.key();
        if let Some(arrow) = arrows.iter().position(|arrow| *arrow == key) {
            if event.shift_key() {
                bench.handle(Handling::Tip(side_of(bench, arrow)));
                event.prevent_default();
            }
            return;
        }
        match key.as_str() {
            "t" | "T" => bench.handle(Handling::Turn),
            "+" => bench.handle(Handling::More),
            "-" => bench.handle(Handling::Less),
            "c" | "C" => bench.handle(Handling::Seize),
            "o" | "O" => bench.handle(Handling::Open),
            "Delete" | "Backspace" => bench.remove(),
            "u" | "U" => bench.step(false),
            "r" | "R" => bench.step(true),
            "v" | "V" => switch_view(bench),
            "f" | "F" => turn_board(bench),
            "b" | "B" => focus_site(bench.stage, bench.stage.focus.get_untracked()),
            "Escape" => bench.let_go(),
            _ => return,
        }
        event.prevent_default();
    });
    on_cleanup(move || handle.remove());
}
