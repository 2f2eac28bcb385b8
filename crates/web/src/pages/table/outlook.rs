//! Solitaire: whether a single piece can still be reached, for those who want to know.

use std::time::Duration;

use leptos::prelude::*;
use tablier_advice::{Limits, Report, Request};
use tablier_rules::Status;
use tablier_rules::scene::Message;

use super::opponent;
use crate::icons::icon;
use crate::machine::Machine;
use crate::play::Play;
use crate::words::{say, t};

/// Whether somebody wants to know; none in other games.
pub fn wanted(play: Play) -> Option<RwSignal<bool>> {
    let alone = play.with(|session| session.table().info().id == "solitaire");
    alone.then(|| RwSignal::new(false))
}

/// A button that asks.
pub fn button(wanted: RwSignal<bool>) -> impl IntoView {
    view! {
        <button
            type="button"
            data-tool="outlook"
            aria-pressed=move || wanted.get().to_string()
            on:click=move |_| wanted.update(|wanted| *wanted = !*wanted)
        >
            {icon("hint")}
            {move || t("ui.look-ahead")}
        </button>
    }
}

/// The answer for the position shown, while somebody wants to know.
pub fn outlook(play: Play, wanted: RwSignal<bool>) -> impl IntoView {
    let machine = Machine::new();
    // The node that was searched, and the findings there.
    let found = RwSignal::new(None::<(usize, Report)>);
    Effect::new(move |_| {
        let moment = play.moment.get();
        if !wanted.get() || matches!(moment.status, Status::Over(_)) {
            return;
        }
        let request = play.with(|session| Request {
            limits: Limits::time(Duration::from_secs(5)),
            ..opponent::request(session)
        });
        machine.ask(&request, move |answer| {
            found.set(Some((moment.at, answer.report)));
        });
    });
    let text = move || {
        let moment = play.moment.get();
        if !wanted.get() || matches!(moment.status, Status::Over(_)) {
            return None;
        }
        if machine.failed.get() {
            return Some(t("ui.machine-failed"));
        }
        Some(match found.get() {
            Some((node, report)) if node == moment.at => in_words(&report),
            _ => t("ui.looking-ahead"),
        })
    };
    view! {
        <div role="status" class="outlook" data-outlook="">
            {move || text().map(|text| view! { <p class="advice">{text}</p> })}
        </div>
    }
}

/// "Impossible" is said only if it is proved.
fn in_words(report: &Report) -> String {
    let Some(line) = report.lines.first() else {
        return String::new();
    };
    let left = i64::from(-line.score.0);
    let message = match (report.certain, left) {
        (_, 1) => Message::new("ui.outlook-solvable").number("jumps", line.actions.len() as i64),
        (true, _) => Message::new("ui.outlook-proved").number("left", left),
        (false, _) => Message::new("ui.outlook-open").number("left", left),
    };
    say(&message)
}
