//! One server or several, on one store or another, side by side.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tablier_services::{Nats, Postgres};
use tokio::task::{JoinSet, spawn_blocking};

use super::process::{Own, Usage};
use super::report::{Report, Spread};
use super::{Args, Pace, Plan, answers, open, people};
use crate::online::{Address, Http, Proof};
use crate::progress::Progress;

/// More moves a second than any server bears: then it is the servers that set the pace.
const FLAT_OUT: u32 = 50_000;

/// Where servers keep everything, and how they tell each other what is new.
#[derive(Copy, Clone, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(super) enum Store {
    /// One file; the servers look at it
    Sqlite,
    /// PostgreSQL, which also carries the hints
    Postgres,
    /// PostgreSQL, with NATS for the hints
    PostgresNats,
}

impl Store {
    fn name(self) -> &'static str {
        match self {
            Store::Sqlite => "sqlite",
            Store::Postgres => "postgres",
            Store::PostgresNats => "postgres-nats",
        }
    }
}

/// Several servers, and what they stand on.
struct Group {
    servers: Vec<Own>,
    postgres: Option<Postgres>,
    nats: Option<Nats>,
}

impl Group {
    async fn start(store: Store, count: u32) -> Result<Self, String> {
        let missing = |name, error| format!("{name} is needed: {error}");
        let mut group = Self {
            servers: Vec::new(),
            postgres: None,
            nats: None,
        };
        if store != Store::Sqlite {
            // It waits for the disk, as a real one does.
            let postgres = spawn_blocking(|| Postgres::start_with(true)).await;
            let postgres = postgres.map_err(|error| error.to_string())?;
            let postgres = postgres.map_err(|error| missing("PostgreSQL", error))?;
            group.postgres = Some(postgres);
        }
        if store == Store::PostgresNats {
            let nats = Nats::start().map_err(|error| missing("NATS", error))?;
            group.nats = Some(nats);
        }
        let first = match &group.postgres {
            None => Own::start()?,
            Some(postgres) => {
                let mut place = vec!["--database".to_owned(), postgres.url()];
                if let Some(nats) = &group.nats {
                    place.extend(["--bus".to_owned(), nats.url()]);
                }
                Own::start_on(place)?
            }
        };
        group.servers.push(first);
        // It makes the schema; the others find it there.
        answers(&Address::read(&group.servers[0].url())?).await?;
        for _ in 1..count {
            let another = group.servers[0].another()?;
            group.servers.push(another);
        }
        for address in group.addresses()?.iter() {
            answers(address).await?;
        }
        Ok(group)
    }

    fn addresses(&self) -> Result<Arc<[Address]>, String> {
        let all = self.servers.iter();
        all.map(|server| Address::read(&server.url())).collect()
    }

    /// Processor time so far: of the generator, of the servers, of what they stand on.
    fn usage(&self) -> [f64; 3] {
        let servers = self.servers.iter().map(|own| Usage::of_process(own.pid()));
        let below = [
            self.postgres.as_ref().and_then(Postgres::pid),
            self.nats.as_ref().and_then(Nats::pid),
        ];
        let below = below.into_iter().flatten().map(Usage::of_family);
        [
            Usage::of_process(std::process::id()).map_or(0.0, |usage| usage.seconds),
            servers.flatten().map(|usage| usage.seconds).sum(),
            below.flatten().sum(),
        ]
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // The first one has the folder.
        while let Some(server) = self.servers.pop() {
            drop(server);
        }
    }
}

/// What was measured of one group at one rate.
struct Row {
    store: Store,
    servers: u32,
    wanted: u32,
    reached: f64,
    delays: Spread,
    /// Shares of one processor.
    shares: [f64; 3],
}

impl Row {
    const HEAD: &str = "store          servers   wanted  reached  median ms    99 % ms longest ms  generator  servers    store";

