//! Clients, real servers and a store that fails, in one thread with simulated time.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tablier_rooms::{CommandId, Entry, Opening, Place, PlayerId, Room, RoomId, TimeControl};
use tablier_rules::hash::{SplitMix64, mix};
use tablier_server::bus::{LocalBus, SharedBus};
use tablier_server::clock::Clock;
use tablier_server::hub::Hub;
use tablier_server::store::{Logs as _, Memory};
use tablier_server::{Config, Limits, Lots, Server};
use tablier_simulation::{Choices as _, games, history};
use tokio::sync::watch;
use tokio::time::{Instant, sleep};

use crate::bus::LossyBus;
use crate::client::{Client, Tables};
use crate::store::{FaultyStore, Weather};

/// How long things go wrong, and how long it may then take until everything is settled.
const TROUBLE: Duration = Duration::from_secs(30);
const SETTLING: Duration = Duration::from_secs(120);
/// A time that has run out this long ago, in milliseconds, is known to everybody.
const FLAGGED: u64 = 20_000;

/// The totals of a world, and its logs.
#[derive(Default, PartialEq, Debug)]
pub(crate) struct Report {
    pub(crate) acknowledged: u64,
    pub(crate) entries: u64,
    pub(crate) crashes: u64,
    pub(crate) failures: u64,
    /// How many times another server began to keep the house.
    pub(crate) moves: u64,
    pub(crate) logs: BTreeMap<RoomId, Vec<Entry>>,
}

/// What a client was promised: an entry of this command, at this number.
type Promise = (RoomId, PlayerId, CommandId, u64);

pub(crate) struct World {
    memory: Arc<Memory>,
    weather: Arc<Weather>,
    clock: Arc<Clock>,
    lives: Vec<Mutex<Option<Arc<Life>>>>,
    promises: Mutex<Vec<Promise>>,
    objection: Mutex<Option<String>>,
}

/// A server from its start to its crash.
pub(crate) struct Life {
    server: Server,
    store: Arc<FaultyStore>,
    gone: watch::Sender<bool>,
}

impl Life {
    pub(crate) fn hub(&self) -> &Hub {
        self.server.hub()
    }

    /// Returns when it has crashed.
    pub(crate) async fn is_gone(&self) {
        let _ = self.gone.subscribe().wait_for(|gone| *gone).await;
    }

    /// Nothing it was about to do happens any more.
    fn crash(&self) {
        self.store.cut();
        self.server.stop();
        self.gone.send_replace(true);
    }
}

/// Runs the world of a seed; the error is the law that was broken.
pub(crate) fn run(seed: u64, lies: bool) -> Result<Report, String> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime needs nothing");
    runtime.block_on(live(seed, lies))
}

async fn live(seed: u64, lies: bool) -> Result<Report, String> {
    let mut random = SplitMix64::new(mix(seed));
    let servers = 1 + random.below(3);
    let world = Arc::new(World {
        memory: Arc::new(Memory::new()),
        weather: Arc::new(Weather {
            lies,
            ..Weather::default()
        }),
        clock: Arc::new(Clock::simulated()),
        lives: (0..servers).map(|_| Mutex::default()).collect(),
        promises: Mutex::default(),
        objection: Mutex::default(),
    });
    // Servers that hear of each other's writes, of some of them, or have to look.
    let whole = Arc::new(LocalBus::new());
    let lossy = LossyBus::new(random.any());
    let kind = random.below(3);
    let begin = async |server: usize, seed: u64| {
        let bus: SharedBus = match kind {
            0 => whole.clone(),
            1 => Arc::new(lossy.another()),
            _ => Arc::new(LocalBus::new()),
        };
        world.begin(server, bus, seed).await
    };
    for server in 0..servers {
        begin(server, random.any()).await;
    }
    let players = 2 + random.below(3);
    let rooms = world
        .open(1 + random.below(2), players, &mut random)
        .await?;
    world.weather.bad.store(true, Ordering::Relaxed);
    let mut tables = Vec::new();
    for at in 0..=players {
        let client = Client::new(world.clone(), history::player(at), &rooms, random.any());
        tables.push((history::player(at), client.tables()));
        tokio::spawn(client.live());
    }
    let mut crashes = 0;
    let mut moves = 0;
    let mut keeper = None;
    let began = Instant::now();
    while began.elapsed() < TROUBLE {
        sleep(Duration::from_millis(200 + random.below(4_000) as u64)).await;
        let server = random.below(servers);
        let life = world.life(server);
        match life {
            Some(life) if random.once_in(3) => {
                for room in &rooms {
                    life.hub().drop_copy(room).await;
                }
            }
            Some(life) => {
                life.crash();
                crashes += 1;
                *world.lives[server].lock().expect("nobody panics here") = None;
                sleep(Duration::from_millis(random.below(2_000) as u64)).await;
                begin(server, random.any()).await;
            }
            None => {}
        }
        if let Some(now) = world.keeper()
            && keeper.replace(now).is_some_and(|before| before != now)
        {
            moves += 1;
        }
        world.verdict()?;
    }
    world.weather.bad.store(false, Ordering::Relaxed);
    let calm = Instant::now();
    loop {
        sleep(Duration::from_millis(500)).await;
        world.verdict()?;
        match world.unsettled(&tables).await {
            None => break,
            Some(what) if calm.elapsed() > SETTLING => return Err(format!("not settled: {what}")),
            Some(_) => {}
        }
    }
    let mut report = world.judge(&tables).await?;
    report.crashes = crashes;
    report.moves = moves;
    for life in world
        .lives
        .iter()
        .filter_map(|life| life.lock().ok()?.take())
    {
        life.crash();
    }
    Ok(report)
}

