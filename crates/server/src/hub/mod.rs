//! Where tables live: a copy of each one in use, its watchers, and the path of a command from its
//! sender through the store to everybody.
//!
//! Nothing here is the truth. A copy may be discarded at any time, another server may write to the
//! same log, and everything acknowledged is in the store.

mod flow;
mod index;
mod keeper;
mod link;
mod neighbours;
mod people;
mod slot;
mod timers;
mod upkeep;
mod worker;

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tablier_protocol::{Notice, Reaction, TableView, ToClient};
use tablier_rooms::{Entry, Now, Opening, PlayerId, Room, RoomId};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::bus::{Listening, News, SharedBus};
use crate::clock::Clock;
use crate::config::Config;
use crate::error::Error;
use crate::identity::secrets;
use crate::lots::Lots;
use crate::machines::Machines;
use crate::store::{LogLine, Query, SharedStore};

pub(crate) use index::pairs;
pub use link::Link;
use neighbours::Neighbours;
use people::People;
use slot::{Slot, State};
use timers::Timers;
use worker::Taken;

/// If a move takes this long to be stored, no more tables and connections are taken on for a while.
const STRAIN: Duration = Duration::from_millis(1_500);
const RELIEF: Duration = Duration::from_secs(3);

/// There is no such table.
pub(crate) const NO_TABLE: Error = Error::NotFound("there is no such table");

/// The tables of a server.
#[derive(Clone)]
pub struct Hub {
    inner: Arc<Inner>,
}

struct Inner {
    /// This server's number, to recognise its own hints, and its name as the holder of leases.
    server: u64,
    name: String,
    store: SharedStore,
    bus: SharedBus,
    clock: Arc<Clock>,
    lots: Lots,
    machines: Machines,
    rooms: Mutex<HashMap<RoomId, Arc<Slot>>>,
    people: People,
    timers: Timers,
    /// Tables where somebody came or went: true if it was on this server.
    presence: Mutex<BTreeMap<RoomId, bool>>,
    /// The other servers.
    neighbours: Mutex<Neighbours>,
    /// Until when this server keeps the house, and what it hears of it meanwhile.
    keeps_until: Mutex<Option<Instant>>,
    house_hints: Mutex<Option<Listening>>,
    /// Whether others wrote without saying for whom games wait now.
    untold: AtomicBool,
    /// Whether somebody was told that the store is away, and not yet that it is back.
    told_away: AtomicBool,
    /// Until when no more is taken on: storing has become slow.
    strained_until: Mutex<Option<Instant>>,
    /// Told when another server has a table that waits for the house.
    house_asked: Notify,
    /// Tables that are open or being played, as last counted.
    current: AtomicU64,
    /// Whether computer players think here; if not, workers do it.
    thinks: bool,
    /// Tables that this worker thinks about.
    taken: Mutex<Taken>,
    most_tables: u64,
    most_hosted: u64,
}