    fn text(&self) -> String {
        let Self {
            store,
            servers,
            wanted,
            reached,
            delays:
                Spread {
                    median,
                    most,
                    longest,
                },
            shares: [generator, all, below],
        } = self;
        let wanted = match *wanted {
            FLAT_OUT => "most".to_owned(),
            rate => rate.to_string(),
        };
        let share = |share: &f64| format!("{:.0} %", share * 100.0);
        let below = match store {
            Store::Sqlite => "-".to_owned(),
            _ => share(below),
        };
        format!(
            "{:<14} {servers:>7} {wanted:>8} {reached:>8.0} {median:>10.2} {most:>10.2} {longest:>10.2} {:>10} {:>8} {below:>8}",
            store.name(),
            share(generator),
            share(all),
        )
    }
}

/// Measures every number of servers on every store, at the wanted rate and as fast as it goes.
pub(super) async fn compare(args: &Args, games: &[(String, usize)]) -> Result<String, String> {
    let progress = Progress::new();
    let plans = people(games);
    let mut text = format!("{}\n", Row::HEAD);
    let mut acknowledged = 0;
    let trials = args.stores.len() * args.servers.len();
    let mut done = 0;
    for store in &args.stores {
        for servers in &args.servers {
            progress.show(done as f64 / trials as f64, store.name());
            done += 1;
            let group = Group::start(*store, *servers).await?;
            for rate in [args.rate, FLAT_OUT] {
                let (row, mut report) = measure(args, &group, &plans, *store, rate).await?;
                let _ = writeln!(text, "{}", row.text());
                acknowledged += report.acknowledged();
                if !report.is_clean() {
                    return Err(text + &report.short(f64::from(args.seconds)));
                }
            }
        }
    }
    let _ = writeln!(
        text,
        "acknowledged {acknowledged}, lost 0, doubled 0, unequal boards 0, logs that cannot be read 0"
    );
    Ok(text)
}

async fn measure(
    args: &Args,
    group: &Group,
    plans: &[Plan],
    store: Store,
    rate: u32,
) -> Result<(Row, Report), String> {
    let addresses = group.addresses()?;
    let parties = open(&addresses, plans, args.tables, args.seed, None).await?;
    let pace = Arc::new(Pace::default());
    let before = group.usage();
    let begun = Instant::now();
    let mut tasks = JoinSet::new();
    for party in parties {
        tasks.spawn(party.play(pace.clone(), false));
    }
    let time = Duration::from_secs(u64::from(args.seconds));
    pace.run(rate, args.tables, time).await;
    let seconds = begun.elapsed().as_secs_f64();
    let after = group.usage();
    pace.stop();
    let mut report = Report::default();
    let mut http = Http::new(addresses[0].clone(), Proof::None);
    while let Some(played) = tasks.join_next().await {
        let played = played.map_err(|error| error.to_string())?;
        report.add(played, &mut http).await?;
    }
    let (moves, delays) = report.delays();
    let row = Row {
        store,
        servers: group.servers.len() as u32,
        wanted: rate,
        reached: moves as f64 / seconds,
        delays,
        shares: std::array::from_fn(|at| (after[at] - before[at]) / seconds),
    };
    Ok((row, report))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_columns_stand_below_their_names() {
        let row = |store, wanted| Row {
            store,
            servers: 3,
            wanted,
            reached: 4_999.6,
            delays: Spread {
                median: 0.5,
                most: 12.345,
                longest: 6_000.0,
            },
            shares: [0.55, 1.9, 0.304],
        };
        let text = row(Store::PostgresNats, FLAT_OUT).text();
        assert_eq!(text.len(), Row::HEAD.len(), "{text}");
        let words: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(words[..4], ["postgres-nats", "3", "most", "5000"]);
        assert!(text.ends_with("55 %    190 %     30 %"), "{text}");
        let text = row(Store::Sqlite, 500).text();
        assert!(text.ends_with(" -") && text.contains(" 500 "), "{text}");
    }
}
