//! A session on the screen: plays, steps and takes back, and tells the page what has changed.

mod ahead;
mod confirm;
mod follow;
mod moment;
mod picking;
mod result;
mod turn;

use std::sync::Arc;

use leptos::prelude::*;
use tablier_rules::scene::{ActionId, Choice, Pick, Transition};
use tablier_rules::{Seat, Table};

use crate::board::Stage;
use crate::home::Home;
use crate::session::{EarlyEnd, Player, Session};
use crate::tree::NodeId;
use crate::words::{colour_name, say_on, word};

pub use moment::{Mode, Moment, uppercase_first};
pub use result::result_text;
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
    /// The choice that completes a move which is shown and not yet confirmed.
    pub pending: RwSignal<Option<Choice>>,
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
        Self::with_home(session, mode, Home::Here)
    }

    /// Puts a session on the screen.
    pub fn with_home(session: Session, mode: Mode, home: Home) -> Self {
        let layout = Arc::new(session.table().layout());
        let scene = session.table().scene();
        let mut session = session;
        session.learn();
        let session_value = StoredValue::new_local(session);
        let moment = RwSignal::new(session_value.with_value(Moment::new));
        let stage = Stage::as_preferred(layout, scene);
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
            pending: RwSignal::new(None),
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
        let moment = self.moment.read_untracked();
        match self.mode {
            Mode::Analysis => !moment.is_over(),
            Mode::Game => {
                let mine = moment.player == Some(Player::Person);
                mine && moment.is_live() && !moment.unstored
            }
        }
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
        self.pending.set(None);
        let picked = self.picked_ahead();
        self.session.update_value(Session::learn);
        let (scene, moment) = self.with(|session| (session.table().scene(), Moment::new(session)));
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

    /// Plays an action given as text; true if it was allowed.
    pub fn play(self, action: &str) -> bool {
        let found = self.with(|session| session.table().find(action));
        found.is_ok_and(|action| self.play_action(action))
    }

    /// Plays an action at the node shown; true if it was allowed.
    pub fn play_action(self, action: ActionId) -> bool {
        let seat = self.moment.read_untracked().to_act();
        let mut played = None;
        self.session
            .update_value(|session| played = session.play_action(action).ok());
        let Some(text) = played else { return false };
        let text = self.in_words(self.with(Session::shown)).unwrap_or(text);
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

    /// Shows another node; a single step forward is animated.
    pub fn go(self, node: NodeId) {
        self.catching_up.set(false);
        self.show_node(node);
    }

    fn show_node(self, node: NodeId) {
        let forward = self.with(|session| session.tree().parent(node) == Some(session.shown()));
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
                return tree.parent(session.shown());
            }
            let line = tree.path(session.head());
            let on_line = line.iter().position(|&node| node == session.shown());
            let next = match on_line {
                Some(at) => line.get(at + 1).copied(),
                None if session.shown() == crate::tree::ROOT => line.first().copied(),
                None => None,
            };
            next.or_else(|| match self.mode {
                Mode::Analysis => tree.children(session.shown()).first().copied(),
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
    pub fn leave(self, leaving: EarlyEnd) {
        if self.change(|session| session.leave(leaving))
            && let Some(result) = self.result()
        {
            self.news.set(result);
        }
    }

    /// The action that led to a node, in words, where its notation alone would not be understood.
    pub fn in_words(self, node: NodeId) -> Option<String> {
        let surface = self.stage.surface();
        self.with(|session| {
            let told = session.told().get(node)?.as_ref()?;
            Some(say_on(surface, told.words.as_ref()?))
        })
    }

    /// How it ended, in a sentence.
    pub fn result(self) -> Option<String> {
        let moment = self.moment.get_untracked();
        result_text(self.stage.surface(), &moment)
    }
}
