//! A table on the server as a page sees it: receives what happens there, sends what is done here.

use std::collections::VecDeque;
use std::time::Duration;

use leptos::prelude::*;
use serde::Serialize;
use tablier_protocol::{Outcome, Reaction, ToClient, ToServer, is_passing};
use tablier_rooms::{Command, CommandId, Entry, PlayerId, Room, RoomId};
use tablier_rules::Seat;
use tablier_rules::scene::Message;

use super::api::{self, Fault, Nothing};
use super::clock::time_left;
use super::link::{Link, State};
use super::mirror::Mirror;
use super::seats::Around;
use crate::{dom, store, time};

/// How long a reaction is shown, in milliseconds.
const SHOWN: i32 = 4_000;
/// How long without an answer until a command is sent again, in milliseconds.
const AGAIN: u64 = 6_000;

/// What is known about a table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Known {
    /// Nothing yet.
    NotYet,
    /// Its log has arrived.
    Here,
    /// There is no such table.
    Missing,
}

/// Who is at a table now.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Presence {
    /// The players whose connection is open; none until the server has said so.
    pub here: Option<Vec<PlayerId>>,
    /// How many others watch.
    pub watchers: u32,
}

/// A command in its HTTP form.
#[derive(Serialize)]
struct Wanted {
    id: String,
    expects: u64,
    command: Command,
}

/// A table on the server.
#[derive(Copy, Clone)]
pub struct OnlineTable {
    room: StoredValue<RoomId>,
    mirror: StoredValue<Mirror, LocalStorage>,
    /// What is known about it.
    pub known: RwSignal<Known>,
    /// What the page shows beside the board.
    pub around: RwSignal<Option<Around>>,
    /// Who is there.
    pub presence: RwSignal<Presence>,
    /// The reactions shown, the newest last, each numbered.
    pub reactions: RwSignal<VecDeque<(u32, Seat, Reaction)>>,
    /// Why the last thing done here was refused.
    pub refusal: RwSignal<Option<Message>>,
    /// Entries that have arrived and were not shown yet.
    pub news: RwSignal<Vec<Entry>>,
}

impl OnlineTable {
    /// Opens a table; it is left with the page.
    pub fn open(room: RoomId) -> Self {
        let table = Self {
            room: StoredValue::new(room.clone()),
            mirror: StoredValue::new_local(Mirror::new(room.clone(), store::adopt_outbox(&room))),
            known: RwSignal::new(Known::NotYet),
            around: RwSignal::new(None),
            presence: RwSignal::new(Presence::default()),
            reactions: RwSignal::new(VecDeque::new()),
            refusal: RwSignal::new(None),
            news: RwSignal::new(Vec::new()),
        };
        Link::get().listen(&room, move |message| table.hear(message));
        on_cleanup(move || Link::get().forget(&room));
        // Without a connection nobody knows who is there.
        Effect::new(move |_| {
            if Link::get().state.get() != State::Open {
                table.presence.set(Presence::default());
            }
        });
        // A server in trouble does not answer: what was asked is asked again after a while, and what is
        // on its way is said again.
        let again = move || {
            let unanswered = table.known.get_untracked() == Known::NotYet
                || table.with(|mirror| !mirror.to_keep().is_empty());
            if Link::get().state.get_untracked() == State::Open && unanswered {
                table.come_back();
            }
        };
        if let Ok(handle) = set_interval_with_handle(again, Duration::from_millis(AGAIN)) {
            on_cleanup(move || handle.clear());
        }
        table
    }

    /// Sits down: the only command sent over HTTP, since it turns a passer-by into a guest, and a
    /// name may be refused.
    pub async fn sit(self, chair: Option<u8>, name: String) -> Result<(), Fault> {
        self.sit_by(Command::Sit { chair, name }).await
    }

    /// Sits down with the key of an invitation.
    pub async fn sit_invited(self, name: String, key: String) -> Result<(), Fault> {
        self.sit_by(Command::SitInvited { name, key }).await
    }

    async fn sit_by(self, command: Command) -> Result<(), Fault> {
        let seq = self.with(|mirror| mirror.room().map_or(0, Room::seq));
        Self::sit_at(&self.room(), seq, command).await
    }

    /// Sits down at a table of which the entries up to `expects` are known.
    pub async fn sit_at(room: &RoomId, expects: u64, command: Command) -> Result<(), Fault> {
        let wanted = Wanted {
            id: store::new_id(),
            expects,
            command,
        };
        let path = format!("/api/tables/{room}/commands");
        api::call::<Nothing>("POST", &path, Some(&wanted)).await?;
        Link::get().renew();
        Ok(())
    }

