//! Analysis: play all sides, try anything, and ask the engine.

mod notes;
mod open;
mod thoughts;

use std::time::Duration;

use leptos::prelude::*;
use tablier_advice::{Limits, Request};
use tablier_rules::catalog;
use tablier_rules::scene::Message;

use super::arrange::Arrange;
use super::table::more::{keys_panel_with, share_link};
use super::table::{Moves, Seats, keys, prompt, switch_view, turn_board};
use crate::board::Board;
use crate::dom;
use crate::icons::icon;
use crate::machine::Machine;
use crate::play::{Mode, Play};
use crate::router::Router;
use crate::session::Session;
use crate::share::{self, Shared};
use crate::tree::{NodeId, ROOT, Tree};
use crate::words::{say, t};

use open::{choose_game, panel};
use thoughts::{Asking, thoughts};

/// The keys of the analysis table beside those of every table.
const DRAWING_KEYS: [(&str, &str); 3] = [
    ("A", "study.key-arrow"),
    ("M", "study.key-mark"),
    ("X", "study.key-wipe"),
];

/// What is being analysed: a change as a whole reopens it.
#[derive(Clone, PartialEq, Debug)]
struct Subject {
    game: String,
    start: Option<String>,
    tree: Tree,
    /// The node to be shown, if it is not the end of the main line.
    at: Option<NodeId>,
    number: u32,
}

/// The analysis table; the address may carry a game.
#[component]
pub fn Analysis() -> impl IntoView {
    dom::set_title("Tablier");
    let router = Router::get();
    let shared = share::read_link(&router.fragment.get_untracked()).unwrap_or_default();
    let subject = RwSignal::new(subject(shared, 0));
    // Another link in the same window.
    Effect::new(move |known: Option<String>| {
        let fragment = router.fragment.get();
        if known.is_some_and(|known| known != fragment)
            && let Some(shared) = share::read_link(&fragment)
        {
            subject.update(|now| *now = self::subject(shared, now.number + 1));
        }
        fragment
    });
    let arranging = RwSignal::new(None::<String>);
    let arranged = Callback::new(move |text: Option<String>| {
        if let Some(text) = text {
            subject.update(|now| {
                let usual = catalog::open(&now.game).map(|table| table.position());
                *now = Subject {
                    start: (usual.ok().as_ref() != Some(&text)).then_some(text),
                    tree: Tree::default(),
                    at: None,
                    number: now.number + 1,
                    game: now.game.clone(),
                };
            });
        }
        arranging.set(None);
    });
    move || {
        let subject_now = subject.get();
        match arranging.get() {
            Some(start) => {
                let game = subject_now.game;
                view! { <Arrange game=game start=Some(start) done=arranged /> }.into_any()
            }
            None => {
                view! { <Looking now=subject_now subject=subject arranging=arranging /> }.into_any()
            }
        }
    }
}

fn subject(shared: Shared, number: u32) -> Subject {
    let first = catalog::GAMES.first().map_or("", |game| game.id);
    let known = catalog::open(&shared.game).is_ok();
    Subject {
        game: if known { shared.game } else { first.to_owned() },
        start: shared.start.filter(|_| known),
        tree: if known { shared.tree } else { Tree::default() },
        at: shared.at.filter(|_| known),
        number,
    }
}

