//! The servers, the workers, and what they stand on.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tablier_rules::hash::SplitMix64;
use tablier_services::{Nats, Postgres, free_port};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::proxy::Proxy;
use crate::online::Address;

/// What was done to them.
#[derive(Copy, Clone, Default, Debug)]
pub(super) struct Faults {
    pub(super) servers: u32,
    pub(super) workers: u32,
    pub(super) databases: u32,
    pub(super) buses: u32,
    pub(super) cuts: u32,
    pub(super) delays: u32,
}

/// Everything that runs beside the players.
pub(super) struct Cluster {
    // Servers go first when all is dropped.
    servers: Vec<Process>,
    workers: Vec<Process>,
    /// Between players and servers.
    doors: Vec<Proxy>,
    /// Between servers and the database, and the bus.
    to_database: Proxy,
    to_bus: Proxy,
    postgres: Option<Postgres>,
    nats: Option<Nats>,
    pub(super) faults: Faults,
}

/// A process of this program.
struct Process {
    args: Vec<String>,
    child: Child,
}

impl Process {
    fn start(args: Vec<String>) -> Result<Self, String> {
        let child = launch(&args)?;
        Ok(Self { args, child })
    }

    fn kill(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn start_again(&mut self) -> Result<(), String> {
        self.child = launch(&self.args)?;
        Ok(())
    }

    /// Starts it anew if it has given up, as a host's system would.
    fn revive(&mut self) -> Result<(), String> {
        match self.child.try_wait() {
            Ok(None) => Ok(()),
            _ => self.start_again(),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn launch(args: &[String]) -> Result<Child, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    Command::new(program)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("a server cannot be started: {error}"))
}

impl Cluster {
    pub(super) async fn start(servers: u32, workers: u32) -> Result<Self, String> {
        let missing = |name, error| format!("{name} is needed: {error}");
        let postgres = spawn_blocking(|| Postgres::start_with(true)).await;
        let postgres = postgres
            .map_err(|error| error.to_string())?
            .map_err(|error| missing("PostgreSQL", error))?;
        let nats = Nats::start().map_err(|error| missing("NATS", error))?;
        let text = |error: std::io::Error| error.to_string();
        let to_database = Proxy::start(postgres.port()).await.map_err(text)?;
        let to_bus = Proxy::start(nats.port()).await.map_err(text)?;
        let shared = [
            "--database".to_owned(),
            format!("postgres://tablier@127.0.0.1:{}/postgres", to_database.port),
            "--bus".to_owned(),
            format!("nats://127.0.0.1:{}", to_bus.port),
        ];
        let mut cluster = Self {
            servers: Vec::new(),
            workers: Vec::new(),
            doors: Vec::new(),
            to_database,
            to_bus,
            postgres: Some(postgres),
            nats: Some(nats),
            faults: Faults::default(),
        };
        for _ in 0..servers {
            let port = free_port().map_err(text)?;
            let mut args = vec!["serve".to_owned(), format!("--port={port}")];
            args.push("--workers".to_owned());
            for limit in [
                "rate-limit",
                "connections",
                "connections-per-address",
                "tables",
                "hosted",
            ] {
                args.push(format!("--{limit}=0"));
            }
            args.extend(shared.clone());
            cluster.doors.push(Proxy::start(port).await.map_err(text)?);
            cluster.servers.push(Process::start(args)?);
        }
        for _ in 0..workers {
            let mut args = vec!["work".to_owned(), "--machine-threads=1".to_owned()];
            args.extend(shared.clone());
            cluster.workers.push(Process::start(args)?);
        }
        Ok(cluster)
    }

    /// Where players find the servers.
    pub(super) fn addresses(&self) -> Result<Vec<Address>, String> {
        let address = |door: &Proxy| Address::read(&format!("http://127.0.0.1:{}", door.port));
        self.doors.iter().map(address).collect()
    }

    /// Does one bad thing, and mends it.
    pub(super) async fn disturb(&mut self, random: &mut SplitMix64) -> Result<(), String> {
        let mut below = |most: usize| (random.next() % most.max(1) as u64) as usize;
        let pause = Duration::from_millis(below(1_500) as u64);
        match below(20) {
            0..=6 => {
                let at = below(self.servers.len());
                self.servers[at].kill();
                self.faults.servers += 1;
                sleep(pause).await;
                self.servers[at].start_again()?;
            }
            7..=9 if !self.workers.is_empty() => {
                let at = below(self.workers.len());
                self.workers[at].kill();
                self.faults.workers += 1;
                sleep(pause).await;
                self.workers[at].start_again()?;
            }
            10..=11 => {
                if let Some(mut postgres) = self.postgres.take() {
                    self.faults.databases += 1;
                    let again = spawn_blocking(move || {
                        postgres.kill();
                        std::thread::sleep(pause);
                        postgres.start_again().map(|()| postgres)
                    });
                    let again = again.await.map_err(|error| error.to_string())??;
                    self.postgres = Some(again);
                }
            }
            12..=13 => {
                if let Some(mut nats) = self.nats.take() {
                    self.faults.buses += 1;
                    let again = spawn_blocking(move || {
                        nats.kill();
                        std::thread::sleep(pause);
                        nats.start_again().map(|()| nats)
                    });
                    let again = again.await.map_err(|error| error.to_string())??;
                    self.nats = Some(again);
                }
            }
            14..=16 => {
                self.faults.cuts += 1;
                self.line(below(self.doors.len() + 2)).cut();
            }
            _ => {
                self.faults.delays += 1;
                let line = self.line(below(self.doors.len() + 2));
                line.delay(Duration::from_millis(20 + below(300) as u64));
                sleep(pause).await;
                line.delay(Duration::ZERO);
            }
        }
        self.revive()
    }

    fn line(&self, at: usize) -> &Proxy {
        match at.checked_sub(self.doors.len()) {
            None => &self.doors[at],
            Some(0) => &self.to_database,
            Some(_) => &self.to_bus,
        }
    }

    /// Starts whatever has ended by itself.
    pub(super) fn revive(&mut self) -> Result<(), String> {
        let mut all = self.servers.iter_mut().chain(&mut self.workers);
        all.try_for_each(Process::revive)
    }
}
