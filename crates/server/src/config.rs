//! What a host can choose. Everything has a default: nothing need be configured.

use std::path::PathBuf;

/// How a server is set up.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Config {
    /// The folder with the store; none keeps everything in memory.
    pub data: Option<PathBuf>,
    /// The address under which people reach the server, as `https://example.org`. Links begin with
    /// it, and cookies are sent over TLS only if it does.
    pub public_url: Option<String>,
    /// Whether a proxy in front says who asks (`X-Forwarded-For`, `-Proto`, `-Host`).
    pub trust_proxy: bool,
    /// What one may ask of the server.
    pub limits: Limits,
    /// Threads for machine players; 0 leaves one processor to people.
    pub machine_threads: usize,
}

/// What one may ask of the server. 0 is no limit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Requests per second of one address, and messages per second of one connection.
    pub requests_per_second: u32,
    /// Connections in all.
    pub connections: usize,
    /// Connections of one address.
    pub connections_per_address: usize,
    /// Tables that are open or being played.
    pub tables: u64,
    /// Open tables of one host.
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
    /// None at all, for tests and measurements.
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

    /// Whether people come over TLS.
    pub(crate) fn is_secure(&self) -> bool {
        let url = self.public_url.as_deref();
        url.is_some_and(|url| url.starts_with("https://"))
    }

    /// The beginning of a link, without a slash at its end.
    pub(crate) fn base(&self, host: &str) -> String {
        match &self.public_url {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None => format!("http://{host}"),
        }
    }
}
