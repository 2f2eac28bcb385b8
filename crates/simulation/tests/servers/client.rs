//! Somebody at the tables, with a connection that comes and goes.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use tablier_protocol::{Follower, ToClient, ToServer};
use tablier_rooms::{Actor, Command, CommandId, Order, PlayerId, Room, RoomId};
use tablier_rules::hash::SplitMix64;
use tablier_server::error::Error;
use tablier_server::hub::Link;
use tablier_simulation::{Choices as _, wish};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};

use crate::world::{Life, World};

/// How long a client waits for an answer before it sends again.
const PATIENCE: Duration = Duration::from_millis(2_500);

pub(crate) struct Client {
    world: Arc<World>,
    me: PlayerId,
    tables: Arc<Tables>,
    random: SplitMix64,
    commands: u64,
    /// When something was last sent or answered.
    busy: Instant,
    /// Tables that could not be watched.
    unwatched: Vec<RoomId>,
}

/// The tables as a client sees them.
#[derive(Default)]
pub(crate) struct Tables(Mutex<Vec<Follower>>);

impl Tables {
    pub(crate) fn all(&self) -> MutexGuard<'_, Vec<Follower>> {
        self.0.lock().expect("nobody panics here")
    }

    fn follow(&self, room: RoomId, me: &PlayerId) -> Option<ToServer> {
        let mut all = self.all();
        if all.iter().any(|known| *known.id() == room) {
            return None;
        }
        let follower = Follower::new(room, me.clone());
        let watch = follower.watch();
        all.push(follower);
        Some(watch)
    }
}

impl Client {
    pub(crate) fn new(world: Arc<World>, me: PlayerId, rooms: &[RoomId], seed: u64) -> Self {
        let tables = Arc::new(Tables::default());
        for room in rooms {
            tables.follow(room.clone(), &me);
        }
        Self {
            world,
            me,
            tables,
            random: SplitMix64::new(seed),
            commands: 0,
            busy: Instant::now(),
            unwatched: Vec::new(),
        }
    }

    pub(crate) fn tables(&self) -> Arc<Tables> {
        self.tables.clone()
    }

    /// Connects again and again, to one server or the other.
    pub(crate) async fn live(mut self) {
        loop {
            sleep(self.moment(300)).await;
            let server = self.random.below(self.world.servers());
            if let Some(life) = self.world.life(server) {
                self.stay(&life).await;
            }
        }
    }

    fn moment(&mut self, ms: usize) -> Duration {
        Duration::from_millis(1 + self.random.below(ms) as u64)
    }

    /// A connection, until it ends.
    async fn stay(&mut self, life: &Arc<Life>) {
        let (link, mut heard) = Link::new(self.me.clone());
        let (say, said) = mpsc::unbounded_channel();
        let connection = Connection {
            world: self.world.clone(),
            life: life.clone(),
            link: Arc::new(link),
        };
        tokio::spawn(connection.serve(said));
        let hello: Vec<ToServer> = self
            .tables
            .all()
            .iter()
            .flat_map(Follower::connect)
            .collect();
        self.say(&say, hello);
        let mut wakes = Instant::now() + self.moment(800);
        loop {
            let messages = tokio::select! {
                biased;
                text = heard.recv() => {
                    // The server has let go of the connection.
                    let Some(text) = text else { return };
                    self.hear(&text).await
                }
                () = life.is_gone() => {
                    sleep(self.moment(1_500)).await;
                    return;
                }
                () = sleep_until(wakes) => {
                    wakes = Instant::now() + self.moment(800);
                    if self.world.is_bad() && self.random.once_in(25) {
                        // The laptop is closed; what was still under way does not arrive.
                        return;
                    }
                    self.act()
                }
            };
            self.say(&say, messages);
        }
    }

    fn say(&mut self, say: &mpsc::UnboundedSender<ToServer>, messages: Vec<ToServer>) {
        for message in messages {
            // An impatient finger.
            if self.random.once_in(12) {
                let _ = say.send(message.clone());
            }
            let _ = say.send(message);
        }
    }

