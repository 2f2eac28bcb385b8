use axum::Json;
use axum::extract::State;
use serde::Serialize;
use serde_json::value::RawValue;
use tablier_rooms::{PlayerId, RoomId};
use utoipa::ToSchema;

use super::guard::Address;
use super::tables::raw;
use super::who::Known;
use crate::error::Error;
use crate::ratings::shown;
use crate::server::Server;
use crate::store::PlayerKind;

/// Everything that is kept about somebody.
#[derive(Serialize, ToSchema)]
pub(super) struct Export {
    /// The id by which events name this person.
    id: PlayerId,
    /// The name.
    name: String,
    /// Whether this is an account, and not a guest.
    account: bool,
    /// Since when they are known, in milliseconds since 1970.
    created: u64,
    /// When they were last here, in milliseconds since 1970.
    seen: u64,
    /// How strong, game by game.
    ratings: Vec<ExportedRating>,
    /// The tables whose log names them.
    games: Vec<ExportedGame>,
}

/// How strong somebody is at a game, unrounded.
#[derive(Serialize, ToSchema)]
struct ExportedRating {
    /// The game with its options.
    game: String,
    /// The rating; everybody begins at 1500.
    rating: f64,
    /// How uncertain it is; everybody begins at 350.
    deviation: f64,
    /// On how many games it rests.
    games: u32,
}

/// A table with everything that happened there.
#[derive(Serialize, ToSchema)]
struct ExportedGame {
    /// Which.
    table: RoomId,
    /// Its log, whole.
    #[schema(value_type = Vec<tablier_rooms::Entry>)]
    log: Vec<Box<RawValue>>,
}

/// Everything that is kept about you.
#[utoipa::path(get, path = "/api/me/export", tag = "me", responses(
    (status = 200, description = "All of it", body = Export),
))]
pub(super) async fn export(
    State(server): State<Server>,
    address: Address,
    Known(visitor): Known,
) -> Result<Json<Export>, Error> {
    // Every log is read, which takes time.
    server.inner.gate.guess(address.0)?;
    let player = visitor.player;
    let mut games = Vec::new();
    for table in server.store().naming(&player.id).await? {
        let log = raw(server.hub().log(&table, 0).await?)?;
        games.push(ExportedGame { table, log });
    }
    let ratings = server.store().ratings(&player.id).await?;
    let ratings = ratings.iter().map(|rating| {
        let shown = shown(rating);
        ExportedRating {
            game: rating.game.clone(),
            rating: shown.value,
            deviation: shown.deviation,
            games: rating.games,
        }
    });
    Ok(Json(Export {
        ratings: ratings.collect(),
        games,
        account: player.kind != PlayerKind::Guest,
        id: player.id,
        name: player.name,
        created: player.created,
        seen: player.seen,
    }))
}
