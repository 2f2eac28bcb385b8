//! The engine's opinion of a position: the chances, and a list of its best lines.

use leptos::prelude::*;
use tablier_advice::{Report, Variation};
use tablier_rules::Seat;
use tablier_rules::scene::{Message, Surface};

use crate::board::surface_name;
use crate::icons::icon;
use crate::machine::Machine;
use crate::play::Play;
use crate::words::{colour_name, say, t};

/// How many lines can be asked for.
pub(super) const LINES: [usize; 3] = [1, 3, 5];

/// How many moves of a line are shown.
const SHOWN: usize = 7;

/// Whether the engine is asked, and for how many lines.
#[derive(Copy, Clone)]
pub(super) struct Asking {
    /// Whether it is.
    pub(super) asks: RwSignal<bool>,
    /// For how many lines.
    pub(super) lines: RwSignal<usize>,
}

impl Asking {
    pub(super) fn new() -> Self {
        Self {
            asks: RwSignal::new(false),
            lines: RwSignal::new(LINES[1]),
        }
    }

    /// Asks, or stops.
    pub(super) fn switch(self) {
        self.asks.update(|asks| *asks = !*asks);
    }
}

/// The engine's opinion: a bar of chances and its best lines.
pub(super) fn thoughts(play: Play, engine: Machine, asking: Asking) -> impl IntoView {
    let surface = play.stage.surface();
    let asks = asking.asks;
    let count = move |event: web_sys::Event| {
        if let Ok(lines) = event_target_value(&event).parse() {
            asking.lines.set(lines);
        }
    };
    view! {
        <section class="thoughts" data-surface=surface_name(surface) aria-label=move || t("ui.engine")>
            <div class="row">
                <button
                    type="button"
                    data-tool="engine"
                    aria-pressed=move || asks.get().to_string()
                    on:click=move |_| asking.switch()
                >
                    {icon("machine")}
                    {move || if asks.get() { t("ui.engine-stop") } else { t("ui.engine-ask") }}
                </button>
                <Show when=move || asks.get()>
                    <label class="how-many">
                        {move || t("study.lines")}
                        <select data-tool="lines" on:change=count>
                            {LINES
                                .map(|lines| {
                                    let chosen = asking.lines.get_untracked() == lines;
                                    view! {
                                        <option value=lines selected=chosen>
                                            {lines}
                                        </option>
                                    }
                                })
                                .collect_view()}
                        </select>
                    </label>
                </Show>
            </div>
            <Show when=move || engine.failed.get()>
                <p class="problem" role="alert">{move || t("ui.machine-failed")}</p>
                <button
                    type="button"
                    data-tool="retry"
                    on:click=move |_| asks.update(|_| ())
                >
                    {icon("again")}
                    {move || t("ui.try-again")}
                </button>
            </Show>
            <Show when=move || asks.get()>
                <div class="chances" role="img" aria-label=move || t("ui.chances")>
                    {move || chances(play, engine.report.get(), surface)}
                </div>
                {move || engine.report.get().map(|report| list(play, report, surface))}
            </Show>
        </section>
    }
}

/// Each seat's part of the bar.
fn chances(play: Play, report: Option<Report>, surface: Surface) -> impl IntoView {
    let count = play.moment.read().players.len();
    let chances = report
        .map(|report| report.chances)
        .unwrap_or_else(|| vec![1.0 / count as f32; count]);
    let whole: f32 = chances.iter().sum::<f32>().max(0.001);
    chances
        .into_iter()
        .enumerate()
        .map(|(seat, chance)| {
            let part = percent(chance / whole);
            let name = colour_name(surface, Seat::new(seat as u8));
            let title = format!("{name} {part}");
            view! {
                <span
                    class=format!("s{seat}")
                    style:flex-grow=format!("{:.3}", chance.max(0.001))
                    title=title
                >
                    {(chance / whole >= 0.12).then_some(part)}
                </span>
            }
        })
        .collect_view()
}

/// The lines, best first.
fn list(play: Play, report: Report, surface: Surface) -> impl IntoView {
    let (depth, seat) = (report.depth, report.seat);
    let alone = report.chances.len() == 1;
    let lines = report
        .lines
        .into_iter()
        .map(|line| {
            let value = worth(&line, alone);
            let part = line.chance.clamp(0.0, 1.0) * 100.0;
            let mut moves = line.actions.iter().take(SHOWN).cloned();
            let first = moves.next().unwrap_or_default();
            let then = moves.collect::<Vec<_>>().join(" ");
            let played = first.clone();
            view! {
                <li>
                    <button
                        type="button"
                        class="engine-line"
                        on:click=move |_| {
                            play.play(&played);
                        }
                    >
                        <span class="worth" aria-hidden="true">
                            <span class=format!("s{}", seat.index()) style:width=format!("{part:.1}%")></span>
                        </span>
                        <strong>{value}</strong>
                        <span class="first">{first}</span>
                        <span class="then">{then}</span>
                    </button>
                </li>
            }
        })
        .collect_view();
    let who = Message::new("study.lines-of")
        .text("who", colour_name(surface, seat))
        .number("depth", depth);
    view! {
        <p class="facts">{say(&who)}</p>
        <ol>{lines}</ol>
    }
}

/// What a line is worth to whoever acts.
fn worth(line: &Variation, alone: bool) -> String {
    if alone {
        let left = i64::from(-line.score.0);
        return say(&Message::new("study.left").number("left", left));
    }
    let forced = |key: &'static str, moves: u32| say(&Message::new(key).number("actions", moves));
    match (line.score.wins_in(), line.score.loses_in()) {
        (Some(moves), _) => forced("engine.win-in", moves),
        (_, Some(moves)) => forced("engine.loss-in", moves),
        _ => percent(line.chance),
    }
}

/// A part of the whole as the language writes it.
fn percent(part: f32) -> String {
    say(&Message::new("study.percent").number("part", (part * 100.0).round() as i64))
}