impl fmt::Debug for Hub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hub").finish_non_exhaustive()
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hub {
    /// A hub without tables in memory.
    pub(crate) fn new(
        store: SharedStore,
        bus: SharedBus,
        clock: Arc<Clock>,
        lots: Lots,
        machines: Machines,
        config: &Config,
    ) -> Self {
        let unlimited = |most| if most == 0 { u64::MAX } else { most };
        let server = secrets::lot();
        Self {
            inner: Arc::new(Inner {
                server,
                name: format!("{server:016x}"),
                store,
                bus,
                clock,
                lots,
                machines,
                rooms: Mutex::default(),
                people: People::default(),
                timers: Timers::default(),
                presence: Mutex::default(),
                neighbours: Mutex::default(),
                keeps_until: Mutex::default(),
                house_hints: Mutex::default(),
                untold: AtomicBool::new(false),
                told_away: AtomicBool::new(false),
                strained_until: Mutex::default(),
                house_asked: Notify::new(),
                current: AtomicU64::new(0),
                thinks: !config.workers,
                taken: Mutex::default(),
                most_tables: unlimited(config.limits.tables),
                most_hosted: unlimited(config.limits.hosted),
            }),
        }
    }

    /// The store.
    pub(crate) fn store(&self) -> &SharedStore {
        &self.inner.store
    }

    /// Whether new tables and connections are turned away so that games being played go on.
    pub(crate) fn is_strained(&self) -> bool {
        locked(&self.inner.strained_until).is_some_and(|until| Instant::now() < until)
    }

    /// Notes how long it took to store something.
    fn stored_in(&self, time: Duration) {
        if time > STRAIN {
            *locked(&self.inner.strained_until) = Some(Instant::now() + RELIEF);
            metrics::counter!("tablier_strained_total").increment(1);
        }
    }

    /// The time.
    pub(crate) fn clock(&self) -> &Clock {
        &self.inner.clock
    }

    fn now(&self, lag_ms: u64) -> Now {
        Now {
            ms: self.inner.clock.now(),
            lag_ms,
            lot: self.inner.lots.lot(),
            next_room: self.inner.lots.room_id(),
        }
    }

    /// The slot of a table, created if necessary.
    fn slot(&self, id: &RoomId) -> Arc<Slot> {
        let now = self.inner.clock.now();
        let mut rooms = locked(&self.inner.rooms);
        let slot = rooms
            .entry(id.clone())
            .or_insert_with(|| Arc::new(Slot::new(id.clone(), now, &*self.inner.bus)));
        slot.touch(now);
        slot.clone()
    }

    /// Brings the copy of a table up to date with the log, or reads it; all watchers are sent what
    /// is new.
    async fn refresh(&self, slot: &Slot, state: &mut State) -> Result<(), Error> {
        let since = state.room.as_ref().map_or(0, Room::seq);
        let lines = self.inner.store.read(&slot.id, since).await?;
        let entries = lines.iter().map(entry).collect::<Result<Vec<_>, _>>()?;
        let corrupt = |error| Error::internal(format!("table {}: {error}", slot.id));
        let acted = state.room.as_ref().and_then(index::acts).cloned();
        match &mut state.room {
            Some(room) => {
                for entry in &entries {
                    room.apply(entry).map_err(corrupt)?;
                }
            }
            None if entries.is_empty() => return Err(NO_TABLE),
            none => *none = Some(Room::fold(&entries).map_err(corrupt)?),
        }
        let Some(room) = &state.room else {
            return Err(NO_TABLE);
        };
        if !entries.is_empty() {
            slot.set_seated(index::seated(room));
            for player in acted.iter().chain(index::acts(room)) {
                self.inner.people.uncertain(player);
            }
        }
        let new: Vec<LogLine> = lines.into_iter().filter(|l| l.seq > state.sent).collect();
        slot.tell_lines(&new, self.inner.clock.now());
        state.sent = room.seq();
        Ok(())
    }

    /// Reads a table that is not in memory. A copy already there is as new as this server knows.
    async fn load(&self, slot: &Slot, state: &mut State) -> Result<(), Error> {
        if state.room.is_some() {
            return Ok(());
        }
        let loaded = self.refresh(slot, state).await;
        if loaded == Err(NO_TABLE) {
            self.forget(slot);
        }
        loaded
    }

    fn forget(&self, slot: &Slot) {
        if !slot.is_watched() {
            locked(&self.inner.rooms).remove(&slot.id);
        }
    }

    /// Opens a table.
    pub async fn open(&self, opening: Opening) -> Result<RoomId, Error> {
        let refused = |refusal| Error::Refused { refusal, seq: 0 };
        let host = opening.host.clone();
        if self.is_strained()
            || self.inner.current.load(Ordering::Relaxed) >= self.inner.most_tables
        {
            return Err(Error::Overloaded);
        }
        let hosted = Query::Hosted { host: host.clone() };
        if self.inner.store.count(hosted).await? >= self.inner.most_hosted {
            return Err(Error::Conflict {
                code: "too-many-tables",
                message: "you have too many open tables; close some of them",
            });
        }
        let now = self.now(0);
        let events = opening.events(&now).map_err(refused)?;
        let entries = Entry::opening(events, now.ms);
        let id = self.inner.lots.room_id();
        let room = Room::fold(&entries).map_err(Error::internal)?;
        let write = index::append(&id, &entries, &room)?;
        let slot = self.slot(&id);
        let mut state = slot.state.lock().await;
        self.inner.store.append(vec![write]).await?;
        slot.set_seated(index::seated(&room));
        state.sent = room.seq();
        self.inner.people.hosts(&host, [id.clone()]);
        self.follow_up(&slot, &room, None, &entries);
        state.room = Some(room);
        Ok(id)
    }

    /// Reads something from a table.
    pub async fn with_room<T>(
        &self,
        id: &RoomId,
        read: impl FnOnce(&Room) -> T,
    ) -> Result<T, Error> {
        let slot = self.slot(id);
        let mut state = slot.state.lock().await;
        self.load(&slot, &mut state).await?;
        state.room.as_ref().map(read).ok_or(NO_TABLE)
    }

    /// Ends all connections of a player: one of their sessions or tokens no longer holds. Those that
    /// still hold come back at once.
    pub fn cut(&self, player: &PlayerId) {
        self.inner.people.cut(player);
        self.tell_servers(News::Cut {
            player: player.clone(),
        });
    }

    /// A player's view of a table.
    pub async fn view(&self, id: &RoomId, me: Option<&PlayerId>) -> Result<TableView, Error> {
        self.with_room(id, |room| TableView::from_room(id, room, me))
            .await
    }

    /// The entries of a log after number `since`, as JSON.
    pub async fn log(&self, id: &RoomId, since: u64) -> Result<Vec<LogLine>, Error> {
        let lines = self.inner.store.read(id, since).await?;
        if lines.is_empty()
            && self
                .inner
                .store
                .heads(std::slice::from_ref(id))
                .await?
                .is_empty()
        {
            return Err(NO_TABLE);
        }
        Ok(lines)
    }

    /// Subscribes a connection to a table, from the entry after `since` on. While storing is slow,
    /// nobody who has no part in it begins to watch.
    pub async fn watch(&self, id: &RoomId, link: &Arc<Link>, since: u64) -> Result<(), Error> {
        let slot = self.slot(id);
        let mut state = slot.state.lock().await;
        self.load(&slot, &mut state).await?;
        let takes_part = state
            .room
            .as_ref()
            .is_some_and(|room| index::takes_part(room, link.player()));
        // Players come back to their games even now; whoever only watches comes later.
        if self.is_strained() && !takes_part && !slot.is_watched_by(link) {
            return Err(Error::Overloaded);
        }
        let mut lines = self.inner.store.read(id, since).await?;
        if lines.last().is_some_and(|line| line.seq > state.sent) {
            self.refresh(&slot, &mut state).await?;
            // Others have just been sent all there is by now, and that may be more.
            lines = self.inner.store.read(id, since).await?;
        }
        // Later entries are sent to everybody.
        lines.retain(|line| line.seq <= state.sent);
        link.send_text(slot::events(id, &lines, self.inner.clock.now()));
        slot.join(link);
        self.came_or_went(id);
        Ok(())
    }

    /// Ends a subscription.
    pub fn unwatch(&self, id: &RoomId, link: &Link) {
        let slot = locked(&self.inner.rooms).get(id).cloned();
        if let Some(slot) = slot {
            slot.leave(link);
            self.came_or_went(id);
        }
    }

    /// Who is at a table is told soon.
    fn came_or_went(&self, id: &RoomId) {
        locked(&self.inner.presence).insert(id.clone(), true);
    }

    /// Shows everybody at a table the reaction of somebody sitting there.
    pub async fn react(
        &self,
        id: &RoomId,
        player: &PlayerId,
        reaction: Reaction,
    ) -> Result<(), Error> {
        let seat = self.with_room(id, |room| room.seat_of(player)).await?;
        let seat = seat.ok_or(Error::Refused {
            refusal: tablier_rooms::Refusal::NotSeated,
            seq: 0,
        })?;
        self.slot(id).tell(&ToClient::Reaction {
            room: id.clone(),
            seat,
            reaction,
        });
        self.tell_servers(News::Reacted {
            room: id.clone(),
            seat,
            reaction,
        });
        Ok(())
    }

    /// Registers a connection. Returns how many this player has now.
    pub async fn arrive(&self, link: &Arc<Link>) -> Result<usize, Error> {
        let count = self.inner.people.arrive(link.clone(), &*self.inner.bus);
        let host = link.player().clone();
        let hosted = self.inner.store.list(Query::Hosted { host }).await?;
        let rooms: Vec<RoomId> = hosted.into_iter().map(|table| table.line.id).collect();
        if !rooms.is_empty() {
            let now = self.inner.clock.now();
            self.inner.store.host_seen(&rooms, now).await?;
            self.inner.people.hosts(link.player(), rooms);
        }
        Ok(count)
    }

    /// Removes a connection.
    pub fn depart(&self, link: &Link, watched: impl IntoIterator<Item = RoomId>) {
        for room in watched {
            self.unwatch(&room, link);
        }
        self.inner.people.depart(link);
    }

    /// Somebody was told that the store is away: when it is back, everybody hears of it.
    pub(crate) fn told_away(&self) {
        self.inner.told_away.store(true, Ordering::Release);
    }

    /// Tells everybody who is connected.
    pub fn notice(&self, notice: Notice) {
        self.inner.people.tell_all(notice);
    }

    /// Discards the copy of a table.
    pub async fn drop_copy(&self, id: &RoomId) {
        let slot = locked(&self.inner.rooms).get(id).cloned();
        if let Some(slot) = slot {
            slot.state.lock().await.room = None;
        }
    }
}

/// A line of the log as an entry.
pub(crate) fn entry(line: &LogLine) -> Result<Entry, Error> {
    serde_json::from_str(&line.body).map_err(Error::internal)
}
