use axum::Json;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tablier_protocol::{Created, NewTable, Pairing, TableList, TableView, TimeView};
use tablier_rooms::{Actor, Command, CommandId, Occupant, Opening, Order, Place, Room, RoomId};
use tablier_rules::Spec;
use tablier_rules::record::Record;
use utoipa::{IntoParams, ToSchema};

use super::body::Body;
use super::who::{Anybody, Known, Maybe};
use crate::error::Error;
use crate::hub::NO_TABLE;
use crate::identity::secrets::{self, Secret};
use crate::pairing::HERE;
use crate::server::Server;
use crate::socket::{RATED, may_sit};
use crate::store::{self, PlayerKind};

/// The room that a path names; a text that is not an id names none.
pub(super) fn room(path: Result<Path<String>, PathRejection>) -> Result<RoomId, Error> {
    let Ok(Path(text)) = path else {
        return Err(NO_TABLE);
    };
    RoomId::new(&text).map_err(|_| NO_TABLE)
}

/// The canonical text of a game, so that equal games have equal names.
fn canonical(game: &str) -> Result<String, Error> {
    let spec = Spec::parse(game).map_err(|error| Error::bad("no-such-game", error))?;
    Ok(spec.to_string())
}

/// Open a table, and sit down at it if a chair is named.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = NewTable, responses(
    (status = 201, description = "The table is open", body = Created),
    (status = 422, description = "Such a table cannot be", body = crate::error::ErrorBody),
))]
pub(super) async fn open(
    State(server): State<Server>,
    Anybody(player): Anybody,
    Body(mut wanted): Body<NewTable>,
) -> Result<(StatusCode, Json<Created>), Error> {
    wanted.game = canonical(&wanted.game)?;
    let refused = |refusal| Error::Refused { refusal, seq: 0 };
    let mut terms = wanted.terms().map_err(refused)?;
    let key = terms.seats.contains(&Place::Kept).then(Secret::fresh);
    terms.key = key.as_ref().map(|key| secrets::key_hash(key.text()));
    if terms.rated && player.kind == PlayerKind::Guest {
        return Err(RATED);
    }
    let identities = server.identities();
    let host_name = identities
        .name_at_table(&player, wanted.name.as_deref())
        .await?;
    let opening = Opening {
        terms,
        host: player.id,
        host_name,
        chair: wanted.chair,
    };
    let id = server.hub().open(opening).await?;
    let key = key.map(|key| key.text().to_owned());
    Ok((StatusCode::CREATED, Json(Created { id, key })))
}

/// Which tables.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    /// `open` or `playing`.
    state: Option<String>,
}

/// Tables that everybody may join or watch.
#[utoipa::path(get, path = "/api/tables", tag = "tables", params(Which), responses(
    (status = 200, description = "The newest first", body = TableList),
))]
pub(super) async fn list(
    State(server): State<Server>,
    Maybe(visitor): Maybe,
    which: Result<Query<Which>, QueryRejection>,
) -> Result<Json<TableList>, Error> {
    let Query(which) = which.map_err(|why| Error::bad("bad-query", why.body_text()))?;
    let limit = 100;
    let query = match which.state.as_deref() {
        None | Some("open") => store::Query::Open {
            seen_since: server.clock().now().saturating_sub(HERE),
            limit,
        },
        Some("playing") => store::Query::Playing { limit },
        Some(_) => return Err(Error::bad("bad-query", "state is open or playing")),
    };
    let me = visitor.map(|visitor| visitor.player.id);
    let tables = server.store().list(query).await?;
    Ok(Json(lines(tables, me.as_ref())))
}

/// Listings from a player's point of view.
pub(super) fn lines(
    tables: Vec<store::Listing>,
    me: Option<&tablier_rooms::PlayerId>,
) -> TableList {
    let line = |table: store::Listing| {
        let mut line = table.line;
        line.waits_for_me = me.is_some() && table.acts.as_ref() == me;
        line
    };
    TableList {
        tables: tables.into_iter().map(line).collect(),
    }
}

/// Everything about a table.
#[utoipa::path(get, path = "/api/tables/{id}", tag = "tables", params(("id" = String, Path)), responses(
    (status = 200, description = "The table as it is", body = TimeView<TableView>),
    (status = 404, description = "There is no such table", body = crate::error::ErrorBody),
))]
pub(super) async fn view(
    State(server): State<Server>,
    Maybe(visitor): Maybe,
    path: Result<Path<String>, PathRejection>,
) -> Result<Json<TimeView<TableView>>, Error> {
    let id = room(path)?;
    let me = visitor.map(|visitor| visitor.player.id);
    let view = server.hub().view(&id, me.as_ref()).await?;
    let now = server.clock().now();
    Ok(Json(TimeView { now, view }))
}

/// From where.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct Since {
    /// Entries after this number; all if left out.
    #[serde(default)]
    since: u64,
}

/// Entries of a log.
#[derive(Serialize, ToSchema)]
pub(super) struct LogView {
    /// The entries, in order and without gaps.
    #[schema(value_type = Vec<tablier_rooms::Entry>)]
    entries: Vec<Box<RawValue>>,
    /// The server's time, in milliseconds since 1970.
    now: u64,
}

