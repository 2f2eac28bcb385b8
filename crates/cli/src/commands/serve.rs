//! `tablier serve`, and bare `tablier`.

use std::io::{self, IsTerminal as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;

use serde::Deserialize;
use tablier_server::{Config, Limits, Server};
use tablier_words::Language;
use tokio::net::TcpListener;

use crate::failure::Failure;
use crate::settings::Settings;
use crate::{data, files, lan, numbers};

/// The first port that is tried.
const PORT: u16 = 8080;
/// So many ports after it are tried too.
const MORE: u16 = 40;

/// Serve the page for playing in the browser; `tablier` alone does the same
#[derive(clap::Args, Default)]
pub(crate) struct Args {
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// TOML file with any of these options; flags and the environment override it
    #[arg(long, value_name = "FILE", env = "TABLIER_CONFIG")]
    config: Option<PathBuf>,
    #[command(flatten)]
    options: Options,
}

/// What can also stand in the environment or in a file.
#[derive(clap::Args, Deserialize, Default, Debug)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Options {
    /// Listen on this address (default 127.0.0.1); 0.0.0.0 lets others in the house play on their phones
    #[arg(long, env = "TABLIER_HOST", value_name = "ADDRESS")]
    host: Option<IpAddr>,
    /// Use this port and no other (0 to 65535; 0 is any free one); by default 8080 or the next free one
    #[arg(long, env = "TABLIER_PORT", value_parser = numbers::whole::<u16>(0..=65_535))]
    port: Option<u16>,
    /// Keep games and accounts in this folder; by default in the system's data folder
    #[arg(long, env = "TABLIER_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Address at which people reach this server, such as https://games.example.org
    #[arg(long, env = "TABLIER_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
    /// Trust X-Forwarded-For and X-Forwarded-Host (default false); only behind a proxy that sets them
    #[arg(long, env = "TABLIER_TRUST_PROXY", num_args = 0..=1, default_missing_value = "true")]
    trust_proxy: Option<bool>,
    /// Requests per second from one address, and messages on one connection (default 50, at most 1000000; 0 is no limit)
    #[arg(long, env = "TABLIER_RATE_LIMIT", value_name = "NUMBER", value_parser = numbers::whole::<u32>(0..=1_000_000))]
    rate_limit: Option<u32>,
    /// Connections in total (default 50000, at most 1000000; 0 is no limit)
    #[arg(long, env = "TABLIER_CONNECTIONS", value_name = "NUMBER", value_parser = numbers::whole::<usize>(0..=1_000_000))]
    connections: Option<usize>,
    /// Connections from one address (default 500, at most 1000000; 0 is no limit)
    #[arg(long, env = "TABLIER_CONNECTIONS_PER_ADDRESS", value_name = "NUMBER", value_parser = numbers::whole::<usize>(0..=1_000_000))]
    connections_per_address: Option<usize>,
    /// Tables open or in play (default 200000, at most 1000000000; 0 is no limit)
    #[arg(long, env = "TABLIER_TABLES", value_name = "NUMBER", value_parser = numbers::whole::<u64>(0..=1_000_000_000))]
    tables: Option<u64>,
    /// Open tables of one host (default 20, at most 1000000; 0 is no limit)
    #[arg(long, env = "TABLIER_HOSTED", value_name = "NUMBER", value_parser = numbers::whole::<u64>(0..=1_000_000))]
    hosted: Option<u64>,
    /// Threads on which computer players think (0 to 256); 0, the default, leaves one processor free
    #[arg(long, env = "TABLIER_MACHINE_THREADS", value_name = "NUMBER", value_parser = numbers::whole::<usize>(0..=256))]
    machine_threads: Option<usize>,
    /// Log level: error, warn (the default), info or debug; or per part, such as tablier_server=debug
    #[arg(long, env = "TABLIER_LOG", value_name = "FILTER")]
    log: Option<String>,
}

impl Options {
    /// What was given here, and the rest from a file.
    fn or(self, file: Options) -> Self {
        Self {
            host: self.host.or(file.host),
            port: self.port.or(file.port),
            data: self.data.or(file.data),
            public_url: self.public_url.or(file.public_url),
            trust_proxy: self.trust_proxy.or(file.trust_proxy),
            rate_limit: self.rate_limit.or(file.rate_limit),
            connections: self.connections.or(file.connections),
            connections_per_address: self
                .connections_per_address
                .or(file.connections_per_address),
            tables: self.tables.or(file.tables),
            hosted: self.hosted.or(file.hosted),
            machine_threads: self.machine_threads.or(file.machine_threads),
            log: self.log.or(file.log),
        }
    }

