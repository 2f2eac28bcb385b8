//! The board: draws scenes and reports picks; it knows no game and no rule.
//!
//! - [`Stage`] is everything that a page and a board share: what is shown, what can be picked and what
//!   was picked so far. A page makes it, [`Board`] draws it and reports to the page's [`Handler`].
//! - [`tablier_picture`] says where everything lies (in squares) and draws the pieces: rendered
//!   solids in the table view, SVG straight from above. `figures` knows which piece is which, `motion`
//!   how it gets from scene to scene, `rolling` what a die looks like while it rolls. The styles are
//!   in `assets/board.css` and `assets/pieces.css`, apart from the page's `app.css`.

mod animation;
pub mod describe;
mod drag;
pub mod drawing;
pub mod figures;
mod marks;
pub mod motion;
mod overlays;
mod pen;
mod pieces;
mod rolling;
mod sites;
mod stage;

use std::collections::HashMap;

use leptos::html;
use leptos::prelude::*;
use tablier_picture::geometry::{Plan, Pose};
use tablier_picture::solids::{COS, SIN};
use tablier_rules::scene::{Piece, Place, SiteId, Surface, ZoneRole};

use crate::dom;
use crate::prefs::View;
pub use animation::duration;
pub use drag::carried_at;
pub(crate) use drag::pick_at;
pub use stage::{Handler, Remark, Shown, Stage};

use figures::FigureId;

/// The pieces on the table, each with its place.
pub(crate) type Items = HashMap<FigureId, (Piece, Pose)>;

/// The thickness of a board in squares, as in `board.css`.
const EDGE: f32 = 0.4;

/// A board with its trays.
#[component]
pub fn Board(
    /// What is shown.
    stage: Stage,
) -> impl IntoView {
    let root = NodeRef::<html::Div>::new();
    let room = RwSignal::new((0.0, 0.0));
    let upright = RwSignal::new(dom::is_upright());
    watch_room(root, room, upright);
    let layout = stage.layout.get_value();
    let surface = stage.surface();
    // On a screen held upright, trays for what is taken need no place while they are empty.
    let bare = {
        let layout = layout.clone();
        Memo::new(move |_| {
            let shown = stage.shown.read();
            let mut pieces = shown.scene.pieces.iter();
            upright.get()
                && layout.zones.iter().all(|zone| zone.role == ZoneRole::Lost)
                && pieces.all(|piece| matches!(piece.at, Place::Sites(_)))
        })
    };
    // Trays go beside the board or below it, wherever that leaves more room for the board. On a
    // screen held upright they go below it, and its room is as high as it needs.
    let plan = {
        let layout = layout.clone();
        Memo::new(move |_| {
            let turn = stage.turn.get();
            if bare.get() {
                return Plan::bare(&layout, turn);
            }
            let mut below = Plan::new(&layout, false, turn);
            if upright.get() {
                below.end_below(&layout, &stage.shown.read().scene.pieces);
                return below;
            }
            let beside = Plan::new(&layout, true, turn);
            let size = |plan: &Plan| unit(plan, room.get(), stage.view.get());
            if size(&below) > size(&beside) {
                below
            } else {
                beside
            }
        })
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
    animation::animate(stage, plan, items);
    Effect::new(move |_| {
        let (width, height) = room.get();
        if height > 0.0 {
            let side = unit(&plan.read(), (width, height), View::Table) * f64::from(SIN);
            let cramped = side < drag::FINGER;
            if stage.cramped.get_untracked() != cramped {
                stage.cramped.set(cramped);
            }
        }
    });
    // What is beside a square finds it in the frame after the board has taken its size.
    let laid = RwSignal::new(0_u32);
    Effect::new(move |_| {
        room.track();
        plan.track();
        stage.view.track();
        request_animation_frame(move || {
            laid.try_update(|times| *times = times.wrapping_add(1));
        });
    });
    let class = move || match stage.view.get() {
        View::Table => "stage view-table",
        View::Flat => "stage view-flat",
    };
    let dragging = drag::Drag::new(stage);
    let pen = pen::Pen::new(stage, dragging);
    let spots = marks::spots(stage);
    // The site that the keyboard has reached; a site clicked with the mouse has the focus without a
    // ring.
    let ring = RwSignal::new(None);
    view! {
        <div
            class=class
            data-surface=surface_name(surface)
            node_ref=root
            style=("--ratio", move || {
                let plan = plan.read();
                (f64::from(plan.width) / seen_height(&plan, stage.view.get())).to_string()
            })
            on:click=move |event| {
                if !pen.click() {
                    dragging.click(event);
                }
            }
            on:pointerdown=move |event| {
                if !pen.down(&event) {
                    dragging.down(event);
                }
            }
            on:pointermove=move |event| {
                if !pen.moved(&event) {
                    dragging.moved(event);
                }
            }
            on:pointerup=move |event| {
                if !pen.up() {
                    dragging.up(event);
                }
            }
            on:pointercancel=move |_| {
                pen.cancel();
                dragging.cancel();
            }
            on:contextmenu=move |event| pen.menu(&event)
            on:touchmove=move |event| pen.hold(&event)
            on:keydown=move |event| pen.key(&event)
            on:pointerover=move |event| {
                let at = drag::point(&event);
                stage.point(drag::pick_around(event.target(), at).as_ref());
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
                style=("--seen", move || seen_height(&plan.read(), stage.view.get()).to_string())
            >
                <div class="plane">
                    {marks::ground(stage, plan)}
                    {sites::sites(stage, plan, ring)}
                    {marks::light(stage, plan)}
                    {marks::below(stage, plan, spots)}
                </div>
                <div class="pieces">{pieces::pieces(stage, plan, items)}</div>
                <div class="plane slots">{sites::slots(stage, items)}</div>
                {marks::above(stage, plan, spots, ring)}
                {drawing::drawings(stage, plan, pen)}
            </div>
            {overlays::fan(stage, root, laid)}
            {overlays::remark(stage, root)}
            {drag::carried(stage, dragging)}
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
        Surface::Opposite => "glass opposite",
        Surface::Circles => "circles",
        Surface::Uniform => "uniform",
    }
}

/// How high the table is as it is seen, in squares: foreshortened, with the edge of the board below.
fn seen_height(plan: &Plan, view: View) -> f64 {
    match view {
        View::Table => f64::from(plan.height * SIN + EDGE * COS),
        View::Flat => f64::from(plan.height),
    }
}

/// The side of a square in pixels.
fn unit(plan: &Plan, (width, height): (f64, f64), view: View) -> f64 {
    let across = width / f64::from(plan.width);
    across.min(height / seen_height(plan, view))
}

/// Keeps `room` at the size available to the board, in pixels, and `upright` at whether the table is
/// laid out for a screen held upright.
fn watch_room(root: NodeRef<html::Div>, room: RwSignal<(f64, f64)>, upright: RwSignal<bool>) {
    dom::on_resize(root, move |element| {
        let held = dom::is_upright()
            && element
                .closest(".table-page:not(.arranging)")
                .is_ok_and(|e| e.is_some());
        if upright.get_untracked() != held {
            upright.set(held);
        }
        if held {
            let end = element.get_bounding_client_rect().bottom();
            dom::set_root_length("--board-end", end);
        }
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