/// The log of a table: everything that happened there.
#[utoipa::path(get, path = "/api/tables/{id}/log", tag = "tables", params(("id" = String, Path), Since), responses(
    (status = 200, description = "The entries", body = LogView),
    (status = 404, description = "There is no such table", body = crate::error::ErrorBody),
))]
pub(super) async fn log(
    State(server): State<Server>,
    path: Result<Path<String>, PathRejection>,
    since: Result<Query<Since>, QueryRejection>,
) -> Result<Json<LogView>, Error> {
    let id = room(path)?;
    let Query(Since { since }) = since.map_err(|why| Error::bad("bad-query", why.body_text()))?;
    let entries = raw(server.hub().log(&id, since).await?)?;
    let now = server.clock().now();
    Ok(Json(LogView { entries, now }))
}

/// Entries that are already JSON: they are not parsed to be written again.
pub(super) fn raw(lines: Vec<store::LogLine>) -> Result<Vec<Box<RawValue>>, Error> {
    lines
        .into_iter()
        .map(|line| RawValue::from_string(line.body).map_err(Error::internal))
        .collect()
}

/// The game as a record (docs/records.md).
#[utoipa::path(get, path = "/api/tables/{id}/record", tag = "tables", params(("id" = String, Path)), responses(
    (status = 200, description = "The record", body = String, content_type = "text/plain"),
    (status = 404, description = "There is no such table", body = crate::error::ErrorBody),
))]
pub(super) async fn record(
    State(server): State<Server>,
    path: Result<Path<String>, PathRejection>,
) -> Result<Response, Error> {
    let id = room(path)?;
    let text = server
        .hub()
        .with_room(&id, |room| written(room).to_string())
        .await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// The record of a table's game, with the names and the day.
fn written(room: &Room) -> Record {
    let mut record = Record::of_table(room.table());
    let name = |occupant: &Occupant| match occupant {
        Occupant::Person { name, .. } => name.clone(),
        Occupant::Machine { level } => format!("Tablier, level {level}"),
    };
    record.seats = room.occupants().iter().map(name).collect();
    let seconds = (room.last_at() / 1000) as i64;
    let time = cookie::time::OffsetDateTime::from_unix_timestamp(seconds).ok();
    record.date = time.map(|time| time.date().to_string());
    record
}

/// A command for a table.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Ordered {
    /// The client's own name for it; the same one again is the same command.
    #[schema(value_type = String, min_length = 1, max_length = 40, pattern = "^[A-Za-z0-9_-]+$")]
    id: CommandId,
    /// The last entry that the client knows.
    expects: u64,
    /// What to do.
    command: Command,
}

/// A command was carried out and is durably stored.
#[derive(Serialize, ToSchema)]
pub(super) struct Done {
    /// The number of its first entry.
    seq: u64,
}

/// Do something at a table.
#[utoipa::path(post, path = "/api/tables/{id}/commands", tag = "tables", params(("id" = String, Path)),
    request_body = Ordered, responses(
    (status = 200, description = "Carried out and durably stored, now or earlier", body = Done),
    (status = 404, description = "There is no such table", body = crate::error::ErrorBody),
    (status = 409, description = "The table refuses it", body = crate::error::ErrorBody),
    (status = 422, description = "The rules refuse it", body = crate::error::ErrorBody),
))]
pub(super) async fn command(
    State(server): State<Server>,
    Anybody(player): Anybody,
    path: Result<Path<String>, PathRejection>,
    Body(ordered): Body<Ordered>,
) -> Result<Json<Done>, Error> {
    let id = room(path)?;
    let mut command = ordered.command;
    may_sit(&server, &player, &id, &mut command).await?;
    let order = Order {
        id: ordered.id,
        expects: ordered.expects,
        actor: Actor::Player(player.id),
        command,
    };
    let seq = server.hub().command(&id, order, 0).await?;
    Ok(Json(Done { seq }))
}

/// Play with anyone who looks for the same: sits down at a table, or opens one to wait at.
#[utoipa::path(post, path = "/api/pairings", tag = "tables", request_body = Pairing, responses(
    (status = 200, description = "The table where you sit now", body = Created),
))]
pub(super) async fn pair(
    State(server): State<Server>,
    Anybody(player): Anybody,
    Body(mut wanted): Body<Pairing>,
) -> Result<Json<Created>, Error> {
    wanted.game = canonical(&wanted.game)?;
    if wanted.rated && player.kind == PlayerKind::Guest {
        return Err(RATED);
    }
    let name = server.identities().name_at_table(&player, None).await?;
    let id = server.hub().pair(&player.id, &name, &wanted).await?;
    Ok(Json(Created { id, key: None }))
}

/// Stop looking for anyone: leaves the tables where you wait.
#[utoipa::path(delete, path = "/api/pairings", tag = "tables", responses(
    (status = 204, description = "Nobody is looked for"),
))]
pub(super) async fn stop_pairing(
    State(server): State<Server>,
    Known(visitor): Known,
) -> Result<StatusCode, Error> {
    server.hub().stop_pairing(&visitor.player.id).await?;
    Ok(StatusCode::NO_CONTENT)
}
