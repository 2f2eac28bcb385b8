//! The box of pieces, and what can be done with the one in hand.

use leptos::prelude::*;
use tablier_picture as picture;
use tablier_rules::scene::Piece;
use tablier_rules::scene::Place;
use tablier_rules::scene::draft::Handling;

use super::bench::Bench;
use super::side_of;
use super::tools::Tool;
use crate::board::{carried_at, describe, pick_at, surface_name};
use crate::icons::icon;
use crate::words::t;

/// The pieces of all seats as pictures, and the two tools without a piece.
pub(super) fn palette(bench: Bench) -> impl IntoView {
    let surface = bench.stage.surface();
    // Where a piece from the box is being dragged, and where the pointer went down.
    let drag = Drag {
        bench,
        down: RwSignal::new(None),
        at: RwSignal::new(None),
        ended: RwSignal::new(false),
    };
    let tool = move |name: &'static str, key: &'static str, tool: Tool| {
        view! {
            <button
                type="button"
                class="from-box"
                data-tool=name
                title=move || t(key)
                aria-label=move || t(key)
                aria-pressed=move || (bench.tool.get() == tool).to_string()
                on:click=move |_| bench.take(tool)
            >
                {icon(name)}
            </button>
        }
    };
    let pieces = bench
        .models()
        .into_iter()
        .enumerate()
        .map(|(number, model)| {
            let is_taken = move || matches!(bench.tool.get(), Tool::Put(at, _) if at == number);
            let fresh = model.fresh();
            let piece = Piece {
                glyph: model.glyph,
                seat: Some(model.seat),
                at: Place::Sites(Vec::new()),
                state: fresh.state,
            };
            let name = move || describe::piece(surface, &piece);
            let title = name.clone();
            let take = Tool::Put(number, fresh);
            view! {
                <button
                    type="button"
                    class="from-box"
                    data-model=number.to_string()
                    title=title
                    aria-label=name
                    aria-pressed=move || is_taken().to_string()
                    inner_html=picture::piece(surface, model.glyph, Some(model.seat))
                    on:click=move |_| drag.click(take)
                    on:pointerdown=move |event| drag.down(&event, number)
                    on:pointermove=move |event| drag.moved(&event, take)
                    on:pointerup=move |event| drag.up(&event)
                    on:pointercancel=move |_| drag.cancel()
                ></button>
            }
        })
        .collect_view();
    let carried = move || {
        let at = drag.at.get()?;
        let (model, form) = bench.subject()?;
        Some(carried_at(
            at,
            picture::piece(surface, form.glyph, Some(model.seat)),
        ))
    };
    view! {
        <div
            class="box"
            role="toolbar"
            aria-label=move || t("ui.arrange-box")
            data-surface=surface_name(surface)
        >
            {tool("hand", "ui.arrange-move", Tool::Move)}
            {tool("delete", "ui.arrange-remove", Tool::Remove)}
            {pieces}
            {carried}
        </div>
    }
}

/// A piece dragged out of the box.
#[derive(Copy, Clone)]
struct Drag {
    bench: Bench,
    down: RwSignal<Option<(f64, f64, usize)>>,
    at: RwSignal<Option<(f64, f64)>>,
    /// A drag has just ended: ignore the click that follows.
    ended: RwSignal<bool>,
}

impl Drag {
    fn click(self, take: Tool) {
        if self.ended.get_untracked() {
            return self.ended.set(false);
        }
        let (Tool::Put(now, _), Tool::Put(number, _)) = (self.bench.tool.get_untracked(), take)
        else {
            return self.bench.take(take);
        };
        if now == number {
            self.bench.let_go();
        } else {
            self.bench.take(take);
        }
    }

    fn down(self, event: &web_sys::PointerEvent, number: usize) {
        self.ended.set(false);
        if event.button() == 0 {
            let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
            self.down.set(Some((x, y, number)));
            let target = event.current_target();
            let button = target
                .and_then(|target| wasm_bindgen::JsCast::dyn_into::<web_sys::Element>(target).ok());
            if let Some(button) = button {
                let _ = button.set_pointer_capture(event.pointer_id());
            }
        }
    }

