use tablier_rooms::{Command, CommandId, Corrupt, Entry, PlayerId, Refusal, Room, RoomId};

use crate::{ToClient, ToServer};

/// A table as a client knows it: the fold of what it was told, and the commands it sent whose
/// outcome is not known yet.
///
/// It does no I/O. On a new connection [`Follower::connect`] says what to send: the last known
/// entry, and every pending command again under the same id. Everything received goes through
/// [`Follower::hear`], in any order and any number of times.
#[derive(Debug)]
pub struct Follower {
    id: RoomId,
    me: PlayerId,
    room: Option<Room>,
    sent: Vec<Sent>,
}

/// A command that was sent.
#[derive(Clone, PartialEq, Debug)]
pub struct Sent {
    /// Its id.
    pub id: CommandId,
    /// The last entry that was known when it was made.
    pub expects: u64,
    /// What is wanted.
    pub command: Command,
    /// Whether the server has said that it is stored, though its entry has not arrived yet.
    pub stored: bool,
    /// A refusal that counts once the log is known up to this number.
    refused: Option<(Refusal, u64)>,
}

/// What a message changed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Heard {
    /// The entries that were new, in order.
    pub entries: Vec<Entry>,
    /// Entries are missing in between: send [`Follower::watch`].
    pub gap: bool,
    /// Commands whose outcome is now known.
    pub settled: Vec<(Sent, Outcome)>,
}

/// The outcome of a command.
#[derive(Clone, PartialEq, Debug)]
pub enum Outcome {
    /// It is in the log.
    Done {
        /// The number of its first entry.
        seq: u64,
    },
    /// It was refused and is not in the log.
    Refused(Refusal),
}

impl Follower {
    /// Follows a table that nothing is known about yet.
    pub fn new(id: RoomId, me: PlayerId) -> Self {
        Self {
            id,
            me,
            room: None,
            sent: Vec::new(),
        }
    }

    /// Which table.
    pub fn id(&self) -> &RoomId {
        &self.id
    }

    /// The table, once anything is known about it.
    pub fn room(&self) -> Option<&Room> {
        self.room.as_ref()
    }

    /// The last known entry; 0 for none.
    pub fn seq(&self) -> u64 {
        self.room.as_ref().map_or(0, Room::seq)
    }

    /// The commands whose outcome is not known yet, in the order in which they were made.
    pub fn under_way(&self) -> &[Sent] {
        &self.sent
    }

    /// Asks for what is not known yet.
    pub fn watch(&self) -> ToServer {
        ToServer::Watch {
            room: self.id.clone(),
            since: self.seq(),
        }
    }

    /// What to send on a new connection, or after no answer came.
    pub fn connect(&self) -> Vec<ToServer> {
        let again = self.sent.iter().filter(|sent| !sent.stored);
        std::iter::once(self.watch())
            .chain(again.map(|sent| self.message(sent)))
            .collect()
    }

    /// Makes a command for the table as currently known; returns what to send.
    pub fn send(&mut self, id: CommandId, command: Command) -> ToServer {
        let expects = self.seq();
        self.resume(id, expects, command);
        let last = &self.sent[self.sent.len() - 1];
        self.message(last)
    }

    /// Takes up a command sent before everything else was forgotten, as when a page is reloaded. It
    /// goes out with [`Follower::connect`].
    pub fn resume(&mut self, id: CommandId, expects: u64, command: Command) {
        self.sent.push(Sent {
            id,
            expects,
            command,
            stored: false,
            refused: None,
        });
    }

    /// Gives up a command that the server said it will not carry out.
    pub fn drop_command(&mut self, id: &CommandId) {
        self.sent.retain(|sent| sent.stored || sent.id != *id);
    }

    fn message(&self, sent: &Sent) -> ToServer {
        ToServer::Command {
            room: self.id.clone(),
            id: sent.id.clone(),
            expects: sent.expects,
            command: sent.command.clone(),
        }
    }

    /// Takes in a message from the server. Messages about other tables change nothing.
    ///
    /// # Errors
    /// If an entry does not fit the log before it: the client's rules are not the server's. The entries
    /// before it stay.
    pub fn hear(&mut self, message: &ToClient) -> Result<Heard, Corrupt> {
        let mut heard = Heard::default();
        match message {
            ToClient::Events { room, entries, .. } if *room == self.id => {
                self.take(entries, &mut heard)?;
            }
            ToClient::Done { room, id, seq } if *room == self.id => {
                if let Some(sent) = self.sent.iter_mut().find(|sent| sent.id == *id) {
                    sent.stored = true;
                    sent.refused = None;
                }
                heard.gap = *seq > self.seq() + 1;
            }
            ToClient::Refused {
                room,
                id,
                refusal,
                seq,
            } if *room == self.id => {
                if let Some(sent) = self.sent.iter_mut().find(|sent| sent.id == *id)
                    && !sent.stored
                {
                    sent.refused = Some((refusal.clone(), *seq));
                }
                heard.gap = *seq > self.seq();
            }
            _ => return Ok(heard),
        }
        self.settle(&mut heard);
        Ok(heard)
    }

