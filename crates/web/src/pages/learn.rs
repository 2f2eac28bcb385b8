//! A game's lesson: small tasks one after another on a live board.

use leptos::prelude::*;
use tablier_books::{Lesson, Task};
use tablier_rules::scene::Message;
use tablier_rules::{GameInfo, catalog};

use super::exercise::{Exercise, ExerciseState};
use super::lost::Lost;
use crate::dom;
use crate::icons::icon;
use crate::progress::Progress;
use crate::words::{language, say, t, word};

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
    let (exercise, moves) = if task.guided > 0 {
        Exercise::guided(&task.board, task.guided, done)?
    } else {
        let exercise = Exercise::new(&task.board, task.steps.clone(), done)?;
        (exercise, RwSignal::new(0))
    };
    let task = StoredValue::new(task);
    let index = course.at.get_untracked();
    let count = course.lesson.with_value(Vec::len);
    // What comes next may be the lesson of a variant.
    let next_part = course.lesson.with_value(|lesson| {
        let next = lesson.get(index + 1).map(|next| next.part.clone());
        next.filter(|part| *part != lesson[index].part)
    });
    let is_last = index + 1 == count || next_part.is_some();
    let next_part = StoredValue::new(next_part);
    let hinted = RwSignal::new(false);
    let text = move |what: fn(&Task, tablier_words::Language) -> &str| {
        task.with_value(|task| what(task, language()).to_owned())
    };
    let is_done = move || exercise.stage.get() == ExerciseState::Done;
    let word = move || {
        if is_done() {
            text(Task::praise)
        } else if exercise.wrong.get() {
            t("book-page.not-quite")
        } else {
            String::new()
        }
    };
    // In a guided game the advice changes with every move.
    let sentence = move || {
        let moves = moves.get();
        task.with_value(|task| match task.guided {
            0 => task.task(language()).to_owned(),
            _ if moves == 0 => format!("{} {}", task.task(language()), task.tip(language(), 0)),
            _ => task.tip(language(), moves).to_owned(),
        })
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
                {next_part
                    .get_value()
                    .map(|part| {
                        view! {
                            <button
                                type="button"
                                data-tool="next"
                                on:click=move |_| course.at.set(index + 1)
                            >
                                {move || part_name(&part)}
                            </button>
                        }
                    })}
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
            {exercise.view(sentence)}
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

/// All tasks as small numbers, those of variants below their names; those done are marked.
fn steps(course: Course) -> impl IntoView {
    let game = course.info.id;
    let names: Vec<(String, String)> = course.lesson.with_value(|lesson| {
        let name = |task: &Task| (task.part.clone(), task.board.name.clone());
        lesson.iter().map(name).collect()
    });
    let mut parts: Vec<(String, Vec<AnyView>)> = Vec::new();
    for (index, (part, name)) in names.into_iter().enumerate() {
        let done = Memo::new(move |_| course.progress.read().has_done(game, &name));
        let view = view! { <li>{number(index, course.at, done.into())}</li> }.into_any();
        match parts.last_mut() {
            Some((last, views)) if *last == part => views.push(view),
            _ => parts.push((part, vec![view])),
        }
    }
    parts
        .into_iter()
        .map(|(part, numbers)| {
            let heading = (!part.is_empty())
                .then(|| view! { <p class="facts">{move || part_name(&part)}</p> });
            view! {
                {heading}
                <ol class="numbers-row">{numbers}</ol>
            }
        })
        .collect_view()
}

/// The name of a variant's lesson.
fn part_name(part: &str) -> String {
    word(&format!("book-page.part-{part}"))
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
            data-number=index + 1
            class:done=move || done.get()
            aria-label=name
            aria-current=move || (at.get() == index).then_some("step")
            on:click=move |_| at.set(index)
        >
            {index + 1}
        </button>
    }
}
