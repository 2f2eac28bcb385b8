//! `tablier serve`, and bare `tablier`.

use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr};

use tablier_words::Language;
use tokio::net::TcpListener;

use crate::failure::Failure;
use crate::settings::Settings;

/// The first port that is tried.
const PORT: u16 = 8080;
/// So many ports after it are tried too.
const MORE: u16 = 40;

/// Serve the games in the browser (what `tablier` alone does)
#[derive(clap::Args, Default)]
pub(crate) struct Args {
    /// This port, and no other; otherwise 8080 or the next free one
    #[arg(long)]
    port: Option<u16>,
    /// Open the browser
    #[arg(long)]
    open: bool,
}

impl Args {
    pub(crate) fn run(self, settings: &Settings) -> Result<String, Failure> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| Failure::new(format!("cannot start: {error}")))?;
        runtime.block_on(self.serve(settings.language()))?;
        Ok(String::new())
    }

    async fn serve(self, lang: Language) -> Result<(), Failure> {
        let listener = self.listen().await?;
        let address = listener
            .local_addr()
            .map_err(|error| Failure::new(format!("no address: {error}")))?;
        let url = format!("http://{address}/");
        if !tablier_server::has_client() {
            let _ = writeln!(io::stderr(), "tablier: {}", lang.word("cli.no-client"));
        }
        let _ = writeln!(io::stdout(), "{} {url}", lang.word("cli.serving"));
        let _ = io::stdout().flush();
        if self.open {
            open(&url);
        }
        let stop = async {
            let _ = tokio::signal::ctrl_c().await;
        };
        tablier_server::run(listener, stop)
            .await
            .map_err(|error| Failure::new(format!("the server stopped: {error}")))
    }

    async fn listen(&self) -> Result<TcpListener, Failure> {
        let at = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        if let Some(port) = self.port {
            return TcpListener::bind(at(port)).await.map_err(|error| {
                Failure::new(format!(
                    "port {port} cannot be used: {error}; another one can be given with --port, or leave it out to use the next free one"
                ))
            });
        }
        for port in PORT..=PORT + MORE {
            if let Ok(listener) = TcpListener::bind(at(port)).await {
                return Ok(listener);
            }
        }
        Err(Failure::new(format!(
            "no port from {PORT} to {} is free; give one with --port",
            PORT + MORE
        )))
    }
}

/// Asks the system to open an address; where that is not possible the address is on the screen.
fn open(url: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(target_os = "windows") {
        "explorer"
    } else {
        "xdg-open"
    };
    let _ = std::process::Command::new(program).arg(url).spawn();
}
