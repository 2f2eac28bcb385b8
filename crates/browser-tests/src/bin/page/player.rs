//! `page player`: the engine in a worker of the page as a program for `tablier match`. It speaks the part of
//! the engine's protocol (docs/engine-protocol.md) that a match needs.

use std::io::{BufRead, Read, Write};
use std::time::Duration;

use serde_json::json;
use tablier_browser_tests::browser::Browser;
use tablier_browser_tests::{Failure, Outcome};
use tablier_engine::{Answer, Limits, Reply, Request, network};
use tablier_rules::Spec;
use tokio::sync::mpsc;

use crate::lines::{self, LONGEST, Order, Position};

/// How much longer than its limit a search may take, the network's file and the module included.
const GRACE: Duration = Duration::from_secs(30);
/// The search that tells whether a network is in use. It also lets the browser optimise the code.
const TRIAL: u64 = 200_000;
/// No line is longer: the rest of it counts as another line, which nobody understands.
const LONGEST_LINE: u64 = 1 << 20;

/// Has a worker answer a request: the promise is kept when it does. Workers are known by their names.
const ASK: &str = "
    const source = document.querySelector(\"script[src$='/boot.js']\").src.replace('boot.js', 'worker.js');
    const workers = {};
    window.__ask = (name, request) => new Promise((done) => {
      const worker = workers[name] ??= new Worker(source, { type: 'module' });
      worker.onmessage = ({ data }) => { if (!data.startsWith('{\"Report\"')) done(data); };
      worker.onerror = ({ message }) => done(JSON.stringify({ Trouble: `the worker has failed: ${message}` }));
      worker.postMessage(request);
    });
    window.__dismiss = (name) => { workers[name]?.terminate(); delete workers[name]; };";

/// The worker that plays, from the first game to the last.
const PLAYER: &str = "player";
/// The worker that a network has never reached.
const OTHER: &str = "other";

/// Plays until it is told to quit or its input ends.
pub(crate) async fn play(browser: &Browser, plain: bool) -> Outcome {
    browser.go("/").await?;
    browser.script(ASK).await?;
    let mut player = Player {
        browser,
        plain,
        position: None,
        tried: None,
        searches: 0,
        nodes: 0,
        time: Duration::ZERO,
    };
    player.obey(listen()).await;
    player.sum_up();
    Ok(())
}

/// The lines of the input, read in a thread of its own: reading cannot be interrupted.
fn listen() -> mpsc::Receiver<String> {
    let (say, hear) = mpsc::channel(64);
    std::thread::spawn(move || {
        let mut input = std::io::stdin().lock();
        loop {
            let mut bytes = Vec::new();
            let read = (&mut input)
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut bytes);
            let line = String::from_utf8_lossy(&bytes).into_owned();
            if !read.is_ok_and(|read| read > 0) || say.blocking_send(line).is_err() {
                break;
            }
        }
    });
    hear
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // If nobody listens any more, the input ends as well.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

fn complain(error: &str) {
    say(&format!("error {}", error.replace('\n', "; ")));
}

/// Obeys what can be obeyed while the engine thinks; returns when it is told to quit or the input ends.
async fn until_quit(lines: &mut mpsc::Receiver<String>) {
    while let Some(line) = lines.recv().await {
        match lines::read(&line) {
            Ok(Order::Quit) => break,
            Ok(Order::Nothing) => {}
            Ok(Order::Ready) => say("readyok"),
            _ => complain("the engine is thinking"),
        }
    }
}

/// A worker of the page that plays.
struct Player<'a> {
    browser: &'a Browser,
    plain: bool,
    position: Option<Position>,
    /// The game in which it was tried whether a network is in use.
    tried: Option<String>,
    searches: u64,
    nodes: u64,
    time: Duration,
}

