//! A server's work at one table: jobs one after the other, each with what the store answers.

use std::collections::VecDeque;

use tablier_protocol::ToClient;
use tablier_rooms::{Entry, Handling, Refusal, Reply, Room, RoomId, Step};

use super::World;
use super::fault::Fault;
use super::server::EPOCH;
use super::store::{Answer, Ask};

/// One table at one server: its copy, and its jobs, one after the other.
#[derive(Default)]
pub(super) struct Desk {
    pub(super) copy: Option<Room>,
    pub(super) jobs: VecDeque<Job>,
    pub(super) busy: bool,
    storing: Vec<Entry>,
}

/// What is to be done at a table.
pub(super) enum Job {
    Order {
        connection: Option<u64>,
        handling: Handling,
        /// Whether the log already had it when it came, as only the simulation knows.
        carried_out: bool,
    },
    Watch {
        connection: u64,
        since: u64,
    },
    Look,
}

/// The purpose of a question to the store.
pub(super) enum Errand {
    Desk(RoomId),
    Rematch,
    Lease,
}

impl World {
    /// Adds a job at a table.
    pub(super) fn give(&mut self, server: usize, room: &RoomId, job: Job) {
        self.servers[server].desk(room).jobs.push_back(job);
        self.advance(server, room);
    }

    /// Asks the store.
    pub(super) fn ask_for(&mut self, server: usize, errand: Errand, ask: Ask) {
        let home = &mut self.servers[server];
        home.tickets += 1;
        let ticket = home.tickets;
        home.errands.insert(ticket, errand);
        self.ask(server, ticket, ask);
    }

    /// Continues at a desk until the store is asked or nothing is left to do.
    fn advance(&mut self, server: usize, room: &RoomId) {
        loop {
            let now = self.time(server);
            let fault = self.fault;
            let desk = self.servers[server].desk(room);
            if desk.busy {
                return;
            }
            let Some(job) = desk.jobs.front_mut() else {
                return;
            };
            let read = |since| Ask::Read {
                room: room.clone(),
                since,
            };
            let ask = match (&mut desk.copy, job) {
                (None, _) => read(0),
                // A client that comes from another server may know more than the copy.
                (Some(copy), Job::Watch { since, .. }) => read(copy.seq().min(*since)),
                (Some(copy), Job::Look) => read(copy.seq()),
                (Some(copy), Job::Order { handling, .. }) => match handling.next(copy, &now) {
                    Step::CatchUp => read(copy.seq()),
                    Step::Store(entries) => {
                        desk.storing.clone_from(&entries);
                        let after = copy.seq();
                        if fault == Some(Fault::AppliesEarly) {
                            for entry in &entries {
                                let _ = copy.apply(entry);
                            }
                        }
                        if fault == Some(Fault::AcknowledgesEarly) {
                            let reply = Reply::Done {
                                seq: entries[0].seq,
                            };
                            self.reply(server, room, &reply);
                        }
                        Ask::Append {
                            room: room.clone(),
                            after,
                            entries,
                        }
                    }
                    Step::Answer(reply) => {
                        self.finish(server, room, Some(reply));
                        continue;
                    }
                },
            };
            self.servers[server].desk(room).busy = true;
            self.ask_for(server, Errand::Desk(room.clone()), ask);
            return;
        }
    }

    /// Finishes the job in front.
    fn finish(&mut self, server: usize, room: &RoomId, reply: Option<Reply>) {
        if let Some(reply) = reply {
            self.reply(server, room, &reply);
        }
        self.servers[server].desk(room).jobs.pop_front();
    }

    /// Answers the order in front.
    fn reply(&mut self, server: usize, room: &RoomId, reply: &Reply) {
        let desk = self.servers[server].desk(room);
        let Some(Job::Order {
            connection,
            handling,
            carried_out,
        }) = desk.jobs.front()
        else {
            return;
        };
        let (connection, carried_out) = (*connection, *carried_out);
        let order = handling.order().clone();
        let id = order.id.clone();
        let room = room.clone();
        let message = match reply {
            Reply::Done { seq } => {
                self.report.acknowledged += u64::from(connection.is_some());
                self.witness
                    .acknowledged(self.store.log(&room), &room, &order, *seq);
                let seq = *seq;
                ToClient::Done { room, id, seq }
            }
            Reply::Refused { refusal, seq } => {
                if carried_out && !matches!(refusal, Refusal::Outdated { .. }) {
                    self.witness.object(format!(
                        "{order:?} was carried out and is refused: {refusal}"
                    ));
                }
                ToClient::Refused {
                    room,
                    id,
                    refusal: refusal.clone(),
                    seq: *seq,
                }
            }
            Reply::Busy => return,
        };
        if let Some(connection) = connection {
            self.tell(server, connection, message);
        }
    }

