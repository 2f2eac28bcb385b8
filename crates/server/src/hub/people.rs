use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tablier_protocol::{Notice, ToClient};
use tablier_rooms::{PlayerId, RoomId};

use super::Link;

/// Who is connected to this server.
#[derive(Debug, Default)]
pub(super) struct People {
    all: Mutex<All>,
}

#[derive(Debug, Default)]
struct All {
    connected: HashMap<PlayerId, Person>,
    /// Players whose number of waiting games may have changed.
    uncertain: HashSet<PlayerId>,
}

#[derive(Debug, Default)]
struct Person {
    links: Vec<Arc<Link>>,
    /// Open tables that this person hosts.
    hosts: Vec<RoomId>,
    /// How many games wait, as last sent.
    waiting: Option<u32>,
}

impl People {
    fn all(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a connection; returns how many this player has now.
    pub(super) fn arrive(&self, link: Arc<Link>) -> usize {
        let mut all = self.all();
        all.uncertain.insert(link.player().clone());
        let person = all.connected.entry(link.player().clone()).or_default();
        // Send the number again, even to connections that already have it.
        person.waiting = None;
        person.links.push(link);
        person.links.len()
    }

    pub(super) fn depart(&self, link: &Link) {
        let mut all = self.all();
        if let Some(person) = all.connected.get_mut(link.player()) {
            person.links.retain(|known| known.id() != link.id());
            if person.links.is_empty() {
                all.connected.remove(link.player());
                all.uncertain.remove(link.player());
            }
        }
    }

    pub(super) fn count(&self) -> usize {
        self.all().connected.len()
    }

    /// Sends a message to all connections of a player.
    pub(super) fn tell(&self, player: &PlayerId, message: &ToClient) {
        if let Some(person) = self.all().connected.get(player) {
            for link in &person.links {
                link.send(message);
            }
        }
    }

    /// Sends a notice to everybody.
    pub(super) fn tell_all(&self, notice: Notice) {
        let message = ToClient::Notice { notice };
        for person in self.all().connected.values() {
            for link in &person.links {
                link.send(&message);
            }
        }
    }

    /// Ends all connections of a player.
    pub(super) fn cut(&self, player: &PlayerId) {
        if let Some(person) = self.all().connected.get(player) {
            for link in &person.links {
                link.cut();
            }
        }
    }

    pub(super) fn cut_all(&self) {
        for person in self.all().connected.values() {
            for link in &person.links {
                link.cut();
            }
        }
    }

    /// The number of games that wait for a player may have changed.
    pub(super) fn uncertain(&self, player: &PlayerId) {
        let mut all = self.all();
        if all.connected.contains_key(player) {
            all.uncertain.insert(player.clone());
        }
    }

    /// Takes some of the players whose number must be sent.
    pub(super) fn take_uncertain(&self, most: usize) -> Vec<PlayerId> {
        let mut all = self.all();
        let some: Vec<PlayerId> = all.uncertain.iter().take(most).cloned().collect();
        for player in &some {
            all.uncertain.remove(player);
        }
        some
    }

    /// Sends how many games wait, if that has changed.
    pub(super) fn say_waiting(&self, player: &PlayerId, games: u32) {
        let mut all = self.all();
        if let Some(person) = all.connected.get_mut(player)
            && person.waiting != Some(games)
        {
            person.waiting = Some(games);
            for link in &person.links {
                link.send(&ToClient::Waiting { games });
            }
        }
    }

    /// Records that a player hosts these open tables too.
    pub(super) fn hosts(&self, player: &PlayerId, rooms: impl IntoIterator<Item = RoomId>) {
        if let Some(person) = self.all().connected.get_mut(player) {
            for room in rooms {
                if !person.hosts.contains(&room) {
                    person.hosts.push(room);
                }
            }
        }
    }

    /// Records that a table is no longer open.
    pub(super) fn hosts_no_more(&self, player: &PlayerId, room: &RoomId) {
        if let Some(person) = self.all().connected.get_mut(player) {
            person.hosts.retain(|known| known != room);
        }
    }

    /// The open tables whose host is here.
    pub(super) fn hosted(&self) -> Vec<RoomId> {
        let all = self.all();
        let people = all.connected.values();
        people.flat_map(|person| person.hosts.clone()).collect()
    }
}
