//! Clocks that run out, servers that crash, and two of them on one store.

use std::sync::Arc;

use serde_json::json;
use tablier_rooms::Phase;
use tablier_rules::hash::SplitMix64;
use tablier_server::bus::LocalBus;
use tablier_server::clock::Clock;
use tablier_server::store::{Memory, SharedStore, Sqlite};
use tablier_server::{Config, Running, Server};

use crate::support::tables::{assert_equal, play};
use crate::support::{Person, unlimited};

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
