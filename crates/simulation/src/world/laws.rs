use std::collections::BTreeMap;

use tablier_rooms::{Actor, CommandId, Entry, Occupant, Order, Phase, PlayerId, Room, RoomId};

use super::{World, house};

/// What was promised to whom, and the first thing that went wrong.
#[derive(Default)]
pub(super) struct Witness {
    promised: Vec<(RoomId, Option<PlayerId>, CommandId, u64)>,
    objection: Option<String>,
}

impl Witness {
    pub(super) fn object(&mut self, law: String) {
        self.objection.get_or_insert(law);
    }

    pub(super) fn verdict(&mut self) -> Result<(), String> {
        self.objection.take().map_or(Ok(()), Err)
    }

    /// Checks an acknowledgement: the command's entry must be stored by then.
    pub(super) fn acknowledged(&mut self, log: &[Entry], room: &RoomId, order: &Order, seq: u64) {
        let by = match &order.actor {
            Actor::Player(player) => Some(player.clone()),
            Actor::House => None,
        };
        if !holds(log, by.as_ref(), &order.id, seq) {
            self.object(format!("acknowledged and not stored: {order:?} as {seq}"));
        }
        self.promised
            .push((room.clone(), by, order.id.clone(), seq));
    }
}

fn holds(log: &[Entry], by: Option<&PlayerId>, id: &CommandId, seq: u64) -> bool {
    log.get(seq as usize - 1)
        .is_some_and(|entry| entry.by.as_ref() == by && entry.id.as_ref() == Some(id))
}

impl World {
    /// Whether everybody knows everything, and nothing is under way.
    pub(super) fn is_settled(&self) -> bool {
        self.unsettled().is_empty()
    }

    /// What is not settled; empty if everything is.
    pub(super) fn unsettled(&self) -> String {
        for client in &self.clients {
            if !client.is_connected() {
                return format!("{} is not connected", client.me());
            }
            for follower in client.followers() {
                let length = self.store.log(follower.id()).len() as u64;
                let (id, me) = (follower.id(), client.me());
                if follower.seq() != length || length == 0 {
                    return format!("{me} knows {} of {length} of {id}", follower.seq());
                }
                if !follower.under_way().is_empty() {
                    return format!("{me} waits for {:?}", follower.under_way());
                }
                let Some(room) = follower.room() else {
                    continue;
                };
                let late = (1_000_000 + self.now).saturating_sub(10_000);
                if house::has_work(room, late, self.trouble) {
                    return format!("the house has to do something at {id}");
                }
            }
        }
        if !self.servers.iter().all(super::Server::is_idle) {
            return "a server is at work".to_owned();
        }
        String::new()
    }

    /// Judges once everything is settled.
    pub(super) fn judge(&self) -> Result<(), String> {
        for (id, log) in self.store.logs() {
            self.judge_log(id, log)?;
        }
        for (room, by, id, seq) in &self.witness.promised {
            if !holds(self.store.log(room), by.as_ref(), id, *seq) {
                return Err(format!("acknowledged and lost: {id} as {seq} of {room}"));
            }
        }
        Ok(())
    }

    fn judge_log(&self, id: &RoomId, log: &[Entry]) -> Result<(), String> {
        let room = Room::fold(log).map_err(|e| format!("the log of {id}: {e}"))?;
        let state = room.state();
        for client in &self.clients {
            for follower in client.followers().iter().filter(|f| f.id() == id) {
                let seen = follower.room().map(Room::state).unwrap_or_default();
                if seen != state {
                    return Err(format!("{} sees another table: {seen}", client.me()));
                }
            }
        }
        for (at, server) in self.servers.iter().enumerate() {
            for (_, copy) in server.copies().filter(|(copied, _)| *copied == id) {
                let length = copy.seq() as usize;
                let prefix = log.get(..length).and_then(|part| Room::fold(part).ok());
                if prefix.is_none_or(|prefix| prefix.state() != copy.state()) {
                    return Err(format!("the copy of {id} at server {at} is another table"));
                }
            }
        }
        let full = room.chairs().iter().all(Option::is_some);
        if full && room.phase() == Phase::Waiting {
            return Err(format!("all sit at {id}, and nothing begins"));
        }
        if room.pending().iter().any(|open| open.awaits.is_empty()) {
            return Err(format!("all agree at {id}, and nothing follows"));
        }
        self.judge_once(id, log)
    }

    /// Checks that nothing is in any log twice.
    pub(super) fn judge_doubles(&self) -> Result<(), String> {
        self.store
            .logs()
            .try_for_each(|(id, log)| self.judge_once(id, log))
    }

    /// Checks that every command is in the log once, in one piece; and so is every wish.
    fn judge_once(&self, id: &RoomId, log: &[Entry]) -> Result<(), String> {
        let mut first: BTreeMap<(&Option<PlayerId>, &CommandId), u64> = BTreeMap::new();
        let mut before: Option<(&Option<PlayerId>, &CommandId)> = None;
        let mut wishes: BTreeMap<(PlayerId, u32), &CommandId> = BTreeMap::new();
        for entry in log {
            let Some(name) = &entry.id else {
                continue;
            };
            let key = (&entry.by, name);
            if before != Some(key) {
                if first.insert(key, entry.seq).is_some() {
                    return Err(format!("carried out twice at {id}: {name}"));
                }
                let client = self
                    .clients
                    .iter()
                    .find(|c| Some(c.me()) == entry.by.as_ref());
                if let Some(client) = client
                    && let Some(&wish) = client.wishes().get(name)
                    && wishes.insert((client.me().clone(), wish), name).is_some()
                {
                    return Err(format!("wanted once, done twice at {id}: {name}"));
                }
            }
            before = Some(key);
        }
        Ok(())
    }

    /// Counts what is in the logs.
    pub(super) fn count(&mut self) {
        for (_, log) in self.store.logs() {
            self.report.entries += log.len() as u64;
            for entry in log {
                let kind = crate::history::kind(&entry.event);
                *self.report.kinds.entry(kind).or_default() += 1;
            }
            let seats = log.iter().find_map(|entry| match &entry.event {
                tablier_rooms::Event::Started { seats } => Some(seats),
                _ => None,
            });
            let machine = |seat: &Occupant| seat.player().is_none();
            if seats.is_some_and(|seats| seats.iter().any(machine)) {
                *self.report.kinds.entry("with machines").or_default() += 1;
            }
        }
    }
}
