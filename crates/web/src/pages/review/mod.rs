//! The review of a game: its chances, its mistakes, what was better, and another try from there.

mod card;
mod graph;
mod run;

use leptos::prelude::*;
use tablier_rules::Seat;

use super::lost::Lost;
use super::table::more::keys_panel;
use super::table::tool::tool;
use super::table::{Moves, analyse, keys, switch_view, turn_board};
use crate::board::{Board, surface_name};
use crate::icons::icon;
use crate::play::{Mode, Play, result_text};
use crate::router::Router;
use crate::session::{Player, Session};
use crate::share::{self, Shared};
use crate::tree::{NodeId, ROOT};
use crate::words::{say, t};
use crate::{dom, prefs::Prefs, store, time};
use run::Run;
use tablier_rules::scene::Message;

/// The address of a game's review; with the seat of the person who asks, whose mistakes come first.
pub fn address(session: &Session, seat: Option<Seat>) -> String {
    let link = share::link(session, session.head());
    let asks = seat.map_or(String::new(), |seat| format!("&{SEAT}={}", seat.number()));
    format!("/review#{link}{asks}")
}

/// The name of the seat in the address.
const SEAT: &str = "seat";

/// The seat of the only person at a table.
pub fn only_person(players: &[Player]) -> Option<Seat> {
    let mut persons = (0..players.len()).filter(|&seat| players[seat] == Player::Person);
    let first = persons.next().filter(|_| persons.next().is_none());
    first.map(|seat| Seat::new(seat as u8))
}

/// Opens the review of the game on the screen.
pub fn open(play: Play, seat: Option<Seat>) {
    Router::get().go(&play.with(|session| address(session, seat)));
}

/// The seat that an address names.
fn seat_in(fragment: &str, seats: usize) -> Option<Seat> {
    let number = fragment.split('&').find_map(|part| {
        let (name, value) = part.split_once('=')?;
        (name == SEAT).then(|| value.parse::<usize>().ok())?
    })?;
    (1..=seats)
        .contains(&number)
        .then(|| Seat::new(number as u8 - 1))
}

/// The review of the game that the address carries.
#[component]
pub fn ReviewPage() -> impl IntoView {
    let fragment = Router::get().fragment;
    move || {
        let fragment = fragment.get();
        match share::read_link(&fragment) {
            Some(shared) => view! { <Reviewing shared=shared fragment=fragment /> }.into_any(),
            None => view! { <Lost /> }.into_any(),
        }
    }
}

/// A game on the screen with its line: the nodes from the start to the end.
#[derive(Copy, Clone)]
struct Reviewed {
    play: Play,
    line: StoredValue<Vec<NodeId>>,
}

impl Reviewed {
    /// How many moves of the game lead to the position shown, or to where it was left.
    fn ply(self) -> usize {
        let moment = self.play.moment.read();
        let path = moment.tree.path(moment.at);
        self.line.with_value(|line| {
            let on_line = |node: &&NodeId| **node == ROOT || path.contains(node);
            line.iter().filter(on_line).count() - 1
        })
    }

    /// Whether a position of the game is shown, and not something tried.
    fn is_on_line(self) -> bool {
        let at = self.play.moment.read().at;
        self.line.with_value(|line| line.contains(&at))
    }

    /// Shows the position after so many moves.
    fn go(self, ply: usize) {
        if let Some(node) = self.line.with_value(|line| line.get(ply).copied()) {
            self.play.go(node);
        }
    }
}

