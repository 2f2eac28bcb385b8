//! Who has a seat and whether they are here, their reactions, and how many watch.

use leptos::prelude::*;
use tablier_rooms::Phase;
use tablier_rules::Seat;
use tablier_rules::scene::Message;

use crate::icons::icon;
use crate::online::profiles;
use crate::online::seats::Sitter;
use crate::online::table::OnlineTable;
use crate::words::{say, t, word};

/// The person or computer player on a seat.
pub(crate) fn plate(table: OnlineTable, seat: Seat) -> impl IntoView {
    let sitter = Memo::new(move |_| {
        let around = table.around.read();
        around.as_ref()?.sitters.get(seat.index()).cloned()
    });
    let here = move || match sitter.get() {
        Some(Sitter::Person { player, .. }) => {
            let presence = table.presence.read();
            presence.here.as_ref().map(|here| here.contains(&player))
        }
        _ => None,
    };
    let playing = move || {
        let around = table.around.read();
        around
            .as_ref()
            .is_some_and(|around| around.phase == Phase::Playing)
    };
    let reaction = move || {
        let shown = table.reactions.read();
        let newest = shown.iter().rev().find(|(_, by, _)| *by == seat)?;
        Some(
            view! { <span class="reaction" role="status">{t(super::questions::reaction_key(newest.2))}</span> },
        )
    };
    view! {
        {move || match sitter.get() {
            Some(Sitter::Person { player, name, me }) => {
                view! {
                    {profiles::name(player, name)}
                    {me.then(|| view! { <small>{t("online.you-mark")}</small> })}
                }
                    .into_any()
            }
            Some(Sitter::Machine(level)) => {
                view! {
                    {icon("machine")}
                    {format!("{} {level}", word("ui.level"))}
                }
                    .into_any()
            }
            _ => view! { <em>{t("online.free-chair")}</em> }.into_any(),
        }}
        {move || {
            here().filter(|_| playing()).map(|here| {
                let key = if here { "online.here" } else { "online.away" };
                view! { <span class="presence" class:gone=!here title=t(key) role="img" aria-label=t(key)></span> }
            })
        }}
        {reaction}
    }
}

/// How many watch, if anybody does.
pub(crate) fn watchers(table: OnlineTable) -> impl IntoView {
    move || {
        let count = table.presence.read().watchers;
        (count > 0).then(|| {
            let text = say(&Message::new("online.watchers").number("count", count));
            view! {
                <p class="facts watchers">
                    {icon("eye")}
                    {text}
                </p>
            }
        })
    }
}
