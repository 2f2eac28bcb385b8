//! The HTTP interface: routes, and what applies to all of them.

mod accounts;
mod body;
mod description;
mod export;
mod guard;
mod health;
mod me;
mod pages;
mod picture;
mod players;
mod tables;
mod who;

use std::time::Duration;

use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router, middleware};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::client::Client;
use crate::error::Error;
use crate::server::Server;

/// The longest body to read.
const LONGEST_BODY: usize = 32 * 1024;
/// The longest a request may take.
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Tablier",
        description = "Forgotten board games, played together. See docs/online-protocol.md.",
        license(name = "MIT OR Apache-2.0")
    ),
    components(schemas(crate::error::ErrorBody))
)]
struct Description;

fn api() -> OpenApiRouter<Server> {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(tables::open, tables::list))
        .routes(routes!(tables::view))
        .routes(routes!(tables::log))
        .routes(routes!(tables::record))
        .routes(routes!(tables::command))
        .routes(routes!(tables::pair, tables::stop_pairing))
        .routes(routes!(me::me, me::arrive, me::change, me::forget))
        .routes(routes!(me::games))
        .routes(routes!(export::export))
        .routes(routes!(me::link))
        .routes(routes!(me::redeem))
        .routes(routes!(me::token))
        .routes(routes!(me::password))
        .routes(routes!(accounts::open))
        .routes(routes!(accounts::log_in, accounts::log_out))
        .routes(routes!(accounts::recover))
        .routes(routes!(players::player))
        .routes(routes!(players::players))
        .routes(routes!(health::games))
}

/// Everything the server answers.
pub(crate) fn router(server: Server) -> Router {
    let (api, mut description) = api().split_for_parts();
    description::add_failures(&mut description);
    let client = server.inner.config.client;
    api.route(
        "/api/openapi.json",
        get(move || std::future::ready(Json(description))),
    )
    .route("/api/socket", get(who::socket))
    .route("/api/{*rest}", axum::routing::any(no_such_route))
    .route("/healthz", get(health::healthz))
    .route("/metrics", get(health::metrics))
    .route("/t/{id}", get(pages::table))
    .route("/t/{id}/picture.png", get(picture::table))
    .fallback(move |method, uri, headers| client.serve(method, uri, headers))
    .method_not_allowed_fallback(wrong_method)
    .layer(middleware::from_fn_with_state(server.clone(), who::cookies))
    .layer(DefaultBodyLimit::max(LONGEST_BODY))
    .layer(TimeoutLayer::with_status_code(
        StatusCode::GATEWAY_TIMEOUT,
        PATIENCE,
    ))
    .layer(middleware::from_fn_with_state(server.clone(), guard::guard))
    .layer(CatchPanicLayer::custom(|_| {
        tracing::error!("a request panicked");
        Error::Internal.into_response()
    }))
    .layer(guard::headers())
    .with_state(server)
}

/// The client alone.
pub(crate) fn client(client: Client) -> Router {
    Router::new()
        .fallback(move |method, uri, headers| client.serve(method, uri, headers))
        .layer(guard::headers())
}

async fn no_such_route() -> Error {
    Error::NotFound("there is no such address; /api/openapi.json lists them")
}

/// The router adds the allowed methods.
async fn wrong_method() -> Response {
    let error = Error::bad(
        "method-not-allowed",
        "this address has other methods: see Allow",
    );
    let mut response = error.into_response();
    *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    response
}