#[component]
fn Reviewing(shared: Shared, fragment: String) -> AnyView {
    let Ok(mut session) = Session::new(&shared.game, shared.start.as_deref(), vec![]) else {
        return view! { <Lost /> }.into_any();
    };
    let actions = shared.tree.actions(shared.tree.end(ROOT));
    // What the rules refuse is left out, as everywhere.
    let _ = session.add_line(actions.iter().map(String::as_str));
    let mut line = vec![ROOT];
    line.extend(session.tree().path(session.head()));
    let title = session.table().info().title;
    dom::set_title(&format!("{title} · Tablier"));
    let seats = session.players.len();
    let empty = line.len() == 1;
    let play = Play::new(session, Mode::Analysis);
    let reviewed = Reviewed {
        play,
        line: StoredValue::new(line),
    };
    let run = Run::new(play);
    if !empty {
        run.begin();
    }
    let whose = RwSignal::new(seat_in(&fragment, seats));
    card::point_out(reviewed, run);
    let (more, help) = (RwSignal::new(false), RwSignal::new(false));
    keys(play, more, help, || {});
    let surface = play.stage.surface();
    let result = move || result_text(surface, &play.moment.get());
    let heading = move || say(&Message::new("review.of").text("game", title));
    view! {
        <div class="table-page review" data-surface=surface_name(surface)>
            <h1 class="unseen">{move || t("review.title")}</h1>
            <section class="board-area">
                <div class="prompt">
                    <p>{move || result().unwrap_or_else(heading)}</p>
                </div>
                <Board stage=play.stage />
            </section>
            <aside class="side">
                <h2 class="wide-only">{heading}</h2>
                <Show when=move || empty>
                    <p class="lead">{move || t("review.nothing")}</p>
                </Show>
                {run::progress(run)}
                {graph::graph(reviewed, run, whose)}
                {card::summary(run, whose, surface)}
                {card::card(reviewed, run, whose)}
                <Moves play=play />
                <div class="tools" role="toolbar" aria-label=move || t("ui.tools")>
                    {tool("analyse", "ui.analyse", move || analyse(play))}
                    {tool("again", "review.again", move || run.restart())}
                    {tool("view", "ui.change-view", move || switch_view(play))}
                    {tool("turn", "ui.turn-board", move || turn_board(play))}
                </div>
            </aside>
            <Show when=move || help.get()>{keys_panel(help)}</Show>
            <p class="unseen" role="status" aria-live="polite">{move || play.news.get()}</p>
        </div>
    }
    .into_any()
}

/// A new game against the computer that begins after so many moves of this one.
fn try_again(reviewed: Reviewed, ply: usize, seat: Seat) {
    let level = Prefs::get().level.get_untracked();
    let node = reviewed.line.with_value(|line| line.get(ply).copied());
    let made = reviewed.play.with(|session| {
        let table = session.table();
        let players = (0..session.players.len())
            .map(|other| match other == seat.index() {
                true => Player::Person,
                false => Player::Machine(level),
            })
            .collect();
        let start = table.unusual_start();
        let mut game = Session::new(&table.spec().to_string(), start.as_deref(), players).ok()?;
        let actions = session.tree().actions(node?);
        let line = actions.iter().map(String::as_str);
        game.add_line(line).ok().map(|_| game)
    });
    if let Some(game) = made {
        let id = store::new_id();
        store::set_game(&game.save(&id, time::now()));
        Router::get().go(&format!("/play/{id}"));
    }
}

/// A button with a picture and words.
fn labelled(
    name: &'static str,
    picture: &'static str,
    key: &'static str,
    act: impl Fn() + 'static,
) -> impl IntoView {
    view! {
        <button type="button" data-tool=name on:click=move |_| act()>
            {icon(picture)}
            {move || t(key)}
        </button>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_carries_the_game_and_who_asks() {
        let players = vec![Player::Machine(3), Player::Person];
        let mut session = Session::new("d21", None, players).unwrap();
        session.play("C3-C6").unwrap();
        let seat = only_person(&session.players);
        assert_eq!(seat, Some(Seat::new(1)));
        let address = address(&session, seat);
        let (path, fragment) = address.split_once('#').unwrap();
        assert_eq!(path, "/review");
        assert_eq!(seat_in(fragment, 2), seat);
        let shared = share::read_link(fragment).unwrap();
        assert_eq!(shared.game, "d21");
        assert_eq!(shared.tree.actions(1), ["C3-C6"]);
        for wrong in ["game=d21", "game=d21&seat=", "game=d21&seat=3", "seat=0"] {
            assert_eq!(seat_in(wrong, 2), None, "{wrong}");
        }
        assert_eq!(only_person(&[Player::Person, Player::Person]), None);
        assert_eq!(only_person(&[Player::Machine(1)]), None);
    }
}
