use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use serde::{Deserialize, Serialize};
use tablier_protocol::{Me, TableList};
use utoipa::{IntoParams, ToSchema};

use super::body::Body;
use super::guard::{self, Address};
use super::tables::lines;
use super::who::{Anybody, CookieJar, Known, Maybe};
use crate::error::Error;
use crate::server::Server;
use crate::store::{self, Player, PlayerKind};

/// What a player is told about themselves.
pub(super) async fn describe(server: &Server, player: &Player) -> Result<Me, Error> {
    let waiting = store::Query::Waiting {
        player: player.id.clone(),
    };
    Ok(Me {
        id: player.id.clone(),
        name: player.name.clone(),
        account: matches!(player.kind, PlayerKind::Account | PlayerKind::Bot),
        bot: player.kind == PlayerKind::Bot,
        waiting: server.store().count(waiting).await? as u32,
    })
}

/// Who you are; null without a cookie or token.
#[utoipa::path(get, path = "/api/me", tag = "me", responses(
    (status = 200, description = "You, or null", body = Option<Me>),
))]
pub(super) async fn me(
    State(server): State<Server>,
    Maybe(visitor): Maybe,
) -> Result<Json<Option<Me>>, Error> {
    Ok(Json(match visitor {
        Some(visitor) => Some(describe(&server, &visitor.player).await?),
        None => None,
    }))
}

/// Become a guest, with a cookie; nothing changes for somebody who is known.
#[utoipa::path(post, path = "/api/me", tag = "me", responses(
    (status = 200, description = "You", body = Me),
))]
pub(super) async fn arrive(
    State(server): State<Server>,
    Anybody(player): Anybody,
) -> Result<Json<Me>, Error> {
    Ok(Json(describe(&server, &player).await?))
}

/// What to change.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Change {
    /// Another name, for guests.
    name: String,
}

/// Change the name of a guest.
#[utoipa::path(patch, path = "/api/me", tag = "me", request_body = Change, responses(
    (status = 200, description = "You", body = Me),
    (status = 409, description = "The name is taken", body = crate::error::ErrorBody),
))]
pub(super) async fn change(
    State(server): State<Server>,
    Known(visitor): Known,
    Body(change): Body<Change>,
) -> Result<Json<Me>, Error> {
    let mut player = visitor.player;
    player.name = server.identities().rename(&player, &change.name).await?;
    Ok(Json(describe(&server, &player).await?))
}

/// How somebody proves that they mean it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Farewell {
    /// The password, for accounts.
    #[serde(default)]
    password: Option<String>,
}

/// Forget me: name, account, secrets, ratings. Games under way are given up; finished ones stay,
/// without a name.
#[utoipa::path(delete, path = "/api/me", tag = "me", request_body = Farewell, responses(
    (status = 204, description = "Forgotten"),
    (status = 401, description = "The password is wrong", body = crate::error::ErrorBody),
))]
pub(super) async fn forget(
    State(server): State<Server>,
    address: Address,
    Known(visitor): Known,
    jar: CookieJar,
    Body(farewell): Body<Farewell>,
) -> Result<StatusCode, Error> {
    let player = visitor.player;
    if player.kind == PlayerKind::Account {
        server.inner.gate.guess(address.0)?;
        let password = farewell.password.unwrap_or_default();
        server.identities().log_in(&player.name, password).await?;
    }
    server.forget(&player).await?;
    server.hub().cut(&player.id);
    jar.forget();
    Ok(StatusCode::NO_CONTENT)
}

/// The last time there is, as the description's integers go.
const LATEST: u64 = i64::MAX as u64;

/// Which of your games.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
pub(super) struct WhichGames {
    /// `current` (open or being played) or `finished`.
    state: Option<String>,
    /// Finished ones touched before this time, in milliseconds since 1970, to read on.
    before: Option<u64>,
}

