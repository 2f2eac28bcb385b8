//! Print and play: a game's board at full size, its pieces to cut out, what can stand in for them,
//! and how the game begins. It is meant for paper; on the screen it is a preview.

use std::collections::BTreeMap;

use leptos::prelude::*;
use tablier_books::{Block, Span};
use tablier_picture as picture;
use tablier_rules::scene::{Die, DieKind, Glyph, Layout, Piece, Scene};
use tablier_rules::{GameInfo, Seat, Table, catalog};

use super::lost::Lost;
use super::rules;
use crate::dom;
use crate::play::uppercase_first;
use crate::words::{colour_name, language, t, word};

/// The width of the printed board in millimetres: it fits A4 and Letter.
const BOARD: f32 = 180.0;

/// A game to print and play.
#[component]
pub fn Print(
    /// The game.
    id: String,
) -> impl IntoView {
    match catalog::info(&id).filter(|info| rules::has_book(info.id)) {
        Some(info) => sheets(info).into_any(),
        None => view! { <Lost /> }.into_any(),
    }
}

fn sheets(info: &'static GameInfo) -> impl IntoView {
    Effect::new(move |_| dom::set_title(&format!("{} · {}", info.title, t("print.title"))));
    let table = catalog::open(info.id).ok()?;
    let layout = table.layout();
    let empty = Scene {
        pieces: Vec::new(),
        marks: Vec::new(),
        ..table.scene()
    };
    let board = picture::board(&layout, &empty, false, 0);
    let start = picture::board(&layout, &table.scene(), !layout.zones.is_empty(), 0);
    let square = square(&layout);
    let all = full_house(info).unwrap_or(table);
    let tokens = tokens(&all.layout(), &all.scene().pieces, square);
    let text = move |what: &str| word(&format!("print.{}-{what}", info.id));
    Some(view! {
        <div class="page print-play">
            <header class="print-tools">
                <button
                    type="button"
                    class="primary"
                    data-tool="print"
                    on:click=|_| {
                        let _ = dom::window().print();
                    }
                >
                    {move || t("book-page.print")}
                </button>
                {rules::links(info.id)}
            </header>
            <h1>{info.title}</h1>
            <p class="lead">{move || t("print.how")}</p>
            <h2>{move || t("print.need")}</h2>
            <p>{move || text("need")}</p>
            <h2>{move || t("print.instead")}</h2>
            <p>{move || text("instead")}</p>
            <h2>{move || t("print.in-short")}</h2>
            {move || in_short(info)}
            <h2>{move || t("print.start")}</h2>
            <div class="still print-start" aria-hidden="true" inner_html=start></div>
            <section class="sheet">
                <h2>{move || t("print.board")}</h2>
                <div
                    class="still"
                    aria-hidden="true"
                    style=("width", format!("{BOARD}mm"))
                    inner_html=board
                ></div>
            </section>
            {tokens}
        </div>
    })
}

/// The table with the most players, if its pieces can be cut out: they serve fewer as well.
fn full_house(info: &'static GameInfo) -> Option<Box<dyn Table>> {
    let table = catalog::open(&format!("{}:players=4", info.id)).ok()?;
    let is_die = |piece: &Piece| matches!(piece.glyph, Glyph::Die(_));
    (!table.scene().pieces.iter().any(is_die)).then_some(table)
}

/// The width of a square in millimetres.
fn square(layout: &Layout) -> f32 {
    BOARD / picture::geometry::Plan::bare(layout, 0).width
}

/// The pieces to cut out, one sheet for all: dice are not among them, but the faces of monster dice
/// are, to stick on ordinary ones.
fn tokens(layout: &Layout, pieces: &[Piece], square: f32) -> Option<impl IntoView + use<>> {
    let surface = layout.surface;
    let mut by_seat: BTreeMap<Option<u8>, Vec<Glyph>> = BTreeMap::new();
    for piece in pieces {
        let glyphs = by_seat
            .entry(piece.seat.map(|seat| seat.index() as u8))
            .or_default();
        match piece.glyph {
            Glyph::Die(Die {
                kind: DieKind::Plain,
                ..
            }) => {}
            Glyph::Bar { levels, .. } => glyphs.push(Glyph::Bar {
                levels,
                vertical: false,
            }),
            glyph => glyphs.push(glyph),
        }
    }
    by_seat.retain(|_, glyphs| !glyphs.is_empty());
    if by_seat.is_empty() {
        return None;
    }
    let rows = by_seat
        .into_iter()
        .map(|(index, glyphs)| {
            let seat = index.map(Seat::new);
            let cells = glyphs
                .into_iter()
                .map(|glyph| {
                    let height = format!("{square}mm");
                    let svg = picture::piece(surface, glyph, seat);
                    view! { <li style=("height", height) inner_html=svg></li> }
                })
                .collect_view();
            let name = move || seat.map(|seat| uppercase_first(&colour_name(surface, seat)));
            view! {
                <h3>{name}</h3>
                <ul class="cut-out still">{cells}</ul>
            }
        })
        .collect_view();
    Some(view! {
        <section class="sheet">
            <h2>{move || t("print.pieces")}</h2>
            {rows}
        </section>
    })
}

/// The first section of the rulebook.
fn in_short(info: &'static GameInfo) -> impl IntoView + use<> {
    let book = tablier_books::book(info.id, language()).unwrap_or_default();
    let blocks = book
        .sections
        .into_iter()
        .next()
        .map(|section| section.blocks);
    blocks
        .unwrap_or_default()
        .into_iter()
        .filter_map(|block| match block {
            Block::Paragraph { text, .. } | Block::Entry { text, .. } => {
                Some(Span::plain_text(&text))
            }
            _ => None,
        })
        .map(|text| view! { <p>{text}</p> })
        .collect_view()
}
