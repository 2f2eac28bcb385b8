//! The clock of a game in this browser: none, a usual one, or any time for everybody or for each.

use leptos::prelude::*;
use tablier_rules::scene::Message;
use tablier_rules::{Seat, catalog};

use crate::session::{Clock, Share};
use crate::words::{colour_name, say, t};

/// The usual times, in minutes; two seconds are added after each move.
const USUAL: [u32; 5] = [3, 5, 10, 20, 45];

/// The time somebody has chosen for a seat.
#[derive(Copy, Clone, PartialEq, Debug)]
struct Time {
    minutes: f64,
    seconds: f64,
}

impl Time {
    fn share(self) -> Share {
        Share {
            whole: self.minutes * 60_000.0,
            increment: self.seconds * 1_000.0,
        }
    }
}

/// What is chosen on a game's page.
#[derive(Copy, Clone)]
pub(super) struct Times {
    /// The usual minutes, 0 for no clock; none if the times are one's own.
    usual: RwSignal<Option<u32>>,
    /// One's own times, of each seat.
    own: RwSignal<Vec<Time>>,
    /// Whether the seats' own times differ.
    differ: RwSignal<bool>,
}

impl Times {
    /// No clock.
    pub(super) fn new() -> Self {
        let time = Time {
            minutes: 15.0,
            seconds: 10.0,
        };
        Self {
            usual: RwSignal::new(Some(0)),
            own: RwSignal::new(vec![time; 4]),
            differ: RwSignal::new(false),
        }
    }

    /// The clock for this many seats; none if there is none.
    pub(super) fn clock(self, seats: usize) -> Option<Clock> {
        if seats < 2 {
            return None;
        }
        let shares: Vec<Share> = match self.usual.get_untracked() {
            Some(0) => return None,
            Some(minutes) => {
                let time = Time {
                    minutes: f64::from(minutes),
                    seconds: 2.0,
                };
                vec![time.share(); seats]
            }
            None => {
                let own = self.own.get_untracked();
                let differ = self.differ.get_untracked();
                (0..seats)
                    .filter_map(|seat| own.get(if differ { seat } else { 0 }))
                    .map(|time| time.share())
                    .collect()
            }
        };
        Clock::new(&shares)
    }
}

/// The choice of a clock.
pub(super) fn choose(times: Times, game: Memo<String>, seats: Memo<usize>) -> impl IntoView {
    let rows = move || {
        let count = if times.differ.get() { seats.get() } else { 1 };
        (0..count)
            .map(|seat| own_time(times, game, seat))
            .collect_view()
    };
    view! {
        <fieldset class="clocks">
            <label class="line">
                {move || t("ui.clock")}
                <select
                    data-field="clock"
                    on:change=move |event| times.usual.set(event_target_value(&event).parse().ok())
                >
                    <option value="0">{move || t("ui.no-clock")}</option>
                    {USUAL
                        .into_iter()
                        .map(|m| view! { <option value=m.to_string()>{format!("{m} min + 2 s")}</option> })
                        .collect_view()}
                    <option value="own">{move || t("preferences.clock-own")}</option>
                </select>
            </label>
            <Show when=move || times.usual.get().is_none()>
                <label class="choice">
                    <input
                        type="checkbox"
                        data-field="clock-differ"
                        prop:checked=move || times.differ.get()
                        on:change=move |event| times.differ.set(event_target_checked(&event))
                    />
                    {move || t("preferences.clock-differ")}
                </label>
                {rows}
            </Show>
        </fieldset>
    }
}

/// One's own time for a seat, or for all.
fn own_time(times: Times, game: Memo<String>, seat: usize) -> impl IntoView {
    let whose = move || {
        if !times.differ.get() {
            return t("preferences.clock-all");
        }
        let surface = catalog::open(&game.get()).map(|table| table.layout().surface);
        let colour = surface.map(|surface| colour_name(surface, Seat::new(seat as u8)));
        colour.unwrap_or_default()
    };
    let number = move |what: &'static str,
                       key: &'static str,
                       (least, most): (f64, f64),
                       of: fn(&mut Time) -> &mut f64| {
        let value = move || {
            let mut time = times.own.read()[seat];
            of(&mut time).to_string()
        };
        view! {
            <input
                type="number"
                inputmode="decimal"
                min=least.to_string()
                max=most.to_string()
                step="any"
                data-field=format!("clock-{what}-{seat}")
                aria-label=move || say(&Message::new(key).text("who", whose()))
                prop:value=value
                on:change=move |event| {
                    let text = event_target_value(&event);
                    times
                        .own
                        .update(|own| {
                            let known = of(&mut own[seat]);
                            let wanted = text.parse().unwrap_or(*known);
                            *known = if wanted.is_finite() { wanted.clamp(least, most) } else { *known };
                        });
                }
            />
        }
    };
    view! {
        <div class="line own-time">
            <span>{whose}</span>
            <span>
                {number("minutes", "preferences.clock-minutes", (0.1, 600.0), |time| &mut time.minutes)}
                " min + "
                {number("seconds", "preferences.clock-seconds", (0.0, 600.0), |time| &mut time.seconds)}
                " s"
            </span>
        </div>
    }
}
