//! What an online table has beyond a local one: people, clocks that the server decides, questions.

mod attend;
mod connection;
mod ending;
mod lobby;
mod people;
mod questions;
mod tools;

use leptos::prelude::*;
use tablier_rooms::{Phase, RoomId};
use tablier_rules::scene::Message;

use super::Playing;
use crate::home::Home;
use crate::online::seats::Around;
use crate::online::table::{Known, OnlineTable};
use crate::pages::lost::Lost;
use crate::play::{Play, result_text, uppercase_first};
use crate::words::{colour_name, say, say_on, t};
use crate::{dom, store};

pub(super) use attend::attend;
pub use connection::connection_line;
pub(super) use ending::ending;
pub(super) use lobby::{is_waiting, lobby, sit_down};
pub(super) use people::{plate, watchers};
pub(super) use questions::{questions, reactions};
pub(super) use tools::{panel, tools};

/// A table on the server.
#[component]
pub fn OnlinePage(
    /// Its id.
    id: String,
) -> impl IntoView {
    let Ok(room) = RoomId::new(&id) else {
        return view! { <Lost /> }.into_any();
    };
    dom::set_title("Tablier");
    let table = OnlineTable::open(room);
    let known = Memo::new(move |_| table.known.get());
    let page = move || match known.get() {
        Known::NotYet => view! {
            <section class="page narrow">
                {connection_line()}
                <p class="lead" role="status">{move || t("online.opening")}</p>
            </section>
        }
        .into_any(),
        Known::Missing => view! {
            <section class="page narrow">
                <h1>{move || t("online.no-such-table")}</h1>
                <p class="lead">{move || t("online.no-such-table-more")}</p>
                <a class="button" href="/online">
                    {move || t("online.to-the-tables")}
                </a>
            </section>
        }
        .into_any(),
        Known::Here => match begin(table) {
            Some(session) => {
                let home = Home::Online(table);
                view! { <Playing kept=None session=session home=home /> }.into_any()
            }
            None => view! { <Lost /> }.into_any(),
        },
    };
    page.into_any()
}

/// The session of a table as far as it was seen here before; what is new is shown afterwards.
fn begin(table: OnlineTable) -> Option<crate::session::Session> {
    let mut session = table.with(|mirror| mirror.session())?;
    table.with(|mirror| mirror.lead(&mut session));
    let line = session.tree().path(session.head());
    let seen = store::seen(&table.room()).unwrap_or(line.len());
    let at = seen
        .min(line.len())
        .checked_sub(1)
        .map_or(crate::tree::ROOT, |at| line[at]);
    session.go(at);
    Some(session)
}

/// Reads what is around the table; nothing before it is known.
pub(super) fn around<T>(table: OnlineTable, look: impl FnOnce(&Around) -> T) -> Option<T> {
    table.around.with(|around| around.as_ref().map(look))
}

/// What the line above the board says.
pub(super) fn prompt_text(play: Play, table: OnlineTable) -> String {
    let surface = play.stage.surface();
    let moment = play.moment.get();
    let Some(around) = table.around.get() else {
        return String::new();
    };
    match around.phase {
        Phase::Waiting => return waiting_text(&around),
        Phase::Aborted(_) => return t("online.aborted"),
        Phase::Playing | Phase::Over => {}
    }
    if let Some(result) = result_text(surface, &moment) {
        return result;
    }
    if !play.ahead.read().is_empty() {
        return t("online.ahead-chosen");
    }
    if moment.unstored {
        return t("online.storing");
    }
    let own = || uppercase_first(&say_on(surface, &play.stage.shown.read().scene.prompt));
    match moment.to_act() {
        Some(seat) if around.in_game && Some(seat) == around.my_seat => own(),
        Some(seat) => {
            let colour = colour_name(surface, seat);
            let name = around.name_of(seat).map(str::to_owned);
            let text = match name {
                Some(name) => say(&Message::new("online.turn-of")
                    .text("name", name)
                    .text("colour", colour)),
                None => say(&Message::new("ui.thinking").text("who", colour)),
            };
            uppercase_first(&text)
        }
        None => own(),
    }
}

fn waiting_text(around: &Around) -> String {
    if around.my_chair.is_some() {
        return t("online.waiting-for-others");
    }
    say(&Message::new("online.invited").text("name", &around.host_name))
}
