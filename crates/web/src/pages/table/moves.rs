//! The list of what was played, in a column for each player, with its variations.

use leptos::html;
use leptos::prelude::*;
use tablier_rules::Seat;

use super::tool::tool;
use crate::board::surface_name;
use crate::dom;
use crate::icons::emblem;
use crate::play::{Mode, Moment, Play};
use crate::tree::{NodeId, ROOT};
use crate::words::{colour_name, say_on, t};

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
        entries(play, &moment, &line, 1, true)
    };
    let surface = play.stage.surface();
    let seats = play.with(|session| session.players.len());
    let in_columns = seats > 1;
    let heads = (0..seats)
        .map(|seat| {
            let name = move || colour_name(surface, Seat::new(seat as u8));
            view! { <span title=name>{emblem(seat)}</span> }
        })
        .collect_view();
    let root = NodeRef::<html::Ol>::new();
    Effect::new(move |_| {
        play.moment.track();
        request_animation_frame(show_current);
    });
    // Anything below the list, such as the end of the game, must not push the last move out of
    // sight.
    dom::on_resize(root, |_| show_current());
    let away = move || {
        let moment = play.moment.read();
        play.mode == Mode::Game && !moment.is_live() && !play.catching_up.get()
    };
    view! {
        <section
            class="moves"
            class:in-columns=in_columns
            aria-label=move || t("ui.moves")
            data-surface=surface_name(surface)
            style=("--seats", seats.to_string())
        >
            <div class="heads" aria-hidden="true">{heads}</div>
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
                {tool("first", "ui.first", move || play.go(ROOT))}
                {tool("back", "ui.step-back", move || play.step(false))}
                {tool("forward", "ui.step-forward", move || play.step(true))}
                {tool("last", "ui.last", move || {
                    let end = play.with(|session| match play.mode {
                        Mode::Game => session.head(),
                        Mode::Analysis => session.tree().end(session.shown()),
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

/// A line with its branches, each after the action that it replaces. The main line stands in columns: a
/// row for each round of the table, and a further one when somebody plays again.
fn entries(play: Play, moment: &Moment, line: &[NodeId], first: usize, main: bool) -> AnyView {
    let tree = &moment.tree;
    let surface = play.stage.surface();
    let unstored = moment.unstored.then_some(moment.head);
    let mut items = Vec::new();
    let mut rows = Rows::default();
    for (index, &node) in line.iter().enumerate() {
        let told = moment.told.get(node).and_then(Option::as_ref);
        let seat = told.map_or(0, |told| told.seat.index());
        let round = rows.place(seat);
        let number = match (main, round) {
            (false, _) => Some(first + index),
            (true, round) => round,
        };
        let notation = tree.action(node).to_owned();
        let text = told.and_then(|told| Some(say_on(surface, told.words.as_ref()?)));
        let in_words = text.is_some();
        let text = text.unwrap_or_else(|| notation.clone());
        let name = told.map(|told| format!("{}: {text}", colour_name(surface, told.seat)));
        let current = (node == moment.at).then_some("true");
        items.push(
            view! {
                <li
                    style:grid-row=rows.row.to_string()
                    style:grid-column=(seat + 1).to_string()
                >
                    {number.map(|number| view! { <span class="number">{number}</span> })}
                    <button
                        type="button"
                        class="action"
                        class:in-words=in_words
                        class:unstored=unstored == Some(node)
                        title=(unstored == Some(node)).then(|| t("online.not-stored"))
                        data-action=notation
                        aria-label=name
                        aria-current=current
                        on:click=move |_| play.go(node)
                    >
                        {text}
                    </button>
                </li>
            }
            .into_any(),
        );
        let said = tree.note(node).comment().to_owned();
        if !said.is_empty() {
            items.push(view! { <li class="said">{said}</li> }.into_any());
        }
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
                let inner = entries(play, moment, &branch, first + index, false);
                rows.row += 1;
                items.push(
                    view! {
                        <li class="branch" style:grid-row=rows.row.to_string()>
                            <ol>{inner}</ol>
                        </li>
                    }
                    .into_any(),
                );
                rows.begin();
            }
        }
    }
    items.into_iter().collect_view().into_any()
}

/// Where the actions of a line stand.
#[derive(Default)]
struct Rows {
    row: usize,
    round: usize,
    /// The seat that acted last in this row.
    last: Option<usize>,
}

impl Rows {
    /// Puts an action of a seat after the others; the number of the round if it opens one.
    fn place(&mut self, seat: usize) -> Option<usize> {
        let before = self.last.replace(seat);
        let opens = before.is_none_or(|before| seat < before);
        let again = before == Some(seat);
        self.row += usize::from(opens || again);
        // After a branch the round goes on.
        let round = opens && (seat == 0 || self.round == 0 || before.is_some());
        self.round += usize::from(round);
        round.then_some(self.round)
    }

    /// The next action begins a row of its own.
    fn begin(&mut self) {
        self.last = None;
    }
}

#[cfg(test)]
mod tests {
    use super::Rows;

    /// For each action its row and the number of the round that it opens.
    fn placed(seats: &[usize]) -> Vec<(usize, Option<usize>)> {
        let mut rows = Rows::default();
        let place = |seat: &usize| {
            let round = rows.place(*seat);
            (rows.row, round)
        };
        seats.iter().map(place).collect()
    }

    #[test]
    fn a_row_is_a_round_of_the_table() {
        let two = placed(&[0, 1, 0, 1]);
        assert_eq!(two, [(1, Some(1)), (1, None), (2, Some(2)), (2, None)]);
        // The third of three is out.
        let three = placed(&[0, 1, 2, 0, 1, 0]);
        assert_eq!(three[3..], [(2, Some(2)), (2, None), (3, Some(3))]);
    }

    #[test]
    fn whoever_plays_again_has_a_further_row() {
        let again = placed(&[0, 1, 1, 0]);
        assert_eq!(again, [(1, Some(1)), (1, None), (2, None), (3, Some(2))]);
    }
}
