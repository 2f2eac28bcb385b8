//! How a database is reached: what its address says, and TLS where it asks for that.

use std::error::Error;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use futures_util::future::BoxFuture;
use percent_encoding::percent_decode_str;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::config::SslMode;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect};
use tokio_postgres::{Client, Config, Connection, Socket};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use super::PATIENCE;

/// The way to a database.
#[derive(Clone)]
pub(crate) struct Access {
    pub(super) config: Config,
    pub(super) tls: Tls,
}

impl Access {
    /// Reads an address such as `postgres://user:password@host/name?sslmode=require`. Errors never
    /// repeat it: it may hold a password.
    pub(crate) fn read(url: &str) -> Result<Self, String> {
        let (url, authorities) = settings(url)?;
        let mut config: Config = url.parse().map_err(|error: tokio_postgres::Error| {
            let why = error.source().map(|why| format!(": {why}"));
            let why = why.unwrap_or_default();
            format!("the address of the database cannot be read: {error}{why}")
        })?;
        if config.get_application_name().is_none() {
            config.application_name("tablier");
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(PATIENCE);
        }
        let options = format!(
            "{} -c synchronous_commit=on -c statement_timeout={ms} -c lock_timeout={ms} \
             -c idle_in_transaction_session_timeout={ms}",
            config.get_options().unwrap_or_default(),
            ms = PATIENCE.as_millis()
        );
        config.options(options);
        config.keepalives_idle(PATIENCE);
        config.tcp_user_timeout(2 * PATIENCE);
        let tls = match (config.get_ssl_mode(), authorities) {
            (SslMode::Require, file) => Tls::new(file.as_deref())?,
            (_, Some(_)) => {
                return Err(
                    "sslrootcert is of use with sslmode=require only: nothing would be encrypted"
                        .to_owned(),
                );
            }
            (_, None) => {
                config.ssl_mode(SslMode::Disable);
                Tls(None)
            }
        };
        Ok(Self { config, tls })
    }

    pub(crate) async fn connect(
        &self,
    ) -> Result<(Client, Connection<Socket, Stream>), tokio_postgres::Error> {
        self.config.connect(self.tls.clone()).await
    }
}

/// Takes from an address what only we understand: the file with the certificates to trust, and the
/// usual name of the strictest mode, which is the only one we have.
fn settings(url: &str) -> Result<(String, Option<String>), String> {
    // A question mark in a password does not begin the settings.
    let host = url.find('@').unwrap_or(0);
    let Some(begin) = url[host..].find('?').map(|at| host + at + 1) else {
        return Ok((url.to_owned(), None));
    };
    let mut authorities = None;
    let mut kept = Vec::new();
    for setting in url[begin..].split('&') {
        match setting.split_once('=') {
            Some(("sslrootcert", "system")) => {}
            Some(("sslrootcert", file)) => {
                let file = percent_decode_str(file).decode_utf8();
                let file = file.map_err(|_| "sslrootcert is not the name of a file".to_owned())?;
                authorities = Some(file.into_owned());
            }
            Some(("sslmode", "verify-full")) => kept.push("sslmode=require"),
            Some(("sslmode", mode)) if !matches!(mode, "disable" | "prefer" | "require") => {
                return Err("sslmode is disable, require or verify-full".to_owned());
            }
            _ => kept.push(setting),
        }
    }
    Ok((format!("{}{}", &url[..begin], kept.join("&")), authorities))
}

/// Makes connections secret, where that is wanted; the certificate and the name in it are always
/// checked then.
#[derive(Clone)]
pub(super) struct Tls(Option<TlsConnector>);

impl Tls {
    /// Trusts the authorities in a file, or those of this machine.
    fn new(file: Option<&str>) -> Result<Self, String> {
        let mut roots = RootCertStore::empty();
        match file {
            Some(file) => {
                let wrong = |why: &dyn std::fmt::Display| format!("sslrootcert={file}: {why}");
                let all = CertificateDer::pem_file_iter(file).map_err(|why| wrong(&why))?;
                for one in all {
                    let one = one.map_err(|why| wrong(&why))?;
                    roots.add(one).map_err(|why| wrong(&why))?;
                }
                if roots.is_empty() {
                    return Err(wrong(&"there is no certificate in it"));
                }
            }
            None => {
                let found = rustls_native_certs::load_native_certs();
                roots.add_parsable_certificates(found.certs);
                if roots.is_empty() {
                    return Err(
                        "sslmode=require: this machine trusts nobody; say whom with sslrootcert=FILE"
                            .to_owned(),
                    );
                }
            }
        }
        let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| format!("TLS: {error}"))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = vec![b"postgresql".to_vec()];
        Ok(Self(Some(TlsConnector::from(Arc::new(config)))))
    }
}

impl MakeTlsConnect<Socket> for Tls {
    type Stream = Stream;
    type TlsConnect = Handshake;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<Handshake> {
        Ok(Handshake {
            tls: self.0.clone(),
            host: host.to_owned(),
        })
    }
}

/// A connection that is about to become secret.
pub(super) struct Handshake {
    tls: Option<TlsConnector>,
    host: String,
}

impl TlsConnect<Socket> for Handshake {
    type Stream = Stream;
    type Error = io::Error;
    type Future = BoxFuture<'static, io::Result<Stream>>;

    fn connect(self, socket: Socket) -> Self::Future {
        Box::pin(async move {
            let not_wanted = || io::Error::other("sslmode does not ask for TLS");
            let tls = self.tls.ok_or_else(not_wanted)?;
            let host = ServerName::try_from(self.host).map_err(io::Error::other)?;
            Ok(Stream(Box::new(tls.connect(host, socket).await?)))
        })
    }
}

/// A secret connection.
pub(crate) struct Stream(Box<tokio_rustls::client::TlsStream<Socket>>);

impl tokio_postgres::tls::TlsStream for Stream {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(settings: &str) -> Result<SslMode, String> {
        let url = format!("postgres://ana:ses?ame@db.example/tablier{settings}");
        let access = Access::read(&url).inspect_err(|error| {
            assert!(!error.contains("ses?ame"), "{error}");
        })?;
        assert_eq!(access.config.get_password(), Some(&b"ses?ame"[..]));
        let is_secret = access.config.get_ssl_mode() == SslMode::Require;
        assert_eq!(access.tls.0.is_some(), is_secret);
        Ok(access.config.get_ssl_mode())
    }

    #[test]
    fn an_address_says_whether_the_connection_is_secret() {
        for plain in ["", "?sslmode=disable", "?sslmode=prefer", "?keepalives=1"] {
            assert_eq!(read(plain), Ok(SslMode::Disable), "{plain}");
        }
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("a%20b.pem");
        let refused = [
            ("?sslmode=verify-ca".to_owned(), "verify-full"),
            ("?sslmode=sometimes".to_owned(), "require"),
            ("?sslrootcert=/etc/ca.pem".to_owned(), "sslmode=require"),
            (
                format!("?sslmode=require&sslrootcert={}", missing.display()),
                "a b.pem",
            ),
            ("?sslmod=require".to_owned(), "sslmod"),
        ];
        for (settings, why) in refused {
            let error = read(&settings).unwrap_err();
            assert!(error.contains(why), "{settings}: {error}");
        }
        let empty = folder.path().join("empty.pem");
        std::fs::write(&empty, "nothing\n").unwrap();
        let settings = format!("?sslmode=verify-full&sslrootcert={}", empty.display());
        assert!(read(&settings).unwrap_err().contains("no certificate"));
    }
}
