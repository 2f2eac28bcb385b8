//! What every request passes through: rates, origin, and headers on the way out.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Instant;

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tower_http::set_header::SetResponseHeaderLayer;

use crate::error::Error;
use crate::server::Server;

/// The address that a request comes from.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Address(pub(crate) IpAddr);

/// Checks rates and origin, and notes the address for later use.
pub(crate) async fn guard(
    State(server): State<Server>,
    mut request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    let address = address(&server, &request);
    request.extensions_mut().insert(Address(address));
    let method = request.method().clone();
    let path = request.extensions().get::<MatchedPath>();
    let path = path.map_or_else(|| "page".to_owned(), |path| path.as_str().to_owned());
    let response = match check(&server, &request, address) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    let status = response.status();
    let took = begun.elapsed();
    // The matched route, never the address itself: links carry secrets.
    tracing::debug!(%method, path, status = status.as_u16(), ms = took.as_millis() as u64, "request");
    metrics::counter!("tablier_requests_total", "route" => path.clone(), "status" => status.as_str().to_owned())
        .increment(1);
    metrics::histogram!("tablier_request_seconds", "route" => path).record(took.as_secs_f64());
    response
}

fn check(server: &Server, request: &Request, address: IpAddr) -> Result<(), Error> {
    let path = request.uri().path();
    if ["/api/", "/t/", "/healthz", "/metrics"]
        .iter()
        .any(|costly| path.starts_with(costly))
    {
        server.inner.gate.request(address)?;
    }
    let safe = matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    );
    if safe && path != "/api/socket" {
        return Ok(());
    }
    same_origin(server, request.headers())
}

/// Refuses what another site's page sends with a browser's cookies. Programs send no origin.
fn same_origin(server: &Server, headers: &HeaderMap) -> Result<(), Error> {
    const FOREIGN: Error = Error::Forbidden {
        code: "foreign-origin",
        message: "this request comes from a page of another server",
    };
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = headers.get(header::ORIGIN) else {
        let site = text(HeaderName::from_static("sec-fetch-site"));
        return match site {
            Some("cross-site" | "same-site") => Err(FOREIGN),
            _ => Ok(()),
        };
    };
    let origin = origin.to_str().map_err(|_| FOREIGN)?;
    let config = &server.inner.config;
    if let Some(url) = &config.public_url
        && origin.eq_ignore_ascii_case(url.trim_end_matches('/'))
    {
        return Ok(());
    }
    let host = host(server, headers);
    let named = origin.split_once("://").map(|(_, authority)| authority);
    match (named, host) {
        (Some(named), Some(host)) if named.eq_ignore_ascii_case(&host) => Ok(()),
        _ => Err(FOREIGN),
    }
}

/// The host that was requested.
pub(crate) fn host(server: &Server, headers: &HeaderMap) -> Option<String> {
    let text = |name: HeaderName| Some(headers.get(name)?.to_str().ok()?.to_owned());
    let forwarded = HeaderName::from_static("x-forwarded-host");
    let forwarded = text(forwarded).filter(|_| server.inner.config.trust_proxy);
    forwarded.or_else(|| text(header::HOST))
}

/// Whether people connect over TLS: the public address says so, or a trusted proxy.
pub(super) fn is_secure(server: &Server, headers: &HeaderMap) -> bool {
    let config = &server.inner.config;
    let scheme = headers.get("x-forwarded-proto");
    config.is_secure() || config.trust_proxy && scheme.is_some_and(|scheme| scheme == "https")
}

/// The client's address: the other end of the connection, or what a trusted proxy says.
fn address(server: &Server, request: &Request) -> IpAddr {
    let peer = request
        .extensions()
        .get::<ConnectInfo<SocketAddr>>()
        .map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |info| info.0.ip());
    if !server.inner.config.trust_proxy {
        return peer;
    }
    // The last one was added by the proxy itself; those before it are the client's claims.
    let forwarded = request
        .headers()
        .get_all("x-forwarded-for")
        .iter()
        .next_back();
    forwarded
        .and_then(|value| value.to_str().ok())
        .and_then(|list| list.rsplit(',').next())
        .and_then(|last| last.trim().parse().ok())
        .unwrap_or(peer)
}

/// A header that every response has.
type Fixed = SetResponseHeaderLayer<HeaderValue>;

/// Security headers on every response.
pub(crate) fn headers() -> (Fixed, Fixed, Fixed, Fixed, Fixed, Fixed) {
    let always = |name, value| Fixed::overriding(name, HeaderValue::from_static(value));
    (
        always(
            header::CONTENT_SECURITY_POLICY,
            crate::client::CONTENT_SECURITY_POLICY,
        ),
        always(header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        always(header::REFERRER_POLICY, "no-referrer"),
        always(header::X_FRAME_OPTIONS, "DENY"),
        always(
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        // What the interface answers is meant for whoever asked, and may differ the next moment.
        Fixed::if_not_present(header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    )
}
