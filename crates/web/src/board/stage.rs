//! What a page and its board share, and who handles what is done at the board.

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use tablier_rules::scene::{
    Choice, Choices, Layout, Message, Pick, Piece, Place, Preview, Scene, SiteId, Surface,
    Transition,
};

use super::drawing::Drawing;
use super::figures::Figures;
use crate::prefs::{Prefs, View};

/// What is on the table now, and how it came to be.
#[derive(Clone)]
pub struct Shown {
    /// The scene.
    pub scene: Arc<Scene>,
    /// Its pieces with their numbers.
    pub figures: Figures,
    /// The pieces of the previous scene, and how they became these; none when nothing is to move.
    pub motion: Option<(Figures, Transition)>,
}

impl Shown {
    /// A scene without a previous one.
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
    /// Where it is shown.
    pub at: Pick,
    /// What it says.
    pub why: Message,
    /// The number of the rule.
    pub rule: String,
    /// The address where the rule is explained, if it is.
    pub book: Option<String>,
}

/// Handles what somebody does at a board.
pub trait Handler: Copy + 'static {
    /// Somebody clicked, dragged to, or pressed Enter on this.
    fn pick(self, pick: Pick);

    /// Somebody points at this, or at nothing.
    fn point(self, pick: Option<&Pick>);
}

/// The callback for pointing.
type Pointing = Rc<dyn Fn(Option<&Pick>)>;

/// The callback for drawing.
type Drawer = Rc<dyn Fn(Drawing)>;

/// A type-erased handler.
#[derive(Clone)]
struct Answers {
    pick: Rc<dyn Fn(Pick)>,
    point: Pointing,
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
    /// What is drawn over the board.
    pub drawings: RwSignal<Vec<Drawing>>,
    /// The view of the board.
    pub view: Signal<View>,
    /// Whether squares are too small for a finger when seen from a chair.
    pub cramped: RwSignal<bool>,
    /// Whether a complete move is shown first, and played once it is confirmed.
    pub asks_first: RwSignal<bool>,
    /// Quarter turns clockwise.
    pub turn: RwSignal<u8>,
    /// The site of the board that has the keyboard focus.
    pub focus: RwSignal<SiteId>,
    answers: StoredValue<Option<Answers>, LocalStorage>,
    draws: StoredValue<Option<Drawer>, LocalStorage>,
}

impl Stage {
    /// A board with a scene on it. Nothing done there is handled until [`Stage::answered_by`].
    pub fn new(layout: Arc<Layout>, scene: Scene, view: Signal<View>) -> Self {
        Self::viewed(layout, scene, RwSignal::new(false), view)
    }

    /// A board with a scene on it, viewed as the person prefers: from a chair until another view is
    /// chosen, but straight from above where a finger would miss the squares.
    pub fn as_preferred(layout: Arc<Layout>, scene: Scene) -> Self {
        let prefs = Prefs::get();
        let cramped = RwSignal::new(false);
        let view = Signal::derive(move || {
            let usual = if cramped.get() {
                View::Flat
            } else {
                View::Table
            };
            prefs.view.get().unwrap_or(usual)
        });
        Self::viewed(layout, scene, cramped, view)
    }

    fn viewed(
        layout: Arc<Layout>,
        scene: Scene,
        cramped: RwSignal<bool>,
        view: Signal<View>,
    ) -> Self {
        Self {
            layout: StoredValue::new(layout),
            shown: RwSignal::new(Shown::new(scene)),
            choices: RwSignal::new(Choices::default()),
            path: RwSignal::new(Vec::new()),
            preview: RwSignal::new(None),
            remark: RwSignal::new(None),
            hint: RwSignal::new(Vec::new()),
            drawings: RwSignal::new(Vec::new()),
            view,
            cramped,
            asks_first: RwSignal::new(false),
            turn: RwSignal::new(0),
            focus: RwSignal::new(SiteId(0)),
            answers: StoredValue::new_local(None),
            draws: StoredValue::new_local(None),
        }
    }

    /// Makes this the handler.
    pub fn answered_by(self, handler: impl Handler) {
        self.answers.set_value(Some(Answers {
            pick: Rc::new(move |pick| handler.pick(pick)),
            point: Rc::new(move |pick| handler.point(pick)),
        }));
    }

    /// The same scene on another drawing of the board, with another view, for display only.
    pub fn on_display(self, layout: Arc<Layout>, view: Signal<View>) -> Self {
        Self {
            layout: StoredValue::new(layout),
            view,
            answers: StoredValue::new_local(None),
            draws: StoredValue::new_local(None),
            ..self
        }
    }

    /// Lets people draw on the board; the callback receives each stroke.
    pub fn drawn_by(self, draw: impl Fn(Drawing) + 'static) {
        self.draws.set_value(Some(Rc::new(draw)));
    }

    /// Whether people can draw on it.
    pub fn can_be_drawn_on(self) -> bool {
        self.draws.with_value(Option::is_some)
    }

    /// Reports a stroke.
    pub fn draw(self, drawing: Drawing) {
        if let Some(draw) = self.draws.get_value() {
            draw(drawing);
        }
    }

    /// Reports a pick.
    pub fn pick(self, pick: Pick) {
        if let Some(answers) = self.answers.get_value() {
            (answers.pick)(pick);
        }
    }

    /// Reports what somebody points at.
    pub fn point(self, pick: Option<&Pick>) {
        if let Some(answers) = self.answers.get_value() {
            (answers.point)(pick);
        }
    }

    /// What the board is made of.
    pub fn surface(self) -> Surface {
        self.layout.with_value(|layout| layout.surface)
    }

    /// The choice that a pick means, if it can be picked next. A piece on several sites is picked by
    /// any of them.
    pub fn resolve(self, pick: &Pick) -> Option<Choice> {
        let choices = self.choices.read_untracked();
        let choice = |pick: &Pick| choices.next.iter().find(|choice| choice.pick == *pick);
        if let Some(choice) = choice(pick) {
            return Some(choice.clone());
        }
        let shown = self.shown.read_untracked();
        choice(&self.first_of(&shown.scene, pick)?).cloned()
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
