//! Tables over real sockets: whole games, repeated and outdated commands, lost connections, crashes.

mod support;

use std::sync::Arc;

use axum::http::Method;
use serde_json::json;
use support::{Client, Person, unlimited};
use tablier_protocol::{Notice, Reaction, ToClient, ToServer};
use tablier_rooms::{Command, CommandId, Offer, Phase, Refusal, RoomId};
use tablier_rules::hash::SplitMix64;
use tablier_server::bus::LocalBus;
use tablier_server::clock::Clock;
use tablier_server::store::{Memory, SharedStore, Sqlite};
use tablier_server::{Config, Running, Server};

/// Plays at random until the game is over or `most` actions were played; whoever's turn it is
/// plays.
async fn play(clients: &mut [Client], room: &RoomId, most: usize, random: &mut SplitMix64) {
    for _ in 0..most {
        let view = clients[0].room(room);
        let Some(seat) = view.to_act() else { return };
        let player = view.occupants()[seat.index()].player().cloned();
        let legal = view.table().legal();
        let action = legal[(random.next() % legal.len() as u64) as usize].clone();
        let at = clients.iter().position(|client| client.me == player);
        let at = at.expect("a person acts");
        let seq = clients[at]
            .command(room, Command::Act { action })
            .await
            .unwrap();
        for client in clients.iter_mut() {
            while client.seq(room) < seq {
                client.hear().await.expect("the connection has ended");
            }
        }
    }
}

async fn table_of(running: &Running, game: &str, seats: usize) -> (RoomId, Vec<Client>) {
    let mut host = Person::guest(&running.server).await;
    let room = host
        .open(json!({ "game": game, "chair": 0, "name": "Host" }))
        .await;
    let mut clients = vec![host.connect(running).await];
    for number in 1..seats {
        let guest = Person::guest(&running.server).await;
        let mut client = guest.connect(running).await;
        client.watch(&room).await;
        client.sit(&room, &format!("Guest {number}")).await.unwrap();
        clients.push(client);
    }
    for client in &mut clients {
        client.watch(&room).await;
        while client.room(&room).phase() == Phase::Waiting {
            client.hear().await.unwrap();
        }
    }
    (room, clients)
}

