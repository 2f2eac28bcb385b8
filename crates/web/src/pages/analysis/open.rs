//! Another subject for the analysis table: a game and its variant, a pasted text; and exporting it.

use leptos::prelude::*;
use tablier_picture as picture;
use tablier_rules::record::Record;
use tablier_rules::{GameInfo, catalog};

use super::{Subject, subject};
use crate::icons::icon;
use crate::pages::options::{self, Chosen};
use crate::play::Play;
use crate::session::Session;
use crate::share;
use crate::tree::Tree;
use crate::words::{say_on, t};
use crate::{dom, export, words};

/// Chooses the game to analyse.
pub(super) fn choose_game(game: String, subject: RwSignal<Subject>) -> impl IntoView {
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
                            at: None,
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

/// Set up, paste, download.
pub(super) fn panel(
    play: Play,
    subject: RwSignal<Subject>,
    arranging: RwSignal<Option<String>>,
) -> impl IntoView {
    let text = RwSignal::new(play.moment.get_untracked().position);
    let problem = RwSignal::new(None::<String>);
    let open = move |_| {
        let now = subject.get_untracked();
        match read(&now, text.get_untracked().trim()) {
            Ok(next) => subject.set(next),
            Err(why) => problem.set(Some(why)),
        }
    };
    let arrange = move |_| {
        // Giving up returns to everything that was tried.
        if let Some(shared) = share::read_link(&play.with(share::link_all)) {
            let number = subject.with_untracked(|now| now.number);
            subject.set(self::subject(shared, number));
        }
        arranging.set(Some(play.moment.get_untracked().position));
    };
    view! {
        <div class="panel more paste">
            {variants(subject)}
            <button type="button" data-tool="arrange" on:click=arrange>
                {icon("hand")}
                {move || t("ui.arrange")}
            </button>
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
                    data-tool="record"
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
                    data-tool="picture"
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
            {export::panel(play)}
        </div>
    }
}

/// The options of the game being analysed; changing one starts over.
fn variants(subject: RwSignal<Subject>) -> impl IntoView {
    let game = subject.with_untracked(|subject| subject.game.clone());
    let info: &GameInfo = catalog::info(game.split(':').next()?)?;
    let chosen: RwSignal<Chosen> = RwSignal::new(options::chosen(info, &game));
    Effect::new(move |known: Option<String>| {
        let game = options::spec(info, &chosen.read());
        if known.is_some_and(|known| known != game) && catalog::open(&game).is_ok() {
            subject.update(|now| {
                *now = Subject {
                    game: game.clone(),
                    start: None,
                    tree: Tree::default(),
                    at: None,
                    number: now.number + 1,
                };
            });
        }
        game
    });
    let choices = info.options.iter();
    Some(
        choices
            .map(|option| options::choice(info, option, chosen))
            .collect_view(),
    )
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
    let mut table = catalog::open(&now.game).map_err(|error| words::say(&error.message()))?;
    let position = table.set_position(text);
    if position.is_ok() {
        return Ok(Subject {
            start: table.unusual_start(),
            tree: Tree::default(),
            at: None,
            number,
            game: now.game.clone(),
        });
    }
    if let Ok(record) = Record::parse(text)
        && let Ok(replayed) = record.replay()
    {
        return Ok(Subject {
            game: replayed.record.game.clone(),
            start: replayed.record.start.clone(),
            tree: share::tree(&replayed.record),
            at: None,
            number,
        });
    }
    // Turn numbers may come between the actions.
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
            at: None,
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
