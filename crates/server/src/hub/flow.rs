//! The path of a command: decided on a copy, stored, applied, acknowledged, broadcast.

use tablier_engine::Request;
use tablier_protocol::ToClient;
use tablier_rooms::{
    Actor, Command, CommandId, Entry, Event, Handling, Order, Phase, PlayerId, Reply, Room, RoomId,
    Step,
};

use tokio::time::Instant;

use super::slot::{Slot, State};
use super::{Hub, index};
use crate::bus::News;
use crate::error::Error;
use crate::machines::{Job, Question, Thought};
use crate::store::{Append, StoreError};

/// Deadlines further away than this are found in the store when they come nearer.
pub(super) const SOON: u64 = 60_000;

impl Hub {
    /// Carries out an order, to its end even if its sender has gone. Returns the number of its
    /// first entry.
    pub async fn command(&self, id: &RoomId, order: Order, lag_ms: u64) -> Result<u64, Error> {
        let (hub, id) = (self.clone(), id.clone());
        let work = async move { hub.carry_out(&id, order, lag_ms).await };
        tokio::spawn(work).await.map_err(Error::internal)?
    }

    /// The same for a caller that is never cancelled halfway.
    pub(crate) async fn carry_out(
        &self,
        id: &RoomId,
        order: Order,
        lag_ms: u64,
    ) -> Result<u64, Error> {
        let slot = self.slot(id);
        let mut state = slot.state.lock().await;
        self.load(&slot, &mut state).await?;
        let mut handling = Handling::new(order);
        loop {
            let now = self.now(lag_ms);
            let Some(copy) = &state.room else {
                return Err(super::NO_TABLE);
            };
            match handling.next(copy, &now) {
                Step::CatchUp => {
                    self.refresh(&slot, &mut state).await?;
                    handling.caught_up();
                }
                Step::Store(entries) => match self.keep(&slot, &mut state, &entries).await {
                    Ok(()) => handling.stored(&entries),
                    Err(Failed::Conflict) => {
                        metrics::counter!("tablier_conflicts_total").increment(1);
                        self.refresh(&slot, &mut state).await?;
                        handling.conflicted();
                    }
                    Err(Failed::Error(error)) => return Err(error),
                },
                Step::Answer(Reply::Done { seq }) => return Ok(seq),
                Step::Answer(Reply::Refused { refusal, seq }) => {
                    return Err(Error::Refused { refusal, seq });
                }
                Step::Answer(Reply::Busy) => return Err(Error::Overloaded),
            }
        }
    }

    /// Stores entries and tells everybody. The copy is out of its slot meanwhile: whatever fails,
    /// no copy is ever ahead of the log.
    async fn keep(&self, slot: &Slot, state: &mut State, entries: &[Entry]) -> Result<(), Failed> {
        let mut room = state.room.take().ok_or(super::NO_TABLE)?;
        let acted = index::acts(&room).cloned();
        for entry in entries {
            room.apply(entry).map_err(Error::internal)?;
        }
        let write = index::append(&slot.id, entries, &room)?;
        let lines = write.lines.clone();
        let mut writes = vec![write];
        let next = rematch(&slot.id, &room, entries)?;
        writes.extend(next.as_ref().map(|(append, _)| append.clone()));
        let begun = Instant::now();
        let stored = self.inner.store.append(writes).await;
        self.stored_in(begun.elapsed());
        stored.map_err(|error| match error {
            StoreError::Conflict => Failed::Conflict,
            other => Failed::Error(other.into()),
        })?;
        state.sent = room.seq();
        slot.set_seated(index::seated(&room));
        slot.tell_lines(&lines, self.inner.clock.now());
        self.follow_up(slot, &room, acted.as_ref(), entries);
        state.room = Some(room);
        if let Some((append, room)) = next {
            self.follow_up(&self.slot(&append.room), &room, None, &[]);
        }
        Ok(())
    }

    /// What else follows from what was stored: clocks, computer players, ratings, other pages of
    /// the same people, other servers. If any of it is lost, it can be found again from the store.
    pub(super) fn follow_up(
        &self,
        slot: &Slot,
        room: &Room,
        acted: Option<&PlayerId>,
        entries: &[Entry],
    ) {
        let inner = &self.inner;
        self.expect_flag(&slot.id, room.flag_due());
        self.ask_machines(&slot.id, room);
        let acts = index::acts(room);
        let mut people = Vec::new();
        if acts != acted {
            people.extend(acted.into_iter().chain(acts).cloned());
        }
        let mut paired = false;
        for entry in entries {
            match &entry.event {
                Event::Acted { .. } => metrics::counter!("tablier_actions_total").increment(1),
                Event::Started { .. } => {
                    metrics::counter!("tablier_games_started_total").increment(1);
                    if super::pairs(room.terms()) {
                        paired = true;
                        people = slot.seated();
                        let room = slot.id.clone();
                        self.tell_seated(slot, &ToClient::Paired { room });
                    }
                }
                Event::Sat { .. } | Event::Stood { .. } | Event::Became { .. } => {
                    self.came_or_went(&slot.id);
                }
                _ => {}
            }
        }
        if room.phase() != Phase::Waiting {
            inner.people.hosts_no_more(room.host(), &slot.id);
        }
        if room.phase() == Phase::Over && room.terms().rated && room.next_room().is_none() {
            let (hub, id) = (self.clone(), slot.id.clone());
            tokio::spawn(async move { hub.count(&id).await });
        }
        self.tell_servers(News::Wrote {
            room: slot.id.clone(),
            seq: room.seq(),
        });
        for player in people {
            inner.people.uncertain(&player);
            let paired = paired.then(|| slot.id.clone());
            self.tell_servers(News::Turned { player, paired });
        }
        let soon = inner.clock.now() + SOON;
        let due = room.flag_due().filter(|due| *due < soon);
        let house = index::waits_for_house(room);
        if due.is_some() || house {
            let room = slot.id.clone();
            self.tell_servers(News::Awaits { room, due, house });
        }
    }

