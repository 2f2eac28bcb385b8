//! A store that is away or slow: players are told, nothing new is begun, games go on.

mod asking;
mod store;
mod support;

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::http::{StatusCode, header};
use serde_json::json;
use store::FaultyStore;
use support::{Answer, Client, PATIENCE, Person, unlimited};
use tablier_protocol::{Notice, ToClient, ToServer};
use tablier_rooms::{Command, CommandId, Phase, RoomId};
use tablier_server::bus::LocalBus;
use tablier_server::clock::Clock;
use tablier_server::{Running, Server};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite;

/// Longer than a store may take before it counts as slow, and longer than that is remembered.
const SLOW: Duration = Duration::from_millis(1_600);
const RELIEF: Duration = Duration::from_millis(3_100);

async fn serve(store: &Arc<FaultyStore>) -> Running {
    let bus = Arc::new(LocalBus::new());
    let clock = Arc::new(Clock::system());
    let server = Server::with(unlimited(), store.clone(), bus, clock).await;
    Running::serve(server.unwrap()).await.unwrap()
}

/// Two people in the middle of a game.
async fn game(running: &Running) -> (RoomId, [Client; 2]) {
    let host = Person::guest(&running.server).await;
    let guest = Person::guest(&running.server).await;
    game_of(running, [host, guest]).await
}

async fn game_of(running: &Running, [mut host, guest]: [Person; 2]) -> (RoomId, [Client; 2]) {
    let table = json!({ "game": "d21", "chair": 0, "first": "chosen", "name": "Ana" });
    let room = host.open(table).await;
    let mut clients = [host.connect(running).await, guest.connect(running).await];
    for client in &mut clients {
        client.watch(&room).await;
    }
    clients[1].sit(&room, "Ben").await.unwrap();
    let seq = clients[1].seq(&room);
    follow(&mut clients, &room, seq).await;
    assert_eq!(clients[0].room(&room).phase(), Phase::Playing);
    (room, clients)
}

async fn follow(clients: &mut [Client], room: &RoomId, seq: u64) {
    for client in clients {
        while client.seq(room) < seq {
            client.hear().await.expect("the connection has ended");
        }
    }
}

/// Sends the next move, under this name; returns whose it is, and what was said.
async fn send_move(clients: &mut [Client; 2], room: &RoomId, id: &str) -> (usize, ToServer) {
    let view = clients[0].room(room);
    let at = view.to_act().unwrap().index();
    let message = ToServer::Command {
        room: room.clone(),
        id: CommandId::new(id).unwrap(),
        expects: view.seq(),
        command: Command::Act {
            action: view.table().legal()[0].clone(),
        },
    };
    clients[at].say(&message).await;
    (at, message)
}

/// Plays the next move; all see it.
async fn play(clients: &mut [Client; 2], room: &RoomId, id: &str) {
    let (at, _) = send_move(clients, room, id).await;
    let seq = done(&mut clients[at]).await;
    follow(clients, room, seq).await;
}

async fn done(client: &mut Client) -> u64 {
    match client
        .hear_until(|m| matches!(m, ToClient::Done { .. } | ToClient::Error { .. }))
        .await
    {
        ToClient::Done { seq, .. } => seq,
        other => panic!("{other:?}"),
    }
}

async fn is_told(client: &mut Client, wanted: Notice) {
    client
        .hear_until(|m| matches!(m, ToClient::Notice { notice } if *notice == wanted))
        .await;
}

/// Puts the clock of the program forward; nobody waits for it.
async fn later(time: Duration) {
    tokio::time::pause();
    tokio::time::advance(time).await;
    tokio::time::resume();
}

