//! The socket: one task per connection reads what the client says and writes what it is told.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use tablier_protocol::{LONGEST, Notice, ToClient, ToServer, VERSION, You};
use tablier_rooms::{Actor, Command, CommandId, Order, Room, RoomId};
use tokio::sync::{mpsc, watch};
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::budget::Budget;
use crate::error::Error;
use crate::gate::Place;
use crate::hub::Link;
use crate::identity::{Visitor, names, secrets};
use crate::server::Server;
use crate::store::{Player, PlayerKind};

/// Tables that one connection watches.
const WATCHED: usize = 32;
/// How often the connection is pinged, which also measures the lag.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// After this long without a sign, the connection counts as lost.
const SILENCE: Duration = Duration::from_secs(65);
/// A client that takes this long to accept a message is disconnected.
const SLOW: Duration = Duration::from_secs(10);
/// Every so many heartbeats it is looked up whether the session or token still holds. Where it was
/// revoked on this server, the connection is closed at once.
const LOOK_UP: u32 = 15;
/// Connections of one player.
const MOST_LINKS: usize = 20;

/// Answers the upgrade. `visitor` is none for somebody who only watches.
pub(crate) fn upgrade(
    server: Server,
    upgrade: WebSocketUpgrade,
    visitor: Option<Visitor>,
    place: Place,
    elsewhere: Option<String>,
) -> Response {
    // Tungstenite would keep 128 kB for each connection otherwise.
    upgrade
        .read_buffer_size(2048)
        .write_buffer_size(0)
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .on_upgrade(move |socket| run(server, Box::new(socket), visitor, place, elsewhere))
}

/// Thousands of these wait at the same time: what is large and moved around, or needed for a moment
/// only, is not kept in the future itself.
async fn run(
    server: Server,
    socket: Box<WebSocket>,
    visitor: Option<Visitor>,
    _place: Place,
    elsewhere: Option<String>,
) {
    let key = visitor.as_ref().map(|visitor| visitor.key);
    let player = visitor.map_or_else(passer_by, |visitor| visitor.player);
    let (link, messages) = Link::new(player.id.clone());
    let mut connection = Connection {
        budget: Budget::new(server.inner.gate.messages_per_second()),
        server,
        link: Arc::new(link),
        player,
        key,
        elsewhere,
        greeted: false,
        watched: HashSet::new(),
    };
    connection.serve(socket, messages).await;
    let server = &connection.server;
    server.hub().depart(&connection.link, connection.watched);
}

/// Somebody without a cookie: may watch, and is not stored.
fn passer_by() -> Player {
    Player {
        id: secrets::player_id(),
        name: names::proposed(secrets::lot()),
        kind: PlayerKind::Guest,
        created: 0,
        seen: 0,
    }
}

struct Connection {
    server: Server,
    link: Arc<Link>,
    player: Player,
    /// The session or token of a known player; none for a passer-by.
    key: Option<[u8; 32]>,
    /// How links for others begin, if not as the client's own address.
    elsewhere: Option<String>,
    greeted: bool,
    watched: HashSet<RoomId>,
    budget: Budget,
}

/// Whether a connection goes on.
enum Next {
    GoOn,
    End,
}

