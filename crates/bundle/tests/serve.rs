//! The client as the server answers with it, tested without a network.

use std::io::{self, Write as _};

use axum::body::Body;
use axum::http::{Method, Request, Response, StatusCode, header};
use http_body_util::BodyExt;
use tablier_bundle::CLIENT;
use tablier_server::Client;
use tower::ServiceExt;

/// Whether this build has the client. If not, it is said what is left out.
///
/// # Panics
/// If it must be there and is not.
fn is_there(test: &str) -> bool {
    if CLIENT.is_there() {
        return true;
    }
    let set = |name| std::env::var(name).is_ok_and(|value| value == "1" || value == "true");
    let is_required = set("TABLIER_REQUIRE_CLIENT") || set("CI");
    assert!(
        !is_required,
        "{test} needs the client: build it without TABLIER_SKIP_CLIENT"
    );
    // Past the test's own capture of what is printed.
    let _ = writeln!(io::stderr(), "left out: {test}, for want of the client");
    false
}

async fn ask(method: Method, path: &str, encoding: &str) -> (Response<()>, Vec<u8>) {
    ask_of(CLIENT, method, path, encoding).await
}

async fn ask_of(
    client: Client,
    method: Method,
    path: &str,
    encoding: &str,
) -> (Response<()>, Vec<u8>) {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::ACCEPT_ENCODING, encoding)
        .body(Body::empty())
        .unwrap();
    let (parts, body) = tablier_server::client(client)
        .oneshot(request)
        .await
        .unwrap()
        .into_parts();
    let bytes = body.collect().await.unwrap().to_bytes().to_vec();
    (Response::from_parts(parts, ()), bytes)
}

fn header_of(response: &Response<()>, name: header::HeaderName) -> &str {
    response
        .headers()
        .get(name)
        .map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn without_a_client_the_server_says_so() {
    let (response, body) = ask_of(Client::NONE, Method::GET, "/", "").await;
    assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert!(String::from_utf8_lossy(&body).contains("TABLIER_SKIP_CLIENT"));
}

#[tokio::test]
async fn every_page_is_the_page_and_nothing_of_it_is_inline() {
    if !is_there("the page") {
        return;
    }
    for path in ["/", "/play/abc", "/game/cubulus", "/analysis"] {
        let (response, body) = ask(Method::GET, path, "").await;
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(header_of(&response, header::CACHE_CONTROL), "no-cache");
        let policy = header_of(&response, header::CONTENT_SECURITY_POLICY);
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval'"));
        assert!(!policy.contains("unsafe-inline"));
        let page = String::from_utf8(body).unwrap();
        assert!(page.contains(&format!("/v/{}/boot.js", CLIENT.version)));
        assert!(!page.contains("{{"), "a gap was not filled");
        assert!(!page.contains("style=") && !page.contains("onclick"));
    }
}

#[tokio::test]
async fn files_of_a_version_are_kept_for_ever_and_come_compressed() {
    if !is_there("the client's files") {
        return;
    }
    let path = format!("/v/{}/tablier_web_bg.wasm", CLIENT.version);
    let (plain, whole) = ask(Method::GET, &path, "").await;
    assert_eq!(header_of(&plain, header::CONTENT_TYPE), "application/wasm");
    assert!(header_of(&plain, header::CACHE_CONTROL).contains("immutable"));
    let (packed, small) = ask(Method::GET, &path, "gzip, br").await;
    assert_eq!(header_of(&packed, header::CONTENT_ENCODING), "br");
    assert!(small.len() * 2 < whole.len());
    let (gzip, _) = ask(Method::GET, &path, "gzip, br;q=0").await;
    assert_eq!(header_of(&gzip, header::CONTENT_ENCODING), "gzip");
    let (head, nothing) = ask(Method::HEAD, &path, "br").await;
    assert_eq!(head.status(), StatusCode::OK);
    assert!(nothing.is_empty());
}

#[tokio::test]
async fn the_first_load_is_light_and_the_books_come_apart() {
    if !is_there("the weight of the first load") {
        return;
    }
    let (_, page) = ask(Method::GET, "/", "br").await;
    let mut load = page.len();
    for file in [
        "app.css",
        "board.css",
        "book.css",
        "online.css",
        "study.css",
        "phone.css",
        "taste.css",
        "boot.js",
        "icon.svg",
        "tablier_web.js",
        "tablier_web_bg.wasm",
    ] {
        let path = format!("/v/{}/{file}", CLIENT.version);
        let (response, body) = ask(Method::GET, &path, "br").await;
        assert_eq!(response.status(), StatusCode::OK, "{file}");
        load += body.len();
    }
    // The budget is a megabyte; some of it is reserved for what is to come.
    assert!(load < 950_000, "the first load takes {load} bytes");
    let path = format!("/v/{}/books.txt", CLIENT.version);
    let (_, books) = ask(Method::GET, &path, "").await;
    let books = String::from_utf8(books).unwrap();
    assert!(tablier_books::library::holds_all(books));
}

#[tokio::test]
async fn what_is_not_there_is_not_found() {
    if !is_there("what is not there") {
        return;
    }
    for path in [
        "/v/0123456789ab/boot.js",
        "/favicon.ico",
        "/v/",
        "/../Cargo.toml",
    ] {
        let (response, _) = ask(Method::GET, path, "").await;
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
    }
    let (response, _) = ask(Method::POST, "/", "").await;
    assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn a_page_that_is_known_is_not_sent_again() {
    if !is_there("a page that is known") {
        return;
    }
    let request = Request::builder()
        .uri("/")
        .header(header::IF_NONE_MATCH, format!("\"{}\"", CLIENT.version))
        .body(Body::empty())
        .unwrap();
    let response = tablier_server::client(CLIENT)
        .oneshot(request)
        .await
        .unwrap();
    assert_eq!(response.status(), StatusCode::NOT_MODIFIED);
}