    /// Applies new entries; known ones are sent again after a reconnection.
    fn take(&mut self, entries: &[Entry], heard: &mut Heard) -> Result<(), Corrupt> {
        for entry in entries {
            if entry.seq <= self.seq() {
                continue;
            }
            if entry.seq > self.seq() + 1 {
                heard.gap = true;
                return Ok(());
            }
            match &mut self.room {
                Some(room) => room.apply(entry)?,
                None => self.room = Some(Room::fold(std::slice::from_ref(entry))?),
            }
            heard.entries.push(entry.clone());
            let mine = |sent: &Sent| Some(&sent.id) == entry.id.as_ref();
            if entry.by.as_ref() == Some(&self.me)
                && let Some(at) = self.sent.iter().position(mine)
            {
                let sent = self.sent.remove(at);
                heard.settled.push((sent, Outcome::Done { seq: entry.seq }));
            }
        }
        Ok(())
    }

    /// A refusal counts once the log is known up to where it was made: an entry of the command
    /// would have been seen.
    fn settle(&mut self, heard: &mut Heard) {
        let known = self.seq();
        self.sent.retain_mut(|sent| match sent.refused.take() {
            Some((refusal, seq)) if seq <= known => {
                let outcome = Outcome::Refused(refusal);
                heard.settled.push((sent.clone(), outcome));
                false
            }
            later => {
                sent.refused = later;
                true
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablier_rooms::{Event, Now, Opening, Terms};

    fn id<T: TryFrom<String, Error = tablier_rooms::BadId>>(text: &str) -> T {
        T::try_from(text.to_owned()).unwrap()
    }

    /// A table for two at which Ana has sat down, and Ben who follows it.
    fn opened() -> (Vec<Entry>, Follower) {
        let now = Now {
            ms: 5,
            lag_ms: 0,
            lot: 0,
            next_room: id("next"),
        };
        let opening = Opening {
            terms: Terms::for_game("d21").unwrap(),
            host: id("ana"),
            host_name: "Ana".to_owned(),
            chair: Some(0),
        };
        let log = Entry::opening(opening.events(&now).unwrap(), 5);
        (log, Follower::new(id("room"), id("ben")))
    }

    fn events(entries: &[Entry]) -> ToClient {
        ToClient::Events {
            room: id("room"),
            entries: entries.to_vec(),
            now: 0,
        }
    }

    fn sit(follower: &mut Follower) -> Entry {
        let name = "Ben".to_owned();
        follower.send(id("c1"), Command::Sit { chair: None, name });
        Entry {
            seq: 3,
            at: 9,
            by: Some(id("ben")),
            id: Some(id("c1")),
            event: Event::Sat {
                chair: 1,
                player: id("ben"),
                name: "Ben".to_owned(),
            },
        }
    }

    #[test]
    fn what_comes_twice_is_taken_once_and_a_gap_is_noticed() {
        let (log, mut ben) = opened();
        let heard = ben.hear(&events(&log[1..])).unwrap();
        assert!(heard.gap && heard.entries.is_empty());
        assert_eq!(ben.hear(&events(&log)).unwrap().entries, log);
        assert_eq!(ben.hear(&events(&log)).unwrap(), Heard::default());
        assert_eq!(ben.seq(), 2);
    }

    #[test]
    fn a_command_goes_out_again_until_its_entry_is_seen() {
        let (log, mut ben) = opened();
        ben.hear(&events(&log)).unwrap();
        let entry = sit(&mut ben);
        assert_eq!(ben.connect().len(), 2);
        let done = ToClient::Done {
            room: id("room"),
            id: id("c1"),
            seq: 3,
        };
        assert!(ben.hear(&done).unwrap().settled.is_empty());
        assert!(ben.under_way()[0].stored);
        assert_eq!(ben.connect(), [ben.watch()]);
        let heard = ben.hear(&events(&[entry])).unwrap();
        assert_eq!(heard.settled[0].1, Outcome::Done { seq: 3 });
        assert!(ben.under_way().is_empty());
    }

    #[test]
    fn a_refusal_counts_when_the_log_is_known_up_to_it() {
        let (log, mut ben) = opened();
        ben.hear(&events(&log)).unwrap();
        let entry = sit(&mut ben);
        let refused = |seq| ToClient::Refused {
            room: id("room"),
            id: id("c1"),
            refusal: Refusal::Outdated { seq },
            seq,
        };
        // It had been carried out long ago, as the log shows.
        let heard = ben.hear(&refused(3)).unwrap();
        assert!(heard.gap && heard.settled.is_empty());
        let heard = ben.hear(&events(&[entry])).unwrap();
        assert_eq!(heard.settled[0].1, Outcome::Done { seq: 3 });
        // Refused for good.
        ben.send(id("c2"), Command::Stand);
        let mut second = refused(3);
        if let ToClient::Refused { id: name, .. } = &mut second {
            *name = id("c2");
        }
        let heard = ben.hear(&second).unwrap();
        assert!(matches!(heard.settled[0].1, Outcome::Refused(_)));
    }
}
