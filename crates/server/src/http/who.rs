//! Who is asking: a cookie, a token, or a newcomer who becomes a guest on the spot.

use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use cookie::{Cookie, SameSite};

use super::guard::{self, Address};
use crate::error::Error;
use crate::identity::secrets::Secret;
use crate::identity::{SESSION_DAYS, Visitor};
use crate::server::Server;
use crate::store::{KeyKind, Player};

/// The cookie's name.
const NAME: &str = "tablier";

/// Where a handler puts the cookie to send with the response.
#[derive(Clone)]
pub(crate) struct CookieJar {
    cookie: Arc<Mutex<Option<HeaderValue>>>,
    /// Whether the request came over TLS: then the cookie is sent over TLS only.
    secure: bool,
}

impl CookieJar {
    /// Makes the browser remember this secret.
    pub(crate) fn remember(&self, secret: &Secret) {
        let days = cookie::time::Duration::days(SESSION_DAYS as i64);
        self.set(secret.text(), days);
    }

    /// Makes the browser forget.
    pub(crate) fn forget(&self) {
        self.set("", cookie::time::Duration::ZERO);
    }

    fn set(&self, value: &str, age: cookie::time::Duration) {
        let cookie = Cookie::build((NAME, value.to_owned()))
            .path("/")
            .http_only(true)
            .same_site(SameSite::Lax)
            .secure(self.secure)
            .max_age(age);
        let header = HeaderValue::from_str(&cookie.build().to_string()).ok();
        *self.cookie.lock().unwrap_or_else(PoisonError::into_inner) = header;
    }
}

impl FromRequestParts<Server> for CookieJar {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &Server) -> Result<Self, Error> {
        parts
            .extensions
            .get::<Self>()
            .cloned()
            .ok_or(Error::Internal)
    }
}

/// Sends the cookie that a handler set.
pub(crate) async fn cookies(
    State(server): State<Server>,
    mut request: Request,
    next: Next,
) -> Response {
    let jar = CookieJar {
        cookie: Arc::default(),
        secure: guard::is_secure(&server, request.headers()),
    };
    request.extensions_mut().insert(jar.clone());
    let mut response = next.run(request).await;
    let cookie = jar
        .cookie
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take();
    if let Some(cookie) = cookie {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// The visitor, if there is a known one.
pub(crate) struct Maybe(pub(crate) Option<Visitor>);

impl FromRequestParts<Server> for Maybe {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Self, Error> {
        let identities = server.identities();
        if let Some(token) = bearer(&parts.headers) {
            let found = identities.recognise(token, KeyKind::Token).await?;
            let found = found.ok_or(Error::Unauthorized("this token is not known"))?;
            server.inner.gate.request_of(&found.player.id)?;
            return Ok(Self(Some(found)));
        }
        let Some(secret) = cookie(&parts.headers) else {
            return Ok(Self(None));
        };
        let found = identities.recognise(&secret, KeyKind::Session).await?;
        if let Some(visitor) = &found {
            server.inner.gate.request_of(&visitor.player.id)?;
        }
        Ok(Self(found))
    }
}

/// The visitor, who must be known.
pub(crate) struct Known(pub(crate) Visitor);

impl FromRequestParts<Server> for Known {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Self, Error> {
        let Maybe(visitor) = Maybe::from_request_parts(parts, server).await?;
        visitor.map(Self).ok_or(crate::socket::NOBODY)
    }
}

/// The visitor; a newcomer becomes a guest and gets a cookie.
pub(crate) struct Anybody(pub(crate) Player);

impl FromRequestParts<Server> for Anybody {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, server: &Server) -> Result<Self, Error> {
        let Maybe(visitor) = Maybe::from_request_parts(parts, server).await?;
        let jar = CookieJar::from_request_parts(parts, server).await?;
        if let Some(visitor) = visitor {
            if bearer(&parts.headers).is_none()
                && let Some(secret) = server.identities().greet(&visitor).await?
            {
                jar.remember(&secret);
            }
            return Ok(Self(visitor.player));
        }
        // Those who are known go on playing even now; whoever is new comes later.
        if server.hub().is_strained() {
            return Err(Error::Overloaded);
        }
        server.inner.gate.arrival(address(parts)?.0)?;
        let (player, secret) = server.identities().welcome_guest().await?;
        jar.remember(&secret);
        Ok(Self(player))
    }
}

impl FromRequestParts<Server> for Address {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &Server) -> Result<Self, Error> {
        address(parts)
    }
}

fn address(parts: &Parts) -> Result<Address, Error> {
    parts
        .extensions
        .get::<Address>()
        .copied()
        .ok_or(Error::Internal)
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme
        .eq_ignore_ascii_case("bearer")
        .then_some(token.trim())
}

fn cookie(headers: &HeaderMap) -> Option<String> {
    let all = headers.get_all(header::COOKIE).iter();
    all.filter_map(|value| value.to_str().ok())
        .flat_map(Cookie::split_parse)
        .flatten()
        .find(|cookie| cookie.name() == NAME)
        .map(|cookie| cookie.value().to_owned())
}

/// The socket. Visitors without a cookie may watch.
pub(crate) async fn socket(
    State(server): State<Server>,
    address: Address,
    Maybe(visitor): Maybe,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Error> {
    let upgrade = upgrade.map_err(|why| Error::bad("no-socket", why))?;
    // Players come back to their games even now; whoever only watches comes later.
    if visitor.is_none() && server.hub().is_strained() {
        return Err(Error::Overloaded);
    }
    let place = server.inner.gate.connect(address.0)?;
    let host = guard::host(&server, &headers).unwrap_or_default();
    let elsewhere = server.inner.config.elsewhere(&host);
    Ok(crate::socket::upgrade(
        server, upgrade, visitor, place, elsewhere,
    ))
}
