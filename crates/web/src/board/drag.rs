//! Clicking and dragging, and the piece that is carried.

use leptos::prelude::*;
use tablier_picture as picture;
use tablier_rules::scene::{Choice, Pick, Place, SiteId, ZoneId};
use wasm_bindgen::JsCast;

use super::{Stage, site_id};
use crate::dom;

/// Clicking and dragging with mouse, pen and finger.
#[derive(Copy, Clone)]
pub(super) struct Drag {
    stage: Stage,
    /// Where the pointer went down, and on what.
    down: RwSignal<Option<(f64, f64, Pick)>>,
    /// Where the piece being dragged is.
    at: RwSignal<Option<(f64, f64)>>,
    /// A drag has just ended: ignore the click that follows.
    ended: RwSignal<bool>,
    /// Whether the last input was touch.
    touch: RwSignal<bool>,
    /// Where the board is enlarged, as fractions of its width and height: on squares too small for a
    /// finger, the end of a move is picked in two steps.
    zoom: RwSignal<Option<(f64, f64)>>,
}

/// Squares smaller than this many pixels are too small for a finger.
pub(super) const FINGER: f64 = 32.0;
/// How far from a finger something is still meant, in pixels.
const REACH: f64 = 24.0;

impl Drag {
    pub(super) fn new(stage: Stage) -> Self {
        Self {
            stage,
            down: RwSignal::new(None),
            at: RwSignal::new(None),
            ended: RwSignal::new(false),
            touch: RwSignal::new(false),
            zoom: RwSignal::new(None),
        }
    }

    /// How the board is enlarged, as CSS.
    pub(super) fn zoom(self) -> Option<(&'static str, String)> {
        let (x, y) = self.zoom.get()?;
        let origin = format!("{:.1}% {:.1}%", x * 100.0, y * 100.0);
        Some(("scale(2.2)", origin))
    }

    /// Enlarges the board around a point.
    fn enlarge(self, stage: &web_sys::Element, (x, y): (f64, f64)) {
        let area = stage.get_bounding_client_rect();
        self.zoom.set(Some((
            (x - area.left()) / area.width().max(1.0),
            (y - area.top()) / area.height().max(1.0),
        )));
    }

    /// What can be picked within reach of a point, the nearest first, with the distance.
    fn near(self, stage: &web_sys::Element, (x, y): (f64, f64)) -> Vec<(f64, Choice)> {
        let choices = self.stage.choices.read_untracked();
        let mut near: Vec<(f64, Choice)> = Vec::new();
        for choice in &choices.next {
            let place = match &choice.pick {
                Pick::Site(site) => format!("#{}", site_id(*site)),
                Pick::Slot(zone, slot) => format!("[data-slot='{}:{slot}']", zone.0),
                _ => continue,
            };
            let Ok(Some(element)) = stage.query_selector(&place) else {
                continue;
            };
            let area = element.get_bounding_client_rect();
            let beyond = |at: f64, from: f64, to: f64| (from - at).max(at - to).max(0.0);
            let far =
                beyond(x, area.left(), area.right()).hypot(beyond(y, area.top(), area.bottom()));
            if far <= REACH {
                near.push((far, choice.clone()));
            }
        }
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        near
    }

    /// A finger on squares that are too small for it; false if they are not. The nearest thing that
    /// can be picked is meant. Only what would play a move is asked for again, on an enlarged board,
    /// unless nothing else is near or the move is confirmed anyway.
    fn touch(self, pick: Option<&Pick>, event: &web_sys::MouseEvent) -> bool {
        if !self.touch.get_untracked() || self.zoom.get_untracked().is_some() {
            return false;
        }
        let Some(stage) = dom::around(event.target(), "data-surface") else {
            return false;
        };
        let site = stage.query_selector(".site").ok().flatten();
        let small = site.is_some_and(|site| {
            let area = site.get_bounding_client_rect();
            area.width().min(area.height()) < FINGER
        });
        if !small {
            return false;
        }
        let at = point(event);
        let near = self.near(&stage, at);
        let hit = pick.and_then(|pick| self.stage.resolve(pick));
        let Some(choice) = hit
            .clone()
            .or_else(|| near.first().map(|near| near.1.clone()))
        else {
            return false;
        };
        let rivals = near
            .iter()
            .any(|(far, other)| *far < FINGER / 2.0 && other.pick != choice.pick);
        let sure = hit.is_some() && !rivals || self.stage.asks_first.get_untracked();
        if choice.action.is_some() && !sure {
            self.enlarge(&stage, at);
        } else {
            self.stage.pick(choice.pick);
        }
        true
    }

    pub(super) fn click(self, event: web_sys::MouseEvent) {
        if self.ended.get_untracked() {
            self.ended.set(false);
            return;
        }
        let pick = pick_around(event.target(), point(&event));
        if self.touch(pick.as_ref(), &event) {
            return;
        }
        self.zoom.set(None);
        if let Some(pick) = pick {
            self.stage.pick(pick);
        }
    }

