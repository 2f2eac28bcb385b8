//! A game's rulebook: contents, numbered paragraphs, rulings, live diagrams. Special cases are
//! folded until somebody opens them or a link leads into them. It prints well.

pub mod figure;

use std::collections::HashSet;

use leptos::prelude::*;
use tablier_books::book::FOLDED;
use tablier_books::{Block, Book, Diagram, Section, Span};
use tablier_rules::{GameInfo, catalog};

use super::lost::Lost;
use crate::dom;
use crate::icons::icon;
use crate::play::Play;
use crate::router::Router;
use crate::words::{language, t};

use figure::Figure;

/// Whether a game has a rulebook.
pub fn has_book(game: &str) -> bool {
    tablier_books::GAMES.contains(&game)
}

/// The address where a numbered rule of a game is explained.
pub fn address(game: &str, rule: &str) -> Option<String> {
    has_book(game).then(|| format!("/rules/{game}#{rule}"))
}

/// From a table to its rulebook.
pub fn link_from(play: Play) -> impl IntoView {
    let game = play.with(|session| session.table().info().id);
    has_book(game).then(|| {
        view! {
            <a
                class="button tool"
                data-tool="rules"
                href=format!("/rules/{game}")
                title=move || t("book-page.rules")
                aria-label=move || t("book-page.rules")
            >
                {icon("rules")}
            </a>
        }
    })
}

/// The pages of a game with a book: their addresses and names.
const PAGES: [(&str, &str); 4] = [
    ("rules", "book-page.rules"),
    ("learn", "book-page.learn"),
    ("puzzles", "book-page.puzzles"),
    ("print", "print.title"),
];

/// From one page of a game to its others: rulebook, lesson, puzzles, the game on paper.
pub fn links(game: &'static str) -> impl IntoView {
    links_to(game, &PAGES)
}

/// The ways from the shelf into a game's book: one line on a card.
pub fn first_links(game: &'static str) -> impl IntoView {
    links_to(game, &PAGES[..3])
}

fn links_to(game: &'static str, pages: &'static [(&str, &str)]) -> impl IntoView {
    has_book(game).then(|| {
        let link = |&(page, name): &(&str, &'static str)| {
            view! { <a href=format!("/{page}/{game}")>{move || t(name)}</a> }
        };
        view! { <p class="book-links">{pages.iter().map(link).collect_view()}</p> }
    })
}

/// A rulebook.
#[component]
pub fn Rules(
    /// The game.
    id: String,
) -> impl IntoView {
    match catalog::info(&id).filter(|info| has_book(info.id)) {
        Some(info) => opened(info).into_any(),
        None => view! { <Lost /> }.into_any(),
    }
}

fn opened(info: &'static GameInfo) -> impl IntoView {
    let diagrams = StoredValue::new(tablier_books::diagrams(info.id));
    let active = RwSignal::new(None);
    follow_fragment();
    // On paper nothing can be unfolded.
    let printing = window_event_listener_untyped("beforeprint", |_| dom::unfold(".book article"));
    on_cleanup(move || printing.remove());
    Effect::new(move |_| dom::set_title(&format!("{} · {}", info.title, t("book-page.rules"))));
    move || {
        let book = tablier_books::book(info.id, language()).unwrap_or_default();
        diagrams.with_value(|diagrams| pages(info, &book, diagrams, active).into_any())
    }
}

/// Shows the paragraph that the address names, whenever it changes.
pub fn follow_fragment() {
    let fragment = Router::get().fragment;
    Effect::new(move |_| {
        let fragment = fragment.get();
        if !fragment.is_empty() {
            // A new page is first shown from its top.
            dom::after(60, move || {
                if let Some(element) = dom::by_id(&fragment) {
                    dom::unfold_around(&element);
                    element.scroll_into_view();
                }
            });
        }
    });
}

fn pages(
    info: &'static GameInfo,
    book: &Book,
    diagrams: &[Diagram],
    active: RwSignal<Option<usize>>,
) -> impl IntoView + use<> {
    let contents = book
        .sections
        .iter()
        .map(|section| {
            view! {
                <li>
                    <a href=format!("#{}", section.id)>{section.title.clone()}</a>
                </li>
            }
        })
        .collect_view();
    let rulings = book.sections.iter().flat_map(|s| &s.blocks);
    let settled = rulings
        .filter(|block| matches!(block, Block::Ruling { .. }))
        .flat_map(|block| block.rules().iter().cloned())
        .collect();
    let mut writer = Writer {
        diagrams,
        active,
        settled,
        numbered: HashSet::new(),
        figures: 0,
    };
    let sections: Vec<_> = book.sections.iter().map(|s| writer.section(s)).collect();
    view! {
        <div class="page book">
            <nav class="contents" aria-label=move || t("book-page.contents")>
                <details open=!is_narrow()>
                    <summary>{move || t("book-page.contents")}</summary>
                    <ol>{contents}</ol>
                </details>
                <button
                    type="button"
                    on:click=|_| {
                        let _ = dom::window().print();
                    }
                >
                    {move || t("book-page.print")}
                </button>
            </nav>
            <article>
                <h1>{book.title.clone()}</h1>
                {links(info.id)}
                {sections}
            </article>
        </div>
    }
}

/// Whether the contents would push the book off the screen.
fn is_narrow() -> bool {
    let width = dom::window().inner_width().ok();
    width
        .and_then(|width| width.as_f64())
        .is_some_and(|width| width <= 900.0)
}

/// Turns a book into views. The first paragraph about a rule is the one that links lead to.
struct Writer<'a> {
    diagrams: &'a [Diagram],
    active: RwSignal<Option<usize>>,
    /// The rules that are based on a ruling.
    settled: HashSet<String>,
    numbered: HashSet<String>,
    figures: usize,
}

