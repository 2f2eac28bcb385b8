//! Analysis: play all sides, try what one likes, and ask the machine.

use std::time::Duration;

use leptos::prelude::*;
use tablier_engine::{Limits, Report, Request};
use tablier_rules::record::Record;
use tablier_rules::scene::Message;
use tablier_rules::{Seat, catalog};

use super::table::more::{keys_panel, share_link};
use super::table::{Moves, Seats, keys, prompt, switch_view, turn_board};
use crate::board::{Board, picture, surface_name};
use crate::icons::icon;
use crate::machine::Machine;
use crate::play::{Mode, Play};
use crate::router::Router;
use crate::session::Session;
use crate::share::{self, Shared};
use crate::tree::{ROOT, Tree};
use crate::words::{colour_name, say, say_on, t};
use crate::{dom, words};

/// What is being looked at: it is opened anew when it changes as a whole.
#[derive(Clone, PartialEq, Debug)]
struct Subject {
    game: String,
    start: Option<String>,
    tree: Tree,
    number: u32,
}

/// The analysis table; the address may carry a game.
#[component]
pub fn Analysis() -> impl IntoView {
    dom::set_title("Tablier");
    let router = Router::get();
    let shared = share::read_link(&router.fragment.get_untracked()).unwrap_or_default();
    let subject = RwSignal::new(subject(shared, 0));
    move || {
        let subject_now = subject.get();
        view! { <Looking now=subject_now subject=subject /> }
    }
}

fn subject(shared: Shared, number: u32) -> Subject {
    let first = catalog::GAMES.first().map_or("", |game| game.id);
    let known = catalog::open(&shared.game).is_ok();
    Subject {
        game: if known { shared.game } else { first.to_owned() },
        start: shared.start.filter(|_| known),
        tree: Tree::line(shared.actions.into_iter().filter(|_| known)),
        number,
    }
}

#[component]
fn Looking(now: Subject, subject: RwSignal<Subject>) -> AnyView {
    let mut session = match Session::new(&now.game, now.start.as_deref(), vec![]) {
        Ok(session) => session,
        Err(_) => match Session::new(&now.game, None, vec![]) {
            Ok(session) => session,
            Err(_) => return view! { <super::lost::Lost /> }.into_any(),
        },
    };
    let wrong = session.set_tree(now.tree.clone());
    let play = Play::new(session, Mode::Analysis);
    if let Some(action) = wrong {
        play.notice.set(Some(say(
            &Message::new("ui.action-refused").text("action", action)
        )));
    }
    let router = Router::get();
    Effect::new(move |_| {
        play.moment.track();
        router.set_fragment(&play.with(|session| share::link(session, session.at())));
    });
    let engine = Machine::new();
    let asks = RwSignal::new(false);
    Effect::new(move |_| {
        let moment = play.moment.get();
        engine.stop();
        engine.report.set(None);
        if !asks.get() || moment.is_over() {
            return;
        }
        let request = play.with(|session| {
            let table = session.table();
            Request {
                game: table.spec().to_string(),
                start: (!table.is_usual_start()).then(|| table.start_position()),
                actions: session.tree().actions(session.at()),
                limits: Limits::time(Duration::from_secs(20)),
                lines: 3,
                ..Request::default()
            }
        });
        engine.ask(&request, |_| {});
    });
    let more = RwSignal::new(false);
    let silent = Machine::new();
    let help = RwSignal::new(false);
    keys(play, more, help, move || {
        asks.update(|asks| *asks = !*asks);
    });
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
                {thoughts(play, engine, asks)}
                <Moves play=play />
                {tools(play, more)}
                <p class="notice" role="status">{move || play.notice.get()}</p>
                <Show when=move || more.get()>{panel(play, subject)}</Show>
            </aside>
            <Show when=move || help.get()>{keys_panel(help)}</Show>
            <p class="unseen" role="status" aria-live="polite">
                {move || play.news.get()}
            </p>
        </div>
    }
    .into_any()
}

fn choose_game(game: String, subject: RwSignal<Subject>) -> impl IntoView {
    let id = game.split(':').next().unwrap_or_default().to_owned();
    view! {
        <select
            aria-label=move || t("ui.game")
            data-tool="game"
            on:change=move |event| {
                let game = event_target_value(&event);
                subject
                    .update(|subject| {
                        *subject = Subject {
                            game,
                            start: None,
                            tree: Tree::default(),
                            number: subject.number + 1,
                        };
                    });
            }
        >
            {catalog::GAMES
                .iter()
                .map(|info| {
                    view! {
                        <option value=info.id selected=info.id == id>
                            {info.title}
                        </option>
                    }
                })
                .collect_view()}
        </select>
    }
}

