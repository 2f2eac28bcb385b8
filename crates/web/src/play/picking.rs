//! From picks to actions: what somebody points at, picks and puts back.

use leptos::prelude::*;
use tablier_rules::Table;
use tablier_rules::scene::{Choice, Choices, Message, Pick};

use super::Play;
use crate::board::{Handler, Remark, describe};
use crate::words::{colour_name, say_on, word};

impl Handler for Play {
    fn pick(self, pick: Pick) {
        self.stage.remark.set(None);
        let now = self.may_act();
        if !now && !self.looks_ahead() {
            return self.say_why_not(pick);
        }
        if !now {
            self.forget_ahead();
        }
        if let Some(choice) = self.stage.resolve(&pick) {
            return self.choose(choice, now);
        }
        self.cancel();
        let mut path = self.stage.path.get_untracked();
        let same = |known: &Pick| {
            *known == pick || {
                let shown = self.stage.shown.read_untracked();
                self.stage.first_of(&shown.scene, &pick).as_ref() == Some(known)
            }
        };
        if path.last().is_some_and(same) {
            return self.back();
        }
        // Another piece instead of the one picked?
        let before = (path.clone(), self.stage.choices.get_untracked());
        self.show_choices(Vec::new());
        if let Some(choice) = self.stage.resolve(&pick) {
            return self.choose(choice, now);
        }
        self.stage.path.set(before.0);
        self.stage.choices.set(before.1);
        path.push(pick.clone());
        let Some(refusal) = self.with_board(|board| board.refused_pick(&path)) else {
            return;
        };
        self.news.set(say_on(self.stage.surface(), &refusal.why));
        let game = self.with(|session| session.table().info().id);
        self.stage.remark.set(Some(Remark {
            book: crate::pages::rules::address(game, refusal.rule),
            at: pick,
            why: refusal.why,
            rule: refusal.rule.to_owned(),
        }));
    }

    /// Shows what an action or a pick would lead to.
    fn point(self, pick: Option<&Pick>) {
        // A move that waits to be confirmed stays in sight.
        if self.pending.read_untracked().is_some() {
            return;
        }
        let action = pick.and_then(|pick| self.stage.resolve(pick)?.action);
        let preview = action.and_then(|action| self.with_board(|board| board.preview(action))?);
        let empty = self.stage.preview.read_untracked().is_none();
        if !(empty && preview.is_none()) {
            self.stage.preview.set(preview);
        }
    }
}

impl Play {
    /// A choice is made: the action it completes is played now, or kept until the player's turn.
    fn choose(self, choice: Choice, now: bool) {
        let path = || {
            let mut path = self.stage.path.get_untracked();
            path.push(choice.pick.clone());
            path
        };
        match choice.action {
            Some(_) if now && self.stage.asks_first.get_untracked() => self.hold_back(choice),
            Some(action) if now => self.home.act(self, action),
            Some(_) => self.keep_ahead(path()),
            None => {
                self.cancel();
                self.stage.preview.set(None);
                self.show_choices(path());
                self.tell_pick();
            }
        }
    }

    /// Reads from the board where picks are made: the one shown while the player may act, or the
    /// same as if it were the player's turn.
    fn with_board<T>(self, look: impl FnOnce(&dyn Table) -> T) -> Option<T> {
        if self.may_act() {
            return Some(self.with(|session| look(session.table())));
        }
        self.board_ahead
            .with_value(|board| board.as_deref().map(look))
    }

    fn choices_after(self, path: &[Pick]) -> Choices {
        self.with_board(|board| board.choices(path))
            .unwrap_or_default()
    }

    /// Shows what can be picked after a path; where there is no choice, the path continues by
    /// itself.
    pub(super) fn show_choices(self, mut path: Vec<Pick>) {
        let mut choices = self.choices_after(&path);
        while let [only] = &choices.next[..]
            && only.action.is_none()
        {
            path.push(only.pick.clone());
            choices = self.choices_after(&path);
        }
        if choices.next.is_empty() {
            path.clear();
        }
        self.stage.path.set(path);
        self.stage.choices.set(choices);
    }

    /// Says beside a pick why nobody at this screen can act now.
    fn say_why_not(self, pick: Pick) {
        let why = self.with(|session| match session.to_act() {
            None => Message::new("ui.is-over"),
            Some(_) if !session.is_live() => Message::new("ui.look-back-first"),
            Some(seat) => Message::new("ui.not-your-turn")
                .text("who", colour_name(self.stage.surface(), seat)),
        });
        self.news.set(say_on(self.stage.surface(), &why));
        self.stage.remark.set(Some(Remark {
            at: pick,
            why,
            rule: String::new(),
            book: None,
        }));
    }

    /// Announces what was picked and what can be picked now.
    fn tell_pick(self) {
        let layout = self.stage.layout.get_value();
        let shown = self.stage.shown.read_untracked();
        let path = self.stage.path.read_untracked();
        let choices = self.stage.choices.read_untracked();
        self.news
            .set(describe::picked(&layout, &shown.scene, &path, &choices));
    }

    /// Undoes one pick.
    pub fn back(self) {
        self.stage.remark.set(None);
        if self.cancel() {
            return;
        }
        self.stage.preview.set(None);
        if self.forget_ahead() {
            return self.show_choices(Vec::new());
        }
        let mut path = self.stage.path.get_untracked();
        path.pop();
        // Automatic picks are undone together with the one before them.
        while !path.is_empty() && self.choices_after(&path[..path.len() - 1]).next.len() == 1 {
            path.pop();
        }
        self.show_choices(path);
        if self.stage.path.read_untracked().is_empty() {
            self.news.set(word("ui.put-back"));
        } else {
            self.tell_pick();
        }
    }
}
