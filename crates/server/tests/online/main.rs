//! Tables over real sockets: whole games, lost connections, crashes.

mod connections;
mod games;
mod outages;
#[path = "../support/mod.rs"]
mod support;
