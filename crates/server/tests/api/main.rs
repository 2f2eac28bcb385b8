//! The HTTP interface, tested without a network.

mod accounts;
mod answers;
mod client;
mod schemas;
#[path = "../support/mod.rs"]
mod support;
mod tables;

use support::unlimited;
use tablier_server::Server;

async fn server() -> Server {
    Server::start(unlimited()).await.unwrap()
}
