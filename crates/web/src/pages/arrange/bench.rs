//! The state of a position being set up: the pieces, the history, and what the rules say.

use std::sync::Arc;

use leptos::prelude::*;
use tablier_rules::scene::draft::{Draft, Model, Setting};
use tablier_rules::scene::{Choice, Choices, Message, Pick, Piece, Place, Scene, SeatView};
use tablier_rules::{Refusal, Table};

use crate::board::Stage;
use crate::prefs::{Prefs, View};

use super::tools::Tool;

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
    pub(super) models: StoredValue<Vec<Model>>,
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

    pub(super) fn draft_untracked(self) -> Draft {
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
    pub(super) fn set(self, draft: Draft) {
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
    pub(super) fn offer(self) {
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
    pub(super) fn scene(self, draft: &Draft, seats: usize) -> Scene {
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
            seats: vec![SeatView::default(); seats],
            prompt: Message::new("ui.arrange"),
        }
    }
}
