//! Tables: found, listed, previewed, rated, swept.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use serde_json::json;

use crate::server;
use crate::support::Person;

#[tokio::test]
async fn anyone_is_paired_with_anyone() {
    let server = server().await;
    let wanted = json!({ "game": "d21", "time": { "clock": { "base_ms": 300_000, "increment_ms": 5_000 } } });
    let mut ana = Person::guest(&server).await;
    let mut ben = Person::guest(&server).await;
    let first = ana.post("/api/pairings", wanted.clone()).await.ok();
    assert_eq!(
        ana.post("/api/pairings", wanted.clone()).await.ok(),
        first,
        "asked again"
    );
    let other = json!({ "game": "d21", "time": "none" });
    let second = ben.post("/api/pairings", other).await.ok();
    assert_ne!(first, second, "another clock");
    ben.ask(Method::DELETE, "/api/pairings", None).await.ok();
    assert_eq!(ben.post("/api/pairings", wanted.clone()).await.ok(), first);
    let view = ana
        .get(&format!("/api/tables/{}", first["id"].as_str().unwrap()))
        .await
        .ok();
    assert_eq!(view["state"], "playing");
    let rated = json!({ "game": "d21", "time": "none", "rated": true });
    assert_eq!(
        ben.post("/api/pairings", rated).await.code(),
        "rated-needs-account"
    );
    // All at once: everybody finds somebody.
    let mut all = Vec::new();
    for _ in 0..10 {
        let (mut person, wanted) = (Person::guest(&server).await, wanted.clone());
        all.push(tokio::spawn(async move {
            person.post("/api/pairings", wanted).await.ok()
        }));
    }
    let mut tables = Vec::new();
    for person in all {
        tables.push(person.await.unwrap()["id"].as_str().unwrap().to_owned());
    }
    tables.sort();
    for pair in tables.chunks(2) {
        assert_eq!(pair[0], pair[1], "{tables:?}");
    }
}

#[tokio::test]
async fn a_listed_table_keeps_a_seat_for_whoever_has_the_key() {
    let server = server().await;
    let mut ana = Person::guest(&server).await;
    let wanted = json!({
        "game": "empire:players=3", "listed": true, "chair": 0, "seats": ["open", "open", "kept"]
    });
    let table = ana.post("/api/tables", wanted).await.ok();
    let (room, key) = (
        table["id"].as_str().unwrap(),
        table["key"].as_str().unwrap(),
    );
    let view = ana.get(&format!("/api/tables/{room}")).await.ok();
    assert_eq!(view["seats"][1]["kind"], "open");
    assert_eq!(view["seats"][2]["kind"], "kept");
    let stored = view["terms"]["key"].as_str().unwrap().to_owned();
    assert_ne!(stored, key, "the log does not tell the key");
    let path = format!("/api/tables/{room}/commands");
    let sit = |id: &str, command: serde_json::Value| json!({ "id": id, "expects": 1, "command": command });
    let mut zoe = Person::guest(&server).await;
    let plain = json!({ "type": "sit", "name": "Zoe" });
    let there = json!({ "type": "sit", "name": "Zoe", "chair": 2 });
    assert_eq!(zoe.post(&path, sit("z1", there)).await.code(), "chair-kept");
    zoe.post(&path, sit("z2", plain.clone())).await.ok();
    let mut max = Person::guest(&server).await;
    assert_eq!(max.post(&path, sit("m1", plain)).await.code(), "chair-kept");
    let guessed = json!({ "type": "sit-invited", "name": "Max", "key": stored });
    assert_eq!(
        max.post(&path, sit("m2", guessed)).await.code(),
        "chair-kept"
    );
    let invited = json!({ "type": "sit-invited", "name": "Ben", "key": key });
    let mut ben = Person::guest(&server).await;
    ben.post(&path, sit("b1", invited)).await.ok();
    let view = ben.get(&format!("/api/tables/{room}")).await.ok();
    assert_eq!(view["state"], "playing");
}

