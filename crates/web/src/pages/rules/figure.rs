//! A live diagram: a flat picture until somebody plays it forward, then a board. Only one diagram
//! of a page is live at a time; on paper all of them are pictures of the beginning and the end.

use std::sync::Arc;

use leptos::prelude::*;
use tablier_books::{Diagram, Span};
use tablier_picture::{self as picture, geometry::Plan};
use tablier_rules::Table;
use tablier_rules::scene::{Die, Glyph, Layout, Message, Piece, Place, ZoneRole};

use super::spans;
use crate::board::Board;
use crate::dom;
use crate::icons::icon;
use crate::play::{Mode, Play};
use crate::prefs::View;
use crate::session::{Player, Session};
use crate::tree::NodeId;
use crate::words::{say, t};

/// A diagram with its caption.
#[component]
pub fn Figure(
    /// Its number on the page.
    number: usize,
    /// What it shows.
    diagram: Diagram,
    /// The text below it.
    caption: Vec<Span>,
    /// The number of the live diagram.
    active: RwSignal<Option<usize>>,
) -> impl IntoView {
    let table = diagram.open().ok()?;
    let layout = Arc::new(layout_of(&*table, &diagram.actions));
    let plan = Plan::new(&layout, true, 0);
    let shape = format!("{} / {}", plan.width, plan.height);
    let bare = layout.zones.is_empty();
    // The sides of its dice must be legible: it needs more room on paper.
    let fine = table.scene().pieces.iter().any(has_sides);
    let draw = |table: &dyn Table| picture::board(&layout, &table.scene(), !bare, 0);
    let beginning = draw(&*table);
    let end = (!diagram.actions.is_empty()).then(|| {
        let mut end = table.fork();
        for action in &diagram.actions {
            let _ = end.play(action);
        }
        draw(&*end)
    });
    let at = RwSignal::new(0_usize);
    let last = diagram.actions.len();
    let is_alive = move || active.get() == Some(number);
    Effect::new(move |_| {
        if !is_alive() {
            at.set(0);
        }
    });
    let go = move |to: usize| {
        active.set(Some(number));
        at.set(to.min(last));
    };
    let forward = move || go(at.get_untracked() + 1);
    let back = move || go(at.get_untracked().saturating_sub(1));
    let actions = StoredValue::new(diagram.actions.clone());
    let told = move || match at.get() {
        0 => t("book-page.beginning"),
        step => say(&Message::new("book-page.step")
            .number("step", step as i64)
            .number("all", last as i64)
            .text(
                "action",
                actions.with_value(|actions| actions[step - 1].clone()),
            )),
    };
    let live = move || is_alive().then(|| live(&diagram, layout.clone(), at));
    let tool = move |name: &'static str, key: &'static str| {
        // Not `disabled`: a button that loses the focus at the last step would take the arrow keys along.
        let disabled = move || match name {
            "forward" => at.get() == last,
            _ => at.get() == 0,
        };
        view! {
            <button
                type="button"
                class="tool"
                title=move || t(key)
                aria-label=move || t(key)
                data-step=name
                aria-disabled=move || disabled().then_some("true")
                on:click=move |_| match name {
                    "forward" => forward(),
                    "back" => back(),
                    _ => go(0),
                }
            >
                {icon(name)}
            </button>
        }
    };
    let controls = (last > 0).then(|| {
        view! {
            <div
                class="controls"
                role="toolbar"
                aria-label=move || t("book-page.play-through")
                on:keydown=move |event| {
                    match event.key().as_str() {
                        "ArrowRight" => forward(),
                        "ArrowLeft" => back(),
                        "Home" => go(0),
                        _ => return,
                    }
                    event.prevent_default();
                }
            >
                {tool("first", "ui.first")}
                {tool("back", "ui.step-back")}
                {tool("forward", "ui.step-forward")}
                <output aria-live="polite">{told}</output>
            </div>
            <p class="on-paper">{actions.with_value(|actions| actions.join("  "))}</p>
        }
    });
    let name = Span::plain_text(&caption);
    Some(view! {
        <figure class="diagram" class:alive=is_alive class:bare=bare class:fine=fine data-steps=last>
            <div class="boards">
                <div class="frame-of-board" style:aspect-ratio=shape>
                    <div class="still" role="img" aria-label=name.clone() inner_html=beginning></div>
                    {live}
                </div>
                {end.map(|end| view! {
                    <div class="still on-paper" role="img" aria-label=name inner_html=end></div>
                })}
            </div>
            {controls}
            <figcaption>{spans(&caption)}</figcaption>
        </figure>
    })
}

/// Whether a piece is a die whose sides are known.
fn has_sides(piece: &Piece) -> bool {
    matches!(piece.glyph, Glyph::Die(Die { south: Some(_), .. }))
}

/// The layout of a diagram: with trays only if something waits in them or comes back from them.
fn layout_of(table: &dyn Table, actions: &[String]) -> Layout {
    let mut layout = table.layout();
    let count = |table: &dyn Table, role: ZoneRole| {
        let in_tray = |piece: &&Piece| match piece.at {
            Place::Zone(zone, _) => layout.zones[usize::from(zone.0)].role == role,
            Place::Sites(_) => false,
        };
        table.scene().pieces.iter().filter(in_tray).count()
    };
    let mut used = count(table, ZoneRole::Hand) > 0;
    let mut lost = count(table, ZoneRole::Lost);
    let mut table = table.fork();
    for action in actions {
        let _ = table.play(action);
        let now = count(&*table, ZoneRole::Lost);
        used |= now < lost || count(&*table, ZoneRole::Hand) > 0;
        lost = now;
    }
    if !used {
        layout.zones.clear();
    }
    layout
}

/// A board that follows `at`.
fn live(
    diagram: &Diagram,
    layout: Arc<Layout>,
    at: RwSignal<usize>,
) -> Option<impl IntoView + use<>> {
    let (session, nodes) = session(diagram)?;
    let play = Play::new(session, Mode::Game);
    // For display only.
    let flat = Signal::derive(|| View::Flat);
    let stage = play.stage.on_display(layout, flat);
    let owner = Owner::current()?;
    Effect::new(move |_| {
        let node = nodes[at.get().min(nodes.len() - 1)];
        let owner = owner.clone();
        // The board must exist before it moves.
        dom::after(30, move || {
            if play.moment.try_get_untracked().is_some() {
                owner.with(|| play.go(node));
            }
        });
    });
    Some(view! { <Board stage=stage /> })
}

/// A session in which nobody can act, at the beginning of the diagram, and its nodes.
fn session(diagram: &Diagram) -> Option<(Session, Vec<NodeId>)> {
    let players = vec![Player::Machine(1); 4];
    let mut session = Session::new(&diagram.spec, diagram.start.as_deref(), players).ok()?;
    for action in &diagram.before {
        session.play(action).ok()?;
    }
    let mut nodes = vec![session.shown()];
    for action in &diagram.actions {
        session.play(action).ok()?;
        nodes.push(session.shown());
    }
    session.go(nodes[0]);
    Some((session, nodes))
}
