use std::net::IpAddr;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// Where a server is: `http://host:port` or `https://host`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Address {
    secure: bool,
    host: String,
    port: u16,
}

/// A connection, encrypted or not.
pub(crate) trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> Stream for T {}

impl Address {
    /// Reads an address; anything after the host is ignored.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let wrong = || format!("'{text}' is no address of a server; one is http://127.0.0.1:8080");
        let (scheme, rest) = text.split_once("://").ok_or_else(wrong)?;
        let (secure, usual) = match scheme {
            "http" => (false, 80),
            "https" => (true, 443),
            _ => return Err(wrong()),
        };
        let place = rest.split(['/', '?', '#']).next().unwrap_or_default();
        // An IPv6 address is in brackets.
        let end = place.rfind(']').unwrap_or(0);
        let (host, port) = match place[end..].rfind(':') {
            Some(at) => {
                let (host, port) = place.split_at(end + at);
                (host, port[1..].parse().map_err(|_| wrong())?)
            }
            None => (place, usual),
        };
        let host = host.trim_start_matches('[').trim_end_matches(']');
        if host.is_empty() || host.contains('@') {
            return Err(wrong());
        }
        Ok(Self {
            secure,
            host: host.to_owned(),
            port,
        })
    }

    /// Whether it is this machine.
    pub(crate) fn is_loopback(&self) -> bool {
        match self.host.parse::<IpAddr>() {
            Ok(ip) => ip.is_loopback(),
            Err(_) => self.host == "localhost",
        }
    }

    /// The host for the request's header.
    pub(crate) fn authority(&self) -> String {
        let usual = if self.secure { 443 } else { 80 };
        let host = match self.host.contains(':') {
            true => format!("[{}]", self.host),
            false => self.host.clone(),
        };
        match self.port == usual {
            true => host,
            false => format!("{host}:{}", self.port),
        }
    }

    /// The socket's address for a path on the server.
    pub(crate) fn socket(&self, path: &str) -> String {
        let scheme = if self.secure { "wss" } else { "ws" };
        format!("{scheme}://{}{path}", self.authority())
    }

    /// The page's origin, as a browser sends it.
    pub(crate) fn origin(&self) -> String {
        let scheme = if self.secure { "https" } else { "http" };
        format!("{scheme}://{}", self.authority())
    }

    /// Connects.
    pub(crate) async fn dial(&self) -> Result<Box<dyn Stream>, String> {
        let trouble = |error: &dyn std::fmt::Display| format!("{}: {error}", self.authority());
        let stream = TcpStream::connect((self.host.as_str(), self.port))
            .await
            .map_err(|e| trouble(&e))?;
        // Small messages are sent at once.
        stream.set_nodelay(true).map_err(|e| trouble(&e))?;
        if !self.secure {
            return Ok(Box::new(stream));
        }
        // The system's certificates: a host may have added its own.
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if roots.is_empty() {
            return Err(trouble(
                &"the system has no certificates to check the server's by",
            ));
        }
        let config = ClientConfig::builder()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let name = ServerName::try_from(self.host.clone()).map_err(|e| trouble(&e))?;
        let stream = TlsConnector::from(Arc::new(config))
            .connect(name, stream)
            .await
            .map_err(|e| trouble(&format!("no TLS connection: {e}")))?;
        Ok(Box::new(stream))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_written() {
        for (text, authority, loopback) in [
            ("http://127.0.0.1:8080", "127.0.0.1:8080", true),
            ("http://localhost:80/t/abc", "localhost", true),
            ("https://example.org", "example.org", false),
            ("https://example.org:444/?x", "example.org:444", false),
            ("http://[::1]:9", "[::1]:9", true),
            ("http://[::1]", "[::1]", true),
            (
                "http://127.0.0.1.example.org",
                "127.0.0.1.example.org",
                false,
            ),
        ] {
            let address = Address::read(text).unwrap();
            assert_eq!(address.authority(), authority);
            assert_eq!(address.is_loopback(), loopback, "{text}");
        }
        let secure = Address::read("https://example.org").unwrap();
        assert_eq!(secure.socket("/api/socket"), "wss://example.org/api/socket");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in [
            "",
            "127.0.0.1",
            "ftp://x",
            "http://",
            "http://a:b",
            "http://me@x",
        ] {
            assert!(Address::read(text).is_err(), "{text}");
        }
    }
}