#[component]
fn Looking(
    now: Subject,
    subject: RwSignal<Subject>,
    arranging: RwSignal<Option<String>>,
) -> AnyView {
    let mut session = match Session::new(&now.game, now.start.as_deref(), vec![]) {
        Ok(session) => session,
        Err(_) => match Session::new(&now.game, None, vec![]) {
            Ok(session) => session,
            Err(_) => return view! { <super::lost::Lost /> }.into_any(),
        },
    };
    let wrong = session.set_tree(now.tree.clone());
    if let Some(at) = now.at.filter(|_| wrong.is_none()) {
        session.go(at);
        session.continue_here();
    }
    let play = Play::new(session, Mode::Analysis);
    if let Some(action) = wrong {
        play.notice.set(Some(say(
            &Message::new("ui.action-refused").text("action", action)
        )));
    }
    let router = Router::get();
    Effect::new(move |_| {
        play.moment.track();
        router.set_fragment(&play.with(share::link_all));
    });
    let engine = Machine::new();
    let asking = Asking::new();
    // What is said and drawn is nothing to the engine.
    let position = Memo::new(move |_| {
        let moment = play.moment.read();
        (moment.tree.actions(moment.at), moment.is_over())
    });
    Effect::new(move |_| {
        let over = position.read().1;
        engine.stop();
        engine.report.set(None);
        let lines = asking.lines.get();
        if !asking.asks.get() || over {
            return;
        }
        let request = play.with(|session| {
            let table = session.table();
            Request {
                game: table.spec().to_string(),
                start: table.unusual_start(),
                actions: session.tree().actions(session.shown()),
                limits: Limits::time(Duration::from_secs(20)),
                lines,
                ..Request::default()
            }
        });
        engine.ask(&request, |_| {});
    });
    let more = RwSignal::new(false);
    let silent = Machine::new();
    let help = RwSignal::new(false);
    keys(play, more, help, move || asking.switch());
    notes::draw(play);
    view! {
        <div class="table-page analysis">
            <h1 class="unseen">{move || t("ui.analysis")}</h1>
            <section class="board-area">
                {prompt(play, silent)}
                <Board stage=play.stage />
            </section>
            <aside class="side">
                {choose_game(now.game, subject)}
                <Seats play=play />
                {thoughts(play, engine, asking)}
                <Moves play=play />
                {notes::comment(play)}
                {tools(play, more)}
                <p class="notice" role="status">{move || play.notice.get()}</p>
                <Show when=move || more.get()>{panel(play, subject, arranging)}</Show>
            </aside>
            <Show when=move || help.get()>{keys_panel_with(help, &DRAWING_KEYS)}</Show>
            <p class="unseen" role="status" aria-live="polite">
                {move || play.news.get()}
            </p>
        </div>
    }
    .into_any()
}

fn tools(play: Play, more: RwSignal<bool>) -> impl IntoView {
    let button = move |name: &'static str, key: &'static str, act: fn(Play)| {
        view! {
            <button
                type="button"
                class="tool"
                data-tool=name
                title=move || t(key)
                aria-label=move || t(key)
                on:click=move |_| act(play)
            >
                {icon(name)}
            </button>
        }
    };
    view! {
        <div class="tools" role="toolbar" aria-label=move || t("ui.tools")>
            {button("first", "ui.promote", |play| {
                let at = play.moment.read_untracked().at;
                play.change(|session| session.promote(at));
            })}
            {button("delete", "ui.delete-branch", |play| {
                let at = play.moment.read_untracked().at;
                play.change(|session| session.remove(at));
            })}
            {button("view", "ui.change-view", switch_view)}
            {button("turn", "ui.turn-board", turn_board)}
            {button("share", "ui.copy-link", share_link)}
            <button
                type="button"
                class="tool"
                data-tool="more"
                title=move || t("ui.more")
                aria-label=move || t("ui.more")
                aria-expanded=move || more.get().to_string()
                on:click=move |_| more.update(|open| *open = !*open)
            >
                {icon("more")}
            </button>
        </div>
    }
}

impl Session {
    /// Takes over a whole tree and shows the end of its main line; returns its first refused
    /// action.
    fn set_tree(&mut self, tree: Tree) -> Option<String> {
        let end = tree.end(ROOT);
        let wanted = tree.path(end);
        self.replace_tree(tree);
        if self.go(end) {
            self.continue_here();
            return None;
        }
        self.continue_here();
        let at = self.shown();
        let next = wanted
            .iter()
            .position(|&node| node == at)
            .map_or(0, |i| i + 1);
        let action = wanted
            .get(next)
            .map(|&node| self.tree().action(node).to_owned());
        if let Some(&node) = wanted.get(next) {
            self.remove(node);
        }
        action
    }
}