    pub(super) fn down(self, event: web_sys::PointerEvent) {
        self.ended.set(false);
        self.touch.set(event.pointer_type() == "touch");
        if event.button() == 0
            && let Some(pick) = pick_around(event.target(), point(&event))
        {
            let at = (f64::from(event.client_x()), f64::from(event.client_y()));
            self.down.set(Some((at.0, at.1, pick)));
        }
    }

    pub(super) fn moved(self, event: web_sys::PointerEvent) {
        let (x, y) = (f64::from(event.client_x()), f64::from(event.client_y()));
        let Some((from_x, from_y, pick)) = self.down.get_untracked() else {
            return;
        };
        if self.at.get_untracked().is_none() {
            let far = (x - from_x).hypot(y - from_y) > 8.0;
            let picked = self.stage.path.read_untracked().contains(&pick);
            if !far || !(picked || self.stage.resolve(&pick).is_some()) {
                return;
            }
            if !picked {
                self.stage.pick(pick);
            }
        }
        self.at.set(Some((x, y)));
        self.stage.point(pick_at(x, y).as_ref());
    }

    pub(super) fn up(self, event: web_sys::PointerEvent) {
        let down = self.down.get_untracked();
        self.down.set(None);
        if self.at.get_untracked().is_none() {
            return;
        }
        self.at.set(None);
        self.ended.set(true);
        let (x, y) = point(&event);
        if let Some(pick) =
            pick_at(x, y).filter(|pick| down.is_none_or(|(_, _, from)| from != *pick))
        {
            self.stage.pick(pick);
        }
    }

    pub(super) fn cancel(self) {
        self.down.set(None);
        self.at.set(None);
    }
}

/// The piece being dragged, under the pointer.
pub(super) fn carried(stage: Stage, drag: Drag) -> impl IntoView {
    let surface = stage.surface();
    move || {
        let (x, y) = drag.at.get()?;
        let path = stage.path.read();
        let shown = stage.shown.read();
        let pick = path.last()?;
        let piece = shown
            .scene
            .pieces
            .iter()
            .find(|piece| match (pick, &piece.at) {
                (Pick::Site(site), Place::Sites(sites)) => sites.contains(site),
                (Pick::Slot(zone, slot), Place::Zone(z, s)) => zone == z && slot == s,
                _ => false,
            })?;
        Some(carried_at(
            (x, y),
            picture::piece(surface, piece.glyph, piece.seat),
        ))
    }
}

/// The picture of a piece under the pointer.
pub fn carried_at((x, y): (f64, f64), picture: String) -> impl IntoView {
    view! {
        <div
            class="carried"
            aria-hidden="true"
            style:left=format!("{x}px")
            style:top=format!("{y}px")
            inner_html=picture
        ></div>
    }
}

/// The pick for the element under the pointer. A piece on several sites is picked by the site
/// nearest to the pointer.
pub(super) fn pick_around(
    target: Option<web_sys::EventTarget>,
    (x, y): (f64, f64),
) -> Option<Pick> {
    let element: web_sys::Element = target?.dyn_into().ok()?;
    let element = element.closest("[data-site],[data-slot]").ok()??;
    let Some(sites) = element.get_attribute("data-sites") else {
        return read_pick(&element);
    };
    // In perspective people point at the top of a body, which is drawn above its place.
    let tilted = element.closest(".view-table").ok().flatten().is_some();
    let far = |site: &SiteId| {
        let Some(place) = dom::by_id(&site_id(*site)) else {
            return f64::MAX;
        };
        let area = place.get_bounding_client_rect();
        let rise = if tilted { area.height() * 0.4 } else { 0.0 };
        let (dx, dy) = (
            area.left() + area.width() / 2.0 - x,
            area.top() + area.height() / 2.0 - rise - y,
        );
        dx.hypot(dy)
    };
    sites
        .split(' ')
        .filter_map(|site| site.parse().ok().map(SiteId))
        .min_by(|a, b| far(a).total_cmp(&far(b)))
        .map(Pick::Site)
}

/// The pick at a point of the screen.
pub(crate) fn pick_at(x: f64, y: f64) -> Option<Pick> {
    let under = dom::document().element_from_point(x as f32, y as f32)?;
    pick_around(Some(under.into()), (x, y))
}

/// Where a pointer is on the screen.
pub(super) fn point(event: &web_sys::MouseEvent) -> (f64, f64) {
    (f64::from(event.client_x()), f64::from(event.client_y()))
}

fn read_pick(element: &web_sys::Element) -> Option<Pick> {
    if let Some(site) = element.get_attribute("data-site") {
        return Some(Pick::Site(SiteId(site.parse().ok()?)));
    }
    let slot = element.get_attribute("data-slot")?;
    let (zone, slot) = slot.split_once(':')?;
    Some(Pick::Slot(ZoneId(zone.parse().ok()?), slot.parse().ok()?))
}
