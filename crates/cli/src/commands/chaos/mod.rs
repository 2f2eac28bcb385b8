//! `tablier chaos`: several servers under load, while everything around them breaks.

mod cluster;
mod proxy;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tablier_rules::hash::SplitMix64;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::load::{History, Pace, Plan, Report, open};
use crate::failure::Failure;
use crate::online::{Address, Http, Proof};
use crate::{files, numbers};
use cluster::Cluster;

/// A server answers within this time after its start.
const STARTS: Duration = Duration::from_secs(60);

/// Break several servers, their database and their bus again and again, and show that nothing is lost
///
/// Servers, workers, a PostgreSQL and a NATS are started on this machine and stopped at the end. Guests
/// play real games with random legal moves while servers and workers are killed (SIGKILL), the database
/// and the bus are killed and started again, and connections are cut and delayed. What everybody sent,
/// was told and saw is written to a file, which `tablier check-history` then checks in a process of its
/// own.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Servers (1 to 9)
    #[arg(long, default_value_t = 3, value_parser = numbers::whole::<u32>(1..=9))]
    servers: u32,
    /// Workers for computer players (0 to 9)
    #[arg(long, default_value_t = 2, value_parser = numbers::whole::<u32>(0..=9))]
    workers: u32,
    /// Tables (1 to 2000)
    #[arg(long, default_value_t = 40, value_parser = numbers::whole::<u32>(1..=2_000))]
    tables: u32,
    /// Tables of them with a computer on the last seat (0 to 2000)
    #[arg(long, value_name = "TABLES", default_value_t = 4, value_parser = numbers::whole::<u32>(0..=2_000))]
    machines: u32,
    /// Moves per second at the tables without computers (1 to 5000)
    #[arg(long, default_value_t = 200, value_parser = numbers::whole::<u32>(1..=5_000))]
    rate: u32,
    /// Seconds for which things break (1 to 3600)
    #[arg(long, default_value_t = 600, value_parser = numbers::whole::<u32>(1..=3_600))]
    seconds: u32,
    /// Pause between two faults in milliseconds, on average (100 to 60000)
    #[arg(long, value_name = "MS", default_value_t = 1_500, value_parser = numbers::whole::<u32>(100..=60_000))]
    pause: u32,
    /// Game with its options
    #[arg(long, value_name = "GAME", default_value = "d21")]
    game: String,
    /// Random seed (any whole number below 2^64)
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = numbers::seed())]
    seed: u64,
    /// File for the history; by default one that is removed at the end
    #[arg(long, value_name = "FILE")]
    history: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        files::allow_many();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| Failure::new(format!("cannot start: {error}")))?;
        let run = async {
            tokio::select! {
                done = self.live() => done,
                _ = tokio::signal::ctrl_c() => Err("interrupted".to_owned()),
            }
        };
        runtime.block_on(run).map_err(Failure::new)
    }

    async fn live(&self) -> Result<String, String> {
        let name = format!("tablier-history-{}.jsonl", std::process::id());
        let file = self.history.clone();
        let file = file.unwrap_or_else(|| std::env::temp_dir().join(name));
        let history = Arc::new(History::create(&file)?);
        let text = self.break_everything(&history).await;
        history.finish()?;
        let checked = text.and_then(|text| Ok(text + &check(&file)?));
        if self.history.is_none() {
            let _ = std::fs::remove_file(&file);
        }
        checked
    }

    async fn break_everything(&self, history: &Arc<History>) -> Result<String, String> {
        let mut cluster = Cluster::start(self.servers, self.workers).await?;
        let addresses: Arc<[_]> = cluster.addresses()?.into();
        for address in addresses.iter() {
            ready(address).await?;
        }
        let seats = tablier_rules::catalog::open(&self.game).map_err(|error| error.to_string())?;
        let plan = Plan {
            game: self.game.clone(),
            seats: seats.seating().sides.len(),
            machine: None,
        };
        let machines = self.machines.min(self.tables);
        let mut plans = vec![plan; self.tables as usize];
        for plan in plans.iter_mut().take(machines as usize) {
            plan.machine = Some(1);
        }
        let parties = open(&addresses, &plans, self.tables, self.seed, Some(history)).await?;
        let pace = Arc::new(Pace::default());
        let mut tasks = JoinSet::new();
        for party in parties {
            tasks.spawn(party.play(pace.clone(), false));
        }
        let time = Duration::from_secs(u64::from(self.seconds));
        let begun = Instant::now();
        let breaking = async {
            let mut random = SplitMix64::new(self.seed);
            while begun.elapsed() < time {
                let ms = random.next() % (2 * u64::from(self.pause));
                sleep(Duration::from_millis(ms)).await;
                cluster.disturb(&mut random).await?;
            }
            Ok::<_, String>(())
        };
        let pacing = pace.run(self.rate, self.tables - machines, time);
        let (broken, ()) = tokio::join!(breaking, pacing);
        broken?;
        pace.stop();
        // Now everything is mended, and what was under way comes to its end.
        let mut report = Report::default();
        let mut played = Vec::new();
        while let Some(one) = tasks.join_next().await {
            cluster.revive()?;
            played.push(one.map_err(|error| error.to_string())?);
        }
        for address in addresses.iter() {
            ready(address).await?;
        }
        let mut http = Http::new(addresses[0].clone(), Proof::None);
        for one in played {
            for room in one.rooms() {
                history.read_all(&room, &mut http).await?;
            }
            report.add(one, &mut http).await?;
        }
        let seconds = begun.elapsed().as_secs_f64();
        let faults = cluster.faults;
        let mut text = report.short(seconds);
        let _ = writeln!(
            text,
            "killed: servers {}, workers {}, database {}, bus {}; connections cut {} times, delayed {} times",
            faults.servers,
            faults.workers,
            faults.databases,
            faults.buses,
            faults.cuts,
            faults.delays
        );
        if report.is_clean() {
            Ok(text)
        } else {
            Err(text)
        }
    }
}

/// Waits until the server behind a door answers.
async fn ready(address: &Address) -> Result<(), String> {
    let begun = Instant::now();
    let mut http = Http::new(address.clone(), Proof::None);
    loop {
        match http.get::<serde_json::Value>("/api/games").await {
            Ok(_) => return Ok(()),
            Err(error) if begun.elapsed() > STARTS => return Err(error),
            Err(_) => sleep(Duration::from_millis(100)).await,
        }
    }
}

/// Lets a process of its own check a history.
fn check(file: &std::path::Path) -> Result<String, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(program)
        .arg("check-history")
        .arg(file)
        .output();
    let output = output.map_err(|error| format!("the history cannot be checked: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}
