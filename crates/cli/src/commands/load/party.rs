use std::collections::BTreeSet;
use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};

use tablier_protocol::{Created, Outcome, ToClient};
use tablier_rooms::{Command, CommandId, Offer, Phase, Place, Room, RoomId};
use tablier_rules::hash::SplitMix64;
use tokio::time::{sleep, timeout};

use super::history::{History, What};
use super::pace::Pace;
use super::side::Side;
use crate::online::{Address, Http};

/// Without an answer for so long, everything is sent again.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a client goes on trying to connect.
const STUBBORN: Duration = Duration::from_secs(60);

/// The guests at a table, one on each seat, except where a computer sits.
pub(in crate::commands) struct Party {
    addresses: Arc<[Address]>,
    pub(super) sides: Vec<Side>,
    /// Whether a computer sits on the last seat.
    with_machine: bool,
    random: SplitMix64,
    sent: u32,
    /// The last error that the server told.
    complaint: Option<String>,
    pub(super) played: Played,
}

/// What is played at a table.
#[derive(Clone, Debug)]
pub(in crate::commands) struct Plan {
    /// The game with its options.
    pub(in crate::commands) game: String,
    /// How many seats it has.
    pub(in crate::commands) seats: usize,
    /// The level of the computer on the last seat; none if people sit everywhere.
    pub(in crate::commands) machine: Option<u8>,
}

/// What came of it.
#[derive(Default)]
pub(in crate::commands) struct Played {
    /// From sending an action to the others' receipt, in microseconds; at tables without computers.
    pub(super) delays: Vec<u32>,
    /// From sending an action to the receipt of the computer's first one, in microseconds.
    pub(super) answers: Vec<u32>,
    /// Whether a computer sat there.
    pub(super) with_machine: bool,
    /// Commands that were acknowledged: at which table, as which entry.
    pub(super) acknowledged: Vec<(RoomId, CommandId, u64)>,
    /// The last table as each of them knows it in the end: which, up to which entry, and how it is.
    pub(super) boards: Vec<(RoomId, u64, String)>,
    /// Commands that were refused.
    pub(super) refused: u32,
    pub(super) reconnected: u32,
    pub(super) games: u32,
    /// What ended it before time.
    pub(super) trouble: Option<String>,
}

impl Played {
    /// The tables where something was acknowledged.
    pub(in crate::commands) fn rooms(&self) -> BTreeSet<RoomId> {
        let rooms = self.acknowledged.iter().map(|(room, ..)| room.clone());
        rooms.collect()
    }
}

impl Party {
    /// New guests open a table and sit down.
    pub(super) async fn open(
        addresses: &Arc<[Address]>,
        http: &mut Http,
        plan: &Plan,
        seed: u64,
        history: Option<&Arc<History>>,
    ) -> Result<Self, String> {
        let host = http.become_guest().await?;
        let mut table = serde_json::json!({ "game": plan.game, "first": "chosen", "chair": 0 });
        let mut people = plan.seats;
        if let Some(level) = plan.machine {
            let mut places = vec![Place::Open; plan.seats - 1];
            places.push(Place::Machine(level));
            people -= 1;
            table["seats"] = serde_json::json!(places);
        }
        let Created { id, .. } = http.post("/api/tables", &table).await?;
        let mut sides = Vec::new();
        let mut proof = host;
        for at in 0..people {
            if at > 0 {
                proof = http.become_guest().await?;
            }
            // Those at one table are on different servers, if there are several.
            let address = &addresses[at % addresses.len()];
            sides.push(Side::new(address, proof.clone(), &id, history).await?);
        }
        let mut party = Self {
            addresses: addresses.clone(),
            sides,
            with_machine: plan.machine.is_some(),
            random: SplitMix64::new(seed),
            sent: 0,
            complaint: None,
            played: Played {
                with_machine: plan.machine.is_some(),
                ..Played::default()
            },
        };
        party
            .until(|sides| sides.iter().all(|side| side.follower.room().is_some()))
            .await?;
        for at in 1..people {
            let name = party.sides[at].socket.you().name.clone();
            party.send(at, Command::Sit { chair: None, name }).await?;
            party
                .until(|sides| sides[at].follower.under_way().is_empty())
                .await?;
        }
        party.until(|sides| sides.iter().all(Side::plays)).await?;
        Ok(party)
    }

    /// Keeps the connections without doing anything, until one is lost.
    pub(super) async fn hold(mut self) {
        while self.next().await.1.is_ok() {}
    }

    /// Plays one game after the other until the pace ends; with `whole`, the game that is under way
    /// then is played to its end.
    pub(in crate::commands) async fn play(mut self, pace: Arc<Pace>, whole: bool) -> Played {
        let played = if self.with_machine {
            self.play_with_machine(&pace, whole).await
        } else {
            self.play_on(&pace, whole).await
        };
        if let Err(trouble) = played {
            self.played.trouble = Some(trouble);
        }
        let boards = self.sides.iter().map(|side| {
            let follower = &side.follower;
            let state = follower.room().map(Room::state);
            (
                follower.id().clone(),
                follower.seq(),
                state.unwrap_or_default(),
            )
        });
        self.played.boards = boards.collect();
        self.played
    }

    async fn play_on(&mut self, pace: &Pace, whole: bool) -> Result<(), String> {
        while pace.turn().await {
            if self.room()?.phase() != Phase::Playing {
                self.rematch().await?;
            }
            self.act().await?;
        }
        while whole && self.room()?.phase() == Phase::Playing {
            if pace.is_late() {
                return Err("the game was not over in time".to_owned());
            }
            self.act().await?;
        }
        Ok(())
    }