    pub(super) fn store_answers(
        &mut self,
        server: usize,
        life: u32,
        ticket: u64,
        answer: Answer,
    ) -> Result<(), String> {
        if !self.servers[server].is_up || self.servers[server].life != life {
            return Ok(());
        }
        match (self.servers[server].errands.remove(&ticket), answer) {
            (Some(Errand::Desk(room)), answer) => {
                self.desk_hears(server, &room, answer)?;
                self.advance(server, &room);
            }
            (Some(Errand::Lease), Answer::Leased(rooms)) => {
                for room in rooms {
                    self.give(server, &room, Job::Look);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn desk_hears(&mut self, server: usize, room: &RoomId, answer: Answer) -> Result<(), String> {
        let fault = self.fault;
        let desk = self.servers[server].desk(room);
        desk.busy = false;
        let storing = std::mem::take(&mut desk.storing);
        match answer {
            Answer::Unavailable => {
                // Nothing is known, so nothing is said.
                let unknown = fault == Some(Fault::RefusesTheUnknown) && !storing.is_empty();
                let reply = unknown.then_some(Reply::Refused {
                    refusal: Refusal::NotAllowed,
                    seq: 0,
                });
                if unknown {
                    // The current log decides whether that was wrong.
                    let id = storing[0].id.clone();
                    let known = self.store.log(room).iter().any(|entry| entry.id == id);
                    if let Some(Job::Order { carried_out, .. }) =
                        self.servers[server].desk(room).jobs.front_mut()
                    {
                        *carried_out |= known;
                    }
                }
                self.finish(server, room, reply);
            }
            Answer::Entries(entries) => self.read(server, room, entries)?,
            Answer::Stored => self.stored(server, room, &storing)?,
            Answer::Conflict if fault == Some(Fault::IgnoresConflicts) => {
                self.stored(server, room, &storing)?;
            }
            Answer::Conflict => {
                if let Some(Job::Order { handling, .. }) = desk.jobs.front_mut() {
                    handling.conflicted();
                }
            }
            Answer::Leased(_) | Answer::Denied => {}
        }
        Ok(())
    }

    fn stored(&mut self, server: usize, room: &RoomId, entries: &[Entry]) -> Result<(), String> {
        self.update(server, room, entries)?;
        self.publish(server, room);
        let desk = self.servers[server].desk(room);
        if let Some(Job::Order { handling, .. }) = desk.jobs.front_mut() {
            handling.stored(entries);
        }
        Ok(())
    }

    fn read(&mut self, server: usize, room: &RoomId, entries: Vec<Entry>) -> Result<(), String> {
        let desk = self.servers[server].desk(room);
        if desk.copy.is_none() {
            if entries.is_empty() {
                // There is no such table.
                desk.jobs.clear();
                return Ok(());
            }
            let copy = Room::fold(&entries).map_err(|e| format!("a log is damaged: {e}"))?;
            desk.copy = Some(copy);
            self.look_for_the_house(server, room);
            return Ok(());
        }
        self.update(server, room, &entries)?;
        let desk = self.servers[server].desk(room);
        match desk.jobs.front_mut() {
            Some(Job::Order { handling, .. }) => handling.caught_up(),
            Some(Job::Look) => {
                self.finish(server, room, None);
                self.serve_those_behind(server, room);
                self.look_for_the_house(server, room);
            }
            Some(Job::Watch { connection, since }) => {
                let (connection, since) = (*connection, *since);
                self.finish(server, room, None);
                let last = entries.last().map_or(since, |entry| entry.seq.max(since));
                if let Some(to) = self.servers[server].connections.get_mut(&connection) {
                    to.told.insert(room.clone(), last);
                }
                let unknown = entries.into_iter().filter(|entry| entry.seq > since);
                self.send_events(server, connection, room, unknown.collect());
            }
            None => {}
        }
        Ok(())
    }

    /// Reads for watchers who were not told everything that the copy knows.
    fn serve_those_behind(&mut self, server: usize, room: &RoomId) {
        let home = &mut self.servers[server];
        let Some(known) = home.desk(room).copy.as_ref().map(Room::seq) else {
            return;
        };
        let behind: Vec<Job> = home
            .connections
            .iter()
            .filter_map(|(&connection, to)| {
                let since = *to.told.get(room)?;
                (since < known).then_some(Job::Watch { connection, since })
            })
            .collect();
        home.desk(room).jobs.extend(behind);
    }

    fn send_events(&mut self, server: usize, to: u64, room: &RoomId, entries: Vec<Entry>) {
        if entries.is_empty() {
            return;
        }
        let now = EPOCH + self.now;
        let room = room.clone();
        let message = ToClient::Events { room, entries, now };
        self.tell(server, to, message);
    }

    /// Applies what is new to the copy, and tells the watchers.
    fn update(&mut self, server: usize, room: &RoomId, entries: &[Entry]) -> Result<(), String> {
        let Some(copy) = &mut self.servers[server].desk(room).copy else {
            return Ok(());
        };
        let mut new = Vec::new();
        for entry in entries
            .iter()
            .filter(|entry| entry.seq > copy.seq())
            .cloned()
            .collect::<Vec<_>>()
        {
            copy.apply(&entry)
                .map_err(|e| format!("what was stored does not fit: {e}"))?;
            new.push(entry);
        }
        let Some(first) = new.first().map(|entry| entry.seq) else {
            return Ok(());
        };
        let mut behind = Vec::new();
        let mut ready = Vec::new();
        for (&number, connection) in &mut self.servers[server].connections {
            let Some(told) = connection.told.get_mut(room) else {
                continue;
            };
            if *told + 1 < first {
                behind.push((number, *told));
            } else if *told < copy_end(&new) {
                ready.push((number, *told));
                *told = copy_end(&new);
            }
        }
        for (number, told) in ready {
            let part = new.iter().filter(|entry| entry.seq > told).cloned();
            self.send_events(server, number, room, part.collect());
        }
        for (connection, since) in behind {
            let job = Job::Watch { connection, since };
            self.servers[server].desk(room).jobs.push_back(job);
        }
        self.look_for_the_house(server, room);
        Ok(())
    }
}

fn copy_end(entries: &[Entry]) -> u64 {
    entries.last().map_or(0, |entry| entry.seq)
}
