//! Several servers on one PostgreSQL, or on one file: any of them serves any table.

mod support;

use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use support::tables::{assert_equal, play};
use support::{Client, PATIENCE, Person, unlimited};
use tablier_protocol::{Reaction, ToClient, ToServer};
use tablier_rooms::{Command, Event, Phase, RoomId};
use tablier_rules::hash::SplitMix64;
use tablier_server::bus::{NatsBus, PostgresBus, SharedBus};
use tablier_server::clock::Clock;
use tablier_server::store::{Postgres, SharedStore};
use tablier_server::{Config, Running, Server, ServiceUrl, Worker};
use tokio::time::{sleep, timeout};

fn config(database: &str, bus: Option<&str>) -> Config {
    Config {
        database: Some(ServiceUrl(database.to_owned())),
        bus: bus.map(|url| ServiceUrl(url.to_owned())),
        ..unlimited()
    }
}

/// The same person on another server.
fn on(person: &Person, running: &Running) -> Person {
    Person {
        server: running.server.clone(),
        ..person.clone()
    }
}

/// A host on one server and a guest on the other, at one table.
async fn table(one: &Running, two: &Running, terms: serde_json::Value) -> (RoomId, Vec<Client>) {
    let mut host = Person::guest(&one.server).await;
    let room = host.open(terms).await;
    let guest = Person::guest(&two.server).await;
    let mut clients = vec![host.connect(one).await, guest.connect(two).await];
    clients[0].watch(&room).await;
    clients[1].watch(&room).await;
    clients[1].sit(&room, "Ben").await.unwrap();
    for client in &mut clients {
        while client.room(&room).phase() == Phase::Waiting {
            client.hear().await.unwrap();
        }
    }
    (room, clients)
}

#[tokio::test(flavor = "multi_thread")]
async fn any_server_serves_any_table() {
    let Some(postgres) = tablier_services::postgres("two servers on one database") else {
        return;
    };
    serve_any_table(config(&postgres.url(), None)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn any_server_serves_any_table_over_nats() {
    let Some(postgres) = tablier_services::postgres("two servers on one bus") else {
        return;
    };
    let Some(nats) = tablier_services::nats("two servers on one bus") else {
        return;
    };
    serve_any_table(config(&postgres.url(), Some(&nats.url()))).await;
}

/// Who is there and how they feel is told by the bus alone, so that it is known to carry something.
#[tokio::test(flavor = "multi_thread")]
async fn any_server_serves_any_table_of_one_file_over_nats() {
    let Some(nats) = tablier_services::nats("two servers on one file and one bus") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    serve_any_table(Config {
        data: Some(folder.path().to_owned()),
        bus: Some(ServiceUrl(nats.url())),
        ..unlimited()
    })
    .await;
}

/// Without a bus such servers look at the file.
#[tokio::test(flavor = "multi_thread")]
async fn any_server_serves_any_table_of_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        data: Some(folder.path().to_owned()),
        ..unlimited()
    };
    let one = Running::start(config.clone()).await.unwrap();
    let two = Running::start(config).await.unwrap();
    let (room, mut clients) = table(&one, &two, json!({ "game": "d21", "chair": 0 })).await;
    play(&mut clients, &room, 8, &mut SplitMix64::new(4)).await;
    assert_equal(&clients, &room);
}

