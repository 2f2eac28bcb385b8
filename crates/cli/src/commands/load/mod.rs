//! `tablier load`: how much a server bears, and whether it loses anything.

mod history;
mod machine;
mod pace;
mod party;
mod process;
mod report;
mod scaling;
mod side;

use std::sync::Arc;
use std::time::{Duration, Instant};

use tablier_rules::catalog;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::failure::Failure;
use crate::online::{Address, Http, Proof};
use crate::{files, numbers};
pub(super) use history::{History, HistoryEntry, Seen, What};
pub(super) use pace::Pace;
use party::Party;
pub(super) use party::Plan;
use process::{Own, Usage};
pub(super) use report::Report;

/// How many tables are opened at the same time.
const OPENERS: usize = 16;
/// A server that was started or killed answers again within this time.
const STARTS: Duration = Duration::from_secs(30);

/// Measure how much load a server on this machine bears, and whether it loses or doubles a move
///
/// Guests play real games with random legal moves. Without --server, a server is started with a new data
/// folder, and stopped at the end. Only servers on this machine are allowed. At the end everything that was
/// acknowledged is compared with the logs, and every guest's board with the fold of its log; anything
/// lost, doubled or different is a failure.
///
/// With --servers, one or several servers are started on each of --stores, one group after the other, and
/// each group is measured twice: at the rate, and as fast as it goes. The guests at a table are on
/// different servers.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Address of the server, such as http://127.0.0.1:8080; its limits must be off (--rate-limit 0 and so on)
    #[arg(long, value_name = "URL", conflicts_with = "kills")]
    server: Option<String>,
    /// Process id of that server, to measure its memory and processor time
    #[arg(long, value_name = "PID", requires = "server", value_parser = numbers::whole::<u32>(1..=4_194_304))]
    pid: Option<u32>,
    /// Game with its options, or `all` for every variant of every game; may be repeated. The tables
    /// take them in turn
    #[arg(long = "game", value_name = "GAME", default_value = "d21")]
    specs: Vec<String>,
    /// Play at this many tables (0 to 20000)
    #[arg(long, default_value_t = 100, value_parser = numbers::whole::<u32>(0..=20_000))]
    tables: u32,
    /// Let a computer play on the last seat at this many of the tables (0 to 20000). Guests there act at
    /// once, whatever the rate, and the delays are told apart
    #[arg(long, value_name = "TABLES", default_value_t = 0, value_parser = numbers::whole::<u32>(0..=20_000))]
    machines: u32,
    /// Level of those computers (1 to 10)
    #[arg(long, default_value_t = 5, value_parser = numbers::whole::<u8>(1..=10))]
    level: u8,
    /// Moves per second, at all tables without computers together (1 to 50000)
    #[arg(long, default_value_t = 1_000, value_parser = numbers::whole::<u32>(1..=50_000))]
    rate: u32,
    /// Play for this many seconds (1 to 3600)
    #[arg(long, default_value_t = 10, value_parser = numbers::whole::<u32>(1..=3_600))]
    seconds: u32,
    /// Keep this many idle tables open as well, with two sockets each (0 to 20000)
    #[arg(long, default_value_t = 0, value_parser = numbers::whole::<u32>(0..=20_000))]
    idle: u32,
    /// Finish the games that are still in play at the end
    #[arg(long)]
    whole: bool,
    /// Kill the server (SIGKILL) this many times meanwhile and restart it on the same data (0 to 1000)
    #[arg(long = "kill", value_name = "TIMES", default_value_t = 0, value_parser = numbers::whole::<u32>(0..=1_000))]
    kills: u32,
    /// Compare groups of this many servers (1 to 9), such as 1,2,3
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = numbers::whole::<u32>(1..=9),
        conflicts_with_all = ["server", "kills", "idle", "machines", "whole"])]
    servers: Vec<u32>,
    /// Where those servers keep everything
    #[arg(
        long,
        value_name = "STORES",
        value_delimiter = ',',
        requires = "servers",
        value_enum,
        default_value = "sqlite,postgres,postgres-nats"
    )]
    stores: Vec<scaling::Store>,
    /// Random seed (any whole number below 2^64)
    #[arg(long, value_name = "NUMBER", default_value = "1", value_parser = numbers::seed())]
    seed: u64,
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let games = self.games()?;
        files::allow_many();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(|error| Failure::new(format!("cannot start: {error}")))?;
        let measured = match self.servers.is_empty() {
            true => runtime.block_on(self.measure(&games)),
            false => runtime.block_on(scaling::compare(&self, &games)),
        };
        measured.map_err(Failure::new)
    }

    /// The games that are played, each with its number of seats.
    fn games(&self) -> Result<Vec<(String, usize)>, Failure> {
        let mut games = Vec::new();
        if !self.servers.is_empty() && self.tables == 0 {
            return Err(Failure::new("--servers: nothing is played without tables"));
        }
        if self.machines > self.tables {
            return Err(Failure::new(format!(
                "--machines {}: there are {} tables in all; more can be had with --tables",
                self.machines, self.tables
            )));
        }
        for spec in &self.specs {
            let specs = match spec.as_str() {
                "all" => catalog::variants(),
                one => vec![one.to_owned()],
            };
            for spec in specs {
                let seats = catalog::open(&spec)?.seating().sides.len();
                if self.machines > 0 && seats < 2 {
                    return Err(Failure::new(format!(
                        "--machines: {spec} has one seat; a computer needs another"
                    )));
                }
                games.push((spec, seats));
            }
        }
        Ok(games)
    }

    /// What is played at each table; the first ones have a computer.
    fn plans(&self, games: &[(String, usize)]) -> Vec<Plan> {
        let mut plans = people(games);
        plans = plans
            .into_iter()
            .cycle()
            .take(self.tables as usize)
            .collect();
        for plan in plans.iter_mut().take(self.machines as usize) {
            plan.machine = Some(self.level);
        }
        plans
    }

    async fn measure(self, games: &[(String, usize)]) -> Result<String, String> {
        let mut own = None;
        let address = match &self.server {
            Some(url) => Address::read(url)?,
            None => {
                let server = Own::start()?;
                let address = Address::read(&server.url())?;
                own = Some(server);
                address
            }
        };
        if !address.is_loopback() {
            let text = "load is put on this machine only: give an address as http://127.0.0.1:8080";
            return Err(text.to_owned());
        }
        answers(&address).await?;
        let pid = own.as_ref().map(Own::pid).or(self.pid);
        let mut report = Report::default();

        // The first tables warm everything up, so that memory is that of the others alone.
        let idle = self.hold(&address, games, pid, &mut report).await?;
        let all: Arc<[Address]> = Arc::new([address.clone()]);
        let plans = self.plans(games);
        let parties = open(&all, &plans, self.tables, self.seed, None).await?;
        let pace = Arc::new(Pace::default());
        let before = (
            Usage::of_process(std::process::id()),
            pid.and_then(Usage::of_process),
        );
        let begun = Instant::now();
        let mut tasks = JoinSet::new();
        for party in parties {
            tasks.spawn(party.play(pace.clone(), self.whole));
        }
        let run = Duration::from_secs(u64::from(self.seconds));
        let killing = async {
            match &mut own {
                Some(own) if self.kills > 0 => own.kill_again_and_again(self.kills, run).await,
                _ => Ok(()),
            }
        };
        let pacing = pace.run(self.rate, self.tables - self.machines, run);
        let (killed, ()) = tokio::join!(killing, pacing);
        killed?;
        let seconds = begun.elapsed().as_secs_f64();
        let pid = own.as_ref().map(Own::pid).or(self.pid);
        let after = (
            Usage::of_process(std::process::id()),
            pid.and_then(Usage::of_process),
        );
        report.share(self.kills == 0, before, after, seconds);
        pace.stop();
        // It may have been killed a moment ago.
        answers(&address).await?;
        let mut http = Http::new(address.clone(), Proof::None);
        while let Some(played) = tasks.join_next().await {
            let played = played.map_err(|error| error.to_string())?;
            report.add(played, &mut http).await?;
        }
        drop(idle);
        let seconds = if self.whole {
            begun.elapsed().as_secs_f64()
        } else {
            seconds
        };
        report.kills = self.kills;
        let text = report.text(&self, seconds);
        if report.is_clean() {
            Ok(text)
        } else {
            Err(text)
        }
    }

    /// Opens idle tables and holds them: dropping the tasks lets them go.
    async fn hold(
        &self,
        address: &Address,
        games: &[(String, usize)],
        pid: Option<u32>,
        report: &mut Report,
    ) -> Result<JoinSet<()>, String> {
        let mut held = JoinSet::new();
        if self.idle == 0 {
            return Ok(held);
        }
        let warm = (self.idle / 10).clamp(1, 200);
        let mut before = None;
        for (count, part) in [warm, self.idle - warm].into_iter().enumerate() {
            let seed = self.seed ^ (1 << 40) ^ count as u64;
            let all: Arc<[Address]> = Arc::new([address.clone()]);
            for party in open(&all, &people(games), part, seed, None).await? {
                held.spawn(party.hold());
            }
            // What was needed to open them is given back by then.
            sleep(Duration::from_secs(2)).await;
            let memory = pid.and_then(Usage::of_process).map(|usage| usage.memory_kb);
            if let (Some(before), Some(after)) = (before, memory) {
                report.idle = Some((part, after, after.saturating_sub(before)));
            }
            before = memory;
        }
        Ok(held)
    }
}

