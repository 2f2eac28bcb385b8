//! The HTTP interface, tested without a network.

mod support;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use serde_json::{Value, json};
use support::{Person, unlimited};
use tablier_server::{Admin, Config, Limits, Server};

async fn server() -> Server {
    Server::start(unlimited()).await.unwrap()
}

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
    let token = Admin::open(folder.path())
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
    Admin::open(folder.path())
        .unwrap()
        .close_table(room.as_str())
        .await
        .unwrap();
    let mut anybody = Person::new(&server);
    let log = anybody.get(&format!("/api/tables/{room}/log")).await.text;
    assert!(log.contains("\"aborted\""), "{log}");
}

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
async fn what_is_wrong_is_said_and_every_answer_is_dressed() {
    let server = server().await;
    let mut person = Person::guest(&server).await;
    let cases = [
        (Method::GET, "/api/nothing", None, 404),
        (Method::GET, "/api/tables/nowhere", None, 404),
        (Method::GET, "/api/tables/..%2Fx", None, 404),
        (Method::GET, "/api/tables?state=lost", None, 400),
        (Method::GET, "/api/tables?other=1", None, 400),
        (Method::PUT, "/api/tables", None, 405),
        (Method::POST, "/api/tables", Some(json!({})), 400),
        (
            Method::POST,
            "/api/tables",
            Some(json!({ "game": "chess" })),
            400,
        ),
        (
            Method::POST,
            "/api/tables",
            Some(json!({ "game": "d21", "seats": ["open"] })),
            422,
        ),
        (
            Method::POST,
            "/api/tables",
            Some(json!({ "game": "d21", "chair": 9 })),
            409,
        ),
        (Method::POST, "/api/me/tokens", Some(json!({})), 403),
        (Method::POST, "/api/links/none", Some(json!({})), 404),
        (Method::GET, "/api/players/nobody", None, 404),
        (
            Method::PATCH,
            "/api/me",
            Some(json!({ "name": "x\u{200b}y" })),
            400,
        ),
        (Method::GET, "/api/socket", None, 400),
    ];
    for (method, path, body, status) in cases {
        let answer = person.ask(method.clone(), path, body).await;
        assert_eq!(
            answer.status.as_u16(),
            status,
            "{method} {path}: {}",
            answer.text
        );
        assert!(!answer.code().is_empty() && answer.json()["error"]["message"].is_string());
        assert!(
            answer
                .header(header::CONTENT_SECURITY_POLICY)
                .contains("default-src 'none'")
        );
        assert_eq!(answer.header(header::X_CONTENT_TYPE_OPTIONS), "nosniff");
        if status == 405 {
            let allow = answer.header(header::ALLOW);
            assert!(allow.contains("GET") && allow.contains("POST"), "{allow}");
        }
    }
    let page = person.ask(Method::POST, "/", None).await;
    assert_eq!(page.status, StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(page.header(header::ALLOW), "GET, HEAD");
    assert_eq!(page.header(header::X_FRAME_OPTIONS), "DENY");
    let plain = Request::post("/api/tables").header(header::CONTENT_TYPE, "text/plain");
    assert_eq!(
        person.send(plain, Body::from("{}")).await.code(),
        "content-type"
    );
    let long = Request::post("/api/tables").header(header::CONTENT_TYPE, "application/json");
    let body = format!("{{\"game\":\"{}\"}}", "d".repeat(100_000));
    assert_eq!(
        person.send(long, Body::from(body)).await.status,
        StatusCode::BAD_REQUEST
    );
}

#[tokio::test]
async fn pages_of_others_change_nothing() {
    let server = server().await;
    let mut person = Person::guest(&server).await;
    let mut from = async |headers: &[(&str, &str)]| {
        let mut request = Request::post("/api/me").header(header::HOST, "games.example.org");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        person.send(request, Body::empty()).await.status.as_u16()
    };
    assert_eq!(from(&[]).await, 200);
    assert_eq!(from(&[("origin", "https://games.example.org")]).await, 200);
    assert_eq!(from(&[("origin", "https://evil.example.org")]).await, 403);
    assert_eq!(from(&[("origin", "null")]).await, 403);
    assert_eq!(from(&[("sec-fetch-site", "cross-site")]).await, 403);
    // A proxy is trusted only if configured.
    let forwarded = [
        ("origin", "https://evil.example.org"),
        ("x-forwarded-host", "evil.example.org"),
    ];
    assert_eq!(from(&forwarded).await, 403);
    let socket = Request::get("/api/socket").header(header::ORIGIN, "https://evil.example.org");
    assert_eq!(
        person.send(socket, Body::empty()).await.status,
        StatusCode::FORBIDDEN
    );
}

#[tokio::test]
async fn too_many_requests_guesses_and_tables_are_refused() {
    let limits = Limits {
        requests_per_second: 5,
        hosted: 2,
        ..Limits::none()
    };
    let server = Server::start(Config {
        limits,
        ..Config::default()
    })
    .await
    .unwrap();
    let mut person = Person::guest(&server).await;
    for _ in 0..2 {
        person.open(json!({ "game": "d21", "chair": 0 })).await;
    }
    let third = person
        .post("/api/tables", json!({ "game": "d21", "chair": 0 }))
        .await;
    assert_eq!(third.code(), "too-many-tables");
    let mut refused = None;
    for _ in 0..100 {
        let answer = person.get("/api/me").await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("nothing is refused");
    assert!(refused.header(header::RETRY_AFTER).parse::<u64>().unwrap() >= 1);
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
async fn the_description_names_every_route() {
    let server = server().await;
    let mut person = Person::new(&server);
    let description = person.get("/api/openapi.json").await.ok();
    let paths = description["paths"].as_object().unwrap();
    for path in [
        "/api/tables",
        "/api/tables/{id}",
        "/api/tables/{id}/commands",
        "/api/me",
        "/api/pairings",
        "/api/recovery",
    ] {
        assert!(paths.contains_key(path), "{path}");
    }
    for (path, methods) in paths {
        for operation in methods.as_object().unwrap().values() {
            assert!(operation["responses"]["default"].is_object(), "{path}");
            let parameters = operation["parameters"].as_array();
            for parameter in parameters.into_iter().flatten() {
                let name = format!("{{{}}}", parameter["name"].as_str().unwrap());
                let place = if path.contains(&name) {
                    "path"
                } else {
                    "query"
                };
                assert_eq!(parameter["in"], place, "{path} {name}");
            }
        }
    }
    assert!(description["components"]["schemas"]["TableView"].is_object());
    assert_eq!(person.get("/healthz").await.text, "ok\n");
    let metrics = person.get("/metrics").await.text;
    assert!(metrics.contains("tablier_requests_total"), "{metrics}");
    assert!(!metrics.contains("tablier="));
    let games = person.get("/api/games").await.ok();
    assert!(
        games
            .as_array()
            .unwrap()
            .iter()
            .any(|game| game["id"] == "cubulus")
    );
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
