//! Puzzles: one position, one move to find. One of them is the puzzle of the day.

pub mod filter;
pub mod page;

use leptos::prelude::*;
use tablier_books::puzzle;
use tablier_rules::catalog;
use tablier_rules::scene::Message;

use self::filter::Filter;
use self::page::PuzzlePage;
use super::lost::Lost;
use super::rules;
use crate::progress::Progress;
use crate::words::{say, t};
use crate::{dom, time};

/// A game's puzzles.
#[component]
pub fn Puzzles(
    /// The game.
    id: String,
) -> impl IntoView {
    let Some(info) = catalog::info(&id) else {
        return view! { <Lost /> }.into_any();
    };
    Effect::new(move |_| dom::set_title(&format!("{} · {}", info.title, t("book-page.puzzles"))));
    let puzzles = tablier_books::puzzles(info.id);
    if puzzles.is_empty() {
        return view! {
            <section class="page narrow">
                <h1>{info.title}</h1>
                <p class="lead">{move || t("book-page.no-puzzles")}</p>
                {rules::links(info.id)}
                <p>
                    <a href="/puzzles">{move || t("book-page.daily")}</a>
                </p>
            </section>
        }
        .into_any();
    }
    let filter = Filter::new(puzzles, Progress::load());
    (move || {
        let puzzle = filter.shown()?;
        Some(
            view! { <PuzzlePage info=info puzzle=puzzle filter=filter progress=filter.progress /> },
        )
    })
    .into_any()
}

/// The puzzle of the day, and the way to all others.
#[component]
pub fn Daily() -> impl IntoView {
    Effect::new(move |_| dom::set_title(&format!("{} · Tablier", t("book-page.daily"))));
    let all = tablier_books::daily_puzzles();
    let today = time::today();
    let progress = RwSignal::new(Progress::load());
    let chosen = puzzle::of_the_day(&all, today).cloned();
    let info = chosen
        .as_ref()
        .and_then(|puzzle| catalog::info(puzzle.spec.split(':').next()?));
    match (chosen, info) {
        (Some(puzzle), Some(info)) => {
            view! { <PuzzlePage info=info puzzle=puzzle day=today progress=progress /> }.into_any()
        }
        _ => view! {
            <section class="page narrow">
                <h1>{move || t("book-page.daily")}</h1>
                <p class="lead">{move || t("book-page.no-puzzles")}</p>
            </section>
        }
        .into_any(),
    }
}

/// The rating and the row of puzzles solved at the first try, once there is one.
fn record(progress: RwSignal<Progress>) -> impl IntoView {
    move || {
        let progress = progress.read();
        let rating = progress.rating()?;
        let (run, best) = progress.run();
        let rating = say(&Message::new("puzzles.rating").number("rating", rating));
        let run = say(&Message::new("puzzles.run")
            .number("count", run)
            .number("best", best));
        Some(view! { <p class="facts" data-rating>{rating}<br />{run}</p> })
    }
}

/// The number of days in a row.
fn streak(day: u64, progress: RwSignal<Progress>) -> impl IntoView {
    move || {
        let count = progress.read().streak(day);
        (count > 0).then(|| {
            let key = if count == 1 {
                "book-page.streak-1"
            } else {
                "book-page.streak"
            };
            let text = say(&Message::new(key).number("days", count as i64));
            view! { <p class="facts">{text}</p> }
        })
    }
}

/// The games with their puzzles, and how many are solved.
fn games(progress: RwSignal<Progress>) -> impl IntoView {
    let games = catalog::GAMES
        .iter()
        .filter_map(|info| {
            let puzzles = tablier_books::puzzles(info.id);
            let all = puzzles.len();
            (all > 0).then(|| {
                let solved = move || {
                    let progress = progress.read();
                    puzzles.iter().filter(|p| progress.has_solved(p)).count()
                };
                view! {
                    <li>
                        <a href=format!("/puzzles/{}", info.id)>{info.title}</a>
                        <span class="facts">{solved} " / " {all}</span>
                    </li>
                }
            })
        })
        .collect_view();
    view! {
        <h2>{move || t("book-page.more-puzzles")}</h2>
        <ul class="puzzle-games">{games}</ul>
    }
}
