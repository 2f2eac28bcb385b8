//! The tools for setting up a position: moving, removing, putting and handling pieces.

use leptos::prelude::*;
use tablier_rules::scene::draft::{Draft, Form, Handling, Model, form};
use tablier_rules::scene::{
    Layout, Message, Pick, Piece, Place, Preview, SiteId, State, Transition,
};

use super::bench::Bench;
use crate::board::{Handler, Stage, describe};
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

impl Bench {
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
