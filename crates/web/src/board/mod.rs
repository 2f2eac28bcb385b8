//! The board: draws scenes and reports picks; it knows no game and no rule.
//!
//! - [`Stage`] is everything that a page and a board share: what is shown, what can be picked, what
//!   was picked so far, and what the board reports back. A page fills it, [`Board`] draws it.
//! - `geometry` says where everything lies (in squares), `figures` which piece is which,
//!   `motion` how it gets from scene to scene, `solids` what it is made of, `picture` draws
//!   the same as SVG. The looks stand in `assets/board.css`, apart from the page's `app.css`.

pub mod describe;
pub mod figures;
pub mod geometry;
mod marks;
pub mod motion;
mod overlays;
pub mod palette;
pub mod picture;
mod pieces;
mod sites;
pub mod solids;

use std::collections::HashMap;
use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use tablier_rules::scene::{
    Choices, Layout, Message, Pick, Piece, Place, Preview, Scene, SiteId, Surface, Transition,
};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

use crate::dom;
use crate::prefs::View;
pub use overlays::carried_at;
pub(crate) use overlays::pick_at;
pub use pieces::duration;

use figures::{FigureId, Figures};
use geometry::{Plan, Pose};

/// What is on the table now, and how it came to be.
#[derive(Clone)]
pub struct Shown {
    /// The scene.
    pub scene: Arc<Scene>,
    /// Its pieces with their numbers.
    pub figures: Figures,
    /// The pieces of the scene before, and how they became these; none when nothing is to move.
    pub motion: Option<(Figures, Transition)>,
}

impl Shown {
    /// A scene that was not there before.
    pub fn new(scene: Scene) -> Self {
        let mut figures = Figures::default();
        figures.follow(None, &scene);
        Self {
            scene: Arc::new(scene),
            figures,
            motion: None,
        }
    }

    /// The next scene; with a transition its pieces move there.
    pub fn next(&self, scene: Scene, transition: Option<Transition>) -> Self {
        let mut figures = self.figures.clone();
        figures.follow(transition.as_ref(), &scene);
        Self {
            scene: Arc::new(scene),
            figures,
            motion: transition.map(|transition| (self.figures.clone(), transition)),
        }
    }
}

/// A sentence beside a place: why a pick was refused.
#[derive(Clone, PartialEq, Debug)]
pub struct Remark {
    /// Where.
    pub at: Pick,
    /// What it says.
    pub why: Message,
    /// The number of the rule.
    pub rule: String,
    /// The address where the rule is explained, if it is.
    pub book: Option<String>,
}

/// What a page and its board share.
#[derive(Copy, Clone)]
pub struct Stage {
    /// The board.
    pub layout: StoredValue<Arc<Layout>>,
    /// What is on it.
    pub shown: RwSignal<Shown>,
    /// What can be picked next; nothing while somebody else acts.
    pub choices: RwSignal<Choices>,
    /// What was picked so far.
    pub path: RwSignal<Vec<Pick>>,
    /// What would happen.
    pub preview: RwSignal<Option<Preview>>,
    /// Why the last pick was refused.
    pub remark: RwSignal<Option<Remark>>,
    /// Places pointed out by a hint.
    pub hint: RwSignal<Vec<Pick>>,
    /// From where one looks.
    pub view: Signal<View>,
    /// Quarter turns clockwise.
    pub turn: RwSignal<u8>,
    /// Somebody clicked, dragged to, or pressed Enter on this.
    pub on_pick: Callback<Pick>,
    /// Somebody points at this, or at nothing.
    pub on_point: Callback<Option<Pick>>,
    /// Back one pick.
    pub on_back: Callback<()>,
    /// The place in the board that has the focus of the keyboard.
    pub focus: RwSignal<SiteId>,
}

impl Stage {
    /// What the board is made of.
    pub fn surface(self) -> Surface {
        self.layout.with_value(|layout| layout.surface)
    }

