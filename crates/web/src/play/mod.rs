//! A session on the screen: turns picks into actions, and tells the page what has changed.

mod ahead;
mod follow;
mod moment;
mod turn;

use std::sync::Arc;

use leptos::prelude::*;
use tablier_rules::scene::{Choices, Message, Pick, Transition};
use tablier_rules::{Seat, Table};

use crate::board::{Handler, Remark, Stage, describe};
use crate::home::Home;
use crate::prefs::{Prefs, View};
use crate::session::{Leaving, Player, Session};
use crate::tree::NodeId;
use crate::words::{colour_name, say_on, word};

pub use moment::{Mode, Moment, result_text, uppercase_first};
pub use turn::turn_towards;

/// A session on the screen.
#[derive(Copy, Clone)]
pub struct Play {
    session: StoredValue<Session, LocalStorage>,
    /// What the board shows.
    pub stage: Stage,
    /// What the rest of the page shows.
    pub moment: RwSignal<Moment>,
    /// What has just happened, in a sentence, for screen readers.
    pub news: RwSignal<String>,
    /// A short notice for all, until the next action.
    pub notice: RwSignal<Option<String>>,
    /// Milliseconds left for each seat, if a clock runs.
    pub clock: RwSignal<Option<Vec<f64>>>,
    /// What the session is for.
    pub mode: Mode,
    /// Where it lives.
    pub home: Home,
    /// The picks of a premove; it is played when the player's turn comes, if possible.
    pub ahead: RwSignal<Vec<Pick>>,
    /// The board as if it were already the player's turn.
    board_ahead: StoredValue<Option<Box<dyn Table>>, LocalStorage>,
    /// Whether missed actions are being shown.
    pub catching_up: RwSignal<bool>,
    /// When the pieces come to rest, in milliseconds since the page was loaded.
    pub rest: RwSignal<f64>,
}

impl Play {
    /// Puts a session of this browser on the screen.
    pub fn new(session: Session, mode: Mode) -> Self {
        Self::at(session, mode, Home::Here)
    }

    /// Puts a session on the screen.
    pub fn at(session: Session, mode: Mode, home: Home) -> Self {
        let layout = Arc::new(session.table().layout());
        let scene = session.table().scene();
        let prefs = Prefs::get();
        let session_value = StoredValue::new_local(session);
        let moment = RwSignal::new(session_value.with_value(Moment::of));
        let view = Signal::derive(move || prefs.view.get().unwrap_or(View::Table));
        let stage = Stage::new(layout, scene, view);
        let play = Self {
            session: session_value,
            stage,
            moment,
            news: RwSignal::new(String::new()),
            notice: RwSignal::new(None),
            clock: RwSignal::new(
                session_value.with_value(|s| s.clock.as_ref().map(|clock| clock.left.clone())),
            ),
            mode,
            home,
            ahead: RwSignal::new(Vec::new()),
            board_ahead: StoredValue::new_local(None),
            catching_up: RwSignal::new(false),
            rest: RwSignal::new(0.0),
        };
        stage.answered_by(play);
        play.show_choices(Vec::new());
        // The keyboard starts where something can be done.
        let first = stage.choices.read_untracked().next.first().cloned();
        if let Some(Pick::Site(site)) = first.map(|choice| choice.pick) {
            stage.focus.set(site);
        }
        play
    }

    /// Reads from the session.
    pub fn with<T>(self, look: impl FnOnce(&Session) -> T) -> T {
        self.session.with_value(look)
    }

    /// Changes the session and shows the result, without movement.
    pub fn change<T>(self, change: impl FnOnce(&mut Session) -> T) -> T {
        let mut result = None;
        self.session
            .update_value(|session| result = Some(change(session)));
        self.show(None);
        result.expect("the change was made")
    }

    /// Whether a person may act at the node shown.
    pub fn may_act(self) -> bool {
        self.with(|session| match self.mode {
            Mode::Analysis => !session.is_over(),
            Mode::Game => {
                let mine = session.player_to_act() == Some(Player::Person);
                mine && session.is_live() && !session.unstored
            }
        })
    }

    /// Takes time from a seat's clock; true when none is left.
    pub fn spend(self, seat: Seat, milliseconds: f64) -> bool {
        let mut left = None;
        self.session.update_value(|session| {
            left = session.clock.as_mut().and_then(|clock| {
                let left = clock.left.get_mut(seat.index())?;
                *left = (*left - milliseconds).max(0.0);
                Some(clock.left.clone())
            });
        });
        let over = left.as_ref().is_some_and(|left| left[seat.index()] <= 0.0);
        self.clock.set(left);
        over
    }