impl World {
    pub(crate) fn servers(&self) -> usize {
        self.lives.len()
    }

    /// A server that is up.
    pub(crate) fn life(&self, server: usize) -> Option<Arc<Life>> {
        self.lives[server]
            .lock()
            .expect("nobody panics here")
            .clone()
    }

    /// The server that keeps the house.
    fn keeper(&self) -> Option<usize> {
        (0..self.servers()).find(|server| {
            let life = self.life(*server);
            life.is_some_and(|life| life.hub().keeps_house())
        })
    }

    pub(crate) fn is_bad(&self) -> bool {
        self.weather.bad.load(Ordering::Relaxed)
    }

    /// Reports a broken law; the first one counts.
    pub(crate) fn object(&self, law: String) {
        let mut objection = self.objection.lock().expect("nobody panics here");
        objection.get_or_insert(law);
    }

    fn verdict(&self) -> Result<(), String> {
        let objection = self.objection.lock().expect("nobody panics here").clone();
        objection.map_or(Ok(()), Err)
    }

    /// Starts a server anew; as a host would, again and again until the store answers.
    async fn begin(&self, server: usize, bus: SharedBus, seed: u64) {
        let mut lots = SplitMix64::new(seed);
        loop {
            let store = FaultyStore::new(self.memory.clone(), self.weather.clone(), lots.next());
            let store = Arc::new(store);
            let config = Config {
                limits: Limits::none(),
                machine_threads: 1,
                ..Config::default()
            };
            let started = Server::with_lots(
                config,
                store.clone(),
                bus.clone(),
                self.clock.clone(),
                Lots::seeded(lots.next()),
            );
            if let Ok(server_now) = started.await {
                let life = Life {
                    server: server_now,
                    store,
                    gone: watch::channel(false).0,
                };
                *self.lives[server].lock().expect("nobody panics here") = Some(Arc::new(life));
                return;
            }
            sleep(Duration::from_millis(100)).await;
        }
    }

    /// Opens tables that wait for at most so many people.
    async fn open(
        &self,
        count: usize,
        players: usize,
        random: &mut SplitMix64,
    ) -> Result<Vec<RoomId>, String> {
        let life = self.life(0).ok_or("there is no server")?;
        let mut rooms = Vec::new();
        while rooms.len() < count {
            let spec = random.one_of(games::CHEAP);
            let mut terms = history::terms(random, spec);
            // Computer players think in real time; the models have them instead.
            terms.seats.fill(Place::Open);
            terms.rated = false;
            if terms.seats.len() > 2 {
                terms.time = TimeControl::None;
            }
            if terms.seats.len() > players {
                continue;
            }
            let opening = Opening {
                terms,
                host: history::player(0),
                host_name: "Host".to_owned(),
                chair: None,
            };
            // A few terms make no sense.
            rooms.extend(life.hub().open(opening).await.ok());
        }
        Ok(rooms)
    }

    /// The log of a table as the store has it, after number `since`.
    async fn log(&self, room: &RoomId, since: u64) -> Vec<Entry> {
        let lines = self.memory.read(room, since).await.unwrap_or_default();
        let read = |line: &tablier_server::store::LogLine| serde_json::from_str(&line.body);
        lines.iter().filter_map(|line| read(line).ok()).collect()
    }