fn assert_equal(clients: &[Client], room: &RoomId) {
    let states: Vec<String> = clients.iter().map(|c| c.room(room).state()).collect();
    assert!(states.windows(2).all(|two| two[0] == two[1]), "{states:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_ends_with_its_session() {
    let running = Running::start(unlimited()).await.unwrap();
    let mut here = Person::guest(&running.server).await;
    let secrets = json!({ "name": "Ana", "password": "a long password" });
    here.post("/api/accounts", secrets.clone()).await.ok();
    let mut there = Person::new(&running.server);
    there.post("/api/sessions", secrets).await.ok();
    let mut client = there.connect(&running).await;
    client.say(&ToServer::Ping { t: 1 }).await;
    client
        .hear_until(|message| matches!(message, ToClient::Pong { .. }))
        .await;
    let passwords = json!({ "old": "a long password", "new": "another password" });
    let changed = here.ask(Method::PUT, "/api/me/password", Some(passwords));
    changed.await.ok();
    while client.hear().await.is_some() {}
    // Nobody is known by the old session any more; the new one goes on.
    assert!(there.get("/api/me").await.ok().is_null());
    let me = here.get("/api/me").await.ok();
    let back = here.connect(&running).await;
    assert_eq!(back.me.unwrap().as_str(), me["id"].as_str().unwrap());
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_games_end_with_equal_boards() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(Config {
        data: Some(folder.path().into()),
        ..unlimited()
    })
    .await
    .unwrap();
    let mut random = SplitMix64::new(1);
    for (game, seats) in [
        ("d21", 2),
        ("cubulus:level=2", 2),
        ("empire:players=3", 3),
        ("saute:players=4", 4),
        ("monstrodechecs:players=4,teams=true", 4),
        ("solitaire", 1),
    ] {
        let (room, mut clients) = table_of(&running, game, seats).await;
        play(&mut clients, &room, 120, &mut random).await;
        assert_equal(&clients, &room);
        // A latecomer sees the same.
        let mut late = Person::new(&running.server).connect(&running).await;
        late.watch(&room).await;
        assert_eq!(late.room(&room).state(), clients[0].room(&room).state());
    }
    running.stop().await;
}

#[tokio::test]
async fn whoever_shares_a_name_is_told_apart_and_whoever_left_is_shown() {
    let running = Running::start(unlimited()).await.unwrap();
    let mut ana = Person::guest(&running.server).await;
    let room = ana
        .open(json!({ "game": "empire:players=3", "chair": 0, "name": "Ana" }))
        .await;
    let path = format!("/api/tables/{}", room.as_str());
    for number in 1..=2 {
        let sit =
            json!({ "id": "s", "expects": number, "command": { "type": "sit", "name": "ANA" } });
        let mut guest = Person::guest(&running.server).await;
        guest.post(&format!("{path}/commands"), sit).await.ok();
    }
    let view = ana.get(&path).await.json();
    let mut names: Vec<_> = (0..3)
        .map(|seat| view["seats"][seat]["name"].as_str().unwrap().to_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["ANA (2)", "ANA (3)", "Ana"]);
    assert_eq!(view["gone"], json!([]));

    let resign = json!({ "id": "r", "expects": view["seq"], "command": { "type": "resign" } });
    ana.post(&format!("{path}/commands"), resign).await.ok();
    let view = ana.get(&path).await.json();
    assert_eq!(view["gone"], json!([view["my_seat"]]));
    running.stop().await;
}

#[tokio::test]
async fn a_command_sent_twice_is_played_once_and_an_outdated_one_is_refused() {
    let running = Running::start(unlimited()).await.unwrap();
    let (room, mut clients) = table_of(&running, "d21", 2).await;
    let view = clients[0].room(&room);
    let first = view.occupants()[0].player().cloned();
    let at = clients.iter().position(|c| c.me == first).unwrap();
    let legal = view.table().legal();
    let act = |n: usize| Command::Act {
        action: legal[n].clone(),
    };
    let before = clients[at].seq(&room);
    let done = clients[at].command_as(&room, "once", before, act(0)).await;
    let again = clients[at].command_as(&room, "once", before, act(0)).await;
    assert_eq!(done, again);
    let stale = clients[at].command_as(&room, "late", before, act(1)).await;
    let seq = clients[at].seq(&room);
    assert_eq!(stale, Err(Refusal::Outdated { seq }));
    let turn = clients[at].command(&room, act(1)).await;
    assert_eq!(turn, Err(Refusal::NotYourTurn));
    let other = &mut clients[1 - at];
    while other.seq(&room) < seq {
        other.hear().await.unwrap();
    }
    let illegal = other
        .command(
            &room,
            Command::Act {
                action: "A1-A1".into(),
            },
        )
        .await;
    assert!(
        matches!(illegal, Err(Refusal::Illegal { .. })),
        "{illegal:?}"
    );
    assert_eq!(clients[at].room(&room).table().ply(), 1);
}

#[tokio::test]
async fn whoever_comes_back_hears_what_was_missed() {
    let running = Running::start(unlimited()).await.unwrap();
    let (room, mut clients) = table_of(&running, "d21", 2).await;
    let mut watcher = Person::new(&running.server).connect(&running).await;
    watcher.watch(&room).await;
    let known = watcher.seq(&room);
    drop(watcher);
    let mut random = SplitMix64::new(2);
    play(&mut clients, &room, 5, &mut random).await;
    let mut back = Person::new(&running.server).connect(&running).await;
    back.watch_since(&room, 0).await;
    assert_eq!(back.seq(&room), known + 5);
}

#[tokio::test]
async fn those_who_watch_are_counted_and_may_not_act() {
    let running = Running::start(unlimited()).await.unwrap();
    let (room, mut clients) = table_of(&running, "d21", 2).await;
    let mut watcher = Person::new(&running.server).connect(&running).await;
    watcher.watch(&room).await;
    clients[0].see(&room, 2, 1).await;
    watcher
        .say(&ToServer::Command {
            room: room.clone(),
            id: tablier_rooms::CommandId::new("x").unwrap(),
            expects: 1,
            command: Command::Resign,
        })
        .await;
    let error = watcher
        .hear_until(|m| matches!(m, ToClient::Error { .. }))
        .await;
    assert!(matches!(error, ToClient::Error { code, .. } if code == "unauthorized"));
    drop(watcher);
    clients[0].see(&room, 2, 0).await;
    let react = ToServer::React {
        room: room.clone(),
        reaction: Reaction::Hello,
    };
    clients[0].say(&react).await;
    clients[1]
        .hear_until(|m| matches!(m, ToClient::Reaction { .. }))
        .await;
}

#[tokio::test]
async fn machines_play_answer_and_keep_their_seats() {
    let running = Running::start(unlimited()).await.unwrap();
    let mut host = Person::guest(&running.server).await;
    let table = json!({
        "game": "d21", "chair": 0, "first": "chosen",
        "seats": ["open", {"machine": 2}],
    });
    let room = host.open(table).await;
    let mut client = host.connect(&running).await;
    client.watch(&room).await;
    for ply in 1..=3 {
        let action = client.room(&room).table().legal()[0].clone();
        client
            .command(&room, Command::Act { action })
            .await
            .unwrap();
        while client.room(&room).table().ply() < 2 * ply {
            client.hear().await.unwrap();
        }
    }
    let offer = Command::Offer { offer: Offer::Draw };
    client.command(&room, offer).await.unwrap();
    loop {
        let view = client.room(&room);
        if view.pending().is_empty() || view.phase() == Phase::Over {
            break;
        }
        client.hear().await.unwrap();
    }
}

#[tokio::test]
async fn a_clock_that_runs_out_ends_the_game() {
    let running = Running::start(unlimited()).await.unwrap();
    let mut host = Person::guest(&running.server).await;
    let time = json!({ "clock": { "base_ms": 60_000, "increment_ms": 0 } });
    let room = host
        .open(json!({ "game": "d21", "chair": 0, "time": time }))
        .await;
    let guest = Person::guest(&running.server).await;
    let mut clients = vec![host.connect(&running).await, guest.connect(&running).await];
    clients[1].watch(&room).await;
    clients[1].sit(&room, "Ben").await.unwrap();
    clients[0].watch(&room).await;
    let mut random = SplitMix64::new(3);
    play(&mut clients, &room, 3, &mut random).await;
    running.server.clock().advance(61_000);
    for client in &mut clients {
        while client.room(&room).phase() == Phase::Playing {
            client.hear().await.unwrap();
        }
    }
    assert_equal(&clients, &room);
    assert!(clients[0].room(&room).outcome().is_some());
}

#[tokio::test]
async fn a_game_over_days_goes_on_after_a_week_and_ends_when_nobody_comes() {
    let folder = tempfile::tempdir().unwrap();
    let store: SharedStore = Arc::new(Sqlite::open(folder.path()).unwrap());
    let clock = Arc::new(Clock::system());
    let start = async || {
        let bus = Arc::new(LocalBus::new());
        let server = Server::with(unlimited(), store.clone(), bus, clock.clone()).await;
        Running::serve(server.unwrap()).await.unwrap()
    };
    let running = start().await;
    let mut host = Person::guest(&running.server).await;
    let room = host
        .open(json!({ "game": "d21", "chair": 0, "time": { "days": 2 } }))
        .await;
    let mut guest = Person::guest(&running.server).await;
    let mut clients = vec![host.connect(&running).await, guest.connect(&running).await];
    clients[1].watch(&room).await;
    clients[1].sit(&room, "Ben").await.unwrap();
    clients[0].watch(&room).await;
    let mut random = SplitMix64::new(4);
    for _ in 0..7 {
        play(&mut clients, &room, 1, &mut random).await;
        clock.advance(24 * 60 * 60 * 1000);
    }
    assert_eq!(clients[0].room(&room).phase(), Phase::Playing);
    running.stop().await;
    // The server was down when time ran out: the next one notices.
    clock.advance(3 * 24 * 60 * 60 * 1000);
    let running = start().await;
    (host.server, guest.server) = (running.server.clone(), running.server.clone());
    for _ in 0..200 {
        let view = guest.get(&format!("/api/tables/{room}")).await.ok();
        if view["state"] == "over" {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the flag has not fallen");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_survives_a_crash() {
    let folder = tempfile::tempdir().unwrap();
    let config = || Config {
        data: Some(folder.path().into()),
        ..unlimited()
    };
    let mut running = Running::start(config()).await.unwrap();
    let mut host = Person::guest(&running.server).await;
    let room = host.open(json!({ "game": "d21", "chair": 0 })).await;
    let mut guest = Person::guest(&running.server).await;
    let mut random = SplitMix64::new(5);
    let mut acknowledged = 0;
    for round in 0..4 {
        let mut clients = vec![host.connect(&running).await, guest.connect(&running).await];
        clients[1].watch(&room).await;
        if round == 0 {
            clients[1].sit(&room, "Ben").await.unwrap();
        }
        clients[0].watch(&room).await;
        assert!(clients[0].seq(&room) >= acknowledged);
        play(&mut clients, &room, 4, &mut random).await;
        acknowledged = clients[0].seq(&room);
        // Gone without a word.
        drop(running);
        running = Running::start(config()).await.unwrap();
        (host.server, guest.server) = (running.server.clone(), running.server.clone());
    }
    let log = host.get(&format!("/api/tables/{room}/log")).await.ok();
    assert_eq!(
        log["entries"].as_array().unwrap().len() as u64,
        acknowledged
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_share_one_store() {
    let folder = tempfile::tempdir().unwrap();
    let both = [(true, true), (true, false), (false, false)];
    for (memory, one_bus) in both {
        let memory: Option<SharedStore> = memory.then(|| Arc::new(Memory::new()) as SharedStore);
        let bus = Arc::new(LocalBus::new());
        let mut servers = Vec::new();
        for _ in 0..2 {
            // Two processes with one file, as nearly as one process can.
            let store = memory
                .clone()
                .unwrap_or_else(|| Arc::new(Sqlite::open(folder.path()).unwrap()));
            let bus = if one_bus {
                bus.clone()
            } else {
                Arc::new(LocalBus::new())
            };
            let clock = Arc::new(Clock::system());
            let server = Server::with(unlimited(), store, bus, clock).await.unwrap();
            servers.push(Running::serve(server).await.unwrap());
        }
        let mut host = Person::guest(&servers[0].server).await;
        let room = host.open(json!({ "game": "d21", "chair": 0 })).await;
        let guest = Person::guest(&servers[1].server).await;
        let mut clients = vec![
            host.connect(&servers[0]).await,
            guest.connect(&servers[1]).await,
        ];
        for client in &mut clients {
            client.watch(&room).await;
        }
        clients[1].sit(&room, "Ben").await.unwrap();
        while clients[0].room(&room).phase() == Phase::Waiting {
            clients[0].hear().await.unwrap();
        }
        let mut random = SplitMix64::new(6);
        play(&mut clients, &room, 8, &mut random).await;
        assert_equal(&clients, &room);
    }
}

#[tokio::test]
async fn a_rematch_is_opened_once_and_begins_at_once() {
    let running = Running::start(unlimited()).await.unwrap();
    let (room, mut clients) = table_of(&running, "d21", 2).await;
    clients[0].command(&room, Command::Resign).await.unwrap();
    while clients[1].room(&room).phase() != Phase::Over {
        clients[1].hear().await.unwrap();
    }
    let offer = Command::Offer {
        offer: Offer::Rematch,
    };
    let seq = clients[0].command(&room, offer.clone()).await.unwrap();
    while clients[1].seq(&room) < seq {
        clients[1].hear().await.unwrap();
    }
    clients[1].command(&room, offer).await.unwrap();
    let next = clients[1].room(&room).next_room().cloned().unwrap();
    clients[1].watch(&next).await;
    let view = clients[1].room(&next);
    assert_eq!(
        (view.phase(), view.earlier()),
        (Phase::Playing, Some(&room))
    );
    assert_ne!(view.occupants()[0], clients[1].room(&room).occupants()[0]);
}

#[tokio::test]
async fn another_version_is_told_to_reload_and_nonsense_is_answered() {
    let running = Running::start(unlimited()).await.unwrap();
    let person = Person::guest(&running.server).await;
    let mut client = person.connect(&running).await;
    for text in [
        "",
        "nonsense",
        "{}",
        r#"{"type":"dance"}"#,
        r#"{"type":"watch","room":"../x","since":0}"#,
    ] {
        client.say_text(text).await;
        let error = client
            .hear_until(|m| matches!(m, ToClient::Error { .. }))
            .await;
        assert!(matches!(error, ToClient::Error { code, .. } if code == "bad-message"));
    }
    let nowhere = ToServer::Watch {
        room: RoomId::new("nowhere").unwrap(),
        since: 0,
    };
    client.say(&nowhere).await;
    let error = client
        .hear_until(|m| matches!(m, ToClient::Error { .. }))
        .await;
    assert!(
        matches!(&error, ToClient::Error { room: Some(room), id: None, code, .. }
            if code == "not-found" && room.as_str() == "nowhere"),
        "{error:?}"
    );
    let nowhere = ToServer::Command {
        room: RoomId::new("nowhere").unwrap(),
        id: CommandId::new("c1").unwrap(),
        expects: 0,
        command: Command::Resign,
    };
    client.say(&nowhere).await;
    let error = client
        .hear_until(|m| matches!(m, ToClient::Error { .. }))
        .await;
    assert!(
        matches!(&error, ToClient::Error { room: Some(_), id: Some(id), code, .. }
            if code == "not-found" && id.as_str() == "c1"),
        "{error:?}"
    );
    client.say(&ToServer::Ping { t: 7 }).await;
    client
        .hear_until(|m| matches!(m, ToClient::Pong { t: 7, .. }))
        .await;
    client.say(&ToServer::Hello { version: 999 }).await;
    client
        .hear_until(|m| {
            matches!(
                m,
                ToClient::Notice {
                    notice: Notice::Reload
                }
            )
        })
        .await;
    while client.hear().await.is_some() {}
}

#[tokio::test]
async fn clients_are_told_before_the_server_goes() {
    let running = Running::start(unlimited()).await.unwrap();
    let mut client = Person::guest(&running.server).await.connect(&running).await;
    // Registered with the hub once the number of waiting games has arrived.
    client
        .hear_until(|m| matches!(m, ToClient::Waiting { .. }))
        .await;
    let stopped = tokio::spawn(running.stop());
    client
        .hear_until(|m| {
            matches!(
                m,
                ToClient::Notice {
                    notice: Notice::Restarting
                }
            )
        })
        .await;
    while client.hear().await.is_some() {}
    stopped.await.unwrap();
}
