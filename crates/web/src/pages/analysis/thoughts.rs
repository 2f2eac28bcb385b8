//! The engine's opinion of a position.

use leptos::prelude::*;
use tablier_engine::Report;
use tablier_rules::Seat;

use crate::board::surface_name;
use crate::icons::icon;
use crate::machine::Machine;
use crate::play::Play;
use crate::words::{colour_name, t};

/// The engine's opinion: a bar of chances and its best lines.
pub(super) fn thoughts(play: Play, engine: Machine, asks: RwSignal<bool>) -> impl IntoView {
    let surface = play.stage.surface();
    let bar = move || {
        let report = engine.report.get();
        let count = play.moment.read().players.len();
        let chances = report
            .map(|report| report.chances)
            .unwrap_or_else(|| vec![1.0 / count as f32; count]);
        let whole: f32 = chances.iter().sum::<f32>().max(0.001);
        chances
            .into_iter()
            .enumerate()
            .map(|(seat, chance)| {
                let percent = (chance / whole * 100.0).round();
                let name = colour_name(surface, Seat::new(seat as u8));
                view! {
                    <span
                        class=format!("s{seat}")
                        style:flex-grow=format!("{:.3}", chance.max(0.001))
                        title=format!("{name} {percent} %")
                    >
                        {(percent >= 12.0).then(|| format!("{percent} %"))}
                    </span>
                }
            })
            .collect_view()
    };
    let lines = move || {
        let report: Option<Report> = engine.report.get();
        let report = report?;
        let depth = report.depth;
        let lines = report
            .lines
            .into_iter()
            .map(|line| {
                let value = match (line.score.wins_in(), line.score.loses_in()) {
                    (Some(n), _) => format!("+{n}"),
                    (_, Some(n)) => format!("−{n}"),
                    _ => format!("{:.0} %", line.chance * 100.0),
                };
                let actions = line.actions.clone();
                let shown = line
                    .actions
                    .iter()
                    .take(6)
                    .cloned()
                    .collect::<Vec<_>>()
                    .join(" ");
                view! {
                    <li>
                        <button
                            type="button"
                            class="engine-line"
                            on:click=move |_| {
                                if let Some(first) = actions.first() {
                                    play.play(first);
                                }
                            }
                        >
                            <strong>{value}</strong>
                            <span>{shown}</span>
                        </button>
                    </li>
                }
            })
            .collect_view();
        Some(view! {
            <p class="facts">{format!("{} {depth}", t("ui.depth"))}</p>
            <ol>{lines}</ol>
        })
    };
    view! {
        <section class="thoughts" data-surface=surface_name(surface) aria-label=move || t("ui.engine")>
            <div class="row">
                <button
                    type="button"
                    data-tool="engine"
                    aria-pressed=move || asks.get().to_string()
                    on:click=move |_| asks.update(|asks| *asks = !*asks)
                >
                    {icon("machine")}
                    {move || if asks.get() { t("ui.engine-stop") } else { t("ui.engine-ask") }}
                </button>
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
                    {bar}
                </div>
                {lines}
            </Show>
        </section>
    }
}
