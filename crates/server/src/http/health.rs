use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tablier_rules::{OptionInfo, Values, catalog};
use utoipa::ToSchema;

use crate::error::Error;
use crate::server::Server;

/// Whether the server and its store work.
pub(super) async fn healthz(State(server): State<Server>) -> Result<&'static str, Error> {
    server.store().check().await?;
    Ok("ok\n")
}

/// The metrics for Prometheus.
pub(super) async fn metrics(State(server): State<Server>) -> Response {
    match &server.inner.metrics {
        Some(metrics) => (
            [(header::CONTENT_TYPE, "text/plain; version=0.0.4")],
            metrics.render(),
        )
            .into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A game of the collection.
#[derive(Serialize, ToSchema)]
pub(super) struct GameView {
    /// Its id; options are written after it (`cubulus:level=2`).
    id: &'static str,
    /// Its name.
    title: &'static str,
    /// The revision of its rules.
    rules: u32,
    /// What can be chosen.
    options: Vec<OptionView>,
}

/// Something that can be chosen.
#[derive(Serialize, ToSchema)]
struct OptionView {
    /// Its name.
    name: &'static str,
    /// What it can be, the usual value first; empty for any number.
    values: Vec<&'static str>,
}

/// The games that can be played.
#[utoipa::path(get, path = "/api/games", tag = "games", responses(
    (status = 200, description = "All games", body = Vec<GameView>),
))]
pub(super) async fn games() -> Json<Vec<GameView>> {
    let game = |info: &&'static tablier_rules::GameInfo| GameView {
        id: info.id,
        title: info.title,
        rules: info.revision,
        options: info.options.iter().map(option).collect(),
    };
    Json(catalog::GAMES.iter().map(game).collect())
}

fn option(option: &OptionInfo) -> OptionView {
    OptionView {
        name: option.name,
        values: match option.values {
            Values::OneOf(values) => values.to_vec(),
            Values::Number | Values::Digits => Vec::new(),
        },
    }
}
