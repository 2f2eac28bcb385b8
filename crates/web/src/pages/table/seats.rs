//! Who sits where, what they have, and whose turn it is.

use leptos::prelude::*;
use tablier_rules::Seat;

use crate::board::surface_name;
use crate::icons::{emblem, icon};
use crate::online::clock;
use crate::play::{Play, uppercase_first};
use crate::session::Player;
use crate::words::{colour_name, say, say_on, t, word};

/// The seats in the order in which they act.
#[component]
pub fn Seats(
    /// The session.
    play: Play,
) -> impl IntoView {
    let surface = play.stage.surface();
    let count = play.with(|session| session.players.len() as u8);
    let online = play.home.online();
    let plates = Seat::all(count)
        .map(|seat| {
            let acts = move || play.moment.read().to_act() == Some(seat);
            let player = move || play.moment.read().players.get(seat.index()).copied();
            let gone = move || {
                let left = play.moment.read().left.get(seat.index()) == Some(&true);
                let shown = play.stage.shown.read();
                left || shown.scene.seats.get(seat.index()).is_some_and(|view| view.out)
            };
            let left = move || play.moment.read().left.get(seat.index()) == Some(&true);
            let facts = move || {
                let shown = play.stage.shown.read();
                let view = shown.scene.seats.get(seat.index())?;
                let mut facts: Vec<String> =
                    view.notes.iter().map(|note| say_on(surface, note)).collect();
                if let Some(score) = view.score {
                    facts.insert(0, format!("{score} {}", t("ui.points")));
                }
                if left() {
                    facts.insert(0, t("online.left-mark"));
                }
                Some(facts.into_iter().map(|fact| view! { <li>{fact}</li> }).collect_view())
            };
            // The name somebody gave on the game's page.
            let name = play.with(|session| session.name(seat).map(str::to_owned));
            let named = name.is_some() || online.is_some();
            view! {
                <li class="plate" class:acts=acts class:out=gone class:named=named aria-current=move || acts().then_some("true")>
                    {emblem(seat.index())}
                    <span class="name">
                        {move || uppercase_first(&colour_name(surface, seat))}
                    </span>
                    <span class="who">
                        {online.map(|table| super::online::plate(table, seat))}
                        {move || match player().filter(|_| online.is_none()) {
                            Some(Player::Machine(level)) => {
                                view! {
                                    {icon("machine")}
                                    <span class="level">
                                        <span>{word("ui.level")}</span>
                                        " "
                                        {level}
                                    </span>
                                }
                                    .into_any()
                            }
                            Some(_) => {
                                match name.clone() {
                                    Some(name) => view! { <span class="person">{name}</span> }.into_any(),
                                    None => view! { {icon("person")} }.into_any(),
                                }
                            }
                            None => ().into_any(),
                        }}
                    </span>
                    {move || {
                        let left = *play.clock.read().as_ref()?.get(seat.index())?;
                        Some(view! { <time class="clock" class:low={left < 20_000.0}>{say(&clock::in_words(left))}</time> })
                    }}
                    <ul class="facts">{facts}</ul>
                </li>
            }
        })
        .collect_view();
    view! {
        <ul class="seats" data-surface=surface_name(surface) aria-label=move || t("ui.seats")>
            {plates}
        </ul>
    }
}
