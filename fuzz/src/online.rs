//! What comes over the socket and out of the store: messages and logs, right and damaged.

use serde_json::{Value, json};
use tablier_protocol::{Follower, TableView, ToClient, ToServer, write};
use tablier_rooms::{
    Actor, Command, CommandId, Decision, Entry, Now, Offer, Opening, Order, PlayerId, Room, RoomId,
    Terms,
};
use tablier_rules::hash::SplitMix64;
use tablier_words::Language;

use crate::mutate::mutate;

/// A message that was read can be written and read again unchanged. A command is carried out or
/// refused with a sentence in both languages, and a client accepts whatever it is told.
pub(crate) fn message(text: &str) {
    if let Ok(message) = ToServer::read(text) {
        let again = ToServer::read(&write(&message));
        assert_eq!(again.as_ref(), Ok(&message));
        if let ToServer::Command {
            id,
            expects,
            command,
            ..
        } = message
        {
            obey(id, expects, command);
        }
    }
    if let Ok(message) = ToClient::read(text) {
        let again = ToClient::read(&write(&message));
        assert_eq!(again.as_ref(), Ok(&message));
        let mut follower = Follower::new(room_id(), player("ana"));
        // An entry that does not fit is refused, and those before it stay: said again, the message is
        // refused again and changes nothing.
        if follower.hear(&message).is_err() {
            let known = follower.seq();
            assert!(follower.hear(&message).is_err());
            assert_eq!(follower.seq(), known);
        }
    }
}

fn obey(id: CommandId, expects: u64, command: Command) {
    let (room, _) = sample("d21", &mut SplitMix64::new(1), 0);
    for actor in [Actor::Player(player("ana")), Actor::House] {
        let order = Order {
            id: id.clone(),
            expects,
            actor,
            command: command.clone(),
        };
        match room.decide(&order, &now(5)) {
            Ok(Decision::Events(events)) => {
                let mut after = Room::fold(&log_of(&room)).expect("it was one");
                for entry in room.entries(&order, &now(5), events) {
                    after.apply(&entry).expect("what was decided fits");
                }
            }
            Ok(Decision::Repeated { .. }) => {}
            Err(refusal) => {
                let why = refusal.message();
                for lang in Language::ALL {
                    assert!(lang.text(&why.key).is_some(), "no text for {}", why.key);
                }
            }
        }
    }
}

/// The log of a room that [`sample`] made without any action.
fn log_of(room: &Room) -> Vec<Entry> {
    let (again, log) = sample("d21", &mut SplitMix64::new(1), 0);
    assert_eq!(again.state(), room.state());
    log
}

/// An accepted log folds to the same table again, one that can be viewed and played on.
pub(crate) fn log(text: &str) {
    let Ok(entries) = serde_json::from_str::<Vec<Entry>>(text) else {
        return;
    };
    let Ok(room) = Room::fold(&entries) else {
        return;
    };
    let written = serde_json::to_string(&entries).expect("plain data");
    let read: Vec<Entry> = serde_json::from_str(&written).expect("what was written is read");
    assert_eq!(read, entries);
    let again = Room::fold(&read).expect("the same log");
    assert_eq!(again.state(), room.state());
    let view = TableView::from_room(&room_id(), &room, Some(&player("ana")));
    assert_eq!(view.seq, entries.len() as u64);
    let flag = Order::new("flag", room.seq(), Actor::House, Command::Flag);
    for ms in [0, u64::MAX] {
        if let Ok(Decision::Events(events)) = room.decide(&flag, &now(ms)) {
            let mut after = Room::fold(&entries).expect("the same log");
            for entry in room.entries(&flag, &now(ms), events) {
                after.apply(&entry).expect("what was decided fits");
            }
        }
    }
}

fn player(name: &str) -> PlayerId {
    PlayerId::new(name).expect("a proper id")
}

fn room_id() -> RoomId {
    RoomId::new("room").expect("a proper id")
}

fn now(ms: u64) -> Now {
    Now {
        ms,
        lag_ms: 0,
        lot: 1,
        next_room: RoomId::new("next").expect("a proper id"),
    }
}

