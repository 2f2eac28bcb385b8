//! Online tables over HTTP and WebSocket: [`Server`] holds the parts, hands out the [`Client`],
//! [`app`] answers, [`run`] listens.
//!
//! Every move is in the log of its table before it is acknowledged ([`store`]); the rest is a copy
//! that may vanish ([`hub`]). `docs/online-protocol.md` describes what clients say and hear.
//!
//! For tests there is [`Running`]: a whole server on a free port.

mod admin;
mod budget;
pub mod bus;
mod client;
pub mod clock;
mod config;
pub mod error;
mod farewell;
mod gate;
mod http;
pub mod hub;
pub mod identity;
mod lots;
pub mod machines;
mod measures;
mod moving;
pub mod pairing;
pub mod ratings;
mod running;
mod server;
mod socket;
pub mod store;
pub mod sweep;
mod worker;

use std::future::{Future, IntoFuture};
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;

pub use admin::{Admin, Place};
pub use client::{Asset, CONTENT_SECURITY_POLICY, Client};
pub use config::{Config, Limits, ServiceUrl};
pub use lots::Lots;
pub use running::Running;
pub use server::{CannotStart, Server};
pub use worker::Worker;

/// How long requests under way may take when the server closes.
const FAREWELL: Duration = Duration::from_secs(5);

/// Everything the server answers.
pub fn app(server: Server) -> Router {
    http::router(server)
}

/// The client alone, without tables.
pub fn client(client: Client) -> Router {
    http::client(client)
}

/// Answers on a listener until `shutdown` is done: clients are told to come back, requests under
/// way are finished, and everything is stored.
pub async fn run(
    listener: TcpListener,
    server: Server,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let service = app(server.clone()).into_make_service_with_connect_info::<SocketAddr>();
    let mut closing = server.closing();
    let told = server.clone();
    // Otherwise two small messages in a row would wait for a delayed acknowledgement: 40 ms.
    let listener = listener.tap_io(|connection| {
        let _ = connection.set_nodelay(true);
    });
    let serve = axum::serve(listener, service).with_graceful_shutdown(async move {
        shutdown.await;
        told.close();
    });
    let late = async {
        // An error means that nobody can close it any more: then it is not late either.
        if closing.wait_for(|closing| *closing).await.is_err() {
            std::future::pending::<()>().await;
        }
        tokio::time::sleep(FAREWELL).await;
    };
    let result = tokio::select! {
        result = serve.into_future() => result,
        () = late => Ok(()),
    };
    server.hub().leave().await;
    server.stop();
    result
}