/// Waits until the server answers.
async fn answers(address: &Address) -> Result<(), String> {
    let healthy = async {
        loop {
            if address.dial().await.is_ok() {
                return;
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(STARTS, healthy)
        .await
        .map_err(|_| format!("no server answers at {}", address.authority()))
}

/// The games played by people alone.
fn people(games: &[(String, usize)]) -> Vec<Plan> {
    let plan = |(game, seats): &(String, usize)| Plan {
        game: game.clone(),
        seats: *seats,
        machine: None,
    };
    games.iter().map(plan).collect()
}

/// Opens tables with their guests, who are spread over the servers; they take the plans in turn.
pub(super) async fn open(
    addresses: &Arc<[Address]>,
    plans: &[Plan],
    count: u32,
    seed: u64,
    history: Option<&Arc<History>>,
) -> Result<Vec<Party>, String> {
    let mut tasks = JoinSet::new();
    for opener in 0..OPENERS as u32 {
        let (addresses, plans) = (addresses.clone(), plans.to_vec());
        let history = history.cloned();
        tasks.spawn(async move {
            let address = addresses[opener as usize % addresses.len()].clone();
            let mut http = Http::new(address, Proof::None);
            let mut parties = Vec::new();
            for at in (opener..count).step_by(OPENERS) {
                let seed = seed.wrapping_add(u64::from(at) << 20);
                let plan = &plans[at as usize % plans.len()];
                let party = Party::open(&addresses, &mut http, plan, seed, history.as_ref());
                parties.push(party.await?);
            }
            Ok::<_, String>(parties)
        });
    }
    let mut all = Vec::new();
    while let Some(parties) = tasks.join_next().await {
        all.extend(parties.map_err(|error| error.to_string())??);
    }
    Ok(all)
}