#[tokio::test]
async fn a_link_shows_the_board_in_a_preview() {
    let server = server().await;
    let mut ana = Person::guest(&server).await;
    let room = ana.open(json!({ "game": "empire", "chair": 0 })).await;
    let page = ana.get(&format!("/t/{room}")).await.text;
    assert!(page.contains(&format!("/t/{room}/picture.png")), "{page}");
    let picture = ana.get(&format!("/t/{room}/picture.png")).await;
    assert_eq!(picture.status, StatusCode::OK);
    assert_eq!(picture.headers["content-type"], "image/png");
    let none = ana.get("/t/nothing-of-that-name/picture.png").await;
    assert_eq!(none.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn lists_show_what_is_listed_and_nothing_private() {
    let server = server().await;
    let mut ana = Person::guest(&server).await;
    let listed = ana
        .open(json!({ "game": "d21", "chair": 0, "listed": true }))
        .await;
    let hidden = ana.open(json!({ "game": "d21", "chair": 0 })).await;
    let text = Person::new(&server)
        .get("/api/tables?state=open")
        .await
        .text;
    assert!(text.contains(listed.as_str()) && !text.contains(hidden.as_str()));
    let mut ben = Person::guest(&server).await;
    let sit = json!({ "id": "sit", "expects": 2, "command": { "type": "sit", "name": "Ben" } });
    ben.post(&format!("/api/tables/{listed}/commands"), sit)
        .await
        .ok();
    let text = Person::new(&server)
        .get("/api/tables?state=playing")
        .await
        .text;
    assert!(text.contains(listed.as_str()));
    // A host who is away is skipped.
    let third = ana
        .open(json!({ "game": "d21", "chair": 0, "listed": true }))
        .await;
    server.clock().advance(120_000);
    let text = Person::new(&server).get("/api/tables").await.text;
    assert!(!text.contains(third.as_str()));
}

#[tokio::test]
async fn the_page_of_a_table_has_a_preview_and_nothing_gets_out_of_its_quotes() {
    let server = server().await;
    let mut person = Person::guest(&server).await;
    let room = person
        .open(json!({ "game": "d21", "chair": 0, "name": "O'Neil" }))
        .await;
    let request = Request::get(format!("/t/{room}")).header(header::HOST, "x\"><script>");
    let page = person.send(request, Body::empty()).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(
        page.text.contains("og:title\" content=\"D.21: O’Neil"),
        "{}",
        page.text
    );
    assert!(!page.text.contains("<script>"));
    assert_eq!(page.header(header::CACHE_CONTROL), "no-cache");
    let nowhere = person.get("/t/nowhere").await;
    assert_eq!(nowhere.status, StatusCode::NOT_FOUND);
    assert!(nowhere.text.contains("<html"));
}

#[tokio::test]
async fn a_time_beyond_all_times_is_refused() {
    let server = server().await;
    let mut person = Person::new(&server);
    let path = |before: u64| format!("/api/me/games?before={before}");
    assert!(person.get(&path(i64::MAX as u64)).await.status.is_success());
    let answer = person.get(&path(1 << 63)).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    assert_eq!(answer.code(), "bad-query");
}

#[tokio::test]
async fn rated_games_change_ratings_once() {
    let server = server().await;
    let mut people = Vec::new();
    for name in ["Ana", "Ben"] {
        let mut person = Person::guest(&server).await;
        let secrets = json!({ "name": name, "password": "correct horse" });
        person.post("/api/accounts", secrets).await.ok();
        people.push(person);
    }
    let room = people[0]
        .open(json!({ "game": "d21", "chair": 0, "rated": true, "listed": true }))
        .await;
    let path = format!("/api/tables/{room}/commands");
    let sit =
        json!({ "id": "sit", "expects": 2, "command": { "type": "sit", "name": "whatever" } });
    let mut guest = Person::guest(&server).await;
    assert_eq!(
        guest.post(&path, sit.clone()).await.code(),
        "rated-needs-account"
    );
    people[1].post(&path, sit).await.ok();
    let resign = json!({ "id": "resign", "expects": 3, "command": { "type": "resign" } });
    people[1].post(&path, resign).await.ok();
    for _ in 0..100 {
        let profile = people[1].get("/api/players/Ana").await.ok();
        if profile["ratings"][0]["games"] == 1 {
            let rating = &profile["ratings"][0];
            assert!(rating["rating"].as_i64().unwrap() > 1500);
            assert_eq!(rating["provisional"], true);
            assert_eq!(
                profile["against_me"],
                json!({ "won": 1, "drawn": 0, "lost": 0 })
            );
            assert_eq!(profile["results"][0]["won"], 1);
            assert_eq!(profile["games"][0]["id"], room.as_str());
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the result was not counted");
}

#[tokio::test]
async fn old_tables_are_swept_by_the_rule() {
    const DAY: u64 = 24 * 60 * 60 * 1000;
    let server = server().await;
    let mut ana = Person::guest(&server).await;
    let open = ana.open(json!({ "game": "d21", "chair": 0 })).await;
    let days = ana
        .open(json!({ "game": "d21", "chair": 0, "time": { "days": 3 } }))
        .await;
    let game = ana.open(json!({ "game": "d21", "chair": 0, "seats": ["open", {"machine": 1}], "first": "chosen" })).await;
    let state = async |room: &tablier_rooms::RoomId| {
        let answer = Person::new(&server)
            .get(&format!("/api/tables/{room}"))
            .await;
        match answer.status {
            StatusCode::OK => answer.json()["state"].as_str().unwrap().to_owned(),
            _ => "gone".to_owned(),
        }
    };
    server.clock().advance(2 * DAY);
    server.hub().sweep().await.unwrap();
    assert_eq!(
        [state(&open).await, state(&days).await, state(&game).await],
        ["aborted", "open", "playing"]
    );
    server.clock().advance(29 * DAY);
    server.hub().sweep().await.unwrap();
    assert_eq!(
        [state(&open).await, state(&days).await, state(&game).await],
        ["gone", "aborted", "aborted"]
    );
}