async fn serve_any_table(config: Config) {
    let one = Running::start(config.clone()).await.unwrap();
    let two = Running::start(config).await.unwrap();
    let mut random = SplitMix64::new(1);
    for game in ["d21", "cubulus:level=2"] {
        let (room, mut clients) = table(
            &one,
            &two,
            json!({ "game": game, "chair": 0, "name": "Ana" }),
        )
        .await;
        // Each sees that the other is there, and how they feel.
        for client in &mut clients {
            client.see(&room, 2, 0).await;
        }
        let reaction = Reaction::Hello;
        let react = ToServer::React {
            room: room.clone(),
            reaction,
        };
        clients[0].say(&react).await;
        clients[1]
            .hear_until(|m| matches!(m, ToClient::Reaction { .. }))
            .await;
        play(&mut clients, &room, 80, &mut random).await;
        assert_equal(&clients, &room);
        // Whoever goes is missed on the other server too.
        drop(clients.pop());
        clients[0].see(&room, 1, 0).await;
    }
    one.stop().await;
    two.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_goes_on_without_the_bus_and_with_it_again() {
    let Some(postgres) = tablier_services::postgres("a game without the bus") else {
        return;
    };
    let Some(mut nats) = tablier_services::nats("a game without the bus") else {
        return;
    };
    let config = config(&postgres.url(), Some(&nats.url()));
    let one = Running::start(config.clone()).await.unwrap();
    let two = Running::start(config).await.unwrap();
    let (room, mut clients) = table(&one, &two, json!({ "game": "d21", "chair": 0 })).await;
    let mut random = SplitMix64::new(2);
    play(&mut clients, &room, 6, &mut random).await;
    nats.kill();
    play(&mut clients, &room, 6, &mut random).await;
    nats.start_again().unwrap();
    play(&mut clients, &room, 6, &mut random).await;
    assert_equal(&clients, &room);
    assert_eq!(clients[0].room(&room).table().ply(), 18);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_ends_ends_on_all_servers() {
    let Some(postgres) = tablier_services::postgres("a session on two servers") else {
        return;
    };
    let config = config(&postgres.url(), None);
    let one = Running::start(config.clone()).await.unwrap();
    let two = Running::start(config).await.unwrap();
    let mut here = Person::guest(&one.server).await;
    let secrets = json!({ "name": "Ana", "password": "a long password" });
    here.post("/api/accounts", secrets.clone()).await.ok();
    let mut there = Person::new(&two.server);
    there.post("/api/sessions", secrets).await.ok();
    let mut client = there.connect(&two).await;
    client.say(&ToServer::Ping { t: 1 }).await;
    client
        .hear_until(|m| matches!(m, ToClient::Pong { .. }))
        .await;
    let passwords = json!({ "old": "a long password", "new": "another password" });
    let path = "/api/me/password";
    here.ask(axum::http::Method::PUT, path, Some(passwords))
        .await
        .ok();
    while client.hear().await.is_some() {}
    assert!(on(&there, &one).get("/api/me").await.ok().is_null());
}

/// Two servers on one database, with one clock.
async fn with_clock(url: &str, clock: &Arc<Clock>) -> Running {
    let store: SharedStore = Arc::new(Postgres::open(url).await.unwrap());
    let bus: SharedBus = Arc::new(PostgresBus::connect(url).unwrap());
    let server = Server::with(unlimited(), store, bus, clock.clone()).await;
    Running::serve(server.unwrap()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_server_that_keeps_the_clocks_dies_another_flags_once() {
    let Some(postgres) = tablier_services::postgres("clocks that move on") else {
        return;
    };
    let clock = Arc::new(Clock::system());
    let one = with_clock(&postgres.url(), &clock).await;
    let two = with_clock(&postgres.url(), &clock).await;
    let time = json!({ "clock": { "base_ms": 60_000, "increment_ms": 0 } });
    let terms = json!({ "game": "d21", "chair": 0, "time": time });
    let mut random = SplitMix64::new(3);
    // First a flag by the server that has the lease, at a table where the other one wrote last.
    let (room, mut clients) = table(&one, &two, terms.clone()).await;
    play(&mut clients, &room, 4, &mut random).await;
    clock.advance(61_000);
    assert_flagged_once(&mut clients, &room).await;
    // Then that server is gone without a word.
    let (room, mut clients) = table(&two, &two, terms).await;
    play(&mut clients, &room, 3, &mut random).await;
    drop(one);
    clock.advance(61_000);
    assert_flagged_once(&mut clients, &room).await;
}

async fn assert_flagged_once(clients: &mut [Client], room: &RoomId) {
    for client in clients.iter_mut() {
        while client.room(room).phase() == Phase::Playing {
            client.hear().await.unwrap();
        }
        let flags = client.log(room).iter();
        let is_flag = |event: &Event| {
            matches!(
                event,
                Event::Left {
                    out_of_time: true,
                    ..
                }
            )
        };
        let flags = flags.filter(|entry| is_flag(&entry.event));
        assert_eq!(flags.count(), 1);
    }
    assert_equal(clients, room);
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_think_and_take_over_from_one_that_died() {
    let Some(postgres) = tablier_services::postgres("workers") else {
        return;
    };
    let nats = tablier_services::nats("workers with a bus");
    let bus = nats.as_ref().map(tablier_services::Nats::url);
    let server = Config {
        workers: true,
        ..config(&postgres.url(), bus.as_deref())
    };
    let running = Running::start(server.clone()).await.unwrap();
    let mut host = Person::guest(&running.server).await;
    let table = json!({
        "game": "d21", "chair": 0, "first": "chosen", "seats": ["open", {"machine": 2}],
    });
    let room = host.open(table).await;
    let mut client = host.connect(&running).await;
    client.watch(&room).await;
    let act = async |client: &mut Client| {
        let action = client.room(&room).table().legal()[0].clone();
        let act = Command::Act { action };
        client.command(&room, act).await.unwrap();
    };
    // A worker took the table and died.
    let lease = format!("think-{room}");
    let taken = running.server.store().lease(&lease, "dead", 3_000).await;
    assert_eq!(taken, Ok(true));
    act(&mut client).await;
    let thinks = Config {
        workers: false,
        ..server
    };
    let worker = Worker::start(&thinks).await.unwrap();
    sleep(Duration::from_millis(1_000)).await;
    assert_eq!(client.room(&room).table().ply(), 1, "still taken");
    for ply in 2..=5 {
        if ply % 2 == 1 {
            act(&mut client).await;
        }
        while client.room(&room).table().ply() < ply - ply % 2 {
            timeout(PATIENCE, client.hear()).await.unwrap().unwrap();
        }
    }
    drop(worker);
    // Of two workers each thought counts once.
    let _workers = [
        Worker::start(&thinks).await.unwrap(),
        Worker::start(&thinks).await.unwrap(),
    ];
    while client.room(&room).table().ply() < 6 {
        timeout(PATIENCE, client.hear()).await.unwrap().unwrap();
    }
    assert_eq!(client.room(&room).table().ply(), 6);
}

#[tokio::test]
async fn an_address_that_cannot_be_used_is_told_without_its_password() {
    let url = "postgres://tablier:sesame@127.0.0.1:1/tablier";
    let error = Postgres::open(url).await.unwrap_err();
    assert!(
        error.contains("127.0.0.1:1") && !error.contains("sesame"),
        "{error}"
    );
    let error = Postgres::open("postgres://tablier:sesame@[").await;
    assert!(!error.unwrap_err().contains("sesame"));
    let error = NatsBus::connect("nats://tablier:sesame@[", "x").await;
    assert!(!error.unwrap_err().contains("sesame"));
    let config = config(url, Some(url));
    assert!(!format!("{config:?}").contains("sesame"));
}
