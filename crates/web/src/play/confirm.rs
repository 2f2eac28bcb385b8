//! Moves that are confirmed before they are played, for those who want it: a complete move is shown as
//! a ghost, and stays until it is confirmed, changed or cancelled.

use leptos::prelude::*;
use tablier_rules::scene::Choice;

use super::Play;
use crate::words::t;

impl Play {
    /// Shows a complete move and waits; a second pick of the same end confirms it.
    pub(super) fn hold_back(self, choice: Choice) {
        if self.pending.read_untracked().as_ref() == Some(&choice) {
            return self.confirm();
        }
        let preview = choice
            .action
            .and_then(|action| self.with(|session| session.table().preview(action)));
        self.stage.preview.set(preview);
        self.pending.set(Some(choice));
        self.news.set(t("preferences.confirm-question"));
    }

    /// Plays the move that is shown.
    pub fn confirm(self) {
        let pending = self.pending.get_untracked();
        self.pending.set(None);
        if let Some(action) = pending.and_then(|choice| choice.action) {
            self.home.act(self, action);
        }
    }

    /// Takes back the move that is shown and not played; false if there is none. What was picked
    /// before its last pick stays picked.
    pub fn cancel(self) -> bool {
        if self.pending.read_untracked().is_none() {
            return false;
        }
        self.pending.set(None);
        self.stage.preview.set(None);
        true
    }
}