    fn config(&self) -> Result<Config, Failure> {
        let usual = Limits::default();
        let data = match &self.data {
            Some(folder) => folder.clone(),
            None => data::folder()?,
        };
        if let Some(url) = &self.public_url
            && !(url.starts_with("http://") || url.starts_with("https://"))
        {
            return Err(Failure::new(format!(
                "--public-url {url}: an address begins with http:// or https://"
            )));
        }
        Ok(Config {
            data: Some(data),
            public_url: self.public_url.clone(),
            trust_proxy: self.trust_proxy.unwrap_or(false),
            limits: Limits {
                requests_per_second: self.rate_limit.unwrap_or(usual.requests_per_second),
                connections: self.connections.unwrap_or(usual.connections),
                connections_per_address: self
                    .connections_per_address
                    .unwrap_or(usual.connections_per_address),
                tables: self.tables.unwrap_or(usual.tables),
                hosted: self.hosted.unwrap_or(usual.hosted),
            },
            machine_threads: self.machine_threads.unwrap_or(0),
        })
    }

    async fn listen(&self) -> Result<TcpListener, Failure> {
        let host = self.host.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
        if let Some(port) = self.port {
            return TcpListener::bind((host, port)).await.map_err(|error| {
                Failure::new(format!(
                    "port {port} cannot be used: {error}; another one can be given with --port, or leave it out to use the next free one"
                ))
            });
        }
        for port in PORT..=PORT + MORE {
            if let Ok(listener) = TcpListener::bind((host, port)).await {
                return Ok(listener);
            }
        }
        Err(Failure::new(format!(
            "no port from {PORT} to {} is free on {host}; give one with --port",
            PORT + MORE
        )))
    }
}

impl Args {
    pub(crate) fn run(self, settings: &Settings) -> Result<String, Failure> {
        let file = match &self.config {
            Some(path) => read(path)?,
            None => Options::default(),
        };
        let options = self.options.or(file);
        log_to_stderr(options.log.as_deref())?;
        data::let_machine_know_alignement();
        files::allow_many();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| Failure::new(format!("cannot start: {error}")))?;
        runtime.block_on(serve(&options, self.open, settings.language()))?;
        Ok(String::new())
    }
}

fn read(path: &PathBuf) -> Result<Options, Failure> {
    let name = |error: &dyn std::fmt::Display| Failure::new(format!("{}: {error}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| name(&error))?;
    toml::from_str(&text).map_err(|error| name(&error))
}

/// Structured lines on standard error; JSON where a program reads them.
fn log_to_stderr(filter: Option<&str>) -> Result<(), Failure> {
    use tracing_subscriber::EnvFilter;
    let filter = EnvFilter::try_new(filter.unwrap_or("warn"))
        .map_err(|error| Failure::new(format!("--log: {error}")))?;
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr);
    // Only a second server in one process finds that somebody logs already.
    let _ = if io::stderr().is_terminal() {
        log.compact().try_init()
    } else {
        log.json().try_init()
    };
    Ok(())
}

async fn serve(options: &Options, open: bool, lang: Language) -> Result<(), Failure> {
    let config = options.config()?;
    let listener = options.listen().await?;
    let server = Server::start(config)
        .await
        .map_err(|error| Failure::new(error.to_string()))?;
    let address = listener
        .local_addr()
        .map_err(|error| Failure::new(format!("no address: {error}")))?;
    if !tablier_server::has_client() {
        let _ = writeln!(io::stderr(), "tablier: {}", lang.word("cli.no-client"));
    }
    let url = announce(address, lang);
    if open {
        // Where that is not possible the address is on the screen.
        ask_system(&url);
    }
    tablier_server::run(listener, server, asked_to_stop())
        .await
        .map_err(|error| Failure::new(format!("the server stopped: {error}")))
}

/// Says where the server is: for this machine, and for the house if others can reach it.
fn announce(address: SocketAddr, lang: Language) -> String {
    let near = if address.ip().is_unspecified() {
        SocketAddr::from((Ipv4Addr::LOCALHOST, address.port()))
    } else {
        address
    };
    let url = format!("http://{near}/");
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{} {url}", lang.word("cli.serving"));
    if address.ip().is_unspecified()
        && let Some(house) = lan::address()
    {
        let far = format!("http://{}/", SocketAddr::from((house, address.port())));
        let _ = writeln!(out, "{} {far}", lang.word("cli.serving-house"));
        if let Some(code) = lan::qr(&far) {
            let _ = writeln!(out, "{code}");
        }
    }
    let _ = out.flush();
    url
}

/// Returns when somebody wants the server to end.
async fn asked_to_stop() {
    let interrupted = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                () = interrupted => {}
                _ = terminated.recv() => {}
            }
            return;
        }
    }
    interrupted.await;
}

/// Asks the system to open an address; where that is not possible the address is on the screen.
fn ask_system(url: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(target_os = "windows") {
        "explorer"
    } else {
        "xdg-open"
    };
    let _ = std::process::Command::new(program).arg(url).spawn();
}
