//! What a host can configure. Everything has a default: nothing need be configured.

use std::path::PathBuf;

/// How a server is set up.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Config {
    /// The folder with the store; without one, everything is kept in memory.
    pub data: Option<PathBuf>,
    /// The address under which people reach the server, as in `https://example.org`. Links begin
    /// with it, and if it is https, cookies are sent over TLS only.
    pub public_url: Option<String>,
    /// Whether to trust the headers of a proxy in front (`X-Forwarded-For`, `-Proto`, `-Host`).
    pub trust_proxy: bool,
    /// The limits on what clients may ask of the server.
    pub limits: Limits,
    /// Threads for computer players; 0 leaves one processor free for people.
    pub machine_threads: usize,
}

/// The limits on what clients may ask of the server. 0 means no limit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Requests per second from one address, and messages per second on one connection.
    pub requests_per_second: u32,
    /// Connections in all.
    pub connections: usize,
    /// Connections from one address.
    pub connections_per_address: usize,
    /// Tables that are open or being played.
    pub tables: u64,
    /// Open tables per host.
    pub hosted: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            requests_per_second: 50,
            connections: 50_000,
            connections_per_address: 500,
            tables: 200_000,
            hosted: 20,
        }
    }
}

impl Limits {
    /// No limits, for tests and measurements.
    pub fn none() -> Self {
        Self {
            requests_per_second: 0,
            connections: 0,
            connections_per_address: 0,
            tables: 0,
            hosted: 0,
        }
    }
}

impl Config {
    pub(crate) fn machine_threads(&self) -> usize {
        match self.machine_threads {
            0 => std::thread::available_parallelism().map_or(1, |all| all.get().max(2) - 1),
            some => some,
        }
    }

    /// Whether people connect over TLS.
    pub(crate) fn is_secure(&self) -> bool {
        let url = self.public_url.as_deref();
        url.is_some_and(|url| url.starts_with("https://"))
    }

    /// The beginning of a link, without a trailing slash.
    pub(crate) fn base(&self, host: &str) -> String {
        match &self.public_url {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None => format!("http://{host}"),
        }
    }
}
