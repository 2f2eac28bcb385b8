//! The state of a position being set up: the pieces, the tool in hand, the history.

use std::sync::Arc;

use leptos::prelude::*;
use tablier_rules::scene::draft::{Draft, Form, Handling, Model, Setting, form};
use tablier_rules::scene::{
    Choice, Choices, Layout, Message, Pick, Piece, Place, Preview, Scene, SeatView, SiteId, State,
    Transition,
};
use tablier_rules::{Refusal, Table};

use crate::board::{Handler, Stage, describe};
use crate::prefs::{Prefs, View};
use crate::words::{say, t};

/// What a click on the board does.
#[derive(Copy, Clone, PartialEq, Debug)]
pub(super) enum Tool {
    /// Takes a piece and puts it elsewhere.
    Move,
    /// Takes a piece away.
    Remove,
    /// Puts a piece of this model in this form.
    Put(usize, Form),
}

/// What the rules say about the draft.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Verdict {
    /// The position as text.
    pub(super) text: String,
    /// Why it is impossible; none if it can be played.
    pub(super) refusal: Option<Refusal>,
}

/// A position being set up.
#[derive(Copy, Clone)]
pub(super) struct Bench {
    table: StoredValue<Box<dyn Table>, LocalStorage>,
    models: StoredValue<Vec<Model>>,
    /// The pieces on the board that cannot be moved by hand.
    fixed: StoredValue<Vec<Piece>>,
    /// All drafts so far; undone ones come after the one shown.
    drafts: RwSignal<(Vec<Draft>, usize)>,
    /// The tool in hand.
    pub(super) tool: RwSignal<Tool>,
    /// What the rules say.
    pub(super) verdict: RwSignal<Verdict>,
    /// The board.
    pub(super) stage: Stage,
    /// What has just happened, for screen readers.
    pub(super) news: RwSignal<String>,
}

impl Bench {
    /// Starts with the position on a table.
    pub(super) fn new(table: Box<dyn Table>) -> Self {
        let layout = Arc::new(table.layout());
        let models = table.models();
        let draft = table.draft();
        let movable = |piece: &Piece| models.iter().any(|model| model.fits(piece));
        let mut start = table.fork();
        start.reset();
        let mut fixed = start.scene().pieces;
        fixed.retain(|piece| matches!(piece.at, Place::Sites(_)) && !movable(piece));
        let verdict = Verdict {
            text: table.position(),
            refusal: None,
        };
        let scene = table.scene();
        let prefs = Prefs::get();
        // Straight from above, all faces are visible and all squares within reach.
        let view = Signal::derive(move || prefs.view.get().unwrap_or(View::Flat));
        let stage = Stage::new(layout, scene, view);
        let bench = Self {
            table: StoredValue::new_local(table),
            models: StoredValue::new(models),
            fixed: StoredValue::new(fixed),
            drafts: RwSignal::new((vec![draft], 0)),
            tool: RwSignal::new(Tool::Move),
            verdict: RwSignal::new(verdict),
            stage,
            news: RwSignal::new(String::new()),
        };
        stage.answered_by(bench);
        bench.show();
        bench
    }

    /// The kinds of pieces in the box.
    pub(super) fn models(self) -> Vec<Model> {
        self.models.get_value()
    }

    /// The draft so far.
    pub(super) fn draft(self) -> Draft {
        let drafts = self.drafts.read();
        drafts.0[drafts.1].clone()
    }

    fn draft_untracked(self) -> Draft {
        let drafts = self.drafts.read_untracked();
        drafts.0[drafts.1].clone()
    }

    /// The position's other settings.
    pub(super) fn settings(self) -> Vec<Setting> {
        let draft = self.draft();
        self.table.with_value(|table| table.settings(&draft))
    }

    /// Chooses the value of a setting.
    pub(super) fn choose(self, name: &str, value: String) {
        let mut draft = self.draft_untracked();
        draft.values.insert(name.to_owned(), value);
        self.set(draft);
    }

    /// Shows another draft; the previous one can be restored.
    fn set(self, draft: Draft) {
        if draft == self.draft_untracked() {
            return;
        }
        self.drafts.update(|(all, at)| {
            all.truncate(*at + 1);
            all.push(draft);
            *at += 1;
        });
        self.show();
    }

    /// Whether there is something to undo, and to redo.
    pub(super) fn can_step(self) -> (bool, bool) {
        let drafts = self.drafts.read();
        (drafts.1 > 0, drafts.1 + 1 < drafts.0.len())
    }

    /// Back to the previous draft, or forward again.
    pub(super) fn step(self, forward: bool) {
        let can = untrack(|| self.can_step());
        if forward && can.1 || !forward && can.0 {
            self.drafts
                .update(|(_, at)| *at = if forward { *at + 1 } else { *at - 1 });
            self.stage.path.set(Vec::new());
            self.show();
        }
    }

