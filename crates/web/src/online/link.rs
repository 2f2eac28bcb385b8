//! The connection to the server: one for the whole page, made when something needs it, and made
//! again when it is lost.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Duration;

use leptos::prelude::*;
use tablier_protocol::{Notice, ToClient, ToServer, VERSION, You, write};
use tablier_rooms::RoomId;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

use super::backoff;
use super::clock::Offset;
use super::socket::{Report, Socket};
use crate::router::{Route, Router};
use crate::{dom, store, time};

const PATH: &str = "/api/socket";
/// How often the server is pinged, and how long it may stay silent, in milliseconds.
const HEARTBEAT: u64 = 15_000;
const SILENCE: f64 = 35_000.0;

/// The state of the connection.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// Nothing has needed it yet.
    Off,
    /// It is being made for the first time.
    Connecting,
    /// It is there.
    Open,
    /// It was lost, and is being made again.
    Lost,
    /// The server speaks another version: the page must be reloaded.
    Outdated,
}

/// Receives messages about one table. `None` means that the connection is back.
type Listener = Rc<dyn Fn(Option<&ToClient>)>;

#[derive(Default)]
struct Inner {
    socket: Option<Socket>,
    tries: u32,
    heard: f64,
    tables: HashMap<RoomId, Listener>,
}

/// The connection of the page; there is one for the whole client.
#[derive(Copy, Clone)]
pub struct Link {
    inner: StoredValue<Inner, LocalStorage>,
    /// Its state.
    pub state: RwSignal<State>,
    /// The player, once the server has said so.
    pub me: RwSignal<Option<You>>,
    /// How many games wait for the player.
    pub waiting: RwSignal<u32>,
    /// The server's last notice.
    pub notice: RwSignal<Option<Notice>>,
    /// How far the server's clock is ahead.
    pub offset: RwSignal<Offset>,
    /// How links for others begin, if not as the address of this page.
    address: RwSignal<Option<String>>,
}

// Not a context: messages come from outside the component tree.
thread_local! {
    static LINK: Cell<Option<Link>> = const { Cell::new(None) };
}

impl Link {
    /// Makes the connection available to the page. It is opened at once only for those who have
    /// been online before. Somebody who only watches is a passer-by to the server; sitting down
    /// makes them a guest.
    pub fn provide() -> Self {
        let link = Self {
            inner: StoredValue::new_local(Inner::default()),
            state: RwSignal::new(State::Off),
            me: RwSignal::new(None),
            waiting: RwSignal::new(0),
            notice: RwSignal::new(None),
            offset: RwSignal::new(Offset::default()),
            address: RwSignal::new(None),
        };
        LINK.set(Some(link));
        set_interval(move || link.heartbeat(), Duration::from_millis(HEARTBEAT));
        // When the network is back, or a laptop is opened, there is no need to wait for the next
        // try.
        for (event, on_document) in [("online", false), ("visibilitychange", true)] {
            let call = Closure::<dyn FnMut()>::new(move || link.hurry());
            let function = call.as_ref().unchecked_ref();
            let _ = if on_document {
                dom::document().add_event_listener_with_callback(event, function)
            } else {
                dom::window().add_event_listener_with_callback(event, function)
            };
            call.forget();
        }
        if store::has_been_online() {
            link.connect();
        }
        link
    }

    /// The connection of the page.
    pub fn get() -> Self {
        LINK.get().expect("the client provides it first")
    }

    /// Makes the connection if there is none.
    pub fn connect(self) {
        if self.state.get_untracked() == State::Off {
            store::set_been_online();
            self.state.set(State::Connecting);
            self.open();
        }
    }

    /// Reconnects, since the player's identity has changed.
    pub fn renew(self) {
        if self.state.get_untracked() == State::Off {
            return self.connect();
        }
        self.inner.update_value(|inner| {
            inner.socket = None;
            inner.tries = 0;
        });
        self.open();
    }

    fn open(self) {
        let socket = Socket::open(PATH, move |report| match report {
            Report::Opened => self.send(&ToServer::Hello { version: VERSION }),
            Report::Text(text) => self.hear(&text),
            Report::Closed => self.lost(),
        });
        let failed = socket.is_none();
        self.inner.update_value(|inner| {
            inner.socket = socket;
            inner.heard = time::now();
        });
        if failed {
            self.lost();
        }
    }

    fn lost(self) {
        if self.state.get_untracked() == State::Outdated {
            return;
        }
        self.state.set(State::Lost);
        let mut wait = 0;
        self.inner.update_value(|inner| {
            inner.socket = None;
            wait = backoff::wait(inner.tries, js_sys::Math::random());
            inner.tries = inner.tries.saturating_add(1);
        });
        let tries = self.inner.with_value(|inner| inner.tries);
        dom::after(wait as i32, move || {
            let same = self
                .inner
                .with_value(|inner| inner.socket.is_none() && inner.tries == tries);
            if same {
                self.open();
            }
        });
    }

    /// Retries at once, when there is reason to hope.
    fn hurry(self) {
        if self.state.get_untracked() == State::Lost && !dom::document().hidden() {
            self.inner.update_value(|inner| inner.tries = 0);
            self.open();
        } else {
            self.heartbeat();
        }
    }

