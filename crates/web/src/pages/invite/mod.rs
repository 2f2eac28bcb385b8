//! Whom to play with: on a game's page, and the link that brings a friend to a table.

mod form;
mod panel;

use tablier_rooms::TimeControl;
use tablier_rules::scene::Message;

use crate::words::{say, t};

pub use form::{Company, Plan, friends_form, strangers_form};
pub use panel::{copy_button, link_panel, qr_figure};

/// The clocks to choose from.
pub const TIMES: [TimeControl; 9] = [
    TimeControl::None,
    clock(3, 2),
    clock(5, 3),
    clock(10, 5),
    clock(20, 10),
    clock(45, 15),
    TimeControl::Days(1),
    TimeControl::Days(3),
    TimeControl::Days(7),
];

const fn clock(minutes: u64, seconds: u64) -> TimeControl {
    TimeControl::Clock {
        base_ms: minutes * 60_000,
        increment_ms: seconds * 1_000,
    }
}

/// How much time there is, in words.
pub fn time_text(time: TimeControl) -> String {
    match time {
        TimeControl::None => t("online.no-clock"),
        TimeControl::Clock {
            base_ms,
            increment_ms,
        } => say(&Message::new("online.clock-plus")
            .text("minutes", minutes(base_ms))
            .number("seconds", (increment_ms / 1_000) as i64)),
        TimeControl::Days(days) => say(&Message::new("online.days-each").number("count", days)),
    }
}

/// Whole minutes, or as many decimals as are needed.
fn minutes(ms: u64) -> String {
    if ms.is_multiple_of(60_000) {
        (ms / 60_000).to_string()
    } else {
        format!("{:.1}", ms as f64 / 60_000.0)
    }
}