    /// Takes everything off the board.
    pub(super) fn clear(self) {
        let mut draft = self.draft_untracked();
        draft.pieces.clear();
        self.stage.path.set(Vec::new());
        self.set(draft);
    }

    /// Starts with the usual start.
    pub(super) fn usual(self) {
        let draft = self.table.with_value(|table| {
            let mut start = table.fork();
            start.reset();
            start.draft()
        });
        self.stage.path.set(Vec::new());
        self.set(draft);
    }

    /// Takes over a position given as text; false if it is impossible.
    pub(super) fn read(self, text: &str) -> bool {
        let mut table = self.table.with_value(|table| table.fork());
        match table.set_position(text.trim()) {
            Ok(()) => {
                self.stage.path.set(Vec::new());
                self.set(table.draft());
                true
            }
            Err(refusal) => {
                let text = text.to_owned();
                let refusal = Some(refusal);
                self.verdict.set(Verdict { text, refusal });
                false
            }
        }
    }

    /// Draws the draft, and asks the rules.
    fn show(self) {
        let draft = self.draft_untracked();
        let mut table = self.table.with_value(|table| table.fork());
        let text = table.compose(&draft);
        let scene = match table.set_position(&text) {
            Ok(()) => {
                let text = table.position();
                self.verdict.set(Verdict {
                    text,
                    refusal: None,
                });
                table.scene()
            }
            Err(refusal) => {
                let refusal = Some(refusal);
                self.verdict.set(Verdict { text, refusal });
                self.scene(&draft, table.seating().sides.len())
            }
        };
        let next = self.stage.shown.read_untracked().next(scene, None);
        self.stage.preview.set(None);
        self.stage.shown.set(next);
        self.offer();
    }

    /// What can be dragged: with the moving tool, every piece.
    fn offer(self) {
        let mut choices = Choices::default();
        if self.tool.get_untracked() == Tool::Move {
            let draft = self.draft_untracked();
            let firsts = draft.pieces.iter().filter_map(|piece| match &piece.at {
                Place::Sites(sites) => sites.first().copied(),
                Place::Zone(..) => None,
            });
            choices.next = firsts
                .map(|site| Choice {
                    pick: Pick::Site(site),
                    action: None,
                })
                .collect();
        }
        self.stage.choices.set(choices);
    }

    /// An impossible position as a scene.
    fn scene(self, draft: &Draft, seats: usize) -> Scene {
        let free = |piece: &Piece| match &piece.at {
            Place::Sites(sites) => sites.iter().all(|&site| draft.piece_on(site).is_none()),
            Place::Zone(..) => true,
        };
        let mut pieces = self.fixed.get_value();
        pieces.retain(free);
        pieces.extend(draft.pieces.iter().cloned());
        Scene {
            pieces,
            marks: Vec::new(),
            seats: vec![SeatView::plain(); seats],
            prompt: Message::new("ui.arrange"),
        }
    }

    /// Takes a tool into the hand.
    pub(super) fn take(self, tool: Tool) {
        self.stage.path.set(Vec::new());
        self.stage.preview.set(None);
        self.tool.set(tool);
        self.offer();
    }

    /// Puts down the tool in hand.
    pub(super) fn let_go(self) {
        self.take(Tool::Move);
    }

    /// The site of the piece that was picked, or of the keyboard focus.
    fn selected(self) -> Option<SiteId> {
        match self.stage.path.read_untracked().first() {
            Some(Pick::Site(site)) => Some(*site),
            _ => None,
        }
    }

    /// The piece that handling changes: the one in hand, or the one picked.
    pub(super) fn subject(self) -> Option<(Model, Form)> {
        let models = self.models.read_value();
        if let Tool::Put(model, form) = self.tool.get() {
            return Some((models.get(model)?.clone(), form));
        }
        let site = match self.stage.path.read().first() {
            Some(Pick::Site(site)) => *site,
            _ => return None,
        };
        let draft = self.draft();
        let piece = draft.piece_on(site)?;
        let model = models.iter().find(|model| model.fits(piece))?;
        Some((model.clone(), form(piece)))
    }

    /// Turns, tips, … the piece in hand, or the one picked or focused.
    pub(super) fn handle(self, what: Handling) {
        if let Tool::Put(at, form) = self.tool.get_untracked() {
            let next = self.models.read_value()[at].handled(form, what);
            self.tool.set(Tool::Put(at, next));
            let piece = self.piece(at, next);
            return self.tell(&piece, None);
        }
        let site = self.selected();
        let site = site.unwrap_or_else(|| self.stage.focus.get_untracked());
        let layout = self.stage.layout.get_value();
        let mut draft = self.draft_untracked();
        if !draft.handle(&layout, &self.models.read_value(), site, what) {
            return self.news.set(t("ui.arrange-no-room"));
        }
        if let Some(piece) = draft.pieces.last().cloned() {
            // A long piece may now be on other squares.
            if let (Some(_), Place::Sites(sites)) = (self.selected(), &piece.at) {
                self.stage.path.set(vec![Pick::Site(sites[0])]);
            }
            self.tell(&piece, Some(&layout));
        }
        self.set(draft);
    }

