//! A server as a program sees it: HTTP and the socket (docs/online-protocol.md).

mod address;
mod http;
mod socket;

pub(crate) use address::Address;
pub(crate) use http::{Http, Proof};
pub(crate) use socket::Socket;