    /// Checks an acknowledgement: the command's entry must be stored by then.
    pub(crate) async fn acknowledged(
        &self,
        room: &RoomId,
        by: &PlayerId,
        id: &CommandId,
        seq: u64,
    ) {
        let promise = (room.clone(), by.clone(), id.clone(), seq);
        if !holds(&self.log(room, seq - 1).await, &promise) {
            self.object(format!("acknowledged and not stored: {promise:?}"));
        }
        let mut promises = self.promises.lock().expect("nobody panics here");
        promises.push(promise);
    }

    /// Checks that what somebody was told is what is stored.
    pub(crate) async fn is_in_the_log(&self, me: &PlayerId, room: &RoomId, entries: &[Entry]) {
        let Some(first) = entries.first() else { return };
        let log = self.log(room, first.seq - 1).await;
        for (at, entry) in entries.iter().enumerate() {
            if log.get(at) != Some(entry) {
                self.object(format!("{me} was told what is not in the log: {entry:?}"));
            }
        }
    }

    /// What is not settled yet.
    async fn unsettled(&self, tables: &[(PlayerId, Arc<Tables>)]) -> Option<String> {
        for (me, tables) in tables {
            let seen: Vec<(RoomId, u64, usize)> = tables
                .all()
                .iter()
                .map(|table| (table.id().clone(), table.seq(), table.under_way().len()))
                .collect();
            for (id, seq, under_way) in seen {
                let heads = self.memory.heads(std::slice::from_ref(&id)).await;
                let length = heads.ok().and_then(|heads| Some(heads.first()?.1));
                let length = length.unwrap_or_default();
                if seq != length || under_way > 0 {
                    return Some(format!(
                        "{me} knows {seq} of {length} of {id} and waits for {under_way} answers"
                    ));
                }
            }
            let long_ago = self.clock.now() - FLAGGED;
            for table in tables.all().iter() {
                let due = table.room().and_then(Room::flag_due);
                if due.is_some_and(|due| due < long_ago) {
                    let id = table.id();
                    return Some(format!("a time ran out at {id}, and nobody noticed"));
                }
            }
        }
        None
    }

    /// Judges once everything is settled.
    async fn judge(&self, tables: &[(PlayerId, Arc<Tables>)]) -> Result<Report, String> {
        let promises = self.promises.lock().expect("nobody panics here").clone();
        let mut report = Report {
            acknowledged: promises.len() as u64,
            failures: self.weather.failures.load(Ordering::Relaxed),
            ..Report::default()
        };
        for promise in &promises {
            if !holds(&self.log(&promise.0, promise.3 - 1).await, promise) {
                return Err(format!("acknowledged and lost: {promise:?}"));
            }
        }
        let seen = tables.iter().flat_map(|(_, tables)| {
            tables
                .all()
                .iter()
                .map(|t| t.id().clone())
                .collect::<Vec<_>>()
        });
        for id in seen.collect::<std::collections::BTreeSet<_>>() {
            let log = self.log(&id, 0).await;
            let room = Room::fold(&log).map_err(|error| format!("the log of {id}: {error}"))?;
            for (me, tables) in tables {
                let all = tables.all();
                let mine = all.iter().find(|table| *table.id() == id);
                if mine.and_then(|table| table.room()).map(Room::state) != Some(room.state()) {
                    return Err(format!("{me} sees another table than {id} is"));
                }
            }
            once(&id, &log)?;
            report.entries += log.len() as u64;
            report.logs.insert(id, log);
        }
        Ok(report)
    }
}

/// Whether a promise is kept by the first of these entries.
fn holds(log: &[Entry], (_, by, id, seq): &Promise) -> bool {
    log.first().is_some_and(|entry| {
        entry.seq == *seq && entry.by.as_ref() == Some(by) && entry.id.as_ref() == Some(id)
    })
}

/// Checks that every command is in a log once, in one piece.
fn once(room: &RoomId, log: &[Entry]) -> Result<(), String> {
    let mut known = std::collections::BTreeSet::new();
    let mut before = None;
    for entry in log {
        let name = entry.id.as_ref().map(|id| (&entry.by, id));
        if name.is_some() && name != before && !known.insert(name) {
            return Err(format!("carried out twice at {room}: {name:?}"));
        }
        before = name;
    }
    Ok(())
}
