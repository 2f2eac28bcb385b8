//! `tablier serve`, and bare `tablier`.

use std::io::{self, IsTerminal as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use tablier_server::{Client, Config, Server};
use tablier_words::Language;
use tokio::net::TcpListener;

use crate::configuration::{File, Options};
use crate::failure::Failure;
use crate::settings::Settings;
use crate::{data, files, lan};

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
    #[command(flatten)]
    file: File,
    #[command(flatten)]
    options: Options,
}

impl Args {
    pub(crate) fn run(self, settings: &Settings, client: Client) -> Result<String, Failure> {
        let options = self.options.or(self.file.options()?);
        log_to_stderr(options.log.as_deref())?;
        data::let_machine_know_alignement();
        files::allow_many();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| Failure::new(format!("cannot start: {error}")))?;
        let config = options.config(client)?;
        runtime.block_on(serve(&options, config, self.open, settings.language()))?;
        Ok(String::new())
    }
}

/// Structured lines on standard error; JSON where a program reads them.
pub(super) fn log_to_stderr(filter: Option<&str>) -> Result<(), Failure> {
    use tracing_subscriber::Layer as _;
    use tracing_subscriber::filter::Targets;
    use tracing_subscriber::layer::SubscriberExt as _;
    use tracing_subscriber::util::SubscriberInitExt as _;
    let filter: Targets = filter.unwrap_or("warn").parse().map_err(|error| {
        Failure::new(format!(
            "--log: {error}; see --help for what can stand there"
        ))
    })?;
    let layer = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    let layer = if io::stderr().is_terminal() {
        layer.compact().with_filter(filter).boxed()
    } else {
        layer.json().with_filter(filter).boxed()
    };
    // Only a second server in one process finds that somebody logs already.
    let _ = tracing_subscriber::registry().with(layer).try_init();
    Ok(())
}

async fn serve(
    options: &Options,
    mut config: Config,
    open: bool,
    lang: Language,
) -> Result<(), Failure> {
    let has_client = config.client.is_there();
    let listener = listen(options).await?;
    let address = listener
        .local_addr()
        .map_err(|error| Failure::new(format!("no address: {error}")))?;
    let house = address.ip().is_unspecified().then(lan::address).flatten();
    let house = house.map(|house| format!("http://{}", SocketAddr::from((house, address.port()))));
    config.house_url.clone_from(&house);
    let public = config.public_url.clone();
    let server = Server::start(config)
        .await
        .map_err(|error| Failure::new(error.to_string()))?;
    if !has_client {
        let _ = writeln!(io::stderr(), "tablier: {}", lang.word("cli.no-client"));
    }
    let url = announce(address, house.as_deref(), public.as_deref(), lang);
    if open {
        ask_system(url);
    }
    tablier_server::run(listener, server, asked_to_stop())
        .await
        .map_err(|error| Failure::new(format!("the server stopped: {error}")))
}

/// Takes the port that was asked for, or the next free one.
async fn listen(options: &Options) -> Result<TcpListener, Failure> {
    let host = options.host.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    if let Some(port) = options.port {
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

/// Says where the server is: for this machine, for the house if others can reach it, and for
/// everybody if the host has said where.
fn announce(
    address: SocketAddr,
    house: Option<&str>,
    public: Option<&str>,
    lang: Language,
) -> String {
    let near = if address.ip().is_unspecified() {
        SocketAddr::from((Ipv4Addr::LOCALHOST, address.port()))
    } else {
        address
    };
    let url = format!("http://{near}/");
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{} {url}", lang.word("cli.serving"));
    if let Some(house) = house {
        let far = format!("{house}/");
        let _ = writeln!(out, "{} {far}", lang.word("cli.serving-house"));
        if let Some(code) = lan::qr(&far) {
            let _ = writeln!(out, "{code}");
        }
    }
    if let Some(public) = public {
        let public = public.trim_end_matches('/');
        let _ = writeln!(out, "{} {public}/", lang.word("cli.serving-public"));
    }
    let _ = out.flush();
    url
}

/// Returns when somebody wants the server to end.
pub(super) async fn asked_to_stop() {
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

/// Asks the system to open an address; where that is not possible the address is on the screen. A
/// browser in the terminal is waited for, so not by the server.
fn ask_system(url: String) {
    std::thread::spawn(move || {
        if let Err(error) = webbrowser::open(&url) {
            tracing::debug!(%error, "no browser was opened");
        }
    });
}
