//! Somebody's profile: ratings, results, the last games.

use leptos::prelude::*;
use serde::Deserialize;
use tablier_protocol::TableLine;
use tablier_rules::catalog;
use tablier_rules::scene::Message;
use wasm_bindgen_futures::spawn_local;

use super::online::{table_line, way};
use super::options;
use crate::online::api::{self, Fault};
use crate::online::fault_text;
use crate::words::{say, t};
use crate::{dom, percent, time};

/// The public data of an account.
#[derive(Clone, PartialEq, Deserialize)]
struct Known {
    name: String,
    bot: bool,
    since: u64,
    ratings: Vec<Rating>,
    results: Vec<Results>,
    games: Vec<TableLine>,
    #[serde(default)]
    against_me: Option<Balance>,
}

#[derive(Clone, PartialEq, Deserialize)]
struct Rating {
    game: String,
    rating: i64,
    games: u32,
    provisional: bool,
}

#[derive(Clone, PartialEq, Deserialize)]
struct Results {
    game: String,
    won: u32,
    drawn: u32,
    lost: u32,
}

#[derive(Clone, PartialEq, Deserialize)]
struct Balance {
    won: u32,
    drawn: u32,
    lost: u32,
}

/// Somebody's profile.
#[component]
pub fn Profile(
    /// Their name.
    name: String,
) -> impl IntoView {
    dom::set_title(&format!("{name} · Tablier"));
    let known = RwSignal::new(None::<Result<Known, Fault>>);
    let path = format!("/api/players/{}", percent::encode_path(&name));
    spawn_local(async move {
        let came = api::get::<Known>(&path).await;
        known.try_set(Some(came));
    });
    let body = move || match known.get() {
        None => view! { <p class="lead" role="status">{t("online.one-moment")}</p> }.into_any(),
        // Guests have no profile.
        Some(Err(Fault::Refused { status: 404, .. })) => {
            view! { <p class="lead">{t("online.no-profile")}</p> }.into_any()
        }
        Some(Err(fault)) => {
            view! { <p class="notice" role="status">{fault_text(&fault)}</p> }.into_any()
        }
        Some(Ok(player)) => profile(player).into_any(),
    };
    view! {
        <section class="page narrow player-page">
            <h1>{name}</h1>
            {body}
        </section>
    }
}

fn profile(player: Known) -> impl IntoView {
    let since = say(&Message::new("online.since").text("date", time::day(player.since as f64)));
    let against = player
        .against_me
        .filter(|sum| sum.won + sum.drawn + sum.lost > 0);
    let name = player.name.clone();
    let ratings = player.ratings;
    let results = player.results;
    let games = player.games;
    view! {
        <p class="facts">
            {player.bot.then(|| format!("{} · ", t("online.program")))} {since}
        </p>
        {against
            .map(|sum| {
                let text = say(
                    &Message::new("online.against-you")
                        .text("name", name)
                        .number("won", sum.lost)
                        .number("drawn", sum.drawn)
                        .number("lost", sum.won),
                );
                view! { <p class="notice">{text}</p> }
            })}
        <h2>{t("online.ratings")}</h2>
        {figures(
            "online.no-ratings",
            &["online.game", "online.rating", "online.games"],
            ratings.into_iter().map(rating).collect(),
        )}
        <h2>{t("online.results")}</h2>
        {figures(
            "online.no-results",
            &["online.game", "online.won", "online.drawn", "online.lost-games"],
            results.into_iter().map(result).collect(),
        )}
        <h2>{t("online.last-games")}</h2>
        {if games.is_empty() {
            view! { <p class="facts">{t("online.no-last-games")}</p> }.into_any()
        } else {
            view! {
                <ul class="records tables">
                    {games.into_iter().map(|line| table_line(line, way("online.go-there"), false)).collect_view()}
                </ul>
            }
                .into_any()
        }}
    }
}

/// A table with these columns, or a sentence where there is nothing to show.
fn figures(empty: &'static str, columns: &[&'static str], rows: Vec<AnyView>) -> AnyView {
    if rows.is_empty() {
        return view! { <p class="facts">{t(empty)}</p> }.into_any();
    }
    let columns = columns.iter().map(|&key| view! { <th>{t(key)}</th> });
    view! {
        <table class="figures">
            <thead>
                <tr>{columns.collect_view()}</tr>
            </thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

/// The name of a game with its options, for people.
fn title(game: &str) -> String {
    let Ok(table) = catalog::open(game) else {
        return game.to_owned();
    };
    let title = table.info().title;
    let options = options::in_words(game);
    if options.is_empty() {
        title.to_owned()
    } else {
        format!("{title} ({})", options.join(", "))
    }
}

fn rating(rating: Rating) -> AnyView {
    // A question mark is the usual sign of a provisional rating.
    let mark = if rating.provisional { "?" } else { "" };
    let hint = rating.provisional.then(|| t("online.provisional"));
    view! {
        <tr>
            <td>{title(&rating.game)}</td>
            <td title=hint>{format!("{}{mark}", rating.rating)}</td>
            <td>{rating.games}</td>
        </tr>
    }
    .into_any()
}

fn result(results: Results) -> AnyView {
    view! {
        <tr>
            <td>{title(&results.game)}</td>
            <td>{results.won}</td>
            <td>{results.drawn}</td>
            <td>{results.lost}</td>
        </tr>
    }
    .into_any()
}
