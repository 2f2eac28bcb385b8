//! What every answer has, what is refused, and what the description names.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use serde_json::json;
use tablier_server::{Config, Limits, Server};

use crate::server;
use crate::support::Person;

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
        (Method::GET, "/api/players", None, 400),
        (Method::GET, "/api/players?ids=no*id", None, 400),
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