    /// Whether this can be picked next. A piece on several sites is picked by any of them.
    pub fn resolve(self, pick: &Pick) -> Option<Pick> {
        let choices = self.choices.read_untracked();
        let can = |pick: &Pick| choices.next.iter().any(|choice| choice.pick == *pick);
        if can(pick) {
            return Some(pick.clone());
        }
        let shown = self.shown.read_untracked();
        let first = self.first_of(&shown.scene, pick)?;
        can(&first).then_some(first)
    }

    /// The pick that names the same piece: its first site, or the first of equal pieces in a tray.
    pub fn first_of(self, scene: &Scene, pick: &Pick) -> Option<Pick> {
        match pick {
            Pick::Site(site) => scene.pieces.iter().find_map(|piece| match &piece.at {
                Place::Sites(sites) if sites.contains(site) => Some(Pick::Site(sites[0])),
                _ => None,
            }),
            Pick::Slot(zone, slot) => {
                let place = Place::Zone(*zone, *slot);
                let this = scene.pieces.iter().find(|piece| piece.at == place)?;
                let equal = |piece: &&Piece| {
                    matches!(piece.at, Place::Zone(z, _) if z == *zone)
                        && piece.glyph == this.glyph
                        && piece.seat == this.seat
                };
                scene.pieces.iter().filter(equal).find_map(|piece| {
                    let Place::Zone(zone, slot) = piece.at else {
                        return None;
                    };
                    let pick = Pick::Slot(zone, slot);
                    let choices = self.choices.read_untracked();
                    let can = choices.next.iter().any(|choice| choice.pick == pick);
                    can.then_some(pick)
                })
            }
            _ => None,
        }
    }
}

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
    // Trays lie beside the board where there is more room than above and below it.
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
                stage.on_point.run(overlays::pick_around(event.target(), at));
            }
            on:pointerleave=move |_| stage.on_point.run(None)
        >
            <div
                class="tabletop"
                style:transform=move || dragging.zoom().map(|(scale, _)| scale)
                style:transform-origin=move || dragging.zoom().map(|(_, origin)| origin)
                style=("--u", move || format!("{:.3}px", unit(&plan.read(), room.get(), stage.view.get())))
                style=("--w", move || plan.read().width.to_string())
                style=("--h", move || plan.read().height.to_string())
            >
                <div class="plane">
                    {marks::ground(stage, plan)}
                    {sites::sites(stage, plan)}
                    {marks::marks(stage, plan)}
                    {pieces::pieces(stage, plan, items)}
                    {sites::slots(stage, items)}
                </div>
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

/// The side of a square in pixels. In perspective the near edge is wider than the board, and the whole
/// less high.
fn unit(plan: &Plan, (width, height): (f64, f64), view: View) -> f64 {
    let (near, high) = match view {
        View::Table => (1.1, 0.87),
        View::Flat => (1.0, 1.0),
    };
    let across = width / (f64::from(plan.width) * near);
    across.min(height / (f64::from(plan.height) * high))
}

/// Keeps `room` at the size of the board's place, in pixels.
fn watch_room(root: NodeRef<html::Div>, room: RwSignal<(f64, f64)>) {
    let measure = move || {
        if let Some(element) = root.get_untracked() {
            let now = (
                f64::from(element.client_width()),
                f64::from(element.client_height()),
            );
            if now.0 > 0.0 && now.1 > 0.0 && room.get_untracked() != now {
                room.set(now);
            }
        }
    };
    Effect::new(move |observed: Option<Option<Observer>>| {
        if let Some(Some(known)) = observed {
            return Some(known);
        }
        let element = root.get()?;
        measure();
        let call = Closure::<dyn FnMut()>::new(measure);
        let observer = web_sys::ResizeObserver::new(call.as_ref().unchecked_ref()).ok()?;
        observer.observe(&element);
        Some(Observer {
            observer,
            _call: call,
        })
    });
}

struct Observer {
    observer: web_sys::ResizeObserver,
    _call: Closure<dyn FnMut()>,
}

impl Drop for Observer {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
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
