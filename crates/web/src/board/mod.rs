//! The board: draws scenes and reports picks; it knows no game and no rule.
//!
//! - [`Stage`] is everything that a page and a board share: what is shown, what can be picked and what
//!   was picked so far. A page makes it, [`Board`] draws it and reports to the page's [`Handler`].
//! - [`tablier_picture`] says where everything lies (in squares) and draws the same as SVG, `figures`
//!   which piece is which, `motion` how it gets from scene to scene, `solids` what it is made of. The
//!   styles are in `assets/board.css`, apart from the page's `app.css`.

pub mod describe;
pub mod figures;
mod marks;
pub mod motion;
mod overlays;
mod pieces;
mod sites;
pub mod solids;
mod stage;

use std::collections::HashMap;

use leptos::html;
use leptos::prelude::*;
use tablier_picture::geometry::{Plan, Pose};
use tablier_rules::scene::{Piece, SiteId, Surface};

use crate::dom;
use crate::prefs::View;
pub use overlays::carried_at;
pub(crate) use overlays::pick_at;
pub use pieces::duration;
pub use stage::{Handler, Remark, Shown, Stage};

use figures::FigureId;

/// The pieces on the table, each with its place.
pub(crate) type Items = HashMap<FigureId, (Piece, Pose)>;

/// A board with its trays.
#[component]
pub fn Board(
    /// What is shown.
    stage: Stage,
) -> impl IntoView {
    let root = NodeRef::<html::Div>::new();
    let room = RwSignal::new((0.0, 0.0));
    watch_room(root, room);
    // Trays go beside the board where there is more room than above and below it.
    let wide = Memo::new(move |_| {
        let (width, height) = room.get();
        width > 1.08 * height || height == 0.0
    });
    let layout = stage.layout.get_value();
    let surface = stage.surface();
    let plan = {
        let layout = layout.clone();
        Memo::new(move |_| Plan::new(&layout, wide.get(), stage.turn.get()))
    };
    let items = {
        let layout = layout.clone();
        Memo::new(move |_| {
            let shown = stage.shown.read();
            let pieces: Vec<Piece> = shown.scene.pieces.clone();
            let poses = plan.read().poses(&layout, &pieces);
            shown
                .figures
                .all()
                .iter()
                .zip(poses)
                .map(|((id, piece), pose)| (*id, (piece.clone(), pose)))
                .collect::<Items>()
        })
    };
    pieces::animate(stage, plan, items);
    let class = move || match stage.view.get() {
        View::Table => "stage view-table",
        View::Flat => "stage view-flat",
    };
    let dragging = overlays::Drag::new(stage);
    let spots = marks::spots(stage);
    // The site that the keyboard has reached; a site clicked with the mouse has the focus without a
    // ring.
    let ring = RwSignal::new(None);
    view! {
        <div
            class=class
            data-surface=surface_name(surface)
            node_ref=root
            on:click=move |event| dragging.click(event)
            on:pointerdown=move |event| dragging.down(event)
            on:pointermove=move |event| dragging.moved(event)
            on:pointerup=move |event| dragging.up(event)
            on:pointercancel=move |_| dragging.cancel()
            on:pointerover=move |event| {
                let at = overlays::point(&event);
                stage.point(overlays::pick_around(event.target(), at).as_ref());
            }
            on:pointerleave=move |_| stage.point(None)
        >
            <div
                class="tabletop"
                style:transform=move || dragging.zoom().map(|(scale, _)| scale)
                style:transform-origin=move || dragging.zoom().map(|(_, origin)| origin)
                style=("--u", move || format!("{:.3}px", unit(&plan.read(), room.get(), stage.view.get())))
                style=("--w", move || plan.read().width.to_string())
                style=("--h", move || plan.read().height.to_string())
                style=("--centre", move || plan.read().centre().to_string())
                style=("--at", move || middle(&plan.read(), room.get(), stage.view.get()))
            >
                <div class="plane">
                    {marks::ground(stage, plan)}
                    {sites::sites(stage, plan, ring)}
                    {marks::below(stage, plan, spots)}
                    {pieces::pieces(stage, plan, items)}
                    {sites::slots(stage, items)}
                </div>
                {marks::above(stage, plan, spots, ring)}
            </div>
            {overlays::fan(stage, root)}
            {overlays::remark(stage, root)}
            {overlays::carried(stage, dragging)}
        </div>
    }
}

/// The name of a surface in the style sheet.
pub fn surface_name(surface: Surface) -> &'static str {
    match surface {
        Surface::Wood => "wood",
        Surface::Baize => "baize",
        Surface::Slate => "slate",
        Surface::Glass => "glass",
        Surface::Circles => "circles",
        Surface::Uniform => "uniform",
    }
}

/// How much wider the near edge is than the board, and how high the whole is, as seen from the seat.
fn foreshortening(view: View) -> (f64, f64) {
    match view {
        View::Table => (1.1, 0.87),
        View::Flat => (1.0, 1.0),
    }
}

/// The side of a square in pixels.
fn unit(plan: &Plan, (width, height): (f64, f64), view: View) -> f64 {
    let (near, high) = foreshortening(view);
    let across = width / (f64::from(plan.width) * near);
    across.min(height / (f64::from(plan.height) * high))
}

/// Where the middle of the board lies across the room, as a length of the style sheet. It is the middle
/// of the room, unless the trays need the place; the vanishing point is there too.
fn middle(plan: &Plan, room: (f64, f64), view: View) -> String {
    if room.0 == 0.0 {
        return "50%".to_owned();
    }
    let wide = unit(plan, room, view) * foreshortening(view).0;
    let left = f64::from(plan.centre()) * wide;
    let right = f64::from(plan.width - plan.centre()) * wide;
    format!("{:.2}px", (room.0 / 2.0).min(room.0 - right).max(left))
}

/// Keeps `room` at the size available to the board, in pixels.
fn watch_room(root: NodeRef<html::Div>, room: RwSignal<(f64, f64)>) {
    dom::on_resize(root, move |element| {
        let now = (
            f64::from(element.client_width()),
            f64::from(element.client_height()),
        );
        if now.0 > 0.0 && now.1 > 0.0 && room.get_untracked() != now {
            room.set(now);
        }
    });
}

/// The id of a site's element.
pub(crate) fn site_id(site: SiteId) -> String {
    format!("site-{}", site.0)
}

/// Moves the keyboard's focus to a site.
pub fn focus_site(stage: Stage, site: SiteId) {
    stage.focus.set(site);
    dom::focus(&site_id(site));
}