    fn piece(self, model: usize, form: Form) -> Piece {
        Piece {
            glyph: form.glyph,
            seat: Some(self.models.read_value()[model].seat),
            at: Place::Sites(Vec::new()),
            state: form.state,
        }
    }

    /// Announces what a piece is and where it is.
    fn tell(self, piece: &Piece, layout: Option<&Layout>) {
        let mut text = describe::piece(self.stage.surface(), piece);
        if let (Some(layout), Place::Sites(sites)) = (layout, &piece.at)
            && let Some(site) = sites.first()
        {
            text = format!("{}, {text}", layout.sites[usize::from(site.0)].label);
        }
        self.news.set(text);
    }

    /// Removes the piece that was picked or has the focus.
    pub(super) fn remove(self) {
        let site = self.selected();
        let site = site.unwrap_or_else(|| self.stage.focus.get_untracked());
        self.stage.path.set(Vec::new());
        self.remove_from(site);
    }

    fn remove_from(self, site: SiteId) {
        let mut draft = self.draft_untracked();
        if draft.remove(site).is_some() {
            let layout = self.stage.layout.get_value();
            let at = layout.sites[usize::from(site.0)].label.clone();
            self.news
                .set(say(&Message::new("ui.arrange-removed").text("at", at)));
            self.set(draft);
        }
    }

    /// The draft after a click on a site with the tool in hand.
    fn after(self, site: SiteId) -> Option<Draft> {
        let layout = self.stage.layout.get_value();
        let models = self.models.read_value();
        let mut draft = self.draft_untracked();
        let (model, form) = match self.tool.get_untracked() {
            Tool::Remove => return None,
            Tool::Put(model, form) => (models.get(model)?, form),
            Tool::Move => {
                let from = self.selected()?;
                let piece = draft.remove(from)?;
                let model = models.iter().find(|model| model.fits(&piece))?;
                (model, form(&piece))
            }
        };
        draft.put(&layout, model, form, site).then_some(draft)
    }

    fn put(self, site: SiteId) {
        let Some(draft) = self.after(site) else {
            return self.news.set(t("ui.arrange-no-room"));
        };
        self.stage.path.set(Vec::new());
        if let Some(piece) = draft.pieces.last() {
            self.tell(piece, Some(&self.stage.layout.get_value()));
        }
        self.set(draft);
    }
}

impl Handler for Bench {
    fn pick(self, pick: Pick) {
        let Pick::Site(site) = pick else { return };
        let here = self.draft_untracked().piece_on(site).cloned();
        match self.tool.get_untracked() {
            Tool::Remove => self.remove_from(site),
            Tool::Put(model, form_now) => {
                // Putting the same piece again removes it.
                let same = here.is_some_and(|piece| {
                    self.models.read_value()[model].fits(&piece) && form(&piece) == form_now
                });
                if same {
                    self.remove_from(site);
                } else {
                    self.put(site);
                }
            }
            Tool::Move => {
                let selected = self.selected();
                let is_same = |piece: &Piece| matches!(&piece.at, Place::Sites(sites) if selected.is_some_and(|s| sites.contains(&s)));
                match (selected, here) {
                    (Some(_), Some(piece)) if is_same(&piece) => self.let_go(),
                    (Some(_), _) => self.put(site),
                    (None, Some(piece)) => {
                        self.tell(&piece, None);
                        self.stage.path.set(vec![Pick::Site(site)]);
                    }
                    (None, None) => self.news.set(t("ui.arrange-empty-here")),
                }
            }
        }
    }

    /// Shows where the piece in hand would go.
    fn point(self, pick: Option<&Pick>) {
        let after = match pick {
            Some(Pick::Site(site)) => self.after(*site),
            _ => None,
        };
        let empty = self.stage.preview.read_untracked().is_none();
        if empty && after.is_none() {
            return;
        }
        self.stage.preview.set(after.map(|draft| Preview {
            marks: Vec::new(),
            after: self.scene(&as_shown(draft, &self.stage), 0),
            transition: Transition::default(),
        }));
    }
}

/// The pieces of a draft with the states in which they are shown, so that only what moves is a ghost.
fn as_shown(mut draft: Draft, stage: &Stage) -> Draft {
    let shown = stage.shown.read_untracked();
    for piece in &mut draft.pieces {
        let known = shown
            .scene
            .pieces
            .iter()
            .find(|other| other.at == piece.at && other.glyph == piece.glyph);
        if let Some(known) = known.filter(|known| !matches!(known.state, State::Captive(_))) {
            piece.state = known.state;
        }
    }
    draft
}
