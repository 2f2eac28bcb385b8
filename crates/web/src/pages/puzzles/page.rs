//! One puzzle: the task on the board, and once it is solved the reason and the near misses.

use leptos::prelude::*;
use tablier_books::puzzle::Goal;
use tablier_books::{Diagram, Puzzle, Step, reason};
use tablier_rules::scene::Message;
use tablier_rules::{GameInfo, Status};

use super::filter::Filter;
use super::{games, record, streak};
use crate::icons::icon;
use crate::pages::exercise::{Exercise, ExerciseState};
use crate::pages::rules;
use crate::play::uppercase_first;
use crate::progress::Progress;
use crate::words::{colour_name, language, say, t, word};

/// One puzzle.
#[component]
pub fn PuzzlePage(
    /// The game.
    info: &'static GameInfo,
    /// The puzzle.
    puzzle: Puzzle,
    /// What has been solved.
    progress: RwSignal<Progress>,
    /// All puzzles of the game.
    #[prop(optional)]
    filter: Option<Filter>,
    /// The day whose puzzle it is.
    #[prop(optional)]
    day: Option<u64>,
) -> impl IntoView {
    let tried = {
        let puzzle = puzzle.clone();
        move |solved: bool| {
            Progress::first_try(&puzzle, solved);
            if solved {
                Progress::puzzle_solved(&puzzle);
            }
            progress.set(Progress::load());
        }
    };
    let solved = {
        let tried = tried.clone();
        move || {
            if let Some(day) = day {
                Progress::day_solved(day);
            }
            tried(true);
        }
    };
    let exercise = set_up(&puzzle, solved)?;
    let failed = tried.clone();
    Effect::new(move |_| {
        if exercise.wrong.get() {
            failed(false);
        }
    });
    let goal = puzzle.goal;
    let is_done = move || exercise.stage.get() == ExerciseState::Done;
    let key = puzzle.key().to_owned();
    let verdict = move || {
        if is_done() {
            return say(&Message::new("puzzles.solved").text("action", &key));
        }
        if !exercise.wrong.get() {
            return String::new();
        }
        let wrong = t(match goal {
            Goal::Win(_) => "puzzles.wrong-key",
            Goal::Hold(_) => "puzzles.wrong-hold",
            Goal::Left(_) => "puzzles.wrong-jump",
        });
        match exercise.answered.get() {
            Some([action, reply]) if !matches!(goal, Goal::Left(_)) => {
                let answered = Message::new("puzzles.answered")
                    .text("action", action)
                    .text("reply", reply);
                format!("{} {wrong}", say(&answered))
            }
            _ => wrong,
        }
    };
    let hint = move || {
        tried(false);
        exercise.point_out();
    };
    exercise.keys(hint.clone());
    let puzzle = StoredValue::new(puzzle);
    Some(view! {
        <div class="exercise-page">
            {exercise.view(task(exercise, goal))}
            <aside class="coach">
                <h1>
                    {move || match day {
                        Some(_) => t("book-page.daily"),
                        None => info.title.to_owned(),
                    }}
                </h1>
                <p class="facts">
                    {day.map(|_| format!("{} · ", info.title))}
                    {move || facts(puzzle, is_done())}
                </p>
                {day.map(|day| streak(day, progress))}
                <p class="verdict" class:right=is_done role="status">{verdict}</p>
                <Show when=move || !is_done()>
                    {
                        let hint = hint.clone();
                        view! {
                            <button type="button" data-tool="hint" on:click=move |_| hint()>
                                {icon("hint")}
                                {move || t("book-page.hint")}
                            </button>
                        }
                    }
                </Show>
                <Show when=is_done>{move || explanation(exercise, puzzle)}</Show>
                {record(progress)}
                {filter.map(|filter| filter.view(is_done))}
                {day.map(|_| games(progress))}
                {day.is_none().then(|| rules::links(info.id))}
            </aside>
        </div>
    })
}

