//! Premoves: choosing the next move while somebody else acts.

use leptos::prelude::*;
use tablier_rules::scene::Pick;

use super::Play;
use crate::online::mirror::as_if_to_act;
use crate::words::t;

impl Play {
    /// Whether a premove is possible now: at an online table where the player has a seat.
    pub fn looks_ahead(self) -> bool {
        self.board_ahead.with_value(Option::is_some) && !self.may_act()
    }

    /// The picks of a premove so far.
    pub(super) fn picked_ahead(self) -> Vec<Pick> {
        if self.board_ahead.with_value(Option::is_none) {
            return Vec::new();
        }
        self.stage.path.get_untracked()
    }

    /// Something has changed: a premove is played if the player's turn has come, and otherwise
    /// shown on the new board. `picked` is the beginning of a move.
    pub(super) fn look_ahead(self, picked: Vec<Pick>) {
        let Some(seat) = self.home.my_seat() else {
            self.board_ahead.set_value(None);
            self.ahead.set(Vec::new());
            return self.show_choices(Vec::new());
        };
        let chosen = self.ahead.get_untracked();
        if self.may_act() {
            self.board_ahead.set_value(None);
            self.ahead.set(Vec::new());
            self.show_choices(Vec::new());
            let whole = !chosen.is_empty();
            return self.play_ahead(if whole { chosen } else { picked }, whole);
        }
        let board = self.with(|session| {
            let waits = session.is_live() && !session.is_over();
            waits.then(|| as_if_to_act(session.table(), seat))?
        });
        self.board_ahead.set_value(board);
        if chosen.is_empty() {
            self.show_choices(picked);
        } else {
            self.show_ahead(chosen);
        }
    }

    /// The player's turn has come: plays the premove, or shows as much of it as is possible.
    fn play_ahead(self, chosen: Vec<Pick>, whole: bool) {
        if chosen.is_empty() {
            return;
        }
        let choices = self.with(|session| session.table().choices(&chosen));
        match choices.action {
            Some(action) if whole => self.home.act(self, action),
            _ if !choices.next.is_empty() => self.show_choices(chosen),
            _ if whole => {
                let text = t("online.ahead-impossible");
                self.news.set(text.clone());
                self.notice.set(Some(text));
            }
            _ => {}
        }
    }

    /// Keeps a complete premove until the player's turn.
    pub(super) fn keep_ahead(self, path: Vec<Pick>) {
        self.news.set(t("online.ahead-chosen"));
        self.ahead.set(path.clone());
        self.show_ahead(path);
    }

    fn show_ahead(self, path: Vec<Pick>) {
        self.stage.preview.set(None);
        self.stage.choices.set(Default::default());
        self.stage.path.set(path);
    }

    /// Drops the premove; false if there was none.
    pub(super) fn forget_ahead(self) -> bool {
        if self.ahead.read_untracked().is_empty() {
            return false;
        }
        self.ahead.set(Vec::new());
        self.show_choices(Vec::new());
        true
    }
}
