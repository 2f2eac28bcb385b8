use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tablier_protocol::{Notice, ToClient};
use tablier_rooms::{PlayerId, RoomId};

use super::Link;
use crate::bus::{Bus, Listening, Topic};

/// Who is connected to this server.
#[derive(Debug, Default)]
pub(super) struct People {
    all: Mutex<All>,
}

#[derive(Debug, Default)]
struct All {
    connected: HashMap<PlayerId, Person>,
    /// Players whose number of waiting games may have changed, in that order; some may be gone.
    uncertain: VecDeque<PlayerId>,
}

#[derive(Debug, Default)]
struct Person {
    links: Vec<Arc<Link>>,
    /// Open tables that this person hosts.
    hosts: Vec<RoomId>,
    /// How many games wait, as last sent.
    waiting: Option<u32>,
    /// Whether that may have changed.
    uncertain: bool,
    /// Other servers tell of this person as long as they are here.
    listening: Listening,
}

impl All {
    fn doubt(&mut self, player: &PlayerId) {
        if let Some(person) = self.connected.get_mut(player)
            && !std::mem::replace(&mut person.uncertain, true)
        {
            self.uncertain.push_back(player.clone());
        }
    }
}

impl People {
    fn all(&self) -> MutexGuard<'_, All> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a connection; returns how many this player has now.
    pub(super) fn arrive(&self, link: Arc<Link>, bus: &dyn Bus) -> usize {
        let mut all = self.all();
        let player = link.player().clone();
        let person = all.connected.entry(player.clone()).or_default();
        if person.links.is_empty() {
            person.listening = bus.listen(Topic::Player(player.clone()));
        }
        // Send the number again, even to connections that already have it.
        person.waiting = None;
        person.links.push(link);
        let links = person.links.len();
        all.doubt(&player);
        links
    }

    pub(super) fn depart(&self, link: &Link) {
        let mut all = self.all();
        if let Some(person) = all.connected.get_mut(link.player()) {
            person.links.retain(|known| known.id() != link.id());
            if person.links.is_empty() {
                all.connected.remove(link.player());
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
        self.all().doubt(player);
    }

    /// The same for everybody who is connected.
    pub(super) fn doubt_all(&self) {
        let mut all = self.all();
        let mut players: Vec<PlayerId> = all.connected.keys().cloned().collect();
        players.sort_unstable();
        for player in players {
            all.doubt(&player);
        }
    }

    /// Takes some of the players whose number of waiting games may have changed, the first first.
    pub(super) fn take_uncertain(&self, most: usize) -> Vec<PlayerId> {
        let mut all = self.all();
        let mut some = Vec::new();
        while some.len() < most
            && let Some(player) = all.uncertain.pop_front()
        {
            if let Some(person) = all.connected.get_mut(&player)
                && std::mem::take(&mut person.uncertain)
            {
                some.push(player);
            }
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
