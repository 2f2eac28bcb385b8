//! Puzzles: one position, one action to find. One of them is the puzzle of the day.

use leptos::prelude::*;
use tablier_books::{Diagram, Puzzle, Step, puzzle};
use tablier_rules::scene::Message;
use tablier_rules::{GameInfo, Kind, Status, catalog};

use super::exercise::{Exercise, Stage};
use super::learn::number;
use super::lost::Lost;
use super::rules;
use crate::icons::icon;
use crate::play::uppercase_first;
use crate::progress::Progress;
use crate::words::{colour_name, say, t};
use crate::{dom, time};

/// How many actions of a solution are shown at most.
const SHOWN: usize = 15;

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
    let progress = Progress::load();
    let open = puzzles.iter().position(|p| !progress.has_solved(p));
    let at = RwSignal::new(open.unwrap_or(0));
    let progress = RwSignal::new(progress);
    let puzzles = StoredValue::new(puzzles);
    (move || {
        let index = at.get();
        let puzzle = puzzles.with_value(|puzzles| puzzles.get(index).cloned())?;
        let all = Numbers {
            puzzles,
            at,
            progress,
        };
        Some(view! { <PuzzlePage info=info puzzle=puzzle numbers=all progress=progress /> })
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

/// The puzzles of a game, and which one is shown.
#[derive(Copy, Clone)]
struct Numbers {
    puzzles: StoredValue<Vec<Puzzle>>,
    at: RwSignal<usize>,
    progress: RwSignal<Progress>,
}

#[component]
fn PuzzlePage(
    info: &'static GameInfo,
    puzzle: Puzzle,
    progress: RwSignal<Progress>,
    /// All puzzles of the game.
    #[prop(optional)]
    numbers: Option<Numbers>,
    /// The day whose puzzle it is.
    #[prop(optional)]
    day: Option<u64>,
) -> impl IntoView {
    let hinted = RwSignal::new(false);
    let solved = {
        let puzzle = puzzle.clone();
        move || {
            Progress::puzzle_solved(&puzzle);
            if let Some(day) = day {
                Progress::day_solved(day);
            }
            progress.set(Progress::load());
        }
    };
    let board = Diagram {
        name: String::new(),
        spec: puzzle.spec.clone(),
        start: Some(puzzle.start.clone()),
        before: Vec::new(),
        actions: Vec::new(),
    };
    let step = Step {
        accept: vec![puzzle.key().to_owned()],
        // Nobody watches a hundred more actions.
        replies: puzzle.solution[1..puzzle.length().min(SHOWN)].to_vec(),
    };
    let exercise = Exercise::new(&board, vec![step], solved)?;
    let task = {
        let length = puzzle.length() as i64;
        let seat = exercise
            .play
            .with(|session| match session.table().status() {
                Status::Acts(seat) => Some(seat),
                Status::Over(_) => None,
            });
        move || {
            let who = seat.map(|seat| colour_name(exercise.play.stage.surface(), seat));
            let key = match (info.kind, length) {
                (Kind::Puzzle, _) => "book-page.find-jump",
                (_, 1) => "book-page.find-win",
                (_, 2..16) => "book-page.find-key",
                _ => "book-page.find-deep",
            };
            uppercase_first(&say(&Message::new(key)
                .text("who", who.unwrap_or_default())
                .number("length", length)))
        }
    };
    let is_done = move || exercise.stage.get() == Stage::Done;
    let key = puzzle.key().to_owned();
    let word = move || {
        if is_done() {
            say(&Message::new("book-page.solved").text("action", &key))
        } else if exercise.wrong.get() {
            t(match info.kind {
                Kind::Puzzle => "book-page.wrong-jump",
                _ => "book-page.wrong-key",
            })
        } else {
            String::new()
        }
    };
    let hint = move || {
        hinted.set(true);
        exercise.point_out();
    };
    exercise.keys(hint);
    let grade = i64::from(puzzle.grade);
    Some(view! {
        <div class="exercise-page">
            {exercise.view(task)}
            <aside class="coach">
                <h1>
                    {move || match day {
                        Some(_) => t("book-page.daily"),
                        None => info.title.to_owned(),
                    }}
                </h1>
                <p class="facts">
                    {day.map(|_| format!("{} · ", info.title))}
                    {move || say(&Message::new("book-page.grade").number("grade", grade))}
                </p>
                {day.map(|day| streak(day, progress))}
                <p class="verdict" class:right=is_done role="status">{word}</p>
                <Show when=move || !is_done()>
                    <button type="button" data-tool="hint" on:click=move |_| hint()>
                        {icon("hint")}
                        {move || t("book-page.hint")}
                    </button>
                </Show>
                {numbers.map(|numbers| numbers.view(is_done))}
                {day.map(|_| games(progress))}
                {day.is_none().then(|| rules::links(info.id))}
            </aside>
        </div>
    })
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

impl Numbers {
    fn view(self, is_done: impl Fn() -> bool + Copy + Send + Sync + 'static) -> impl IntoView {
        let count = self.puzzles.with_value(Vec::len);
        let rows = (0..count)
            .map(|index| {
                let solved = Memo::new(move |_| {
                    let progress = self.progress.read();
                    self.puzzles
                        .with_value(|puzzles| progress.has_solved(&puzzles[index]))
                });
                view! { <li>{number(index, self.at, solved.into())}</li> }
            })
            .collect_view();
        view! {
            <div class="row">
                <button
                    type="button"
                    disabled=move || self.at.get() == 0
                    on:click=move |_| self.at.update(|at| *at = at.saturating_sub(1))
                >
                    {icon("back")}
                    {move || t("book-page.previous")}
                </button>
                <button
                    type="button"
                    class:primary=is_done
                    data-tool="next"
                    disabled=move || self.at.get() + 1 == count
                    on:click=move |_| self.at.update(|at| *at = (*at + 1).min(count - 1))
                >
                    {move || t("book-page.next")}
                    {icon("forward")}
                </button>
            </div>
            <ol class="numbers-row">{rows}</ol>
        }
    }
}