/// The board with its one step.
fn set_up(puzzle: &Puzzle, solved: impl Fn() + Send + Sync + 'static) -> Option<Exercise> {
    let board = Diagram {
        name: String::new(),
        spec: puzzle.spec.clone(),
        start: Some(puzzle.start.clone()),
        before: Vec::new(),
        actions: Vec::new(),
    };
    let step = Step {
        accept: vec![puzzle.key().to_owned()],
        replies: puzzle.solution.get(1..).unwrap_or_default().to_vec(),
    };
    let exercise = Exercise::new(&board, vec![step], solved)?;
    exercise.refuted_by(puzzle.near_misses().cloned().collect());
    Some(exercise)
}

/// Who moves, and what is to be found.
fn task(exercise: Exercise, goal: Goal) -> impl Fn() -> String + Send + 'static {
    let seat = exercise
        .play
        .with(|session| match session.table().status() {
            Status::Acts(seat) => Some(seat),
            Status::Over(_) => None,
        });
    move || {
        let who = seat.map(|seat| colour_name(exercise.play.stage.surface(), seat));
        let (key, length) = match goal {
            Goal::Win(1) => ("puzzles.find-win", 1),
            Goal::Win(length) => ("puzzles.find-key", length),
            Goal::Hold(1) => ("puzzles.find-hold-1", 1),
            Goal::Hold(length) => ("puzzles.find-hold", length),
            Goal::Left(length) => ("puzzles.find-jump", length),
        };
        uppercase_first(&say(&Message::new(key)
            .text("who", who.unwrap_or_default())
            .number("length", length)))
    }
}

/// How hard it is, with which options, and once it is solved what it is about.
fn facts(puzzle: StoredValue<Puzzle>, is_done: bool) -> String {
    puzzle.with_value(|puzzle| {
        let mut facts = vec![say(
            &Message::new("puzzles.grade").number("grade", puzzle.grade)
        )];
        if is_done {
            let themes = puzzle.themes.iter();
            facts.extend(themes.map(|theme| word(&format!("puzzles.theme-{theme}"))));
        }
        let variant = reason::variant(puzzle, language());
        facts.extend(
            variant.map(|variant| say(&Message::new("puzzles.variant").text("variant", variant))),
        );
        facts.join(" · ")
    })
}

/// Why the key is right, and the lines that can be looked at on the board.
fn explanation(exercise: Exercise, puzzle: StoredValue<Puzzle>) -> impl IntoView {
    let reasons = puzzle
        .with_value(|puzzle| reason::sentences(puzzle, language()))
        .into_iter()
        .map(|sentence| view! { <p>{sentence}</p> })
        .collect_view();
    let lines: Vec<(String, Vec<String>)> = puzzle.with_value(|puzzle| {
        let label = |key: &'static str, action: Option<&String>| {
            say(&Message::new(key).text("action", action.cloned().unwrap_or_default()))
        };
        let near = puzzle
            .near_misses()
            .map(|line| (label("puzzles.near", line.first()), line));
        let also = puzzle.also().map(|line| {
            let other = line
                .iter()
                .zip(&puzzle.solution)
                .find(|(one, two)| one != two);
            (label("puzzles.also", other.map(|(one, _)| one)), line)
        });
        let solution = (t("puzzles.again"), &puzzle.solution);
        also.chain(near)
            .chain([solution])
            .map(|(label, line)| (label, line.clone()))
            .collect()
    });
    let buttons = lines
        .into_iter()
        .map(|(label, line)| {
            view! {
                <button type="button" class="quiet" data-tool="line" on:click=move |_| exercise.show(&line)>
                    {label}
                </button>
            }
        })
        .collect_view();
    view! {
        <section class="why">
            <h2>{t("puzzles.explanation")}</h2>
            {reasons}
            <div class="row">{buttons}</div>
        </section>
    }
}
