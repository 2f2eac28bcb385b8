//! The client's files, whatever is in them.

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use http_body_util::BodyExt as _;
use tablier_server::{Asset, Client};
use tower::ServiceExt as _;

use crate::support::Answer;

/// Three encodings whose bytes tell which is which.
const CLIENT: Client = Client {
    version: "0123456789ab",
    files: &[
        Asset {
            path: "/index.html",
            plain: b"the page",
            gzip: b"the page by gzip",
            brotli: b"the page by brotli",
        },
        Asset {
            path: "/v/0123456789ab/boot.js",
            plain: b"the script",
            gzip: b"the script by gzip",
            brotli: b"the script by brotli",
        },
    ],
};

async fn ask(client: Client, method: Method, path: &str, accepts: &str, known: &str) -> Answer {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header(header::ACCEPT_ENCODING, accepts)
        .header(header::IF_NONE_MATCH, known)
        .body(Body::empty())
        .unwrap();
    let answer = tablier_server::client(client).oneshot(request).await;
    let (parts, body) = answer.unwrap().into_parts();
    let bytes = body.collect().await.unwrap().to_bytes();
    Answer {
        status: parts.status,
        headers: parts.headers,
        text: String::from_utf8(bytes.to_vec()).unwrap(),
    }
}

#[tokio::test]
async fn each_encoding_has_its_own_tag() {
    let accepted = ["", "gzip", "gzip, br", "br;q=0, gzip;q=0"];
    let bytes = [
        "the page",
        "the page by gzip",
        "the page by brotli",
        "the page",
    ];
    let mut tags = Vec::new();
    for (accepts, bytes) in accepted.into_iter().zip(bytes) {
        let answer = ask(CLIENT, Method::GET, "/", accepts, "").await;
        assert_eq!(answer.text, bytes, "{accepts}");
        assert_eq!(answer.header(header::VARY), "accept-encoding");
        tags.push(answer.header(header::ETAG).to_owned());
    }
    assert_eq!(tags[0], tags[3], "the same bytes");
    for (at, accepts) in accepted.into_iter().take(3).enumerate() {
        for (other, tag) in tags.iter().take(3).enumerate() {
            let answer = ask(CLIENT, Method::GET, "/", accepts, tag).await;
            let expected = match at == other {
                true => StatusCode::NOT_MODIFIED,
                false => StatusCode::OK,
            };
            assert_eq!(
                answer.status, expected,
                "{tag} where {accepts:?} is accepted"
            );
        }
    }
}

#[tokio::test]
async fn whatever_is_refused_is_dressed_as_well() {
    for (client, method, path, status) in [
        (CLIENT, Method::GET, "/", 200),
        (CLIENT, Method::GET, "/v/0123456789ab/boot.js", 200),
        (CLIENT, Method::GET, "/v/0123456789ab/other.js", 404),
        (CLIENT, Method::GET, "/favicon.ico", 404),
        (CLIENT, Method::POST, "/", 405),
        (CLIENT, Method::DELETE, "/v/0123456789ab/boot.js", 405),
        (Client::NONE, Method::GET, "/", 503),
    ] {
        let answer = ask(client, method.clone(), path, "", "").await;
        assert_eq!(answer.status, status, "{method} {path}");
        for name in [header::CONTENT_SECURITY_POLICY, header::X_FRAME_OPTIONS] {
            assert_ne!(answer.header(name.clone()), "", "{method} {path}: {name}");
        }
        assert_eq!(answer.header(header::X_CONTENT_TYPE_OPTIONS), "nosniff");
        if status == 405 {
            assert_eq!(answer.header(header::ALLOW), "GET, HEAD");
        }
    }
}
