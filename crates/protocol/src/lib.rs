//! What client and server say to each other over the socket: JSON, one message per text frame.
//! `docs/online-protocol.md` describes it for authors of other clients.

mod api;
mod follower;

use serde::{Deserialize, Serialize};
use tablier_rooms::{Command, CommandId, Entry, PlayerId, Refusal, RoomId};
use tablier_rules::Seat;

pub use api::{
    ClockView, Created, Me, NewTable, OfferView, Pairing, SeatView, TableLine, TableList,
    TableState, TableView, TimeView,
};
pub use follower::{Follower, Heard, Outcome, Sent};

/// The version of the messages. A client of another version is told to reload.
pub const VERSION: u32 = 2;

/// The longest message that is read, in bytes.
pub const LONGEST: usize = 16 * 1024;

/// From the client.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToServer {
    /// The first message.
    Hello {
        /// The version that the client speaks.
        version: u32,
    },
    /// Tell me what happens at a table, from the entry after `since` on.
    Watch {
        /// Which table.
        room: RoomId,
        /// The last known entry; 0 for none.
        since: u64,
    },
    /// Stop telling me about it.
    Unwatch {
        /// Which table.
        room: RoomId,
    },
    /// Do something at a table.
    Command {
        /// Which table.
        room: RoomId,
        /// The client's own id for it; the same id again means the same command.
        id: CommandId,
        /// The last entry that the client knows.
        expects: u64,
        /// What to do.
        command: Command,
    },
    /// Show the others a reaction; not stored.
    React {
        /// Which table.
        room: RoomId,
        /// Which reaction.
        reaction: Reaction,
    },
    /// Are you there?
    Ping {
        /// Any number; it is echoed.
        t: u64,
    },
}

/// From the server.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToClient {
    /// The answer to hello.
    Welcome {
        /// The version that the server speaks.
        version: u32,
        /// Who the client is.
        you: You,
        /// The server's time, in milliseconds since 1970.
        now: u64,
        /// How links for others begin, where that is not the address that the client knows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        address: Option<String>,
    },
    /// Entries of a table's log, in order and without gaps.
    Events {
        /// Which table.
        room: RoomId,
        /// The entries.
        entries: Vec<Entry>,
        /// The server's time.
        now: u64,
    },
    /// A command was carried out and is durably stored.
    Done {
        /// At which table.
        room: RoomId,
        /// Which command.
        id: CommandId,
        /// The number of its first entry.
        seq: u64,
    },
    /// A command was refused and changed nothing.
    Refused {
        /// At which table.
        room: RoomId,
        /// Which command.
        id: CommandId,
        /// Why.
        refusal: Refusal,
        /// The number of the last entry now.
        seq: u64,
    },
    /// Who is at a table now.
    Presence {
        /// Which table.
        room: RoomId,
        /// The players whose connection is open.
        here: Vec<PlayerId>,
        /// How many others watch.
        watchers: u32,
    },
    /// Somebody shows a reaction.
    Reaction {
        /// At which table.
        room: RoomId,
        /// Who.
        seat: Seat,
        /// Which reaction.
        reaction: Reaction,
    },
    /// Yes, I am here.
    Pong {
        /// The number of the ping.
        t: u64,
        /// The server's time.
        now: u64,
    },
    /// How many of the player's games wait for them.
    Waiting {
        /// How many.
        games: u32,
    },
    /// Somebody was found for a pairing.
    Paired {
        /// The table to go to.
        room: RoomId,
    },
    /// Something about the connection as a whole.
    Notice {
        /// What.
        notice: Notice,
    },
    /// A message could not be understood or carried out. Nothing was changed, unless the store did
    /// not answer or the server failed: then that is not known.
    Error {
        /// The table that the message was about, if it was understood.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        room: Option<RoomId>,
        /// The command, if it was one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<CommandId>,
        /// A short name, for programs.
        code: String,
        /// What would be right, in English.
        message: String,
    },
}

/// Whether an error with this code passes: the server was in trouble or asks to wait, and what was
/// sent may be sent again.
pub fn is_passing(code: &str) -> bool {
    matches!(code, "too-many" | "overloaded" | "store-down" | "internal")
}

/// Who a client is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct You {
    /// The id by which events name this person.
    pub id: PlayerId,
    /// The name, or the one proposed to a guest.
    pub name: String,
    /// Whether this is an account, and not a guest.
    pub account: bool,
}

/// A reaction; there is no chat.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reaction {
    /// Hello.
    Hello,
    /// Good luck.
    GoodLuck,
    /// Well played.
    WellPlayed,
    /// Thank you.
    Thanks,
    /// Oops.
    Oops,
    /// One moment, please.
    OneMoment,
}

impl Reaction {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Reaction; 6] = [
        Reaction::Hello,
        Reaction::GoodLuck,
        Reaction::WellPlayed,
        Reaction::Thanks,
        Reaction::Oops,
        Reaction::OneMoment,
    ];
}

/// Something about the connection as a whole.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notice {
    /// The server restarts: come back in a moment.
    Restarting,
    /// The client has another version: reload it.
    Reload,
    /// The server is overloaded: come back later.
    Overloaded,
    /// The store is unavailable at the moment: nothing sent is acknowledged.
    StoreDown,
    /// The store is there again.
    StoreBack,
}

impl ToServer {
    /// The table that a message is about.
    pub fn room(&self) -> Option<&RoomId> {
        match self {
            ToServer::Watch { room, .. }
            | ToServer::Unwatch { room }
            | ToServer::Command { room, .. }
            | ToServer::React { room, .. } => Some(room),
            ToServer::Hello { .. } | ToServer::Ping { .. } => None,
        }
    }

    /// Reads a message from a client.
    pub fn read(text: &str) -> Result<Self, String> {
        read(text)
    }
}

impl ToClient {
    /// Reads a message from the server.
    pub fn read(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }
}

fn read<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, String> {
    if text.len() > LONGEST {
        return Err(format!("a message has at most {LONGEST} bytes"));
    }
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// The text of a message.
pub fn write<T: Serialize>(message: &T) -> String {
    serde_json::to_string(message).expect("messages are plain data")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_the_form_that_the_documentation_shows() {
        let text = r#"{"type":"command","room":"abc","id":"1","expects":7,"command":{"type":"act","action":"C3-C6"}}"#;
        let message = ToServer::read(text).unwrap();
        assert_eq!(write(&message), text);
        let text = r#"{"type":"refused","room":"abc","id":"1","refusal":{"reason":"outdated","seq":9},"seq":9}"#;
        assert_eq!(write(&ToClient::read(text).unwrap()), text);
        for text in [
            r#"{"type":"error","room":"abc","id":"1","code":"not-found","message":"…"}"#,
            r#"{"type":"error","code":"bad-message","message":"…"}"#,
        ] {
            assert_eq!(write(&ToClient::read(text).unwrap()), text);
        }
    }

    #[test]
    fn what_is_too_long_or_unknown_is_refused_with_a_reason() {
        let long = format!(r#"{{"type":"ping","t":{}}}"#, "1".repeat(LONGEST));
        assert!(ToServer::read(&long).unwrap_err().contains("at most"));
        for text in ["", "{}", "[]", r#"{"type":"dance"}"#, r#"{"type":"ping"}"#] {
            assert!(ToServer::read(text).is_err(), "{text}");
        }
        let id = r#"{"type":"unwatch","room":"../etc"}"#;
        assert!(ToServer::read(id).unwrap_err().contains("not an id"));
    }
}
