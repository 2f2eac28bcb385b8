use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use tablier_protocol::Me;
use utoipa::ToSchema;

use super::body::Body;
use super::guard::Address;
use super::me;
use super::who::{Anybody, CookieJar, Known};
use crate::error::Error;
use crate::server::Server;

/// Name and password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Secrets {
    /// The name: 2 to 24 characters.
    name: String,
    /// The password: 8 to 200 characters.
    password: String,
}

/// An account, with the code that opens it should the password be forgotten.
#[derive(Serialize, ToSchema)]
pub(super) struct Opened {
    /// Who one is now.
    me: Me,
    /// Shown once: no mail is ever sent.
    recovery: String,
}

/// Open an account; a guest's games come along.
#[utoipa::path(post, path = "/api/accounts", tag = "accounts", request_body = Secrets, responses(
    (status = 201, description = "The account", body = Opened),
    (status = 409, description = "The name is taken", body = crate::error::ErrorBody),
))]
pub(super) async fn open(
    State(server): State<Server>,
    address: Address,
    Anybody(player): Anybody,
    Body(secrets): Body<Secrets>,
) -> Result<(StatusCode, Json<Opened>), Error> {
    server.inner.gate.arrival(address.0)?;
    let (player, recovery) = server
        .identities()
        .open_account(&player, &secrets.name, secrets.password)
        .await?;
    let me = me::of(&server, &player).await?;
    Ok((StatusCode::CREATED, Json(Opened { me, recovery })))
}

/// Log in.
#[utoipa::path(post, path = "/api/sessions", tag = "accounts", request_body = Secrets, responses(
    (status = 200, description = "Who one is now", body = Me),
    (status = 401, description = "Name or password is wrong", body = crate::error::ErrorBody),
))]
pub(super) async fn log_in(
    State(server): State<Server>,
    address: Address,
    jar: CookieJar,
    Body(secrets): Body<Secrets>,
) -> Result<Json<Me>, Error> {
    server.inner.gate.guess(address.0)?;
    let (player, secret) = server
        .identities()
        .log_in(&secrets.name, secrets.password)
        .await?;
    jar.remember(&server, &secret);
    Ok(Json(me::of(&server, &player).await?))
}

/// Log out.
#[utoipa::path(delete, path = "/api/sessions", tag = "accounts", responses(
    (status = 204, description = "Nobody is logged in"),
))]
pub(super) async fn log_out(
    State(server): State<Server>,
    Known(visitor): Known,
    jar: CookieJar,
) -> Result<StatusCode, Error> {
    server.identities().log_out(&visitor.key).await?;
    server.hub().cut(&visitor.player.id);
    jar.forget(&server);
    Ok(StatusCode::NO_CONTENT)
}

/// Name, recovery code, and the password from now on.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Rescue {
    /// The name.
    name: String,
    /// The code that was shown once.
    code: String,
    /// A new password.
    password: String,
}

/// Come back by the recovery code. All sessions end, and there is a new code.
#[utoipa::path(post, path = "/api/recovery", tag = "accounts", request_body = Rescue, responses(
    (status = 200, description = "Who one is now", body = Opened),
    (status = 401, description = "Name or code is wrong", body = crate::error::ErrorBody),
))]
pub(super) async fn recover(
    State(server): State<Server>,
    address: Address,
    jar: CookieJar,
    Body(rescue): Body<Rescue>,
) -> Result<Json<Opened>, Error> {
    server.inner.gate.guess(address.0)?;
    let (player, secret, recovery) = server
        .identities()
        .recover(&rescue.name, &rescue.code, rescue.password)
        .await?;
    server.hub().cut(&player.id);
    jar.remember(&server, &secret);
    let me = me::of(&server, &player).await?;
    Ok(Json(Opened { me, recovery }))
}