    fn moved(self, event: &web_sys::PointerEvent, take: Tool) {
        let Some((from_x, from_y, number)) = self.down.get_untracked() else {
            return;
        };
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        if self.at.get_untracked().is_none() {
            if (x - from_x).hypot(y - from_y) <= 8.0 {
                return;
            }
            let now = self.bench.tool.get_untracked();
            if !matches!(now, Tool::Put(at, _) if at == number) {
                self.bench.take(take);
            }
        }
        self.at.set(Some((x, y)));
        self.bench.stage.point(pick_at(x, y).as_ref());
    }

    fn up(self, event: &web_sys::PointerEvent) {
        self.down.set(None);
        if self.at.get_untracked().is_none() {
            return;
        }
        self.at.set(None);
        self.ended.set(true);
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        if let Some(pick) = pick_at(x, y) {
            self.bench.stage.pick(pick);
        }
    }

    fn cancel(self) {
        self.down.set(None);
        self.at.set(None);
    }
}

/// The piece in hand or the one picked, and what can be done with it.
pub(super) fn subject(bench: Bench) -> impl IntoView {
    let surface = bench.stage.surface();
    let subject = Memo::new(move |_| bench.subject());
    move || {
        let (model, form) = subject.get()?;
        let piece = Piece {
            glyph: form.glyph,
            seat: Some(model.seat),
            at: Place::Sites(Vec::new()),
            state: form.state,
        };
        let upright =
            form.vertical && !matches!(form.glyph, tablier_rules::scene::Glyph::Bar { .. });
        let on_board = !matches!(bench.tool.get(), Tool::Put(..));
        let handlings = model
            .handlings()
            .into_iter()
            .map(|what| handling(bench, what));
        Some(view! {
            <div class="subject" data-surface=surface_name(surface)>
                <span
                    class="portrait-piece"
                    class:upright=upright
                    role="img"
                    aria-label=describe::piece(surface, &piece)
                    title=describe::piece(surface, &piece)
                    inner_html=picture::piece(surface, form.glyph, Some(model.seat))
                ></span>
                <div class="row">
                    {handlings.collect_view()}
                    {on_board
                        .then(|| {
                            view! {
                                <button
                                    type="button"
                                    data-handling="remove"
                                    title=t("ui.arrange-remove")
                                    aria-label=t("ui.arrange-remove")
                                    on:click=move |_| bench.remove()
                                >
                                    {icon("delete")}
                                </button>
                            }
                        })}
                </div>
            </div>
        })
    }
}

fn handling(bench: Bench, what: Handling) -> impl IntoView {
    let (name, picture, key) = match what {
        Handling::Turn => ("turn", "turn", "ui.arrange-turn"),
        Handling::Tip(side) => [
            ("tip-up", "up", "ui.arrange-tip-up"),
            ("tip-right", "right", "ui.arrange-tip-right"),
            ("tip-down", "down", "ui.arrange-tip-down"),
            ("tip-left", "left", "ui.arrange-tip-left"),
        ][side as usize],
        Handling::More => ("more", "new", "ui.arrange-more"),
        Handling::Less => ("less", "less", "ui.arrange-less"),
        Handling::Open => ("open", "open", "ui.arrange-open"),
        Handling::Seize => ("seize", "chain", "ui.arrange-seize"),
    };
    let act = move |_| {
        bench.handle(match what {
            // The arrow is relative to the screen.
            Handling::Tip(side) => Handling::Tip(side_of(bench, side as usize)),
            other => other,
        });
    };
    view! {
        <button
            type="button"
            data-handling=name
            title=move || t(key)
            aria-label=move || t(key)
            on:click=act
        >
            {icon(picture)}
        </button>
    }
}
