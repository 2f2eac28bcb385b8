//! Somebody's profile: ratings, results, the last games.

use leptos::prelude::*;
use serde::Deserialize;
use tablier_protocol::TableLine;
use tablier_rules::catalog;
use tablier_rules::scene::Message;
use wasm_bindgen_futures::spawn_local;

use super::online::table_line;
use crate::dom;
use crate::online::api::{self, Fault};
use crate::online::fault_text;
use crate::router;
use crate::words::{language, say, t};

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
    let path = format!("/api/players/{}", router::encode(&name));
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
    let date = js_sys::Date::new(&wasm_bindgen::JsValue::from_f64(player.since as f64));
    let options = wasm_bindgen::JsValue::UNDEFINED;
    let since = String::from(date.to_locale_date_string(language().code(), &options));
    let since = say(&Message::new("online.since").text("date", since));
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
        {if ratings.is_empty() {
            view! { <p class="facts">{t("online.no-ratings")}</p> }.into_any()
        } else {
            view! {
                <table class="figures">
                    <thead>
                        <tr>
                            <th>{t("online.game")}</th>
                            <th>{t("online.rating")}</th>
                            <th>{t("online.games")}</th>
                        </tr>
                    </thead>
                    <tbody>{ratings.into_iter().map(rating).collect_view()}</tbody>
                </table>
            }
                .into_any()
        }}
        <h2>{t("online.results")}</h2>
        {if results.is_empty() {
            view! { <p class="facts">{t("online.no-results")}</p> }.into_any()
        } else {
            view! {
                <table class="figures">
                    <thead>
                        <tr>
                            <th>{t("online.game")}</th>
                            <th>{t("online.won")}</th>
                            <th>{t("online.drawn")}</th>
                            <th>{t("online.lost-games")}</th>
                        </tr>
                    </thead>
                    <tbody>{results.into_iter().map(result).collect_view()}</tbody>
                </table>
            }
                .into_any()
        }}
        <h2>{t("online.last-games")}</h2>
        {if games.is_empty() {
            view! { <p class="facts">{t("online.no-last-games")}</p> }.into_any()
        } else {
            view! {
                <ul class="records tables">
                    {games.into_iter().map(|line| table_line(line, "online.go-there", false)).collect_view()}
                </ul>
            }
                .into_any()
        }}
    }
}

/// The name of a game with its options, for people.
fn title(game: &str) -> String {
    let title = catalog::open(game).map(|table| table.info().title);
    let options = game
        .split_once(':')
        .map(|(_, options)| options.replace(',', ", "));
    match (title, options) {
        (Ok(title), Some(options)) => format!("{title} ({options})"),
        (Ok(title), None) => title.to_owned(),
        (Err(_), _) => game.to_owned(),
    }
}

fn rating(rating: Rating) -> impl IntoView {
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
}

fn result(results: Results) -> impl IntoView {
    view! {
        <tr>
            <td>{title(&results.game)}</td>
            <td>{results.won}</td>
            <td>{results.drawn}</td>
            <td>{results.lost}</td>
        </tr>
    }
}
