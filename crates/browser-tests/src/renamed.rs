//! The same client under another version's name, as a server would serve it after an update.

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, Response, StatusCode, Uri, header};
use axum::response::IntoResponse;
use http_body_util::BodyExt;
use tablier_bundle::CLIENT;
use tower::ServiceExt;

/// Answers like the real server, but its version has this name; other versions' files are not
/// found.
pub fn app(version: &'static str) -> Router {
    Router::new().fallback(move |uri: Uri| answer(version, uri))
}

async fn answer(version: &'static str, uri: Uri) -> Response<Body> {
    if uri.path().contains(CLIENT.version) {
        return StatusCode::NOT_FOUND.into_response();
    }
    let path = uri.path().replace(version, CLIENT.version);
    let asked = Request::builder().uri(path).body(Body::empty());
    let Ok(request) = asked else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let Ok(real) = tablier_server::client(CLIENT).oneshot(request).await;
    let (mut parts, body) = real.into_parts();
    let Ok(body) = body.collect().await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let bytes = body.to_bytes();
    parts.headers.remove(header::ETAG);
    parts.headers.remove(header::CONTENT_LENGTH);
    let body = if is_text(&parts.headers) {
        Body::from(String::from_utf8_lossy(&bytes).replace(CLIENT.version, version))
    } else {
        Body::from(bytes)
    };
    Response::from_parts(parts, body)
}

/// Pages and scripts name the version.
fn is_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    kind.and_then(|kind| kind.to_str().ok())
        .is_some_and(|kind| kind.starts_with("text/") || kind.contains("manifest"))
}
