//! Serves the client over HTTP, all of it embedded: [`app`] answers, [`run`] listens.

mod assets;
pub mod clock;
pub mod error;
pub mod identity;
pub mod store;

use std::future::Future;
use std::io;

use axum::Router;
use tokio::net::TcpListener;

pub use assets::{CONTENT_SECURITY_POLICY, VERSION};

/// Everything the server answers.
pub fn app() -> Router {
    Router::new().fallback(assets::serve)
}

/// Answers on a listener until `shutdown` is done; requests under way are finished first.
pub async fn run(
    listener: TcpListener,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    axum::serve(listener, app())
        .with_graceful_shutdown(shutdown)
        .await
}

/// Whether the client is in this build (it can be left out with `TABLIER_SKIP_CLIENT=1`).
pub fn has_client() -> bool {
    VERSION != "none"
}