    /// Takes in what the server says; returns what to ask.
    async fn hear(&mut self, text: &str) -> Vec<ToServer> {
        let message = ToClient::read(text).expect("the server writes what the protocol says");
        match &message {
            ToClient::Events { room, entries, .. } => {
                self.world.is_in_the_log(&self.me, room, entries).await;
            }
            // A table could not be watched.
            ToClient::Error { room, .. } => self.unwatched.extend(room.clone()),
            _ => {}
        }
        let mut ask = Vec::new();
        let mut next = Vec::new();
        for follower in self.tables.all().iter_mut() {
            match follower.hear(&message) {
                Ok(heard) => {
                    if !heard.settled.is_empty() {
                        self.busy = Instant::now();
                    }
                    if heard.gap {
                        ask.push(follower.watch());
                    }
                    next.extend(follower.room().and_then(Room::next_room).cloned());
                }
                Err(corrupt) => {
                    let me = &self.me;
                    self.world
                        .object(format!("{me} was told what does not fit: {corrupt}"));
                }
            }
        }
        for room in next {
            ask.extend(self.tables.follow(room, &self.me));
        }
        ask
    }

    /// Wants something at each table, or asks again what was not answered.
    fn act(&mut self) -> Vec<ToServer> {
        let unwatched = std::mem::take(&mut self.unwatched);
        let mut messages = Vec::new();
        let late = self.busy.elapsed() > PATIENCE;
        for follower in self.tables.all().iter_mut() {
            if unwatched.contains(follower.id()) {
                messages.push(follower.watch());
            }
            let waits = !follower.under_way().is_empty() || follower.room().is_none();
            if waits && late {
                self.busy = Instant::now();
                messages.extend(follower.connect());
                continue;
            }
            let Some(room) = follower.room() else {
                continue;
            };
            if !self.world.is_bad() || follower.under_way().len() > 2 {
                continue;
            }
            let Some(command) = wish(room, &self.me, &mut self.random) else {
                continue;
            };
            // A computer player would take over, and it thinks in real time.
            if command == Command::Resign && room.occupants().len() > 2 {
                continue;
            }
            self.commands += 1;
            self.busy = Instant::now();
            let id = CommandId::new(&format!("{}-{}", self.me, self.commands));
            messages.push(follower.send(id.expect("a proper id"), command));
        }
        messages
    }
}

/// The server's side of a connection, doing with the hub what the socket does.
struct Connection {
    world: Arc<World>,
    life: Arc<Life>,
    link: Arc<Link>,
}

impl Connection {
    async fn serve(self, mut said: mpsc::UnboundedReceiver<ToServer>) {
        let hub = self.life.hub();
        let mut watched = Vec::new();
        let _ = hub.arrive(&self.link).await;
        while let Some(message) = said.recv().await {
            match message {
                ToServer::Watch { room, since } => {
                    match hub.watch(&room, &self.link, since).await {
                        Ok(()) => watched.push(room),
                        Err(error) => self.link.send(&ToClient::Error {
                            room: Some(room),
                            id: None,
                            code: error.code().to_owned(),
                            message: error.to_string(),
                        }),
                    }
                }
                ToServer::Command {
                    room,
                    id,
                    expects,
                    command,
                } => {
                    let order = Order {
                        id,
                        expects,
                        actor: Actor::Player(self.link.player().clone()),
                        command,
                    };
                    self.command(room, order).await;
                }
                _ => {}
            }
        }
        hub.depart(&self.link, watched);
    }

    async fn command(&self, room: RoomId, order: Order) {
        let id = order.id.clone();
        match self.life.hub().command(&room, order, 0).await {
            Ok(seq) => {
                self.world
                    .acknowledged(&room, self.link.player(), &id, seq)
                    .await;
                self.link.send(&ToClient::Done { room, id, seq });
            }
            Err(Error::Refused { refusal, seq }) => self.link.send(&ToClient::Refused {
                room,
                id,
                refusal,
                seq,
            }),
            Err(Error::Internal) => self.world.object(format!("{id} at {room}: internal error")),
            // The client asks again when it has waited long enough.
            Err(_) => {}
        }
    }
}