    fn show(self, transition: Option<Transition>) {
        self.notice.set(None);
        let picked = self.picked_ahead();
        let (scene, moment) = self.with(|session| (session.table().scene(), Moment::of(session)));
        let before = self.stage.shown.get_untracked();
        let next = before.next(scene, transition.clone());
        self.stage.preview.set(None);
        self.stage.remark.set(None);
        self.stage.hint.set(Vec::new());
        self.stage.shown.set(next);
        if let Some(transition) = transition {
            let time = crate::board::duration(self.stage, &before.figures, &transition);
            self.rest.set(crate::time::now() + f64::from(time));
        }
        self.moment.set(moment);
        self.look_ahead(picked);
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
    fn show_choices(self, mut path: Vec<Pick>) {
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

    /// Somebody picks something.
    pub fn pick(self, pick: Pick) {
        self.stage.remark.set(None);
        if !self.may_act() && !self.looks_ahead() {
            return self.say_why_not(pick);
        }
        self.forget_ahead();
        let mut path = self.stage.path.get_untracked();
        if let Some(pick) = self.stage.resolve(&pick) {
            path.push(pick);
            return self.picked(path);
        }
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
        if let Some(pick) = self.stage.resolve(&pick) {
            let mut path = self.stage.path.get_untracked();
            path.push(pick);
            return self.picked(path);
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

    fn picked(self, path: Vec<Pick>) {
        match self.choices_after(&path).action {
            Some(action) if self.may_act() => self.home.act(self, &action),
            Some(_) => self.keep_ahead(path),
            None => {
                self.stage.preview.set(None);
                self.show_choices(path);
                self.tell_pick();
            }
        }
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

    /// Plays an action; true if it was allowed.
    pub fn play(self, action: &str) -> bool {
        let seat = self.with(Session::to_act);
        let mut played = None;
        self.session
            .update_value(|session| played = session.play(action).ok());
        let Some(text) = played else { return false };
        let transition = self.with(|session| session.table().last_transition());
        self.show(transition);
        let surface = self.stage.surface();
        let who = seat
            .map(|seat| colour_name(surface, seat))
            .unwrap_or_default();
        let prompt = say_on(surface, &self.stage.shown.read_untracked().scene.prompt);
        let what = match self.result() {
            Some(result) => result,
            None => prompt,
        };
        self.news.set(format!("{who}: {text}. {what}"));
        true
    }

    /// Shows what an action or a pick would lead to.
    pub fn point(self, pick: Option<&Pick>) {
        let action = pick.and_then(|pick| {
            let pick = self.stage.resolve(pick)?;
            let choices = self.stage.choices.read_untracked();
            let mut next = choices.next.iter();
            next.find(|choice| choice.pick == pick)?.action.clone()
        });
        let preview = action.and_then(|action| self.with_board(|board| board.preview(&action))?);
        let empty = self.stage.preview.read_untracked().is_none();
        if !(empty && preview.is_none()) {
            self.stage.preview.set(preview);
        }
    }

    /// Undoes one pick.
    pub fn back(self) {
        self.stage.remark.set(None);
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

    /// Shows another node; a single step forward is animated.
    pub fn go(self, node: NodeId) {
        self.catching_up.set(false);
        self.show_node(node);
    }

    fn show_node(self, node: NodeId) {
        let forward = self.with(|session| session.tree().parent(node) == Some(session.at()));
        self.session.update_value(|session| {
            session.go(node);
            if self.mode == Mode::Analysis {
                session.continue_here();
            }
        });
        let transition = forward.then(|| self.with(|session| session.table().last_transition()));
        self.show(transition.flatten());
    }

    /// One step back or forward without changing the game.
    pub fn step(self, forward: bool) {
        let node = self.with(|session| {
            let tree = session.tree();
            if !forward {
                return tree.parent(session.at());
            }
            let line = tree.path(session.head());
            let on_line = line.iter().position(|&node| node == session.at());
            let next = match on_line {
                Some(at) => line.get(at + 1).copied(),
                None if session.at() == crate::tree::ROOT => line.first().copied(),
                None => None,
            };
            next.or_else(|| match self.mode {
                Mode::Analysis => tree.children(session.at()).first().copied(),
                Mode::Game => None,
            })
        });
        if let Some(node) = node {
            self.go(node);
        }
    }

    /// Takes back.
    pub fn undo(self) -> bool {
        let done = self.change(Session::undo);
        if done {
            self.news.set(word("ui.taken-back"));
        }
        done
    }

    /// Redoes what was taken back.
    pub fn redo(self) -> bool {
        self.change(Session::redo)
    }

    /// Somebody resigns, runs out of time, or all agree on a draw.
    pub fn leave(self, leaving: Leaving) {
        if self.change(|session| session.leave(leaving))
            && let Some(result) = self.result()
        {
            self.news.set(result);
        }
    }

    /// How it ended, in a sentence.
    pub fn result(self) -> Option<String> {
        let moment = self.moment.get_untracked();
        result_text(self.stage.surface(), &moment)
    }
}

impl Handler for Play {
    fn pick(self, pick: Pick) {
        Play::pick(self, pick);
    }

    fn point(self, pick: Option<&Pick>) {
        Play::point(self, pick);
    }
}
