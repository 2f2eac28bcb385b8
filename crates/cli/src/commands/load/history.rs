//! What everybody sent, was told and saw, one line each, for `tablier check-history`.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use tablier_rooms::{CommandId, Entry, PlayerId, RoomId};

use crate::online::Http;

/// A file that everybody writes to, in the order in which things happen here.
pub(in crate::commands) struct History {
    begun: Instant,
    file: Mutex<BufWriter<File>>,
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(in crate::commands) enum What {
    /// A command is sent for the first time.
    Sent { by: PlayerId, id: CommandId },
    /// A command is acknowledged as the entry of this number.
    Told {
        by: PlayerId,
        id: CommandId,
        seq: u64,
    },
    /// A reader asks for everything after this number.
    Asked { reader: String, since: u64 },
    /// A reader sees entries.
    Saw { reader: String, entries: Vec<Seen> },
}

/// An entry as somebody saw it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(in crate::commands) struct Seen {
    pub(in crate::commands) seq: u64,
    /// When it was made, by the server's clock.
    pub(in crate::commands) at: u64,
    pub(in crate::commands) by: Option<PlayerId>,
    pub(in crate::commands) id: Option<CommandId>,
    /// A digest of all of it.
    pub(in crate::commands) digest: String,
}

/// A line of the history.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(in crate::commands) struct HistoryEntry {
    /// When, in microseconds since the beginning.
    pub(in crate::commands) us: u64,
    /// The same in milliseconds since 1970.
    pub(in crate::commands) ms: u64,
    /// At which table.
    pub(in crate::commands) room: RoomId,
    pub(in crate::commands) what: What,
}

impl History {
    pub(in crate::commands) fn create(path: &Path) -> Result<Self, String> {
        let file = File::create(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self {
            begun: Instant::now(),
            file: Mutex::new(BufWriter::new(file)),
        })
    }

    /// Writes down what happens now.
    pub(in crate::commands) fn note(&self, room: &RoomId, what: What) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let entry = HistoryEntry {
            us: self.begun.elapsed().as_micros() as u64,
            ms: now.map_or(0, |now| now.as_millis() as u64),
            room: room.clone(),
            what,
        };
        let written = serde_json::to_writer(&mut *file, &entry).map_err(std::io::Error::from);
        if let Err(error) = written.and_then(|()| file.write_all(b"\n")) {
            eprintln!("the history is not complete: {error}");
        }
    }

    pub(in crate::commands) fn saw(&self, reader: &str, room: &RoomId, entries: &[Entry]) {
        let entries = entries.iter().map(seen).collect();
        let reader = reader.to_owned();
        self.note(room, What::Saw { reader, entries });
    }

    /// Reads a whole log in the end.
    pub(in crate::commands) async fn read_all(
        &self,
        room: &RoomId,
        http: &mut Http,
    ) -> Result<(), String> {
        #[derive(Deserialize)]
        struct Log {
            entries: Vec<Entry>,
        }
        let reader = format!("end of {room}");
        let asked = What::Asked {
            reader: reader.clone(),
            since: 0,
        };
        self.note(room, asked);
        let Log { entries } = http.get(&format!("/api/tables/{room}/log?since=0")).await?;
        self.saw(&reader, room, &entries);
        Ok(())
    }

    pub(in crate::commands) fn finish(&self) -> Result<(), String> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.flush().map_err(|error| error.to_string())
    }
}

fn seen(entry: &Entry) -> Seen {
    let text = serde_json::to_string(entry).unwrap_or_default();
    let digest = Sha256::digest(text.as_bytes());
    Seen {
        seq: entry.seq,
        at: entry.at,
        by: entry.by.clone(),
        id: entry.id.clone(),
        digest: digest[..8]
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect(),
    }
}
