//! The pen that draws on a board: the right mouse button, a long press, or the keyboard.

use leptos::prelude::*;
use tablier_rules::scene::{Pick, SiteId};

use super::Stage;
use super::drag::{Drag, pick_around, pick_at, point};
use super::drawing::{Drawing, Ink};
use crate::dom;

/// How long a finger rests before it draws, in milliseconds.
const LONG_PRESS: i32 = 450;
/// A finger that moves farther than this many pixels before that is not resting.
const STILL: f64 = 10.0;

/// The pen of a board. It draws only where a page wants to know ([`Stage::drawn_by`]).
#[derive(Copy, Clone)]
pub(super) struct Pen {
    stage: Stage,
    drag: Drag,
    /// Where the stroke began, and its colour.
    from: RwSignal<Option<(SiteId, Ink)>>,
    /// Where it is now.
    to: RwSignal<Option<SiteId>>,
    /// Whether the keyboard draws: the stroke ends at the focus.
    keyed: RwSignal<bool>,
    /// A finger that may come to rest: where it went down, and the number of the touch.
    rests: StoredValue<Option<(f64, f64)>>,
    touch: StoredValue<u32>,
    /// A stroke has just ended: the click that follows is not one.
    ended: StoredValue<bool>,
}

impl Pen {
    pub(super) fn new(stage: Stage, drag: Drag) -> Self {
        Self {
            stage,
            drag,
            from: RwSignal::new(None),
            to: RwSignal::new(None),
            keyed: RwSignal::new(false),
            rests: StoredValue::new(None),
            touch: StoredValue::new(0),
            ended: StoredValue::new(false),
        }
    }

    /// True if the pen takes the pointer.
    pub(super) fn down(self, event: &web_sys::PointerEvent) -> bool {
        self.ended.set_value(false);
        if !self.stage.can_be_drawn_on() {
            return false;
        }
        let Some(Pick::Site(site)) = pick_around(event.target(), point(event)) else {
            return false;
        };
        if event.button() == 2 {
            self.begin(site, ink(event.shift_key()));
            return true;
        }
        if event.pointer_type() == "touch" {
            let touch = self.touch.get_value() + 1;
            self.touch.set_value(touch);
            self.rests.set_value(Some(point(event)));
            dom::after(LONG_PRESS, move || {
                let same = self.touch.try_get_value() == Some(touch);
                if same && self.rests.get_value().is_some() {
                    self.rests.set_value(None);
                    self.drag.cancel();
                    self.begin(site, Ink::Good);
                }
            });
        }
        false
    }

    fn begin(self, site: SiteId, ink: Ink) {
        self.keyed.set(false);
        self.from.set(Some((site, ink)));
        self.to.set(Some(site));
    }

    /// True if the pen is drawing.
    pub(super) fn moved(self, event: &web_sys::PointerEvent) -> bool {
        let (x, y) = point(event);
        if let Some((from_x, from_y)) = self.rests.get_value()
            && (x - from_x).hypot(y - from_y) > STILL
        {
            self.rests.set_value(None);
        }
        if !self.draws() {
            return false;
        }
        if let Some(Pick::Site(site)) = pick_at(x, y) {
            self.to.set(Some(site));
        }
        true
    }

    /// True if a stroke ends.
    pub(super) fn up(self) -> bool {
        self.rests.set_value(None);
        if !self.draws() {
            return false;
        }
        self.end(self.to.get_untracked());
        self.ended.set_value(true);
        true
    }

    /// True if the click belongs to a stroke.
    pub(super) fn click(self) -> bool {
        let ended = self.ended.get_value();
        self.ended.set_value(false);
        ended
    }

    pub(super) fn cancel(self) {
        self.rests.set_value(None);
        self.from.set(None);
    }

    /// Where the pen draws, the right button opens no menu.
    pub(super) fn menu(self, event: &web_sys::MouseEvent) {
        if self.stage.can_be_drawn_on() {
            event.prevent_default();
        }
    }

    /// While a finger draws, the page does not scroll.
    pub(super) fn hold(self, event: &web_sys::TouchEvent) {
        if self.draws() {
            event.prevent_default();
        }
    }

    /// M marks the site with the focus, A begins and ends an arrow there; with Shift in the second
    /// colour.
    pub(super) fn key(self, event: &web_sys::KeyboardEvent) {
        let other = event.ctrl_key() || event.alt_key() || event.meta_key();
        if !self.stage.can_be_drawn_on() || other {
            return;
        }
        let focus = self.stage.focus.get_untracked();
        let ink = ink(event.shift_key());
        match event.key().as_str() {
            "m" | "M" => {
                self.begin(focus, ink);
                self.end(Some(focus));
            }
            "a" | "A" if self.keyed.get_untracked() => self.end(Some(focus)),
            "a" | "A" => {
                self.begin(focus, ink);
                self.keyed.set(true);
            }
            "Escape" if self.keyed.get_untracked() => {
                self.keyed.set(false);
                self.from.set(None);
            }
            _ => return,
        }
        event.prevent_default();
    }

    fn end(self, to: Option<SiteId>) {
        self.keyed.set(false);
        let begun = self.from.get_untracked();
        self.from.set(None);
        if let (Some((from, ink)), Some(to)) = (begun, to) {
            self.stage.draw(Drawing { from, to, ink });
        }
    }

    /// Whether the pointer draws.
    fn draws(self) -> bool {
        self.from.get_untracked().is_some() && !self.keyed.get_untracked()
    }

    /// The stroke being drawn.
    pub(super) fn stroke(self) -> Option<Drawing> {
        let (from, ink) = self.from.get()?;
        let to = match self.keyed.get() {
            true => self.stage.focus.get(),
            false => self.to.get()?,
        };
        Some(Drawing { from, to, ink })
    }
}

fn ink(shift: bool) -> Ink {
    if shift { Ink::Bad } else { Ink::Good }
}