/// A table of Ana and Ben after at most `orders` orders, and its log.
fn sample(game: &str, random: &mut SplitMix64, orders: usize) -> (Room, Vec<Entry>) {
    let opening = Opening {
        terms: Terms::for_game(game).expect("a game of the catalog"),
        host: player("ana"),
        host_name: "Ana".to_owned(),
        chair: Some(0),
    };
    let mut log = Entry::opening(opening.events(&now(1)).expect("sensible terms"), 1);
    let mut room = Room::fold(&log).expect("an opening");
    let name = "Ben".to_owned();
    let mut next = ("ben", Command::Sit { chair: None, name });
    for at in 0..=orders {
        let order = Order::new(
            &format!("c{at}"),
            room.seq(),
            Actor::Player(player(next.0)),
            next.1,
        );
        let time = now(1 + at as u64 * 700);
        if let Ok(Decision::Events(events)) = room.decide(&order, &time) {
            for entry in room.entries(&order, &time, events) {
                room.apply(&entry).expect("what was decided fits");
                log.push(entry);
            }
        }
        next = wish(&room, random);
    }
    (room, log)
}

fn wish(room: &Room, random: &mut SplitMix64) -> (&'static str, Command) {
    let who = ["ana", "ben"][random.below(2)];
    let offer = [Offer::Draw, Offer::TakeBack, Offer::Rematch][random.below(3)];
    match random.below(8) {
        0 => (who, Command::Offer { offer }),
        1 => {
            let accept = random.below(2) == 0;
            (who, Command::Answer { offer, accept })
        }
        _ => {
            let seat = room.to_act().map_or(0, |seat| seat.index());
            let acts = room.occupants().get(seat).and_then(|o| o.player());
            let who = if acts.is_some_and(|p| p.as_str() == "ben") {
                "ben"
            } else {
                "ana"
            };
            let legal = room.table().legal();
            let action = match legal.len() {
                0 => "pass".to_owned(),
                count => legal[random.below(count)].clone(),
            };
            (who, Command::Act { action })
        }
    }
}

/// A message, usually a damaged one.
pub(crate) fn some_message(random: &mut SplitMix64) -> String {
    let (room, log) = sample("d21", random, 6);
    let entry = &log[random.below(log.len())];
    let any = |random: &mut SplitMix64| wish(&room, random).1;
    let message = match random.below(7) {
        0 => json!({"type": "hello", "version": 1}),
        1 => json!({"type": "watch", "room": "room", "since": room.seq()}),
        2 => json!({"type": "react", "room": "room", "reaction": "thanks"}),
        3 | 4 => {
            json!({"type": "command", "room": "room", "id": "c1", "expects": room.seq(), "command": any(random)})
        }
        5 => json!({"type": "events", "room": "room", "entries": [log[0], entry], "now": 7}),
        _ => {
            json!({"type": "refused", "room": "room", "id": "c1", "refusal": {"reason": "outdated", "seq": 9}, "seq": 9})
        }
    };
    changed(message, random)
}

/// A log, usually a damaged one.
pub(crate) fn some_log(random: &mut SplitMix64) -> String {
    let games = ["d21", "porte", "alignement", "porte:players=3"];
    let length = [2, 8, 30][random.below(3)];
    let (_, mut log) = sample(games[random.below(games.len())], random, length);
    let at = random.below(log.len());
    match random.below(5) {
        0 => drop(log.remove(at)),
        1 => log.insert(at, log[at].clone()),
        2 => log.swap(at, 0),
        _ => {}
    }
    changed(json!(log), random)
}

/// One value replaced by another, or the text changed anywhere.
pub(crate) fn changed(mut value: Value, random: &mut SplitMix64) -> String {
    match random.below(4) {
        0 => value.to_string(),
        1 => {
            let text = value.to_string();
            mutate(&text, "\"by\":\"ben\",\"seat\":1", random)
        }
        _ => {
            for _ in 0..1 + random.below(2) {
                exchange(&mut value, random);
            }
            value.to_string()
        }
    }
}

fn exchange(value: &mut Value, random: &mut SplitMix64) {
    let stop = random.below(5) == 0;
    match value {
        Value::Array(all) if !all.is_empty() && !stop => {
            let at = random.below(all.len());
            exchange(&mut all[at], random);
        }
        Value::Object(all) if !all.is_empty() && !stop => {
            let at = random.below(all.len());
            if let Some(inner) = all.values_mut().nth(at) {
                exchange(inner, random);
            }
        }
        other => {
            *other = match random.below(10) {
                0 => json!(u64::MAX),
                1 => json!(0),
                2 => json!(-1),
                3 => json!(random.below(9)),
                4 => json!("ben"),
                5 => json!("ana"),
                6 => json!(""),
                7 => json!([u64::MAX, 5]),
                8 => json!(true),
                _ => Value::Null,
            };
        }
    }
}
