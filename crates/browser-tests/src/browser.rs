//! Chromium under WebDriver.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tablier_rules::catalog;
use tablier_server::{Config, Limits, Server, ServiceUrl};
use thirtyfour::prelude::*;
use tokio::net::TcpListener;
use tokio::process::{Child, Command};
use tokio::sync::oneshot;

use crate::{Failure, Outcome, ensure, renamed};

/// Where Debian puts them.
const CHROMIUM: &str = "/usr/bin/chromium";
const DRIVER: &str = "/usr/bin/chromedriver";

/// Whether a browser is installed.
pub fn is_installed() -> bool {
    [CHROMIUM, DRIVER]
        .iter()
        .all(|path| std::path::Path::new(path).exists())
}

/// A server for the tests.
pub struct Served {
    /// Its address, without a trailing slash.
    pub url: String,
    /// Itself, if it keeps tables: its clock can be put forward.
    server: Option<Server>,
    stop: Option<oneshot::Sender<()>>,
}

impl Served {
    /// Listens on a free port; nothing is stored.
    pub async fn start() -> Result<Self, Failure> {
        Self::keeping(None, 0).await
    }

    /// Listens on a port (0 for a free one) and stores online tables in a folder, if given.
    pub async fn keeping(folder: Option<&Path>, port: u16) -> Result<Self, Failure> {
        let config = Config {
            data: folder.map(Path::to_owned),
            ..Config::default()
        };
        Self::configured(config, port).await
    }

    /// Listens on a free port and stores online tables in a PostgreSQL.
    pub async fn on_database(url: String) -> Result<Self, Failure> {
        let config = Config {
            database: Some(ServiceUrl(url)),
            ..Config::default()
        };
        Self::configured(config, 0).await
    }

    async fn configured(config: Config, port: u16) -> Result<Self, Failure> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let (stop, stopped) = oneshot::channel();
        let server = Server::start(Config {
            limits: Limits::none(),
            client: tablier_bundle::CLIENT,
            ..config
        })
        .await?;
        tokio::spawn(tablier_server::run(listener, server.clone(), async {
            let _ = stopped.await;
        }));
        Ok(Self {
            url,
            server: Some(server),
            stop: Some(stop),
        })
    }

    /// Listens on a port (0 for a free one) with the client under the name of another version.
    pub async fn renamed(version: &'static str, port: u16) -> Result<Self, Failure> {
        let listener = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let (stop, stopped) = oneshot::channel();
        tokio::spawn(async move {
            let serving = axum::serve(listener, renamed::app(version));
            tokio::select! {
                _ = serving => {}
                _ = stopped => {}
            }
        });
        Ok(Self {
            url,
            server: None,
            stop: Some(stop),
        })
    }

    /// Puts the server's clock forward by whole days.
    pub fn pass_days(&self, days: u64) {
        if let Some(server) = &self.server {
            server.clock().advance(days * 24 * 3_600_000);
        }
    }

    /// The port it listens on.
    pub fn port(&self) -> Result<u16, Failure> {
        Ok(self.url.rsplit(':').next().unwrap_or_default().parse()?)
    }

    /// Stops it: further requests are refused.
    pub fn stop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
    }
}

/// The program that drives browsers.
pub struct Driver {
    child: Child,
    url: String,
}

impl Driver {
    /// Starts it on a free port.
    pub async fn start() -> Result<Self, Failure> {
        let port = TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))
            .await?
            .local_addr()?
            .port();
        let child = Command::new(DRIVER)
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        Ok(Self {
            child,
            url: format!("http://127.0.0.1:{port}"),
        })
    }

    /// Ends it.
    pub async fn stop(mut self) {
        let _ = self.child.kill().await;
    }
}

/// A browser with one page.
pub struct Browser {
    /// The page.
    pub page: WebDriver,
    /// The server's address, without a trailing slash.
    pub url: String,
    /// Its profile folder.
    profile: PathBuf,
}

