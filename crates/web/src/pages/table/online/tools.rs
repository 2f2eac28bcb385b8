//! The buttons of an online table.

use leptos::prelude::*;
use tablier_rooms::{Command, Offer, Phase};

use super::around;
use crate::icons::icon;
use crate::online::link::Link;
use crate::online::seats::Around;
use crate::online::table::OnlineTable;
use crate::pages::table::tool::{more_tool, tool, tool_unless};
use crate::pages::table::{analyse, more, switch_view, turn_board};
use crate::play::Play;
use crate::words::t;
use crate::{dom, share};

/// The row of buttons below the moves.
pub(crate) fn tools(play: Play, table: OnlineTable, open: RwSignal<bool>) -> impl IntoView {
    let seated = move || around(table, |around| around.my_seat.is_some()) == Some(true);
    let no_way_back = Signal::derive(move || {
        around(table, |around| !around.in_game || around.ply == 0) != Some(false)
    });
    let over = move || is_over(table);
    view! {
        <div class="tools" role="toolbar" aria-label=move || t("ui.tools")>
            <Show when=move || seated() && !over()>
                {tool_unless("undo", "online.ask-take-back", no_way_back, move || play.home.undo(play))}
            </Show>
            <Show when=over>{tool("analyse", "ui.analyse", move || analyse(play))}</Show>
            {tool("view", "ui.change-view", move || switch_view(play))}
            {crate::pages::rules::link_from(play)}
            {more_tool(open)}
        </div>
    }
}

/// Whether nothing more will be played.
pub(super) fn is_over(table: OnlineTable) -> bool {
    let over = |around: &Around| matches!(around.phase, Phase::Over | Phase::Aborted(_));
    around(table, over) == Some(true)
}

/// Less common commands. What cannot be undone is asked twice.
pub(crate) fn panel(play: Play, table: OnlineTable, open: RwSignal<bool>) -> impl IntoView {
    let item = move |name: &'static str, key: &'static str, act: Box<dyn Fn()>| {
        view! {
            <button
                type="button"
                data-tool=name
                on:click=move |_| {
                    act();
                    open.set(false);
                }
            >
                {icon(name)}
                {move || t(key)}
            </button>
        }
    };
    let in_game = move || around(table, |around| around.in_game) == Some(true);
    let can_abort =
        move || around(table, |around| around.in_game && around.can_abort) == Some(true);
    let alone = play.with(|session| session.players.len() == 1);
    let sure = RwSignal::new(false);
    view! {
        <div class="panel more">
            <Show when=can_abort>
                {item("close", "online.abort", Box::new(move || table.command(Command::Abort)))}
            </Show>
            <Show when=in_game>
                <button
                    type="button"
                    data-tool="flag"
                    class:danger=move || sure.get()
                    on:click=move |_| {
                        if sure.get_untracked() {
                            play.home.resign(play, None);
                            open.set(false);
                        } else {
                            sure.set(true);
                        }
                    }
                >
                    {icon("flag")}
                    {move || t(if sure.get() { "online.resign-sure" } else { "ui.resign" })}
                </button>
                {(!alone)
                    .then(|| {
                        let draw = Command::Offer { offer: Offer::Draw };
                        item("draw", "online.offer-draw", Box::new(move || table.command(draw.clone())))
                    })}
            </Show>
            {item("turn", "ui.turn-board", Box::new(move || turn_board(play)))}
            {item(
                "share",
                "online.copy-table-link",
                Box::new(move || {
                    let link = format!("{}/t/{}", Link::get().address(), table.room());
                    more::copy_link(play, link);
                }),
            )}
            {item(
                "download",
                "ui.download-record",
                Box::new(move || {
                    play.with(|session| {
                        let name = format!("{}.txt", session.table().info().id);
                        dom::download(&name, "text/plain", &share::record(session));
                    });
                }),
            )}
            <a class="button" href="/online">
                {icon("online")}
                {move || t("online.to-the-tables")}
            </a>
        </div>
    }
}
