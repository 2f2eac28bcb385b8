//! What a host can configure. Everything has a default: nothing need be configured.

use std::path::PathBuf;

use crate::client::Client;

/// How a server is set up.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Config {
    /// The folder with the store; without one, everything is kept in memory.
    pub data: Option<PathBuf>,
    /// The PostgreSQL database to keep everything in instead.
    pub database: Option<ServiceUrl>,
    /// The NATS servers over which servers tell each other what is new. Without them, servers that
    /// share a database use that.
    pub bus: Option<ServiceUrl>,
    /// The address under which people reach the server, as in `https://example.org`. Links begin
    /// with it, and if it is https, cookies are sent over TLS only.
    pub public_url: Option<String>,
    /// The address in the local network, as in `http://192.168.1.2:8080`. Links made on the server's
    /// own machine begin with it, so that they can be opened on another.
    pub house_url: Option<String>,
    /// Whether to trust the headers of a proxy in front (`X-Forwarded-For`, `-Proto`, `-Host`).
    pub trust_proxy: bool,
    /// The limits on what clients may ask of the server.
    pub limits: Limits,
    /// Whether computer players think in workers ([`crate::Worker`]) and not in this server.
    pub workers: bool,
    /// Threads for computer players; 0 leaves one processor free for people.
    pub machine_threads: usize,
    /// What browsers get.
    pub client: Client,
}

/// The address of a service, which may hold a password: it is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct ServiceUrl(pub String);

impl std::fmt::Debug for ServiceUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ServiceUrl(…)")
    }
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
        self.elsewhere(host)
            .unwrap_or_else(|| format!("http://{host}"))
    }

    /// The address for others, if `host`, by which somebody reaches the server, is not it.
    pub(crate) fn elsewhere(&self, host: &str) -> Option<String> {
        let here = ["127.", "localhost", "[::1]"];
        let house = || {
            let here = here.iter().any(|name| host.starts_with(name));
            self.house_url.as_ref().filter(|_| here)
        };
        let url = self.public_url.as_ref().or_else(house)?;
        Some(url.trim_end_matches('/').to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_can_be_opened_by_those_it_is_for() {
        let house = Config {
            house_url: Some("http://192.0.2.7:8080".into()),
            ..Config::default()
        };
        assert_eq!(house.base("127.0.0.1:8080"), "http://192.0.2.7:8080");
        assert_eq!(house.base("localhost:8080"), "http://192.0.2.7:8080");
        assert_eq!(house.base("box.local:8080"), "http://box.local:8080");
        assert_eq!(house.elsewhere("box.local:8080"), None);
        let public = Config {
            public_url: Some("https://games.example/".into()),
            ..house
        };
        assert_eq!(public.base("127.0.0.1:8080"), "https://games.example");
        let plain = Config::default();
        assert_eq!(plain.base("127.0.0.1:8080"), "http://127.0.0.1:8080");
    }
}
