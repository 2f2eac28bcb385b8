//! Being at a table: events are shown, announced and heard.

use std::time::Duration;

use leptos::prelude::*;
use tablier_rooms::{Entry, Event, First, Offer};
use tablier_rules::Seat;
use tablier_rules::scene::Message;

use crate::online::seats::{Around, Sitter};
use crate::online::table::OnlineTable;
use crate::play::{Play, turn_towards, uppercase_first};
use crate::prefs::Prefs;
use crate::router::Router;
use crate::words::{colour_name, say, t};
use crate::{dom, notify, sound, store};

/// How often the clocks are read, in milliseconds.
const TICK: u64 = 100;

/// Follows a table as long as its page is shown.
pub(crate) fn attend(play: Play, table: OnlineTable) {
    // First catch up with what was missed.
    let head = play.with(|session| session.head());
    if !play.moment.read_untracked().is_live() {
        play.catch_up_to(head);
    }
    Effect::new(move |_| {
        table.around.track();
        play.follow(table);
    });
    Effect::new(move |_| {
        let moment = play.moment.get();
        if moment.is_live() && !moment.unstored {
            store::set_seen(&table.room(), moment.tree.depth(moment.head));
        }
    });
    face_own_side(play, table);
    run_clock(play, table);
    announce(play, table);
    tell_turn(play, table);
    go_on(table);
}

/// Turns the player's own pieces nearest, once it is known which they are.
fn face_own_side(play: Play, table: OnlineTable) {
    let mine = Memo::new(move |_| {
        table
            .around
            .read()
            .as_ref()
            .and_then(|around| around.my_seat)
    });
    Effect::new(move |_| {
        if let Some(seat) = mine.get() {
            let layout = play.stage.layout.get_value();
            let start = play.with(|session| {
                let mut table = session.table().fork();
                while table.undo() {}
                table.scene()
            });
            play.stage.turn.set(turn_towards(&layout, &start, seat));
        }
    });
}

fn run_clock(play: Play, table: OnlineTable) {
    let tick = move || {
        let left = table.time_left();
        if play
            .clock
            .try_get_untracked()
            .is_some_and(|known| known != left)
        {
            play.clock.set(left);
        }
    };
    tick();
    if let Ok(handle) = set_interval_with_handle(tick, Duration::from_millis(TICK)) {
        on_cleanup(move || handle.clear());
    }
}

/// Announces in a sentence what happened beside the board.
fn announce(play: Play, table: OnlineTable) {
    Effect::new(move |first: Option<()>| {
        let news = table.news.get();
        let Some(around) = table.around.get_untracked() else {
            return;
        };
        // The history of the table is not news to a newcomer, but the draw of lots is.
        let told = |entry: &&Entry| first.is_some() || matches!(entry.event, Event::Started { .. });
        let fresh = around.ply < 2;
        let mut texts = news
            .iter()
            .filter(told)
            .filter_map(|entry| sentence(play, &around, &entry.event, fresh));
        if let Some(text) = texts.next_back() {
            play.news.set(text.clone());
            play.notice.set(Some(text));
        }
    });
    Effect::new(move |_| {
        if let Some(refusal) = table.refusal.get() {
            let text = uppercase_first(&say(&refusal));
            play.news.set(text.clone());
            play.notice.set(Some(text));
        }
    });
}

/// What an event means to those who see it; none if the board shows it, or nobody needs to know.
fn sentence(play: Play, around: &Around, event: &Event, fresh: bool) -> Option<String> {
    let surface = play.stage.surface();
    let name = |seat: Seat| who(around, seat).unwrap_or_else(|| colour_name(surface, seat));
    let about = |key: &'static str, seat: Seat| say(&Message::new(key).text("name", name(seat)));
    let mine = |seat: Seat| around.my_seat == Some(seat);
    match event {
        Event::Started { .. } if around.first == First::Lot && fresh => {
            let first = around.began?;
            let colour = uppercase_first(&colour_name(surface, first));
            Some(say(&Message::new("online.lot")
                .text("colour", colour)
                .text("name", name(first))))
        }
        Event::Sat { name, .. } => Some(say(&Message::new("online.sat").text("name", name))),
        Event::Stood { .. } => Some(t("online.stood")),
        Event::Answered {
            seat,
            offer,
            accept: false,
        } if !mine(*seat) => Some(about(
            match offer {
                Offer::Draw => "online.no-draw",
                Offer::TakeBack => "online.no-take-back",
                Offer::Rematch => "online.no-rematch",
            },
            *seat,
        )),
        Event::TakenBack { .. } => Some(t("online.taken-back")),
        Event::Left { seat, out_of_time } => Some(about(
            if *out_of_time {
                "online.out-of-time"
            } else {
                "online.resigned"
            },
            *seat,
        )),
        _ => None,
    }
}

fn who(around: &Around, seat: Seat) -> Option<String> {
    match around.sitters.get(seat.index())? {
        Sitter::Person { me: true, .. } => Some(t("online.you")),
        Sitter::Person { name, .. } => Some(name.clone()),
        _ => None,
    }
}

/// Announces the player's turn by title, sound and, for those who want them, notifications.
fn tell_turn(play: Play, table: OnlineTable) {
    let title = play.with(|session| session.table().info().title);
    let mine = Memo::new(move |_| table.around.read().as_ref().is_some_and(Around::is_my_turn));
    Effect::new(move |before: Option<bool>| {
        let mine = mine.get();
        if mine {
            dom::set_title(&format!("● {} · {title}", t("online.your-turn")));
        } else {
            dom::set_title(&format!("{title} · Tablier"));
        }
        if mine && before == Some(false) {
            let prefs = Prefs::get();
            if prefs.sound.get_untracked() {
                sound::turn();
            }
            if prefs.notify.get_untracked() {
                notify::show(title, &untrack(|| t("online.your-turn")));
            }
        }
        mine
    });
}

/// Goes to the rematch, together.
fn go_on(table: OnlineTable) {
    let next = Memo::new(move |_| {
        let around = table.around.read();
        let around = around.as_ref()?;
        around.next.clone().filter(|_| around.my_seat.is_some())
    });
    Effect::new(move |before: Option<Option<String>>| {
        let next = next.get().map(|room| room.to_string());
        // Somebody who comes back to a finished game stays there.
        if let (Some(None), Some(room)) = (before, &next) {
            Router::get().go(&format!("/t/{room}"));
        }
        next
    });
}
