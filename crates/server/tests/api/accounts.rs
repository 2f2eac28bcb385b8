//! Who somebody is: guests, accounts, links to another device, programs.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use serde_json::{Value, json};
use tablier_server::{Admin, Config, Place, Server};

use crate::server;
use crate::support::{Person, unlimited};

#[tokio::test]
async fn a_guest_gets_a_cookie_by_doing_something_and_not_by_looking() {
    let server = server().await;
    let mut person = Person::new(&server);
    assert_eq!(person.get("/api/me").await.ok(), Value::Null);
    assert!(person.get("/api/tables").await.ok()["tables"].is_array());
    assert!(person.cookie.is_none());
    let answer = person
        .post("/api/tables", json!({ "game": "d21", "chair": 0 }))
        .await;
    assert_eq!(answer.status, StatusCode::CREATED);
    let set = answer.header(header::SET_COOKIE).to_owned();
    for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age="] {
        assert!(set.contains(part), "{set}");
    }
    assert!(!set.contains("Secure"));
    let me = person.get("/api/me").await.ok();
    assert_eq!(
        (me["account"].as_bool(), me["waiting"].as_u64()),
        (Some(false), Some(0))
    );
    let games = person.get("/api/me/games").await.ok();
    assert_eq!(games["tables"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn over_tls_cookies_are_secure() {
    let config = Config {
        public_url: Some("https://games.example.org".into()),
        ..unlimited()
    };
    let server = Server::start(config).await.unwrap();
    let mut person = Person::new(&server);
    let answer = person.post("/api/me", json!({})).await;
    assert!(answer.header(header::SET_COOKIE).contains("Secure"));
    let link = person.post("/api/me/links", json!({})).await.ok();
    assert!(
        link["url"]
            .as_str()
            .unwrap()
            .starts_with("https://games.example.org/account#link=")
    );
}

#[tokio::test]
async fn accounts_have_a_profile_and_guests_have_none() {
    let server = server().await;
    let mut ben = Person::guest(&server).await;
    let ben = ben.get("/api/me").await.ok()["id"].clone();
    let mut ana = Person::guest(&server).await;
    let guest = ana.get("/api/me").await.ok()["id"].clone();
    let asked = format!(
        "/api/players?ids={},{},unknown",
        ben.as_str().unwrap(),
        guest.as_str().unwrap()
    );
    let found = ana.get(&asked).await.ok();
    assert_eq!(found["players"], json!([]), "both are guests");
    let secrets = json!({ "name": "Ana", "password": "correct horse" });
    ana.post("/api/accounts", secrets).await.ok();
    let found = ana.get(&asked).await.ok();
    let known = json!([{ "id": guest, "name": "Ana", "bot": false }]);
    assert_eq!(
        found["players"], known,
        "whoever opens an account keeps the id"
    );
    let many = vec!["a"; 101].join(",");
    let refused = ana.get(&format!("/api/players?ids={many}")).await;
    assert_eq!(refused.code(), "bad-query");
}

#[tokio::test]
async fn an_account_keeps_the_guests_games_and_can_be_forgotten() {
    let server = server().await;
    let mut ana = Person::guest(&server).await;
    let room = ana
        .open(json!({ "game": "d21", "chair": 0, "name": "Annie" }))
        .await;
    let secrets = json!({ "name": "Ana", "password": "correct horse" });
    let opened = ana.post("/api/accounts", secrets.clone()).await.ok();
    assert_eq!(opened["me"]["name"], "Ana");
    let mut elsewhere = Person::new(&server);
    let wrong = json!({ "name": "Ana", "password": "wrong horse" });
    assert_eq!(
        elsewhere.post("/api/sessions", wrong).await.status,
        StatusCode::UNAUTHORIZED
    );
    elsewhere.post("/api/sessions", secrets).await.ok();
    let games = elsewhere.get("/api/me/games").await.ok();
    assert_eq!(games["tables"][0]["id"], room.as_str());
    let profile = Person::new(&server).get("/api/players/ana").await.ok();
    assert_eq!(
        (profile["name"].as_str(), profile["bot"].as_bool()),
        (Some("Ana"), Some(false))
    );
    let taken = Person::guest(&server).await;
    let mut taken = taken;
    let taken = taken
        .ask(Method::PATCH, "/api/me", Some(json!({ "name": "ANA" })))
        .await;
    assert_eq!(
        (taken.status, taken.code().as_str()),
        (StatusCode::CONFLICT, "name-taken")
    );

    let rescue = json!({ "name": "Ana", "code": opened["recovery"], "password": "better horse" });
    let mut back = Person::new(&server);
    back.post("/api/recovery", rescue).await.ok();
    assert_eq!(
        elsewhere.get("/api/me").await.ok(),
        Value::Null,
        "all sessions end"
    );
    let export = back.get("/api/me/export").await.ok();
    assert_eq!(export["games"][0]["log"][0]["event"]["host_name"], "Annie");

    let careless = back.ask(Method::DELETE, "/api/me", Some(json!({}))).await;
    assert_eq!(careless.status, StatusCode::UNAUTHORIZED);
    let farewell = json!({ "password": "better horse" });
    back.ask(Method::DELETE, "/api/me", Some(farewell))
        .await
        .ok();
    assert_eq!(back.cookie, None);
    let nobody = Person::new(&server).get("/api/players/ana").await;
    assert_eq!(nobody.status, StatusCode::NOT_FOUND);
    let log = Person::new(&server)
        .get(&format!("/api/tables/{room}/log"))
        .await
        .text;
    assert!(!log.contains("Annie"), "{log}");
}

#[tokio::test]
async fn whoever_is_forgotten_is_named_nowhere() {
    let server = server().await;
    let mut ana = Person::guest(&server).await;
    let sit = |command: &str| json!({ "id": command, "expects": 1, "command": { "type": command, "name": "Annie" } });
    let hosted = ana.open(json!({ "game": "d21", "name": "Annie" })).await;
    let mut ben = Person::guest(&server).await;
    let stood = ben.open(json!({ "game": "d21" })).await;
    let commands = format!("/api/tables/{stood}/commands");
    ana.post(&commands, sit("sit")).await.ok();
    let up = json!({ "id": "up", "expects": 2, "command": { "type": "stand" } });
    ana.post(&commands, up).await.ok();
    let aborted = ana
        .open(json!({ "game": "d21", "chair": 0, "name": "Annie", "seats": ["open", {"machine": 1}], "first": "chosen" }))
        .await;
    let abort = json!({ "id": "ab", "expects": 2, "command": { "type": "abort" } });
    ana.post(&format!("/api/tables/{aborted}/commands"), abort)
        .await
        .ok();
    let export = ana.get("/api/me/export").await.ok();
    assert_eq!(export["games"].as_array().unwrap().len(), 3);

    ana.ask(Method::DELETE, "/api/me", Some(json!({})))
        .await
        .ok();
    for room in [hosted, stood, aborted] {
        let log = ben.get(&format!("/api/tables/{room}/log")).await;
        assert!(!log.text.contains("Annie"), "{}", log.text);
    }
}

#[tokio::test]
async fn a_name_that_is_blocked_is_taken_from_whoever_has_it() {
    let server = server().await;
    let mut ana = Person::guest(&server).await;
    let room = ana
        .open(json!({ "game": "d21", "chair": 0, "name": "Rude" }))
        .await;
    server.identities().block_name("Rude", true).await.unwrap();
    let wanted = json!({ "game": "d21", "time": "none" });
    let paired = ana.post("/api/pairings", wanted).await.ok();
    let id = paired["id"].as_str().unwrap().to_owned();
    assert_ne!(id, room.as_str());
    let view = ana.get(&format!("/api/tables/{id}")).await.ok();
    assert_ne!(view["seats"][0]["name"], "Rude");
}

#[tokio::test]
async fn behind_a_trusted_proxy_with_tls_cookies_travel_over_tls_only() {
    for (trust_proxy, secure) in [(true, true), (false, false)] {
        let config = Config {
            trust_proxy,
            ..unlimited()
        };
        let server = Server::start(config).await.unwrap();
        let request = Request::builder()
            .method(Method::POST)
            .uri("/api/me")
            .header(header::CONTENT_TYPE, "application/json")
            .header("x-forwarded-proto", "https");
        let mut person = Person::new(&server);
        let answer = person.send(request, Body::from("{}")).await;
        let cookie = answer.header(header::SET_COOKIE);
        assert_eq!(cookie.contains("Secure"), secure, "{cookie}");
    }
}

#[tokio::test]
async fn a_link_brings_a_guest_to_another_device() {
    let server = server().await;
    let mut laptop = Person::guest(&server).await;
    let me = laptop.get("/api/me").await.ok();
    let link = laptop.post("/api/me/links", json!({})).await.ok();
    let path = format!("/api/links/{}", link["token"].as_str().unwrap());
    let mut phone = Person::new(&server);
    assert_eq!(phone.post(&path, json!({})).await.ok()["id"], me["id"]);
    assert_eq!(phone.get("/api/me").await.ok()["id"], me["id"]);
    let again = Person::new(&server).post(&path, json!({})).await;
    assert_eq!(again.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn programs_play_by_their_token() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config {
        data: Some(folder.path().into()),
        ..unlimited()
    };
    let server = Server::start(config).await.unwrap();
    let token = Admin::open(&Place::Folder(folder.path().into()))
        .await
        .unwrap()
        .make_bot("Robot")
        .await
        .unwrap();
    let mut bot = Person::new(&server);
    bot.bearer = Some(token);
    let me = bot.get("/api/me").await.ok();
    assert_eq!(
        (me["name"].as_str(), me["bot"].as_bool()),
        (Some("Robot"), Some(true))
    );
    let room = bot.open(json!({ "game": "d21", "chair": 0, "seats": ["open", {"machine": 1}], "first": "chosen" })).await;
    let view = bot.get(&format!("/api/tables/{room}")).await.ok();
    assert_eq!(
        (view["state"].as_str(), view["my_seat"].as_u64()),
        (Some("playing"), Some(0))
    );
    let act = json!({ "id": "one", "expects": view["seq"], "command": { "type": "act", "action": view["legal"][0] } });
    let path = format!("/api/tables/{room}/commands");
    let done = bot.post(&path, act.clone()).await.ok();
    assert_eq!(bot.post(&path, act).await.ok(), done, "played once");
    let record = bot.get(&format!("/api/tables/{room}/record")).await;
    for part in ["d21", "Seat1: Robot", "Seat2: Tablier, level 1", "Date: "] {
        assert!(record.text.contains(part), "{}", record.text);
    }
    bot.bearer = Some("wrong".into());
    assert_eq!(bot.get("/api/me").await.status, StatusCode::UNAUTHORIZED);
    // The admin closes it, and the server notices.
    Admin::open(&Place::Folder(folder.path().into()))
        .await
        .unwrap()
        .close_table(room.as_str())
        .await
        .unwrap();
    let mut anybody = Person::new(&server);
    let log = anybody.get(&format!("/api/tables/{room}/log")).await.text;
    assert!(log.contains("\"aborted\""), "{log}");
}

/// Commands over HTTP, each with its own id.
async fn command(person: &mut Person, room: &str, command: Value) -> Value {
    let path = format!("/api/tables/{room}");
    let seq = person.get(&path).await.ok()["seq"].clone();
    let id = format!("c{seq}");
    let body = json!({ "id": id, "expects": seq, "command": command });
    person.post(&format!("{path}/commands"), body).await.ok()
}

#[tokio::test]
async fn a_guests_games_come_along_to_an_account_that_exists() {
    let server = server().await;
    let mut ana = Person::guest(&server).await;
    let secrets = json!({ "name": "Ana", "password": "correct horse" });
    ana.post("/api/accounts", secrets.clone()).await.ok();
    // On another device, Ana plays as a guest: one game is over, one goes on, one table is open, and
    // at one she sits across from herself.
    let mut guest = Person::guest(&server).await;
    let mut ben = Person::guest(&server).await;
    let sit = |name: &str| json!({ "type": "sit", "name": name });
    let game = json!({ "game": "d21", "chair": 0, "first": "chosen", "name": "Annie" });
    let mut rooms = Vec::new();
    for _ in 0..4 {
        rooms.push(guest.open(game.clone()).await.to_string());
    }
    let hosted = guest.open(json!({ "game": "d21" })).await.to_string();
    let [over, playing, open, both] = [0, 1, 2, 3].map(|at: usize| rooms[at].as_str());
    command(&mut ben, over, sit("Ben")).await;
    command(&mut guest, over, json!({ "type": "resign" })).await;
    command(&mut ben, playing, sit("Ben")).await;
    command(&mut ana, both, sit("Ana")).await;
    let ended = guest.get("/api/me/games?state=finished").await.ok()["tables"][0].clone();

    let unwanted = json!({ "name": "Ana", "password": "correct horse", "bring_games": false });
    let mut elsewhere = guest.clone();
    let came = elsewhere.post("/api/sessions", unwanted).await.ok();
    assert_eq!(came["games"], json!({ "moved": 0, "stayed": 0 }));
    let came = guest.post("/api/sessions", secrets.clone()).await.ok();
    assert_eq!(came["name"], "Ana");
    assert_eq!(came["games"], json!({ "moved": 4, "stayed": 1 }));
    assert_eq!(came["waiting"], 1);

    // Ana is both now; the game goes on where it was, under the name she played with.
    let ids = |games: Value| -> Vec<String> {
        let tables = games["tables"].as_array().unwrap().clone();
        let id = |table: &Value| table["id"].as_str().unwrap().to_owned();
        tables.iter().map(id).collect()
    };
    let current = ids(ana.get("/api/me/games").await.ok());
    for room in [playing, open, both] {
        assert!(current.iter().any(|id| id == room), "{current:?}");
    }
    let finished = ana.get("/api/me/games?state=finished").await.ok();
    assert_eq!(finished["tables"][0]["touched"], ended["touched"]);
    assert_eq!(ids(finished), [over]);
    let view = ana.get(&format!("/api/tables/{playing}")).await.ok();
    assert_eq!(
        (&view["my_seat"], &view["seats"][0]["name"]),
        (&json!(0), &json!("Annie"))
    );
    let action = view["legal"][0].clone();
    command(
        &mut guest,
        playing,
        json!({ "type": "act", "action": action }),
    )
    .await;
    command(&mut ana, &hosted, json!({ "type": "close" })).await;
    let profile = ana.get("/api/players/ana").await.ok();
    assert_eq!(profile["results"][0]["lost"], 1, "{profile}");

    // Nobody else may say who somebody is, and logging in again changes nothing.
    let become_ana = json!({ "type": "become", "player": "x", "now": "y" });
    let path = format!("/api/tables/{playing}/commands");
    let order = json!({ "id": "x", "expects": 1, "command": become_ana });
    assert_eq!(ben.post(&path, order).await.status, StatusCode::BAD_REQUEST);
    let again = guest.post("/api/sessions", secrets).await.ok();
    assert_eq!(again["games"]["moved"], 0);

    // What was played as a guest is forgotten with the account.
    let farewell = json!({ "password": "correct horse" });
    ana.ask(Method::DELETE, "/api/me", Some(farewell))
        .await
        .ok();
    let log = ben.get(&format!("/api/tables/{over}/log")).await.text;
    assert!(!log.contains("Annie") && log.contains("Ben"), "{log}");
}