impl Player<'_> {
    /// Obeys one line after another.
    async fn obey(&mut self, mut lines: mpsc::Receiver<String>) {
        while let Some(line) = lines.recv().await {
            let done = match lines::read(&line) {
                Ok(Order::Quit) => break,
                Ok(Order::Think(limits)) => {
                    tokio::select! {
                        done = self.think(limits) => done,
                        () = until_quit(&mut lines) => break,
                    }
                }
                Ok(order) => self.carry_out(order).await,
                Err(error) => Err(error),
            };
            if let Err(error) = done {
                complain(&error);
            }
        }
    }

    /// Carries out what needs no thinking.
    async fn carry_out(&mut self, order: Order) -> Result<(), String> {
        match order {
            Order::Nothing | Order::Think(_) | Order::Quit => {}
            Order::Introduce(last) => {
                say("id name Tablier in Chromium");
                say(last);
            }
            Order::Ready => say("readyok"),
            Order::Forget => self.forget().await?,
            Order::Look(position) => {
                self.position = None;
                if self.tried.as_ref() != Some(&position.game) {
                    self.tried = None;
                    self.try_network(&position.game).await?;
                    self.tried = Some(position.game.clone());
                }
                self.position = Some(position);
            }
        }
        Ok(())
    }

    /// The engine of the page is told nothing about new games, but it forgets everything before a search of a
    /// number of nodes.
    async fn forget(&self) -> Result<(), String> {
        if let Some(game) = &self.tried {
            self.ask(PLAYER, &few_nodes(game, 1, self.plain)).await?;
        }
        Ok(())
    }

    async fn think(&mut self, limits: Limits) -> Result<(), String> {
        let position = self.position.as_ref().ok_or("there is no position yet")?;
        if position.is_over {
            return Err("the game is over".to_owned());
        }
        let request = Request {
            game: position.game.clone(),
            actions: position.actions.clone(),
            limits,
            plain: self.plain,
            ..Request::default()
        };
        let Answer { action, report, .. } = self.ask(PLAYER, &request).await?;
        self.searches += 1;
        self.nodes += report.nodes;
        self.time += report.time;
        say(&format!(
            "info depth {} nodes {} time {}",
            report.depth,
            report.nodes,
            report.time.as_millis()
        ));
        say(&format!("bestmove {action}"));
        Ok(())
    }

    /// Loads the network before the first search that counts, and makes sure that the player has it exactly if
    /// it should: searches of as many nodes find the same without it, and something else with it.
    async fn try_network(&self, game: &str) -> Result<(), String> {
        let spec = Spec::parse(game).map_err(|error| error.to_string())?;
        let name = network::name(&spec).map_err(|error| error.to_string())?;
        let found = self
            .ask(PLAYER, &few_nodes(game, TRIAL, self.plain))
            .await?;
        let without = self.ask(OTHER, &few_nodes(game, TRIAL, true)).await?;
        let dismiss = format!("window.__dismiss({})", json!(OTHER));
        let dismissed = self.browser.script(&dismiss).await;
        dismissed.map_err(|error| error.to_string())?;
        let same = line(&found) == line(&without);
        match name.filter(|_| !self.plain) {
            Some(name) if same => Err(format!("the network of {name} is not in use")),
            Some(name) => {
                say(&format!("info string network {name}"));
                Ok(())
            }
            None if same => {
                say("info string no network");
                Ok(())
            }
            None => Err("two searches without a network do not agree".to_owned()),
        }
    }

    /// The answer of a worker.
    async fn ask(&self, worker: &str, request: &Request) -> Result<Answer, String> {
        let reply = self.reply(worker, request);
        let patience = request.limits.time.unwrap_or(LONGEST) + GRACE;
        let reply = tokio::time::timeout(patience, reply).await;
        let reply = reply.map_err(|_| "the browser does not answer".to_owned())?;
        match reply.map_err(|error| error.to_string())? {
            Reply::Answer(answer) => Ok(answer),
            Reply::Trouble(trouble) => Err(trouble),
            Reply::Report(_) => Err("the worker has not finished".to_owned()),
        }
    }

    async fn reply(&self, worker: &str, request: &Request) -> Result<Reply, Failure> {
        let request = serde_json::to_string(request)?;
        let ask = json!({
            "expression": format!("window.__ask({}, {})", json!(worker), json!(request)),
            "awaitPromise": true,
            "returnByValue": true,
        });
        // Not WebDriver's scripts: those are asked again and again whether they have finished.
        let cdp = self.browser.page.cdp();
        let heard = cdp.send_raw("Runtime.evaluate", ask).await?;
        match heard["result"]["value"].as_str() {
            Some(text) => Ok(serde_json::from_str(text)?),
            None => Err(format!("the page says {heard}").into()),
        }
    }

    /// How fast it was, for whoever reads it: not part of the protocol.
    fn sum_up(&self) {
        if self.searches > 0 {
            eprintln!(
                "page player{}: {} searches, {:.0} nodes a second",
                if self.plain { " --plain" } else { "" },
                self.searches,
                self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
            );
        }
    }
}

/// A search at the start of a game.
fn few_nodes(game: &str, nodes: u64, plain: bool) -> Request {
    Request {
        game: game.to_owned(),
        limits: Limits {
            nodes: Some(nodes),
            time: Some(LONGEST),
            ..Limits::default()
        },
        plain,
        ..Request::default()
    }
}

/// What a search has found, without how long it took.
fn line(answer: &Answer) -> String {
    let report = &answer.report;
    format!("{} {} {:?}", report.depth, report.nodes, report.lines)
}