/// What the machine thinks of it: a bar of chances and its best lines.
fn thoughts(play: Play, engine: Machine, asks: RwSignal<bool>) -> impl IntoView {
    let surface = play.stage.surface();
    let bar = move || {
        let report = engine.report.get();
        let count = play.moment.read().players.len();
        let chances = report
            .map(|report| report.chances)
            .unwrap_or_else(|| vec![1.0 / count as f32; count]);
        let whole: f32 = chances.iter().sum::<f32>().max(0.001);
        chances
            .into_iter()
            .enumerate()
            .map(|(seat, chance)| {
                let percent = (chance / whole * 100.0).round();
                let name = colour_name(surface, Seat::new(seat as u8));
                view! {
                    <span
                        class=format!("s{seat}")
                        style:flex-grow=format!("{:.3}", chance.max(0.001))
                        title=format!("{name} {percent} %")
                    >
                        {(percent >= 12.0).then(|| format!("{percent} %"))}
                    </span>
                }
            })
            .collect_view()
    };
    let lines = move || {
        let report: Option<Report> = engine.report.get();
        let report = report?;
        let depth = report.depth;
        let lines = report
            .lines
            .into_iter()
            .map(|line| {
                let value = match (line.score.wins_in(), line.score.loses_in()) {
                    (Some(n), _) => format!("+{n}"),
                    (_, Some(n)) => format!("−{n}"),
                    _ => format!("{:.0} %", line.chance * 100.0),
                };
                let actions = line.actions.clone();
                let shown = line
                    .actions
                    .iter()
                    .take(6)
                    .cloned()
                    .collect::<Vec<_>>()
                    .join(" ");
                view! {
                    <li>
                        <button
                            type="button"
                            class="engine-line"
                            on:click=move |_| {
                                if let Some(first) = actions.first() {
                                    play.play(first);
                                }
                            }
                        >
                            <strong>{value}</strong>
                            <span>{shown}</span>
                        </button>
                    </li>
                }
            })
            .collect_view();
        Some(view! {
            <p class="facts">{format!("{} {depth}", t("ui.depth"))}</p>
            <ol>{lines}</ol>
        })
    };
    view! {
        <section class="thoughts" data-surface=surface_name(surface) aria-label=move || t("ui.engine")>
            <div class="row">
                <button
                    type="button"
                    data-tool="engine"
                    aria-pressed=move || asks.get().to_string()
                    on:click=move |_| asks.update(|asks| *asks = !*asks)
                >
                    {icon("machine")}
                    {move || if asks.get() { t("ui.engine-stop") } else { t("ui.engine-ask") }}
                </button>
            </div>
            <Show when=move || asks.get()>
                <div class="chances" role="img" aria-label=move || t("ui.chances")>
                    {bar}
                </div>
                {lines}
            </Show>
        </section>
    }
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

/// Set up, paste, download.
fn panel(play: Play, subject: RwSignal<Subject>) -> impl IntoView {
    let text = RwSignal::new(play.moment.get_untracked().position);
    let problem = RwSignal::new(None::<String>);
    let open = move |_| {
        let now = subject.get_untracked();
        match read(&now, text.get_untracked().trim()) {
            Ok(next) => subject.set(next),
            Err(why) => problem.set(Some(why)),
        }
    };
    view! {
        <div class="panel more paste">
            <label>
                {move || t("ui.paste")}
                <textarea
                    rows="4"
                    spellcheck="false"
                    prop:value=move || text.get()
                    on:input=move |event| text.set(event_target_value(&event))
                ></textarea>
            </label>
            <p class="problem" role="alert">{move || problem.get()}</p>
            <div class="row">
                <button type="button" class="primary" data-tool="open" on:click=open>
                    {move || t("ui.open")}
                </button>
                <button
                    type="button"
                    on:click=move |_| {
                        play.with(|session| {
                            let name = format!("{}.txt", session.table().info().id);
                            dom::download(&name, "text/plain", &share::record(session));
                        });
                    }
                >
                    {icon("download")}
                    {move || t("ui.record")}
                </button>
                <button
                    type="button"
                    on:click=move |_| {
                        play.with(|session| {
                            let table = session.table();
                            let turn = play.stage.turn.get_untracked();
                            let svg = picture::board(&table.layout(), &table.scene(), true, turn);
                            let name = format!("{}.svg", table.info().id);
                            dom::download(&name, "image/svg+xml", &svg);
                        });
                    }
                >
                    {icon("download")}
                    {move || t("ui.picture")}
                </button>
            </div>
        </div>
    }
}

/// What a pasted text means: a link, a record, a position, or a list of actions.
fn read(now: &Subject, text: &str) -> Result<Subject, String> {
    let number = now.number + 1;
    if let Some((_, fragment)) = text.split_once('#')
        && let Some(shared) = share::read_link(fragment)
        && catalog::open(&shared.game).is_ok()
    {
        return Ok(subject(shared, number));
    }
    let mut table = catalog::open(&now.game).map_err(|error| error.to_string())?;
    let position = table.set_position(text);
    if position.is_ok() {
        return Ok(Subject {
            start: (!table.is_usual_start()).then(|| table.position()),
            tree: Tree::default(),
            number,
            game: now.game.clone(),
        });
    }
    if let Ok(record) = Record::parse(text)
        && let Ok(replayed) = record.replay()
    {
        return Ok(Subject {
            game: record.game.clone(),
            start: record.start.clone(),
            tree: share::tree(&replayed.record),
            number,
        });
    }
    // Numbers of turns may stand between the actions.
    let actions: Vec<&str> = text
        .split_whitespace()
        .filter(|word| {
            !word
                .trim_end_matches('.')
                .chars()
                .all(|c| c.is_ascii_digit())
        })
        .collect();
    let mut session =
        Session::new(&now.game, now.start.as_deref(), vec![]).map_err(|why| words::say(&why))?;
    let surface = session.table().layout().surface;
    match session.add_line(actions.iter().copied()) {
        Ok(_) => Ok(Subject {
            tree: session.tree().clone(),
            number,
            ..now.clone()
        }),
        Err((0, _)) => {
            let refusal = position.expect_err("it was refused");
            Err(format!(
                "{} ({})",
                say_on(surface, &refusal.why),
                refusal.rule
            ))
        }
        Err((at, refusal)) => Err(format!(
            "{}: {} ({})",
            actions[at],
            say_on(surface, &refusal.why),
            refusal.rule
        )),
    }
}

impl Session {
    /// Takes over a whole tree and shows the end of its main line; returns the first action on it
    /// that is refused.
    fn set_tree(&mut self, tree: Tree) -> Option<String> {
        let end = tree.end(ROOT);
        let wanted = tree.path(end);
        self.replace_tree(tree);
        if self.go(end) {
            self.continue_here();
            return None;
        }
        self.continue_here();
        let at = self.at();
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