    fn heartbeat(self) {
        if self.state.get_untracked() != State::Open {
            return;
        }
        let now = time::now();
        if now - self.inner.with_value(|inner| inner.heard) > SILENCE {
            return self.lost();
        }
        self.send(&ToServer::Ping { t: now as u64 });
        self.send_left_behind();
    }

    fn hear(self, text: &str) {
        let now = time::now();
        self.inner.update_value(|inner| inner.heard = now);
        // A message that cannot be read comes from another version, which a notice reports as well.
        let Ok(message) = ToClient::read(text) else {
            return;
        };
        match &message {
            ToClient::Welcome {
                version,
                you,
                now: server,
                address,
            } => {
                if *version != VERSION {
                    return self.outdated();
                }
                let mut offset = Offset::default();
                offset.heard(*server, now);
                self.offset.set(offset);
                self.inner.update_value(|inner| inner.tries = 0);
                self.me.set(Some(you.clone()));
                self.address.set(address.clone());
                self.notice.set(None);
                self.state.set(State::Open);
                for listener in self.listeners() {
                    listener(None);
                }
                self.send_left_behind();
            }
            ToClient::Events {
                room, now: server, ..
            } => {
                self.offset.update(|offset| offset.heard(*server, now));
                self.stores_again();
                self.tell(room, &message);
            }
            ToClient::Pong { now: server, .. } => {
                self.offset.update(|offset| offset.heard(*server, now));
            }
            ToClient::Done { room, id, .. } | ToClient::Refused { room, id, .. } => {
                // A refusal needs no store.
                if matches!(message, ToClient::Done { .. }) {
                    self.stores_again();
                }
                if self.is_listened_to(room) {
                    self.tell(room, &message);
                } else {
                    store::settle(room, id);
                }
            }
            ToClient::Presence { room, .. } | ToClient::Reaction { room, .. } => {
                self.tell(room, &message);
            }
            ToClient::Waiting { games } => self.waiting.set(*games),
            ToClient::Paired { room } => self.paired(room),
            ToClient::Notice {
                notice: Notice::Reload,
            } => self.outdated(),
            ToClient::Notice {
                notice: Notice::StoreBack,
            } => self.stores_again(),
            ToClient::Notice { notice } => self.notice.set(Some(*notice)),
            ToClient::Error { room, .. } => {
                if let Some(room) = room {
                    self.tell(room, &message);
                }
            }
        }
    }

    /// What was answered was stored or read, or the server says so: the trouble that it told of is
    /// over.
    fn stores_again(self) {
        let trouble = [Notice::StoreDown, Notice::Overloaded];
        let told = self.notice.get_untracked();
        if told.is_some_and(|told| trouble.contains(&told)) {
            self.notice.set(None);
        }
    }

    /// Somebody was found: whoever is not at another game goes there. The number of waiting games
    /// tells the others.
    fn paired(self, room: &RoomId) {
        let busy = match Router::get().route.get_untracked() {
            Route::Table(here) => here != room.as_str(),
            Route::Play(_) | Route::Analysis | Route::Learn(_) | Route::Puzzles(_) => true,
            _ => false,
        };
        if !busy && !dom::document().hidden() {
            Router::get().go(&format!("/t/{room}"));
        }
    }

    /// How an address of this server begins for somebody else.
    pub fn address(self) -> String {
        let here = || dom::window().location().origin().unwrap_or_default();
        self.address.get().unwrap_or_else(here)
    }

    fn is_listened_to(self, room: &RoomId) -> bool {
        self.inner
            .with_value(|inner| inner.tables.contains_key(room))
    }

    /// Sends what is not stored yet and belongs to tables whose page was left: nobody need stay
    /// there until the network is back.
    fn send_left_behind(self) {
        let Some(you) = self.me.get_untracked() else {
            return;
        };
        for room in store::outboxes() {
            if !self.is_listened_to(&room) {
                for kept in store::outbox(&room) {
                    if let Some(message) = kept.message(&room, &you.id) {
                        self.send(&message);
                    }
                }
            }
        }
    }

    fn outdated(self) {
        self.state.set(State::Outdated);
        self.inner.update_value(|inner| inner.socket = None);
    }

    fn listeners(self) -> Vec<Listener> {
        self.inner
            .with_value(|inner| inner.tables.values().cloned().collect())
    }

    fn tell(self, room: &RoomId, message: &ToClient) {
        let listener = self
            .inner
            .with_value(|inner| inner.tables.get(room).cloned());
        if let Some(listener) = listener {
            listener(Some(message));
        }
    }

    /// Sends a message; without a connection it is lost.
    pub fn send(self, message: &ToServer) {
        self.inner.with_value(|inner| {
            if let Some(socket) = &inner.socket {
                socket.send(&write(message));
            }
        });
    }

    /// Registers a listener for messages about a table, and for the connection coming back.
    pub fn listen(self, room: &RoomId, listener: impl Fn(Option<&ToClient>) + 'static) {
        let listener: Listener = Rc::new(listener);
        self.inner.update_value(|inner| {
            inner.tables.insert(room.clone(), listener.clone());
        });
        self.connect();
        if self.state.get_untracked() == State::Open {
            listener(None);
        }
    }

    /// Removes the listener of a table.
    pub fn forget(self, room: &RoomId) {
        self.inner.update_value(|inner| {
            inner.tables.remove(room);
        });
        self.send(&ToServer::Unwatch { room: room.clone() });
    }
}