    /// Which table.
    pub fn room(self) -> RoomId {
        self.room.get_value()
    }

    /// Reads from the copy of the table.
    pub fn with<T>(self, look: impl FnOnce(&Mirror) -> T) -> T {
        self.mirror.with_value(look)
    }

    fn hear(self, message: Option<&ToClient>) {
        match message {
            None => self.come_back(),
            Some(
                message @ (ToClient::Events { .. }
                | ToClient::Done { .. }
                | ToClient::Refused { .. }),
            ) => self.take_in(message),
            Some(ToClient::Presence { here, watchers, .. }) => self.presence.set(Presence {
                here: Some(here.clone()),
                watchers: *watchers,
            }),
            Some(ToClient::Reaction { seat, reaction, .. }) => self.show_reaction(*seat, *reaction),
            Some(ToClient::Error { id, code, .. }) => {
                if code == "not-found" && self.known.get_untracked() == Known::NotYet {
                    self.known.set(Known::Missing);
                }
                if let Some(id) = id.as_ref().filter(|_| !is_passing(code)) {
                    self.change(|mirror| mirror.drop_command(id));
                    self.refusal.set(Some(Message::new("online.fault")));
                    self.changed();
                }
            }
            Some(_) => {}
        }
    }

    /// The connection is (again) open: asks for what was missed, and resends what was not answered.
    fn come_back(self) {
        let link = Link::get();
        let Some(you) = link.me.get_untracked() else {
            return;
        };
        let messages = self.change(|mirror| mirror.connect(&you.id));
        for message in &messages {
            link.send(message);
        }
        self.changed();
    }

    fn take_in(self, message: &ToClient) {
        // The rules differ from the server's: the page is outdated.
        let Ok(heard) = self.change(|mirror| mirror.hear(message)) else {
            return Link::get().state.set(State::Outdated);
        };
        if heard.gap
            && let Some(watch) = self.with(Mirror::watch)
        {
            Link::get().send(&watch);
        }
        for (_, outcome) in &heard.settled {
            if let Outcome::Refused(refusal) = outcome {
                self.refusal.set(Some(refusal.message()));
            }
        }
        self.changed();
        if !heard.entries.is_empty() {
            self.news.set(heard.entries);
        }
    }

    fn change<T>(self, change: impl FnOnce(&mut Mirror) -> T) -> T {
        let mut result = None;
        self.mirror
            .update_value(|mirror| result = Some(change(mirror)));
        result.expect("the change was made")
    }

    /// Shows the table's current state, and saves what is on its way.
    fn changed(self) {
        self.with(|mirror| store::set_outbox(&self.room(), &mirror.to_keep()));
        let around = self.with(Around::from_mirror);
        let known = around.is_some();
        // Even when nothing beside the board has changed: the board may have.
        self.around.set(around);
        if known && self.known.get_untracked() != Known::Here {
            self.known.set(Known::Here);
        }
    }

    /// Does something at the table; a command already on its way is not sent twice.
    pub fn command(self, command: Command) {
        self.refusal.set(None);
        let Ok(id) = CommandId::new(&store::new_id()) else {
            return;
        };
        if let Some(message) = self.change(|mirror| mirror.send(id, command)) {
            Link::get().send(&message);
            self.changed();
        }
    }

    /// Shows the others a reaction.
    pub fn react(self, reaction: Reaction) {
        let room = self.room();
        Link::get().send(&ToServer::React { room, reaction });
    }

    fn show_reaction(self, seat: Seat, reaction: Reaction) {
        let mut number = 0;
        self.reactions.update(|shown| {
            number = shown
                .back()
                .map_or(0, |(number, ..)| number.wrapping_add(1));
            shown.push_back((number, seat, reaction));
            if shown.len() > 8 {
                shown.pop_front();
            }
        });
        dom::after(SHOWN, move || {
            self.reactions
                .try_update(|shown| shown.retain(|(known, ..)| *known != number));
        });
    }

    /// What every seat has left now, in milliseconds; none without clocks.
    pub fn time_left(self) -> Option<Vec<f64>> {
        let now = Link::get().offset.get_untracked().server_time(time::now());
        self.with(|mirror| {
            let rests = mirror.unstored().is_some();
            time_left(mirror.room()?, now, rests)
        })
    }
}
