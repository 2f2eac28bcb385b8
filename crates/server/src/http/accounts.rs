use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use tablier_protocol::Me;
use utoipa::ToSchema;

use super::body::Body;
use super::guard::Address;
use super::me;
use super::who::{Anybody, CookieJar, Known, Maybe};
use crate::error::Error;
use crate::identity::Visitor;
use crate::moving::Moved;
use crate::server::Server;
use crate::store::{Player, PlayerKind};

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
    /// Who you are now.
    me: Me,
    /// Shown once: no mail is ever sent.
    recovery: String,
    /// What became of the games of the guest that you were: all are the account's.
    games: Moved,
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
    let me = me::describe(&server, &player).await?;
    // The code must reach its owner, whatever becomes of the count.
    let games = server.games_of(&player.id).await.unwrap_or_default();
    let opened = Opened {
        me,
        recovery,
        games,
    };
    Ok((StatusCode::CREATED, Json(opened)))
}

/// Name and password of an account that exists.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LogIn {
    /// The name.
    name: String,
    /// The password.
    password: String,
    /// Whether the games of the guest who asks come along; they do if left out.
    #[serde(default = "yes")]
    bring_games: bool,
}

fn yes() -> bool {
    true
}

/// Who you are now, and what came along.
#[derive(Serialize, ToSchema)]
pub(super) struct LoggedIn {
    #[serde(flatten)]
    me: Me,
    /// What became of the games of the guest that you were.
    games: Moved,
}

/// The games of whoever asks go to the account they are about to be, if they are a guest.
async fn bring_along(
    server: &Server,
    visitor: Option<Visitor>,
    account: &Player,
) -> Result<Moved, Error> {
    match visitor {
        Some(guest) if guest.player.kind == PlayerKind::Guest => {
            server.bring_along(&guest.player.id, &account.id).await
        }
        _ => Ok(Moved::default()),
    }
}

/// Log in. The games of the guest who asks come along, except where the account sits at the same
/// table.
#[utoipa::path(post, path = "/api/sessions", tag = "accounts", request_body = LogIn, responses(
    (status = 200, description = "Who you are now", body = LoggedIn),
    (status = 401, description = "Name or password is wrong", body = crate::error::ErrorBody),
))]
pub(super) async fn log_in(
    State(server): State<Server>,
    address: Address,
    Maybe(visitor): Maybe,
    jar: CookieJar,
    Body(login): Body<LogIn>,
) -> Result<Json<LoggedIn>, Error> {
    server.inner.gate.guess_at(address.0, &login.name)?;
    let (player, secret) = server
        .identities()
        .log_in(&login.name, login.password)
        .await?;
    let visitor = visitor.filter(|_| login.bring_games);
    let games = bring_along(&server, visitor, &player).await?;
    jar.remember(&secret);
    let me = me::describe(&server, &player).await?;
    Ok(Json(LoggedIn { me, games }))
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
    jar.forget();
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

/// Who you are now, with a new recovery code, and what came along.
#[derive(Serialize, ToSchema)]
pub(super) struct Recovered {
    /// Who you are now.
    me: Me,
    /// Shown once: no mail is ever sent.
    recovery: String,
    /// What became of the games of the guest that you were.
    games: Moved,
}

/// Come back with the recovery code. All sessions end, and there is a new code. The games of the
/// guest who asks come along, as when logging in.
#[utoipa::path(post, path = "/api/recovery", tag = "accounts", request_body = Rescue, responses(
    (status = 200, description = "Who you are now", body = Recovered),
    (status = 401, description = "Name or code is wrong", body = crate::error::ErrorBody),
))]
pub(super) async fn recover(
    State(server): State<Server>,
    address: Address,
    Maybe(visitor): Maybe,
    jar: CookieJar,
    Body(rescue): Body<Rescue>,
) -> Result<Json<Recovered>, Error> {
    server.inner.gate.guess_at(address.0, &rescue.name)?;
    let (player, secret, recovery) = server
        .identities()
        .recover(&rescue.name, &rescue.code, rescue.password)
        .await?;
    server.hub().cut(&player.id);
    // The new code must reach its owner, whatever becomes of the games.
    let games = bring_along(&server, visitor, &player).await;
    let games = games.unwrap_or_default();
    jar.remember(&secret);
    let me = me::describe(&server, &player).await?;
    Ok(Json(Recovered {
        me,
        recovery,
        games,
    }))
}
