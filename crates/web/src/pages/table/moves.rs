//! The list of what was played, with its variations.

use leptos::html;
use leptos::prelude::*;

use crate::dom;
use crate::icons::icon;
use crate::play::{Mode, Play};
use crate::tree::{NodeId, ROOT, Tree};
use crate::words::t;

/// What was played; a click shows the position after it.
#[component]
pub fn Moves(
    /// The session.
    play: Play,
) -> impl IntoView {
    let list = move || {
        let moment = play.moment.get();
        let line = match play.mode {
            Mode::Game => moment.tree.path(moment.head),
            Mode::Analysis => moment.tree.line_through(ROOT),
        };
        let unstored = moment.unstored.then_some(moment.head);
        entries(play, &moment.tree, &line, moment.at, 1, unstored)
    };
    let root = NodeRef::<html::Ol>::new();
    Effect::new(move |_| {
        play.moment.track();
        request_animation_frame(show_current);
    });
    // Anything below the list, such as the end of the game, must not push the last move out of
    // sight.
    dom::on_resize(root, |_| show_current());
    let to = move |name: &'static str, key: &'static str, go: fn(Play)| {
        view! {
            <button
                type="button"
                class="tool"
                title=move || t(key)
                aria-label=move || t(key)
                data-tool=name
                on:click=move |_| go(play)
            >
                {icon(name)}
            </button>
        }
    };
    let away = move || {
        let moment = play.moment.read();
        play.mode == Mode::Game && !moment.is_live() && !play.catching_up.get()
    };
    view! {
        <section class="moves" aria-label=move || t("ui.moves")>
            <ol node_ref=root>{list}</ol>
            <Show when=away>
                <p class="away">
                    <span>{move || t("ui.looking-back")}</span>
                    <button type="button" on:click=move |_| {
                        let head = play.with(|session| session.head());
                        play.go(head);
                    }>{move || t("ui.back-to-game")}</button>
                </p>
            </Show>
            <div class="steps">
                {to("first", "ui.first", |play| play.go(ROOT))}
                {to("back", "ui.step-back", |play| play.step(false))}
                {to("forward", "ui.step-forward", |play| play.step(true))}
                {to("last", "ui.last", |play| {
                    let end = play.with(|session| match play.mode {
                        Mode::Game => session.head(),
                        Mode::Analysis => session.tree().end(session.at()),
                    });
                    play.go(end);
                })}
            </div>
        </section>
    }
}

/// Scrolls to the move shown.
fn show_current() {
    let current = dom::document().query_selector(".moves [aria-current]");
    if let Ok(Some(current)) = current {
        let options = web_sys::ScrollIntoViewOptions::new();
        options.set_block(web_sys::ScrollLogicalPosition::Nearest);
        current.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// A line with its branches, each after the action that it replaces.
fn entries(
    play: Play,
    tree: &Tree,
    line: &[NodeId],
    at: NodeId,
    first: usize,
    unstored: Option<NodeId>,
) -> AnyView {
    let mut items = Vec::new();
    for (index, &node) in line.iter().enumerate() {
        let text = tree.action(node).to_owned();
        let current = (node == at).then_some("true");
        items.push(
            view! {
                <li>
                    <span class="number">{first + index}</span>
                    <button
                        type="button"
                        class="action"
                        class:unstored=unstored == Some(node)
                        title=(unstored == Some(node)).then(|| t("online.not-stored"))
                        aria-current=current
                        on:click=move |_| play.go(node)
                    >
                        {text}
                    </button>
                </li>
            }
            .into_any(),
        );
        if play.mode == Mode::Analysis {
            let parent = tree.parent(node).unwrap_or(ROOT);
            for &other in tree.children(parent).iter().filter(|&&other| other != node) {
                if tree.children(parent).first() != Some(&node) {
                    continue;
                }
                let mut branch = vec![other];
                let mut end = other;
                while let Some(&next) = tree.children(end).first() {
                    branch.push(next);
                    end = next;
                }
                let inner = entries(play, tree, &branch, at, first + index, None);
                items.push(
                    view! {
                        <li class="branch">
                            <ol>{inner}</ol>
                        </li>
                    }
                    .into_any(),
                );
            }
        }
    }
    items.into_iter().collect_view().into_any()
}