impl Connection {
    async fn serve(&mut self, mut socket: Box<WebSocket>, mut messages: mpsc::Receiver<Utf8Bytes>) {
        let mut closing = self.server.closing();
        let mut heartbeat = interval(HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let link = self.link.clone();
        let begun = Instant::now();
        let mut heard = begun;
        let mut beats = 0u32;
        loop {
            tokio::select! {
                // Outgoing messages go first: others wait for them.
                biased;
                message = messages.recv() => {
                    let Some(text) = message else { return };
                    if !say(&mut socket, Message::Text(text)).await {
                        return;
                    }
                }
                received = socket.recv() => {
                    heard = Instant::now();
                    let Some(Ok(message)) = received else { return };
                    match Box::pin(self.hear(message, begun)).await {
                        Next::GoOn => {}
                        Next::End => break,
                    }
                }
                _ = heartbeat.tick() => {
                    if heard.elapsed() > SILENCE {
                        return;
                    }
                    beats = beats.wrapping_add(1);
                    if beats.is_multiple_of(LOOK_UP) && !Box::pin(self.still_known()).await {
                        break;
                    }
                    let sent = (begun.elapsed().as_millis() as u64).to_be_bytes();
                    if !say(&mut socket, Message::Ping(sent.to_vec().into())).await {
                        return;
                    }
                }
                () = link.is_cut() => break,
                () = closed(&mut closing) => break,
            }
        }
        // What was still to be sent, a notice above all.
        while let Ok(text) = messages.try_recv() {
            if !say(&mut socket, Message::Text(text)).await {
                return;
            }
        }
        let goodbye = CloseFrame {
            code: axum::extract::ws::close_code::AWAY,
            reason: Utf8Bytes::from_static("come back"),
        };
        say(&mut socket, Message::Close(Some(goodbye))).await;
    }

    async fn hear(&mut self, message: Message, begun: Instant) -> Next {
        let text = match message {
            Message::Text(text) => text,
            Message::Pong(sent) => {
                if let Ok(sent) = <[u8; 8]>::try_from(&sent[..]) {
                    let now = begun.elapsed().as_millis() as u64;
                    self.link
                        .measured(now.saturating_sub(u64::from_be_bytes(sent)));
                }
                return Next::GoOn;
            }
            Message::Ping(_) => return Next::GoOn,
            Message::Close(_) => return Next::End,
            Message::Binary(_) => {
                self.error("bad-message", "messages are text");
                return Next::GoOn;
            }
        };
        if !self.budget.spend() {
            self.error("too-many", "too many messages; wait a moment");
            return if self.budget.is_abused() {
                Next::End
            } else {
                Next::GoOn
            };
        }
        match ToServer::read(&text) {
            Ok(ToServer::Hello { version }) => self.hello(version).await,
            Ok(_) if !self.greeted => {
                self.error("hello-first", "the first message is hello");
                Next::GoOn
            }
            Ok(message) => {
                self.answer(message).await;
                Next::GoOn
            }
            Err(why) => {
                self.error("bad-message", &why);
                Next::GoOn
            }
        }
    }

    /// False if the session or token by which this connection is known was revoked. A store that does
    /// not answer revokes nothing.
    async fn still_known(&self) -> bool {
        match &self.key {
            Some(key) => !matches!(self.server.identities().holds(key).await, Ok(false)),
            None => true,
        }
    }

    async fn hello(&mut self, version: u32) -> Next {
        if version != VERSION {
            let notice = Notice::Reload;
            self.link.send(&ToClient::Notice { notice });
            return Next::End;
        }
        if self.greeted {
            return Next::GoOn;
        }
        self.greeted = true;
        self.link.send(&ToClient::Welcome {
            version: VERSION,
            you: You {
                id: self.player.id.clone(),
                name: self.player.name.clone(),
                account: matches!(self.player.kind, PlayerKind::Account | PlayerKind::Bot),
            },
            now: self.server.clock().now(),
            address: self.elsewhere.take(),
        });
        if self.key.is_none() {
            return Next::GoOn;
        }
        match self.server.hub().arrive(&self.link).await {
            Ok(links) if links > MOST_LINKS => {
                self.error("too-many", "you have too many connections; close some");
                Next::End
            }
            // What is revoked from here on closes this connection too.
            Ok(_) if self.still_known().await => Next::GoOn,
            Ok(_) => Next::End,
            Err(error) => {
                self.failed(&error, None, None);
                Next::GoOn
            }
        }
    }

    async fn answer(&mut self, message: ToServer) {
        let about = message.room().cloned();
        let result = match message {
            ToServer::Hello { .. } => Ok(()),
            ToServer::Ping { t } => {
                let now = self.server.clock().now();
                self.link.send(&ToClient::Pong { t, now });
                Ok(())
            }
            ToServer::Watch { room, since } => self.watch(room, since).await,
            ToServer::Unwatch { room } => {
                self.server.hub().unwatch(&room, &self.link);
                self.watched.remove(&room);
                Ok(())
            }
            ToServer::Command {
                room,
                id,
                expects,
                command,
            } => {
                let order = Order {
                    id,
                    expects,
                    actor: Actor::Player(self.player.id.clone()),
                    command,
                };
                return self.command(room, order).await;
            }
            ToServer::React { room, reaction } => {
                let hub = self.server.hub();
                hub.react(&room, &self.player.id, reaction).await
            }
        };
        if let Err(error) = result {
            self.failed(&error, about, None);
        }
    }

    async fn watch(&mut self, room: RoomId, since: u64) -> Result<(), Error> {
        if self.watched.len() >= WATCHED && !self.watched.contains(&room) {
            return Err(Error::Conflict {
                code: "too-many",
                message: "you watch too many tables; stop watching some",
            });
        }
        self.server.hub().watch(&room, &self.link, since).await?;
        self.watched.insert(room);
        Ok(())
    }

    async fn command(&mut self, room: RoomId, mut order: Order) {
        let id = order.id.clone();
        match self.try_command(&room, &mut order).await {
            Ok(seq) => self.link.send(&ToClient::Done { room, id, seq }),
            Err(Error::Refused { refusal, seq }) => self.link.send(&ToClient::Refused {
                room,
                id,
                refusal,
                seq,
            }),
            Err(error) => self.failed(&error, Some(room), Some(id)),
        }
    }

    async fn try_command(&mut self, room: &RoomId, order: &mut Order) -> Result<u64, Error> {
        if self.key.is_none() {
            return Err(NOBODY);
        }
        may_sit(&self.server, &self.player, room, &mut order.command).await?;
        let hub = self.server.hub();
        hub.carry_out(room, order.clone(), self.link.lag_ms()).await
    }

    fn error(&self, code: &str, message: &str) {
        self.link.send(&ToClient::Error {
            room: None,
            id: None,
            code: code.to_owned(),
            message: message.to_owned(),
        });
    }

    fn failed(&self, error: &Error, room: Option<RoomId>, id: Option<CommandId>) {
        let notice = match error {
            Error::StoreDown => Some(Notice::StoreDown),
            Error::Overloaded => Some(Notice::Overloaded),
            _ => None,
        };
        if let Some(notice) = notice {
            self.link.send(&ToClient::Notice { notice });
        }
        if *error == Error::StoreDown {
            // After the notice, so that its end does not come before it.
            self.server.hub().told_away();
        }
        self.link.send(&ToClient::Error {
            room,
            id,
            code: error.code().to_owned(),
            message: error.to_string(),
        });
    }
}

/// An unknown visitor wants to do something.
pub(crate) const NOBODY: Error =
    Error::Unauthorized("say who you are first: POST /api/me gives a guest's cookie");

/// Makes a command to sit down what the table is to see, if it is one and they may: the name under
/// which they sit there, and of a key only what is stored of it.
pub(crate) async fn may_sit(
    server: &Server,
    player: &Player,
    room: &RoomId,
    command: &mut Command,
) -> Result<(), Error> {
    let wanted = match command {
        Command::Sit { name, .. } => name,
        Command::SitInvited { name, key } => {
            *key = secrets::key_hash(key);
            name
        }
        _ => return Ok(()),
    };
    // A guest may have become an account since the connection was opened.
    let player = server.store().player(&player.id).await?.ok_or(NOBODY)?;
    let rated = server
        .hub()
        .with_room(room, |room| room.terms().rated)
        .await?;
    if rated && player.kind == PlayerKind::Guest {
        return Err(RATED);
    }
    let name = server
        .identities()
        .name_at_table(&player, Some(wanted))
        .await?;
    let named = |room: &Room| names::at_table(&name, &player.id, room);
    *wanted = server.hub().with_room(room, named).await?;
    Ok(())
}

/// A guest wants to play for a rating.
pub(crate) const RATED: Error = Error::Forbidden {
    code: "rated-needs-account",
    message: "rated games are for accounts; open one, or play without a rating",
};

/// Returns when the server closes.
async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}

/// Sends a message; false if the connection is lost or too slow.
async fn say(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SLOW, socket.send(message)).await, Ok(Ok(())))
}