impl Browser {
    /// Opens a browser.
    pub async fn open(driver: &Driver, url: &str) -> Result<Self, Failure> {
        let mut wanted = DesiredCapabilities::chrome();
        wanted.set_binary(CHROMIUM)?;
        let profile = std::env::temp_dir().join(format!(
            "tablier-browser-{}-{}",
            std::process::id(),
            std::time::SystemTime::now()
                .duration_since(std::time::UNIX_EPOCH)?
                .as_nanos()
        ));
        for arg in [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--lang=en",
        ] {
            wanted.add_arg(arg)?;
        }
        wanted.add_arg(&format!("--user-data-dir={}", profile.display()))?;
        let mut tries = 0;
        let page = loop {
            match WebDriver::new(&driver.url, wanted.clone()).await {
                Ok(page) => break page,
                Err(_) if tries < 50 => {
                    tries += 1;
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                Err(error) => return Err(error.into()),
            }
        };
        let browser = Self {
            page,
            url: url.to_owned(),
            profile,
        };
        // Errors in the page are remembered across its addresses.
        let watch = "window.__wrong = JSON.parse(sessionStorage.getItem('wrong') || '[]');
            const add = (t) => { window.__wrong.push(String(t)); sessionStorage.setItem('wrong', JSON.stringify(window.__wrong)); };
            window.addEventListener('error', (e) => add(e.message || (e.target && (e.target.src || e.target.href))), true);
            window.addEventListener('unhandledrejection', (e) => add(e.reason));
            document.addEventListener('securitypolicyviolation', (e) => add('CSP ' + e.violatedDirective + ' ' + e.blockedURI));
            const error = console.error; console.error = (...a) => { add(a.join(' ')); error(...a); };
            if (!sessionStorage.getItem('newcomer')) localStorage.setItem('tablier.met', JSON.stringify(GAMES));
            if (sessionStorage.getItem('endless')) {
                const post = Worker.prototype.postMessage;
                Worker.prototype.postMessage = function (m) { post.call(this, String(m).replace(/\"level\":\\d+/, '\"level\":null')); };
            }";
        let known: Vec<&str> = catalog::GAMES.iter().map(|info| info.id).collect();
        let watch = watch.replace("GAMES", &json!(known).to_string());
        browser
            .page
            .cdp()
            .send_raw(
                "Page.addScriptToEvaluateOnNewDocument",
                json!({ "source": watch }),
            )
            .await?;
        browser.size(1280, 720).await?;
        Ok(browser)
    }

    /// Closes it and leaves nothing behind.
    pub async fn close(self) {
        let _ = self.page.quit().await;
        let _ = std::fs::remove_dir_all(&self.profile);
    }

    /// Gives the page this size.
    pub async fn size(&self, width: u32, height: u32) -> Outcome {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.page
            .cdp()
            .send_raw("Emulation.setDeviceMetricsOverride", size)
            .await?;
        Ok(())
    }

    /// Opens an address of the server.
    pub async fn go(&self, path: &str) -> Outcome {
        self.page.goto(format!("{}{path}", self.url)).await?;
        self.wait("main > *").await?;
        Ok(())
    }

    /// Runs a script.
    pub async fn script(&self, code: &str) -> Result<Value, Failure> {
        Ok(self.page.execute(code, vec![]).await?.json().clone())
    }

    /// Waits for an element.
    pub async fn wait(&self, css: &str) -> Result<WebElement, Failure> {
        self.until(&format!("an element {css}"), async || {
            Ok(self.page.find(By::Css(css)).await.ok())
        })
        .await
    }

    /// Waits until something is there, for at most 20 seconds.
    pub async fn until<T>(
        &self,
        what: &str,
        look: impl AsyncFn() -> Result<Option<T>, Failure>,
    ) -> Result<T, Failure> {
        for _ in 0..400 {
            if let Some(found) = look().await? {
                return Ok(found);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Err(format!("waited in vain for {what}").into())
    }

    /// Clicks on something that offers a file, and returns the file's contents.
    pub async fn saved(&self, css: &str) -> Result<String, Failure> {
        self.script(
            "window.__file = null;
             window.__make ??= URL.createObjectURL;
             URL.createObjectURL = (blob) => { blob.text().then(t => window.__file = t); return window.__make.call(URL, blob); };",
        )
        .await?;
        self.click(css).await?;
        self.until("a file", async || {
            let file = self.script("return window.__file").await?;
            Ok(file.as_str().map(str::to_owned))
        })
        .await
    }

    /// The list of moves in notation.
    pub async fn moves(&self) -> Result<Vec<String>, Failure> {
        let list = self
            .script("return [...document.querySelectorAll('.moves > ol > li > .action')].map(e => e.dataset.action)")
            .await?;
        Ok(serde_json::from_value(list)?)
    }

    /// Stores preferences for the pages that follow.
    pub async fn prefer(&self, language: &str, theme: &str, view: &str) -> Outcome {
        let prefs = json!({
            "language": language, "theme": theme, "view": view,
            "sound": false, "motion": false, "level": 1
        });
        self.script(&format!(
            "localStorage.setItem('tablier.prefs', {:?})",
            prefs.to_string()
        ))
        .await?;
        Ok(())
    }

    /// Saves a game between people at this screen, and opens it.
    pub async fn seat_persons(&self, spec: &str, seats: usize) -> Outcome {
        self.seat_persons_after(spec, seats, &[]).await
    }

    /// The same after some actions.
    pub async fn seat_persons_after(
        &self,
        spec: &str,
        seats: usize,
        actions: &[String],
    ) -> Outcome {
        self.seat(spec, &json!(vec!["Person"; seats]), actions)
            .await
    }

    /// Saves a game between these players after some actions, and opens it.
    pub async fn seat(&self, spec: &str, players: &Value, actions: &[String]) -> Outcome {
        self.seat_from(spec, None, players, actions).await
    }

    /// The same from a position instead of the usual start.
    pub async fn seat_from(
        &self,
        spec: &str,
        start: Option<&str>,
        players: &Value,
        actions: &[String],
    ) -> Outcome {
        let tree: Vec<_> = actions
            .iter()
            .enumerate()
            .map(|(at, action)| json!([at, action]))
            .collect();
        let game = json!({
            "id": "test", "spec": spec, "start": start, "tree": tree, "head": actions.len(),
            "players": players, "touched": 1.0, "over": false
        });
        self.script(&format!(
            "localStorage.setItem('tablier.game.test', {:?})",
            game.to_string()
        ))
        .await?;
        self.go("/play/test").await?;
        self.wait(".site").await?;
        Ok(())
    }

    /// From the next page on, the player has never met a game before; otherwise they know them all,
    /// and no card introduces one.
    pub async fn never_played(&self) -> Outcome {
        self.script(
            "sessionStorage.setItem('newcomer', 1); localStorage.removeItem('tablier.met')",
        )
        .await?;
        Ok(())
    }

    /// From the next page on, the engine thinks until it is stopped, or again for as long as its
    /// level says.
    pub async fn think_endlessly(&self, endless: bool) -> Outcome {
        let to = if endless {
            "setItem('endless', 1)"
        } else {
            "removeItem('endless')"
        };
        self.script(&format!("sessionStorage.{to}")).await?;
        Ok(())
    }

    /// Waits until the page is kept here and can be loaded without a server.
    pub async fn is_kept_for_offline(&self) -> Outcome {
        self.until("the service worker", async || {
            let ready = "return !!(navigator.serviceWorker && navigator.serviceWorker.controller)";
            Ok((self.script(ready).await? == true).then_some(()))
        })
        .await
    }

    /// Checks that nothing has gone wrong in the pages so far.
    pub async fn is_well(&self) -> Outcome {
        let wrong = self.script("return window.__wrong || []").await?;
        let empty = wrong.as_array().is_some_and(Vec::is_empty);
        ensure(empty, format!("the page complains: {wrong}"))
    }

    /// From the next page on, the server does not know the player.
    pub async fn become_a_stranger(&self) -> Outcome {
        self.page.delete_all_cookies().await?;
        Ok(())
    }

    /// Starts afresh: the browser keeps nothing but who the player is to the server.
    pub async fn forget(&self) -> Outcome {
        self.go("/").await?;
        self.script("localStorage.clear(); sessionStorage.clear(); window.__wrong = []")
            .await?;
        Ok(())
    }
}