    pub(super) fn room(&self) -> Result<&Room, String> {
        let room = self.sides[0].follower.room();
        room.ok_or_else(|| "nothing is known of the table".to_owned())
    }

    /// One action, from its choice until all have seen it.
    pub(super) async fn act(&mut self) -> Result<(), String> {
        let lot = self.random.next();
        let room = self.room()?;
        let seat = room.to_act().ok_or("nobody is to act")?;
        let actor = room.occupants()[seat.index()].player().cloned();
        let mut legal = room.table().legal();
        let action = legal.swap_remove((lot % legal.len().max(1) as u64) as usize);
        let mine = |side: &Side| Some(&side.socket.you().id) == actor.as_ref();
        let at = self.sides.iter().position(mine).ok_or("a stranger acts")?;
        let seq = room.seq();
        let begun = Instant::now();
        let connected = self.played.reconnected;
        self.send(at, Command::Act { action }).await?;
        self.until(|sides| {
            let mut others = sides.iter().enumerate().filter(|(other, _)| *other != at);
            others.all(|(_, side)| side.follower.seq() > seq)
        })
        .await?;
        // What a reconnection takes is no delay of the server's.
        if self.played.reconnected == connected && self.sides.len() > 1 && !self.with_machine {
            let delay = begun.elapsed().as_micros();
            let delay = delay.min(u128::from(u32::MAX)) as u32;
            self.played.delays.push(delay);
        }
        self.until(|sides| {
            sides[at].follower.under_way().is_empty() && sides[at].follower.seq() > seq
        })
        .await?;
        if self.room()?.phase() != Phase::Playing {
            self.played.games += 1;
        }
        Ok(())
    }

    /// All want to play again, and go to the next table.
    pub(super) async fn rematch(&mut self) -> Result<(), String> {
        let offer = Offer::Rematch;
        for at in 0..self.sides.len() {
            self.send(at, Command::Offer { offer }).await?;
            self.until(|sides| sides[at].follower.under_way().is_empty())
                .await?;
        }
        self.until(|sides| sides.iter().all(|side| side.next_room().is_some()))
            .await?;
        for at in 0..self.sides.len() {
            let side = &mut self.sides[at];
            let next = side.next_room().ok_or("there is no next table")?;
            if side.move_to(next).await.is_err() {
                self.reconnect(at).await?;
            }
        }
        self.until(|sides| sides.iter().all(Side::plays)).await
    }

    async fn send(&mut self, at: usize, command: Command) -> Result<(), String> {
        self.sent += 1;
        let id = CommandId::new(&format!("load-{}", self.sent)).map_err(|e| e.to_string())?;
        let message = self.sides[at].follower.send(id.clone(), command);
        self.sides[at].note(|by| What::Sent { by, id });
        match self.sides[at].socket.send(&message).await {
            Ok(()) => Ok(()),
            Err(_) => self.reconnect(at).await,
        }
    }

    /// What any of them hears next.
    pub(super) async fn next(&mut self) -> (usize, Result<ToClient, String>) {
        poll_fn(|context| {
            for (at, side) in self.sides.iter_mut().enumerate() {
                if let Poll::Ready(message) = side.socket.poll_next(context) {
                    return Poll::Ready((at, message));
                }
            }
            Poll::Pending
        })
        .await
    }

    /// Listens to all until something holds; connects and sends again as long as that takes.
    async fn until(&mut self, holds: impl Fn(&[Side]) -> bool) -> Result<(), String> {
        let begun = Instant::now();
        while !holds(&self.sides) {
            if begun.elapsed() > STUBBORN {
                let complaint = self.complaint.take();
                return Err(complaint.unwrap_or("the server says nothing more".to_owned()));
            }
            match timeout(PATIENCE, self.next()).await {
                Ok((at, Ok(message))) => self.hear(at, &message).await?,
                Ok((at, Err(_))) => self.reconnect(at).await?,
                Err(_) => {
                    for at in 0..self.sides.len() {
                        self.reconnect(at).await?;
                    }
                }
            }
        }
        Ok(())
    }

    pub(super) async fn hear(&mut self, at: usize, message: &ToClient) -> Result<(), String> {
        let side = &mut self.sides[at];
        match message {
            ToClient::Done { room, id, seq } => {
                let known = (room.clone(), id.clone(), *seq);
                self.played.acknowledged.push(known);
                side.told(room, id, *seq);
            }
            ToClient::Events { room, entries, .. } => side.saw(room, entries),
            ToClient::Error { code, message, .. } => {
                self.complaint = Some(format!("{code}: {message}"));
            }
            _ => {}
        }
        let heard = side
            .follower
            .hear(message)
            .map_err(|corrupt| corrupt.to_string())?;
        for (sent, outcome) in heard.settled {
            match outcome {
                // Whoever sees an entry relies on it as well.
                Outcome::Done { seq } => {
                    let known = (side.follower.id().clone(), sent.id, seq);
                    self.played.acknowledged.push(known);
                }
                Outcome::Refused(_) => self.played.refused += 1,
            }
        }
        if heard.gap && side.watch().await.is_err() {
            self.reconnect(at).await?;
        }
        Ok(())
    }

    /// A new connection, with all that is under way.
    pub(super) async fn reconnect(&mut self, at: usize) -> Result<(), String> {
        let begun = Instant::now();
        self.played.reconnected += 1;
        loop {
            let side = &mut self.sides[at];
            let address = &self.addresses[self.random.next() as usize % self.addresses.len()];
            match side.connect_again(address).await {
                Ok(()) => return Ok(()),
                Err(error) if begun.elapsed() > STUBBORN => return Err(error),
                Err(_) => sleep(Duration::from_millis(100)).await,
            }
        }
    }
}