    fn tell_seated(&self, slot: &Slot, message: &ToClient) {
        for player in slot.seated() {
            self.inner.people.tell(&player, message);
        }
    }

    /// Lets the engine think if the house must decide something, and workers do not. True if it
    /// thinks.
    pub(super) fn ask_machines(&self, id: &RoomId, room: &Room) -> bool {
        if !self.inner.thinks {
            return false;
        }
        let ask = |level: u8, question| {
            let table = room.table();
            self.inner.machines.submit(Job {
                room: id.clone(),
                seq: room.seq(),
                host: room.host().clone(),
                request: Request {
                    game: room.terms().game.clone(),
                    start: room.terms().start.clone(),
                    actions: table.history(),
                    level: Some(level),
                    seed: seed(id, room.seq()),
                    ..Request::default()
                },
                question,
            });
        };
        if let Some((_, level)) = room.house_acts() {
            ask(level, Question::Act);
        }
        if let Some(seat) = index::asked_for_draw(room) {
            ask(5, Question::Draw(seat));
        }
        index::waits_for_house(room)
    }

    /// Plays what a computer player decided, unless the table has moved on.
    pub(super) async fn machine_decided(&self, thought: Thought) {
        let kind = match thought.command {
            Command::Act { .. } => 'a',
            _ => 'd',
        };
        // Another server's identical decision has the same name, and is carried out once.
        let id = format!("{kind}{}", thought.seq);
        let order = house(&id, thought.seq, thought.command);
        match self.carry_out(&thought.room, order, 0).await {
            Ok(_) | Err(Error::Refused { .. } | Error::NotFound(_)) => {}
            Err(error) => tracing::warn!(room = %thought.room, %error, "a machine could not act"),
        }
    }

    /// Checks whether somebody's time has run out.
    pub(super) async fn flag(&self, id: &RoomId) -> Result<(), Error> {
        let (seq, due) = self
            .with_room(id, |room| (room.seq(), room.flag_due()))
            .await?;
        let Some(due) = due else { return Ok(()) };
        if due >= self.inner.clock.now() {
            let soon = due < self.inner.clock.now() + SOON;
            self.inner.timers.set(id, soon.then_some(due));
            return Ok(());
        }
        let order = house(&format!("f{seq}"), seq, Command::Flag);
        match self.carry_out(id, order, 0).await {
            Ok(_) | Err(Error::Refused { .. }) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Gives what a guest has at a table to the account they logged in to.
    pub(crate) async fn become_another(
        &self,
        id: &RoomId,
        player: &PlayerId,
        now: &PlayerId,
    ) -> Result<(), Error> {
        let seq = self.with_room(id, Room::seq).await?;
        let command = Command::Become {
            player: player.clone(),
            now: now.clone(),
        };
        // Two people may do so at the same moment: a name of its own.
        let order = house(crate::identity::secrets::room_id().as_str(), seq, command);
        self.command(id, order, 0).await.map(drop)
    }

    /// Closes a table on behalf of the house.
    pub async fn close(&self, id: &RoomId) -> Result<(), Error> {
        let seq = self.with_room(id, Room::seq).await?;
        let order = house(&format!("c{seq}"), seq, Command::Close);
        self.command(id, order, 0).await.map(drop)
    }
}

/// Why entries were not stored.
enum Failed {
    /// Another server was faster.
    Conflict,
    /// Anything else.
    Error(Error),
}

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Failed::Error(error)
    }
}

/// An order given by the house.
pub(super) fn house(id: &str, expects: u64, command: Command) -> Order {
    Order {
        id: CommandId::new(id).expect("letters and digits are an id"),
        expects,
        actor: Actor::House,
        command,
    }
}

/// The table of a rematch is opened in the same write in which all agreed to it.
fn rematch(id: &RoomId, room: &Room, entries: &[Entry]) -> Result<Option<(Append, Room)>, Error> {
    let agreed = entries.iter().find_map(|entry| match &entry.event {
        Event::Rematched { room } => Some((room, entry.at)),
        _ => None,
    });
    let Some((next, at)) = agreed else {
        return Ok(None);
    };
    let Some(events) = room.rematch(id) else {
        return Ok(None);
    };
    let entries = Entry::opening(events, at);
    let room = Room::fold(&entries).map_err(Error::internal)?;
    Ok(Some((index::append(next, &entries, &room)?, room)))
}

/// A computer player's seed: the same for the same question, on every server.
fn seed(id: &RoomId, seq: u64) -> u64 {
    let bytes = crate::identity::secrets::hash(&format!("{id} {seq}"));
    u64::from_le_bytes(bytes[..8].try_into().unwrap_or_default())
}