impl Writer<'_> {
    fn section(&mut self, section: &Section) -> AnyView {
        let mut parts = section.blocks.split(is_heading);
        let first = parts.next().map(|blocks| self.blocks(blocks));
        let headings = section.blocks.iter().filter(|block| is_heading(block));
        let cases: Vec<AnyView> = headings
            .zip(parts)
            .map(|(heading, blocks)| {
                let title = spans(&heading.text());
                let blocks = self.blocks(blocks);
                if section.id == FOLDED {
                    view! {
                        <details class="case">
                            <summary>
                                <h3>{title}</h3>
                            </summary>
                            {blocks}
                        </details>
                    }
                    .into_any()
                } else {
                    view! {
                        <h3>{title}</h3>
                        {blocks}
                    }
                    .into_any()
                }
            })
            .collect();
        let title = section.title.clone();
        let asked = (section.id == "rulings").then(|| {
            view! {
                <p class="book-links">
                    <a href="/about#ruling">{move || t("book-page.what-is-a-ruling")}</a>
                </p>
            }
        });
        view! {
            <section class=format!("about-{}", section.id) aria-labelledby=section.id.clone()>
                <h2 id=section.id.clone()>{title}</h2>
                {asked}
                {first}
                {cases}
            </section>
        }
        .into_any()
    }

    /// Paragraphs, lists and diagrams one after another.
    fn blocks(&mut self, blocks: &[Block]) -> Vec<AnyView> {
        let mut parts: Vec<AnyView> = Vec::new();
        let mut entries: Vec<AnyView> = Vec::new();
        for block in blocks {
            if !matches!(block, Block::Entry { .. }) && !entries.is_empty() {
                parts.push(list(std::mem::take(&mut entries)));
            }
            match block {
                Block::Heading(_) => {}
                Block::Paragraph { rules, text } => {
                    let numbers = self.numbers(rules);
                    let aimed = aimed(rules);
                    let text = spans(text);
                    parts.push(view! { <p class:aimed=aimed>{numbers} {text}</p> }.into_any());
                }
                Block::Entry { rules, text } => {
                    let numbers = self.numbers(rules);
                    let aimed = aimed(rules);
                    let text = spans(text);
                    entries.push(view! { <li class:aimed=aimed>{numbers} {text}</li> }.into_any());
                }
                Block::Ruling { rules, text } => parts.push(self.ruling(rules, text)),
                Block::Diagram { name, caption } => {
                    let known = self.diagrams.iter().find(|diagram| diagram.name == *name);
                    if let Some(diagram) = known {
                        self.figures += 1;
                        parts.push(
                            view! {
                                <Figure
                                    number=self.figures
                                    diagram=diagram.clone()
                                    caption=caption.clone()
                                    active=self.active
                                />
                            }
                            .into_any(),
                        );
                    }
                }
            }
        }
        if !entries.is_empty() {
            parts.push(list(entries));
        }
        parts
    }

    /// The small numbers beside a paragraph; a rule based on a ruling links to it.
    fn numbers(&mut self, rules: &[String]) -> Option<AnyView> {
        if rules.is_empty() {
            return None;
        }
        let numbers = rules
            .iter()
            .map(|rule| {
                let id = self.numbered.insert(rule.clone()).then(|| rule.clone());
                let ruling = (id.is_some() && self.settled.contains(rule)).then(|| {
                    view! {
                        <a class="rule why" href=format!("#{}", ruling_id(rule))>
                            {move || t("book-page.ruling")}
                        </a>
                    }
                });
                view! {
                    <a class="rule" id=id href=format!("#{rule}")>
                        {rule.clone()}
                    </a>
                    {ruling}
                }
            })
            .collect_view();
        Some(view! { <span class="numbers">{numbers}</span> }.into_any())
    }

    /// A ruling; the rules that it settles link to it.
    fn ruling(&mut self, rules: &[String], text: &[Span]) -> AnyView {
        let numbers = rules
            .iter()
            .map(|rule| {
                let id = ruling_id(rule);
                let id = self.numbered.insert(id.clone()).then_some(id);
                view! {
                    <a class="rule" id=id href=format!("#{rule}")>
                        {rule.clone()}
                    </a>
                }
            })
            .collect_view();
        let ids: Vec<String> = rules.iter().map(|rule| ruling_id(rule)).collect();
        let aimed = aimed(&ids);
        let text = spans(text);
        view! {
            <p class="ruling" class:aimed=aimed>
                <span class="numbers">{numbers}</span>
                " "
                {text}
            </p>
        }
        .into_any()
    }
}

fn is_heading(block: &Block) -> bool {
    matches!(block, Block::Heading(_))
}

/// Where the ruling about a rule is found.
fn ruling_id(rule: &str) -> String {
    format!("ruling-{rule}")
}

/// Whether the address names one of these rules.
fn aimed(rules: &[String]) -> impl Fn() -> bool + Send + 'static + use<> {
    let rules = rules.to_vec();
    let fragment = Router::get().fragment;
    move || rules.contains(&fragment.read())
}

fn list(entries: Vec<AnyView>) -> AnyView {
    view! { <ul>{entries}</ul> }.into_any()
}

/// Text with emphasis.
fn spans(spans: &[Span]) -> Vec<AnyView> {
    spans
        .iter()
        .cloned()
        .map(|span| match span {
            Span::Plain(text) => text.into_any(),
            Span::Strong(text) => view! { <strong>{text}</strong> }.into_any(),
            Span::Emphasis(text) => view! { <em>{text}</em> }.into_any(),
            Span::Code(text) => view! { <code>{text}</code> }.into_any(),
        })
        .collect()
}
