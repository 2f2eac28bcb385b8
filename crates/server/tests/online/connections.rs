//! Connections that are lost, ended, watched and talked nonsense to.

use axum::http::Method;
use serde_json::json;
use tablier_protocol::{Notice, Reaction, ToClient, ToServer};
use tablier_rooms::{Command, CommandId, RoomId};
use tablier_rules::hash::SplitMix64;
use tablier_server::Running;

use crate::support::tables::{play, table_of};
use crate::support::{Person, unlimited};

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
            id: CommandId::new("x").unwrap(),
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
