//! A game's lesson: small tasks one after another on a live board.

use leptos::prelude::*;
use tablier_books::{Lesson, Task};
use tablier_rules::scene::Message;
use tablier_rules::{GameInfo, catalog};

use super::exercise::{Exercise, Stage};
use super::lost::Lost;
use crate::dom;
use crate::icons::icon;
use crate::progress::Progress;
use crate::words::{language, say, t};

/// A game's lesson.
#[component]
pub fn Learn(
    /// The game.
    id: String,
) -> impl IntoView {
    let lesson = tablier_books::lesson(&id).filter(|lesson| !lesson.is_empty());
    match (catalog::info(&id), lesson) {
        (Some(info), Some(lesson)) => opened(info, lesson).into_any(),
        _ => view! { <Lost /> }.into_any(),
    }
}

/// The position in a lesson.
#[derive(Copy, Clone)]
struct Course {
    info: &'static GameInfo,
    lesson: StoredValue<Lesson>,
    at: RwSignal<usize>,
    progress: RwSignal<Progress>,
}

fn opened(info: &'static GameInfo, lesson: Lesson) -> impl IntoView {
    let progress = Progress::load();
    let open = |task: &Task| !progress.has_done(info.id, &task.board.name);
    let first = lesson.iter().position(open).unwrap_or(0);
    let course = Course {
        info,
        lesson: StoredValue::new(lesson),
        at: RwSignal::new(first),
        progress: RwSignal::new(progress),
    };
    Effect::new(move |_| dom::set_title(&format!("{} · {}", info.title, t("book-page.learn"))));
    move || {
        let index = course.at.get();
        let task = course
            .lesson
            .with_value(|lesson| lesson.get(index).cloned())?;
        Some(view! { <TaskPage course=course task=task /> })
    }
}

#[component]
fn TaskPage(course: Course, task: Task) -> impl IntoView {
    let info = course.info;
    let name = task.board.name.clone();
    let done = move || {
        Progress::task_done(info.id, &name);
        course.progress.set(Progress::load());
    };
    let exercise = Exercise::new(&task.board, task.steps.clone(), done)?;
    let task = StoredValue::new(task);
    let index = course.at.get_untracked();
    let count = course.lesson.with_value(Vec::len);
    let is_last = index + 1 == count;
    let hinted = RwSignal::new(false);
    let text = move |what: fn(&Task, tablier_words::Language) -> &str| {
        task.with_value(|task| what(task, language()).to_owned())
    };
    let is_done = move || exercise.stage.get() == Stage::Done;
    let word = move || {
        if is_done() {
            text(Task::praise)
        } else if exercise.wrong.get() {
            t("book-page.not-quite")
        } else {
            String::new()
        }
    };
    exercise.keys(move || hinted.set(true));
    let onward = move || {
        if is_last {
            view! {
                <p>{move || t("book-page.lesson-done")}</p>
                <a class="button primary" href=format!("/game/{}", info.id)>
                    {move || t("ui.play")}
                </a>
                <a class="button" href=format!("/puzzles/{}", info.id)>
                    {move || t("book-page.puzzles")}
                </a>
            }
            .into_any()
        } else {
            view! {
                <button
                    type="button"
                    class="primary"
                    data-tool="next"
                    autofocus
                    on:click=move |_| course.at.set(index + 1)
                >
                    {move || t("book-page.next-task")}
                </button>
            }
            .into_any()
        }
    };
    Some(view! {
        <div class="exercise-page">
            {exercise.view(move || text(Task::task))}
            <aside class="coach">
                <h1>{info.title}</h1>
                <p class="facts">
                    {move || {
                        say(
                            &Message::new("book-page.task-of")
                                .number("number", index as i64 + 1)
                                .number("all", count as i64),
                        )
                    }}
                </p>
                {steps(course)}
                <p class="verdict" class:right=is_done role="status">{word}</p>
                <Show when=is_done>{onward}</Show>
                <Show when=move || hinted.get() && !is_done()>
                    <p class="hint">{move || text(Task::hint)}</p>
                </Show>
                <Show when=move || !hinted.get() && !is_done()>
                    <button type="button" data-tool="hint" on:click=move |_| hinted.set(true)>
                        {icon("hint")}
                        {move || t("book-page.hint")}
                    </button>
                </Show>
                {super::rules::links(info.id)}
            </aside>
        </div>
    })
}

/// All tasks as small numbers; those done are marked.
fn steps(course: Course) -> impl IntoView {
    let names: Vec<String> = course
        .lesson
        .with_value(|lesson| lesson.iter().map(|task| task.board.name.clone()).collect());
    let game = course.info.id;
    let numbers = names
        .into_iter()
        .enumerate()
        .map(|(index, name)| {
            let done = Memo::new(move |_| course.progress.read().has_done(game, &name));
            view! { <li>{number(index, course.at, done.into())}</li> }
        })
        .collect_view();
    view! { <ol class="numbers-row">{numbers}</ol> }
}

/// A number that leads to a task or a puzzle.
pub(super) fn number(index: usize, at: RwSignal<usize>, done: Signal<bool>) -> impl IntoView {
    let name = move || {
        let key = if done.get() {
            "book-page.number-done"
        } else {
            "book-page.number"
        };
        say(&Message::new(key).number("number", index as i64 + 1))
    };
    view! {
        <button
            type="button"
            class:done=move || done.get()
            aria-label=name
            aria-current=move || (at.get() == index).then_some("step")
            on:click=move |_| at.set(index)
        >
            {index + 1}
        </button>
    }
}
