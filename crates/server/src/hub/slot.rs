use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::ws::Utf8Bytes;
use tablier_protocol::ToClient;
use tablier_rooms::{PlayerId, Room, RoomId};

use super::Link;
use crate::bus::{Bus, Listening, Present, Topic};
use crate::store::LogLine;

/// A table as this server knows it: a copy of its fold that may vanish at any time, and its
/// watchers.
///
/// Changing the copy or telling the audience requires holding `state`, so that everybody hears the
/// same in the same order.
pub(super) struct Slot {
    pub(super) id: RoomId,
    pub(super) state: tokio::sync::Mutex<State>,
    audience: Mutex<Audience>,
    touched: AtomicU64,
    /// Other servers tell of it as long as it is in use here.
    _listening: Listening,
}

/// What is known about the log.
#[derive(Default)]
pub(super) struct State {
    /// The fold, if it is in memory.
    pub(super) room: Option<Room>,
    /// The number of the last line that the audience has.
    pub(super) sent: u64,
}

#[derive(Default)]
struct Audience {
    links: Vec<Arc<Link>>,
    /// Who sits at the table.
    seated: Vec<PlayerId>,
    /// Who is here on other servers.
    elsewhere: Vec<(u64, Present)>,
}

impl Audience {
    fn has(&self, link: &Link) -> bool {
        self.links.iter().any(|known| known.id() == link.id())
    }
}

impl Slot {
    pub(super) fn new(id: RoomId, now: u64, bus: &dyn Bus) -> Self {
        Self {
            _listening: bus.listen(Topic::Table(id.clone())),
            id,
            state: tokio::sync::Mutex::default(),
            audience: Mutex::default(),
            touched: AtomicU64::new(now),
        }
    }

    fn audience(&self) -> MutexGuard<'_, Audience> {
        self.audience.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn touch(&self, now: u64) {
        self.touched.store(now, Ordering::Relaxed);
    }

    pub(super) fn touched(&self) -> u64 {
        self.touched.load(Ordering::Relaxed)
    }

    pub(super) fn is_watched(&self) -> bool {
        !self.audience().links.is_empty()
    }

    pub(super) fn is_watched_by(&self, link: &Link) -> bool {
        self.audience().has(link)
    }

    /// Adds a connection to the audience, once.
    pub(super) fn join(&self, link: &Arc<Link>) {
        let mut audience = self.audience();
        if !audience.has(link) {
            audience.links.push(link.clone());
        }
    }

    pub(super) fn leave(&self, link: &Link) {
        let mut audience = self.audience();
        audience.links.retain(|known| known.id() != link.id());
        if audience.links.is_empty() {
            audience.links.shrink_to_fit();
            // Whoever comes next asks again.
            audience.elsewhere = Vec::new();
        }
    }

    pub(super) fn set_seated(&self, seated: Vec<PlayerId>) {
        self.audience().seated = seated;
    }

    /// Who sits at the table.
    pub(super) fn seated(&self) -> Vec<PlayerId> {
        self.audience().seated.clone()
    }

    /// Tells everybody who watches.
    pub(super) fn tell(&self, message: &ToClient) {
        self.tell_text(tablier_protocol::write(message).into());
    }

    fn tell_text(&self, text: Utf8Bytes) {
        for link in &self.audience().links {
            link.send_text(text.clone());
        }
    }

    /// Tells everybody of new lines of the log.
    pub(super) fn tell_lines(&self, lines: &[LogLine], now: u64) {
        if !lines.is_empty() && self.is_watched() {
            self.tell_text(events(&self.id, lines, now));
        }
    }

    /// Which of the seated players are here, and how many others watch, on all servers.
    pub(super) fn presence(&self) -> ToClient {
        let Present {
            room,
            mut here,
            mut watchers,
        } = self.present_here();
        for (_, there) in &self.audience().elsewhere {
            for player in &there.here {
                if !here.contains(player) {
                    here.push(player.clone());
                }
            }
            watchers += there.watchers;
        }
        ToClient::Presence {
            room,
            here,
            watchers,
        }
    }

    /// Notes who is here on another server. None if that was known; otherwise, whether nobody was
    /// before.
    pub(super) fn present_there(&self, server: u64, present: Present) -> Option<bool> {
        let mut audience = self.audience();
        let is_known = |(other, there): &(u64, Present)| *other == server && *there == present;
        if audience.elsewhere.iter().any(is_known) {
            return None;
        }
        let known = audience.elsewhere.len();
        audience.elsewhere.retain(|(other, _)| *other != server);
        let is_new = known == audience.elsewhere.len();
        if !present.here.is_empty() || present.watchers > 0 {
            audience.elsewhere.push((server, present));
            return Some(is_new);
        }
        Some(false)
    }

    /// Some servers are gone. True if somebody was here on one of them.
    pub(super) fn nobody_there(&self, servers: &[u64]) -> bool {
        let mut audience = self.audience();
        let known = audience.elsewhere.len();
        audience
            .elsewhere
            .retain(|(server, _)| !servers.contains(server));
        known != audience.elsewhere.len()
    }

    /// The same on this server alone.
    pub(super) fn present_here(&self) -> Present {
        let audience = self.audience();
        let mut here = Vec::new();
        let mut others = Vec::new();
        for link in &audience.links {
            let list = if audience.seated.contains(link.player()) {
                &mut here
            } else {
                &mut others
            };
            if !list.contains(link.player()) {
                list.push(link.player().clone());
            }
        }
        Present {
            room: self.id.clone(),
            here,
            watchers: others.len() as u32,
        }
    }
}

/// The message with these lines. They are already JSON, and are not parsed to be written again.
pub(super) fn events(room: &RoomId, lines: &[LogLine], now: u64) -> Utf8Bytes {
    let size: usize = lines.iter().map(|line| line.body.len() + 1).sum();
    let mut text = String::with_capacity(size + 96);
    text.push_str("{\"type\":\"events\",\"room\":\"");
    // An id needs no escaping.
    text.push_str(room.as_str());
    text.push_str("\",\"entries\":[");
    for (at, line) in lines.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        text.push_str(&line.body);
    }
    text.push_str("],\"now\":");
    text.push_str(&now.to_string());
    text.push('}');
    text.into()
}

#[cfg(test)]
mod tests {
    use tablier_rooms::{Entry, Event};

    use super::*;

    #[test]
    fn lines_are_sent_as_the_protocol_says() {
        let room = RoomId::new("abc").unwrap();
        let entries: Vec<Entry> = (1..=2)
            .map(|seq| Entry {
                seq,
                at: 7,
                by: None,
                id: None,
                event: Event::Drawn,
            })
            .collect();
        let lines: Vec<LogLine> = entries
            .iter()
            .map(|entry| LogLine {
                seq: entry.seq,
                body: serde_json::to_string(entry).unwrap(),
            })
            .collect();
        let text = events(&room, &lines, 9);
        let said = ToClient::Events {
            room,
            entries,
            now: 9,
        };
        assert_eq!(ToClient::read(&text).unwrap(), said);
        assert_eq!(text.as_str(), tablier_protocol::write(&said));
    }
}
