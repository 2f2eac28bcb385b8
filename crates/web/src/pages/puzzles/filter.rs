//! Which puzzles of a game are offered, by theme and difficulty, and which of them is shown.

use leptos::prelude::*;
use tablier_books::{Puzzle, puzzle};

use crate::icons::icon;
use crate::pages::learn::number;
use crate::progress::Progress;
use crate::words::{t, word};

/// The puzzles of a game, those that are offered, and which one is shown.
#[derive(Copy, Clone)]
pub struct Filter {
    puzzles: StoredValue<Vec<Puzzle>>,
    at: RwSignal<usize>,
    theme: RwSignal<String>,
    level: RwSignal<String>,
    /// What has been solved.
    pub progress: RwSignal<Progress>,
}

/// Difficulties and the grades that they mean.
const LEVELS: [(&str, [u8; 2]); 3] = [("easy", [1, 2]), ("medium", [3, 3]), ("hard", [4, 5])];

impl Filter {
    /// All puzzles of a game; the first that is not solved is shown.
    pub fn new(puzzles: Vec<Puzzle>, progress: Progress) -> Self {
        let open = puzzles.iter().position(|p| !progress.has_solved(p));
        Self {
            puzzles: StoredValue::new(puzzles),
            at: RwSignal::new(open.unwrap_or(0)),
            theme: RwSignal::new(String::new()),
            level: RwSignal::new(String::new()),
            progress: RwSignal::new(progress),
        }
    }

    /// The puzzle that is shown.
    pub fn shown(self) -> Option<Puzzle> {
        let index = self.at.get();
        self.puzzles
            .with_value(|puzzles| puzzles.get(index).cloned())
    }

    /// The places of the puzzles that are offered.
    fn offered(self) -> Vec<usize> {
        let (theme, level) = (self.theme.get(), self.level.get());
        let grades = LEVELS.iter().find(|(name, _)| *name == level);
        let fits = |puzzle: &Puzzle| {
            (theme.is_empty() || puzzle.themes.contains(&theme))
                && grades.is_none_or(|(_, [from, to])| (*from..=*to).contains(&puzzle.grade))
        };
        self.puzzles.with_value(|puzzles| {
            let all = puzzles.iter().enumerate();
            all.filter(|(_, puzzle)| fits(puzzle))
                .map(|(index, _)| index)
                .collect()
        })
    }

    /// After another choice the first open puzzle that fits it is shown.
    fn changed(self) {
        let offered = self.offered();
        if offered.contains(&self.at.get_untracked()) {
            return;
        }
        let progress = self.progress.read_untracked();
        let is_open = |index: &&usize| {
            self.puzzles
                .with_value(|puzzles| !progress.has_solved(&puzzles[**index]))
        };
        if let Some(&first) = offered.iter().find(is_open).or(offered.first()) {
            self.at.set(first);
        }
    }

    /// The choice of theme and difficulty, and the numbers of the puzzles that are offered.
    pub fn view(self, is_done: impl Fn() -> bool + Copy + Send + Sync + 'static) -> impl IntoView {
        let offered = Memo::new(move |_| self.offered());
        let place = move || {
            offered
                .get()
                .iter()
                .position(|&index| index == self.at.get())
        };
        let step = move |by: isize| {
            let next = place()
                .and_then(|place| place.checked_add_signed(by))
                .and_then(|place| offered.get().get(place).copied());
            if let Some(next) = next {
                self.at.set(next);
            }
        };
        let is_first = move || place().is_none_or(|place| place == 0);
        let is_last = move || place().is_none_or(|place| place + 1 >= offered.get().len());
        let numbers = move || {
            offered
                .get()
                .into_iter()
                .map(|index| {
                    let solved = Memo::new(move |_| {
                        let progress = self.progress.read();
                        self.puzzles
                            .with_value(|puzzles| progress.has_solved(&puzzles[index]))
                    });
                    view! { <li>{number(index, self.at, solved.into())}</li> }
                })
                .collect_view()
        };
        view! {
            <div class="row puzzle-filter">
                {self.themes()}
                {self.levels()}
            </div>
            <Show when=move || offered.read().is_empty()>
                <p class="facts">{move || t("puzzles.none")}</p>
            </Show>
            <div class="row">
                <button
                    type="button"
                    disabled=is_first
                    on:click=move |_| step(-1)
                >
                    {icon("back")}
                    {move || t("book-page.previous")}
                </button>
                <button
                    type="button"
                    class:primary=is_done
                    data-tool="next"
                    disabled=is_last
                    on:click=move |_| step(1)
                >
                    {move || t("book-page.next")}
                    {icon("forward")}
                </button>
            </div>
            <ol class="numbers-row">{numbers}</ol>
        }
    }

    fn themes(self) -> impl IntoView {
        let occurs = |theme: &&&str| {
            self.puzzles.with_value(|puzzles| {
                puzzles
                    .iter()
                    .any(|puzzle| puzzle.themes.iter().any(|t| t == **theme))
            })
        };
        let options = puzzle::THEMES
            .iter()
            .filter(occurs)
            .map(|&theme| {
                let selected = move || self.theme.get() == theme;
                view! {
                    <option value=theme selected=selected>
                        {move || word(&format!("puzzles.theme-{theme}"))}
                    </option>
                }
            })
            .collect_view();
        view! {
            <label>
                <span>{move || t("puzzles.theme")}</span>
                <select
                    data-filter="theme"
                    on:change=move |event| {
                        self.theme.set(event_target_value(&event));
                        self.changed();
                    }
                >
                    <option value="">{move || t("puzzles.all-themes")}</option>
                    {options}
                </select>
            </label>
        }
    }

    fn levels(self) -> impl IntoView {
        let options = LEVELS
            .map(|(level, _)| {
                let selected = move || self.level.get() == level;
                view! {
                    <option value=level selected=selected>
                        {move || word(&format!("puzzles.{level}"))}
                    </option>
                }
            })
            .collect_view();
        view! {
            <label>
                <span>{move || t("puzzles.difficulty")}</span>
                <select
                    data-filter="level"
                    on:change=move |event| {
                        self.level.set(event_target_value(&event));
                        self.changed();
                    }
                >
                    <option value="">{move || t("puzzles.all-grades")}</option>
                    {options}
                </select>
            </label>
        }
    }
}