fn assert_refused(answer: &Answer, code: &str) {
    assert_eq!(answer.status, StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(answer.code(), code);
    let wait: u64 = answer.header(header::RETRY_AFTER).parse().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
    let message = answer.json()["error"]["message"].to_string();
    assert!(message.len() > 10, "{message}");
}

#[tokio::test]
async fn players_are_told_that_the_store_is_away_and_play_on_when_it_is_back() {
    let store = Arc::new(FaultyStore::default());
    let running = serve(&store).await;
    let (room, mut clients) = game(&running).await;
    play(&mut clients, &room, "first").await;
    let mut watcher = Person::guest(&running.server).await;
    let mut idle = watcher.connect(&running).await;
    // Twice: whoever was told once is told again the next time.
    for name in ["second", "third"] {
        store.set_away(true);
        for client in clients.iter_mut().chain([&mut idle]) {
            is_told(client, Notice::StoreDown).await;
        }
        let ply = clients[0].room(&room).table().ply();
        let (at, _) = send_move(&mut clients, &room, name).await;
        let answer = clients[at]
            .hear_until(|m| matches!(m, ToClient::Done { .. } | ToClient::Error { .. }))
            .await;
        let ToClient::Error { id, code, .. } = answer else {
            panic!("nothing can be stored: {answer:?}");
        };
        assert_eq!((id, &code[..]), (CommandId::new(name).ok(), "store-down"));
        let opened = watcher.post("/api/tables", json!({ "game": "d21" })).await;
        assert_refused(&opened, "store-down");
        assert_refused(&watcher.get("/healthz").await, "store-down");
        store.set_away(false);
        // The same again, as the page sends it: done once, and everybody sees it.
        play(&mut clients, &room, name).await;
        assert_eq!(clients[0].room(&room).table().ply(), ply + 1);
        assert_eq!(clients[0].log(&room), clients[1].log(&room));
        watcher.open(json!({ "game": "d21" })).await;
        // Those who have nothing to send hear that it is back.
        is_told(&mut idle, Notice::StoreBack).await;
    }
}

#[tokio::test]
async fn what_is_new_is_refused_while_storing_is_slow_and_games_go_on() {
    let store = Arc::new(FaultyStore::default());
    let running = serve(&store).await;
    let ana = Person::guest(&running.server).await;
    let ben = Person::guest(&running.server).await;
    let (room, mut clients) = game_of(&running, [ana.clone(), ben]).await;
    let mut host = Person::guest(&running.server).await;
    host.open(json!({ "game": "d21" })).await;
    let mut early = host.connect(&running).await;
    early.watch(&room).await;
    let zoe = Person::guest(&running.server).await;
    let mut late = zoe.connect(&running).await;
    // One move takes long to be stored, and is acknowledged all the same.
    store.set_delay(SLOW);
    let (at, _) = send_move(&mut clients, &room, "slow").await;
    timeout(PATIENCE, store.is_asked()).await.unwrap();
    later(SLOW).await;
    let seq = done(&mut clients[at]).await;
    follow(&mut clients, &room, seq).await;
    store.set_delay(Duration::ZERO);
    // Nothing new is begun now …
    let opened = host.post("/api/tables", json!({ "game": "d21" })).await;
    assert_refused(&opened, "overloaded");
    let pair = json!({ "game": "d21", "time": "none" });
    assert_refused(&host.post("/api/pairings", pair).await, "overloaded");
    let newcomer = Person::new(&running.server)
        .post("/api/me", json!({}))
        .await;
    assert_refused(&newcomer, "overloaded");
    let refused = spectator(&running).await.expect_err("nobody new may watch");
    let tungstenite::Error::Http(answer) = refused else {
        panic!("{refused}");
    };
    assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(answer.headers()[header::RETRY_AFTER], "5");
    // … nor does anybody who is known and connected begin to watch.
    let watch = ToServer::Watch {
        room: room.clone(),
        since: 0,
    };
    late.say(&watch).await;
    is_told(&mut late, Notice::Overloaded).await;
    match late.hear().await {
        Some(ToClient::Error {
            room: about, code, ..
        }) => {
            assert_eq!((about, &code[..]), (Some(room.clone()), "overloaded"));
        }
        other => panic!("{other:?}"),
    }
    // But whoever plays goes on, and comes back after losing the connection; and whoever watches
    // already sees it.
    for name in ["one", "two", "three"] {
        play(&mut clients, &room, name).await;
    }
    clients[0] = ana.connect(&running).await;
    clients[0].watch(&room).await;
    let seq = clients[0].seq(&room);
    follow(std::slice::from_mut(&mut early), &room, seq).await;
    early.watch(&room).await;
    assert_eq!(early.log(&room), clients[0].log(&room));
    assert_eq!(late.seq(&room), 0);
    // It ends by itself.
    later(RELIEF).await;
    late.watch(&room).await;
    assert_eq!(late.log(&room), clients[0].log(&room));
    host.open(json!({ "game": "d21" })).await;
    Person::guest(&running.server).await;
    spectator(&running).await.unwrap();
    play(&mut clients, &room, "last").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_are_restarted_one_by_one_and_a_game_goes_on() {
    let store = Arc::new(FaultyStore::default());
    let mut servers = [serve(&store).await, serve(&store).await];
    let mut host = Person::guest(&servers[0].server).await;
    let table = json!({ "game": "d21", "chair": 0, "first": "chosen", "name": "Ana" });
    let room = host.open(table).await;
    let guest = Person::guest(&servers[1].server).await;
    let people = [host, guest];
    let mut clients = [
        people[0].connect(&servers[0]).await,
        people[1].connect(&servers[1]).await,
    ];
    for client in &mut clients {
        client.watch(&room).await;
    }
    clients[1].sit(&room, "Ben").await.unwrap();
    let seq = clients[1].seq(&room);
    follow(&mut clients, &room, seq).await;
    // Whoever is on a server that closes goes to the other one: the second time both do.
    let mut is_on = [0, 1];
    for at in 0..2 {
        play(&mut clients, &room, &format!("before-{at}")).await;
        // A move is on its way when the server closes; its clients are told.
        let name = format!("during-{at}");
        let ply = clients[0].room(&room).table().ply();
        let (mover, message) = send_move(&mut clients, &room, &name).await;
        let again = serve(&store).await;
        let begun = Instant::now();
        let stopped = std::mem::replace(&mut servers[at], again).stop();
        let stopped = tokio::spawn(stopped);
        for who in (0..2).filter(|&who| is_on[who] == at) {
            is_told(&mut clients[who], Notice::Restarting).await;
            while clients[who].hear().await.is_some() {}
            clients[who] = people[who].connect(&servers[1 - at]).await;
            clients[who].watch(&room).await;
            assert!(begun.elapsed() < Duration::from_secs(3));
            // Done already or not: said again, it is one move.
            if mover == who {
                clients[who].say(&message).await;
                done(&mut clients[who]).await;
            }
        }
        is_on = [1 - at; 2];
        for client in &mut clients {
            while client.room(&room).table().ply() == ply {
                client.hear().await.expect("the connection has ended");
            }
            assert_eq!(client.room(&room).table().ply(), ply + 1);
        }
        stopped.await.unwrap();
    }
}

/// Somebody without a name who wants to watch.
async fn spectator(running: &Running) -> Result<(), tungstenite::Error> {
    let url = format!("ws://{}/api/socket", running.address);
    tokio_tungstenite::connect_async(url).await.map(drop)
}