/// Your games; those that wait for you first.
#[utoipa::path(get, path = "/api/me/games", tag = "me", params(WhichGames), responses(
    (status = 200, description = "At most 200 current or 50 finished ones", body = TableList),
))]
pub(super) async fn games(
    State(server): State<Server>,
    Maybe(visitor): Maybe,
    which: Result<Query<WhichGames>, QueryRejection>,
) -> Result<Json<TableList>, Error> {
    let Query(which) = which.map_err(|why| Error::bad("bad-query", why.body_text()))?;
    let before = which.before.unwrap_or(LATEST);
    if before > LATEST {
        let why = "before is a time in milliseconds since 1970";
        return Err(Error::bad("bad-query", why));
    }
    let Some(visitor) = visitor else {
        return Ok(Json(TableList::default()));
    };
    let player = visitor.player.id;
    let query = match which.state.as_deref() {
        None | Some("current") => store::Query::Current {
            player: player.clone(),
            limit: store::Query::MOST,
        },
        Some("finished") => store::Query::Finished {
            player: player.clone(),
            before,
            limit: 50,
        },
        Some(_) => return Err(Error::bad("bad-query", "state is current or finished")),
    };
    let tables = server.store().list(query).await?;
    Ok(Json(lines(tables, Some(&player))))
}

/// A link to another device.
#[derive(Serialize, ToSchema)]
pub(super) struct DeviceLink {
    /// The secret, for `POST /api/links/{token}`.
    token: String,
    /// The page that uses it.
    url: String,
    /// How many seconds it is good.
    seconds: u64,
}

/// A link that makes you known on another device: once, within a quarter of an hour.
#[utoipa::path(post, path = "/api/me/links", tag = "me", responses(
    (status = 200, description = "The link", body = DeviceLink),
))]
pub(super) async fn link(
    State(server): State<Server>,
    Known(visitor): Known,
    headers: HeaderMap,
) -> Result<Json<DeviceLink>, Error> {
    let secret = server.identities().link(&visitor.player.id).await?;
    let host = guard::host(&server, &headers).unwrap_or_default();
    let base = server.inner.config.base(&host);
    Ok(Json(DeviceLink {
        // Behind #, so that it is not sent to the server before somebody means it.
        url: format!("{base}/account#link={}", secret.text()),
        token: secret.text().to_owned(),
        seconds: 15 * 60,
    }))
}

/// Use up such a link: this browser is that person from now on.
#[utoipa::path(post, path = "/api/links/{token}", tag = "me", params(("token" = String, Path)), responses(
    (status = 200, description = "Who you are now", body = Me),
    (status = 404, description = "Used already, or too late", body = crate::error::ErrorBody),
))]
pub(super) async fn redeem(
    State(server): State<Server>,
    address: Address,
    jar: CookieJar,
    Path(token): Path<String>,
) -> Result<Json<Me>, Error> {
    server.inner.gate.guess(address.0)?;
    let (player, secret) = server.identities().redeem(&token).await?;
    jar.remember(&secret);
    Ok(Json(describe(&server, &player).await?))
}

/// A token.
#[derive(Serialize, ToSchema)]
pub(super) struct Token {
    /// For `Authorization: Bearer`; shown once.
    token: String,
}

/// A token for the account of a program, in place of the one before.
#[utoipa::path(post, path = "/api/me/tokens", tag = "me", responses(
    (status = 200, description = "The token", body = Token),
    (status = 403, description = "This is not the account of a program", body = crate::error::ErrorBody),
))]
pub(super) async fn token(
    State(server): State<Server>,
    Known(visitor): Known,
) -> Result<Json<Token>, Error> {
    let secret = server.identities().token(&visitor.player).await?;
    server.hub().cut(&visitor.player.id);
    Ok(Json(Token {
        token: secret.text().to_owned(),
    }))
}

/// Another password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewPassword {
    /// The one until now.
    old: String,
    /// The one from now on.
    new: String,
}

/// A recovery code.
#[derive(Serialize, ToSchema)]
pub(super) struct Recovery {
    /// Shown once; it opens the account when the password is forgotten.
    recovery: String,
}

/// Change the password. All sessions end but this one, and there is a new recovery code.
#[utoipa::path(put, path = "/api/me/password", tag = "me", request_body = NewPassword, responses(
    (status = 200, description = "The new recovery code", body = Recovery),
    (status = 401, description = "The old password is wrong", body = crate::error::ErrorBody),
))]
pub(super) async fn password(
    State(server): State<Server>,
    address: Address,
    Known(visitor): Known,
    jar: CookieJar,
    Body(passwords): Body<NewPassword>,
) -> Result<Json<Recovery>, Error> {
    server.inner.gate.guess(address.0)?;
    let (secret, recovery) = server
        .identities()
        .change_password(&visitor.player, passwords.old, passwords.new)
        .await?;
    server.hub().cut(&visitor.player.id);
    jar.remember(&secret);
    Ok(Json(Recovery { recovery }))
}
