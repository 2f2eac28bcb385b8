//! A miniature browser: requests with a cookie, and a socket that folds what it hears.
#![allow(dead_code, unreachable_pub)]

pub mod tables;

use std::collections::HashMap;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tablier_protocol::{ToClient, ToServer, VERSION};
use tablier_rooms::{Command, CommandId, Entry, PlayerId, Refusal, Room, RoomId};
use tablier_server::{Config, Limits, Running, Server};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use tower::ServiceExt;

/// No test waits longer for anything.
pub const PATIENCE: Duration = Duration::from_secs(30);

pub fn unlimited() -> Config {
    Config {
        limits: Limits::none(),
        machine_threads: 1,
        ..Config::default()
    }
}

/// A response.
pub struct Answer {
    pub status: StatusCode,
    pub headers: axum::http::HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {}", self.text))
    }

    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap().to_owned()
    }

    /// The body of a successful response.
    pub fn ok(self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.text);
        if self.text.is_empty() {
            Value::Null
        } else {
            self.json()
        }
    }

    pub fn header(&self, name: header::HeaderName) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().unwrap())
    }
}

/// Somebody with a cookie, or without one yet.
#[derive(Clone)]
pub struct Person {
    pub server: Server,
    pub cookie: Option<String>,
    pub bearer: Option<String>,
}

impl Person {
    pub fn new(server: &Server) -> Self {
        Self {
            server: server.clone(),
            cookie: None,
            bearer: None,
        }
    }

    /// A guest.
    pub async fn guest(server: &Server) -> Self {
        let mut person = Self::new(server);
        person.post("/api/me", json!({})).await.ok();
        assert!(person.cookie.is_some());
        person
    }

    pub async fn send(&mut self, request: axum::http::request::Builder, body: Body) -> Answer {
        let mut request = request;
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, format!("tablier={cookie}"));
        }
        if let Some(token) = &self.bearer {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let request = request.body(body).unwrap();
        let app = tablier_server::app(self.server.clone());
        let response = app.oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        if let Some(set) = parts.headers.get(header::SET_COOKIE) {
            let set = set.to_str().unwrap();
            let value = set.strip_prefix("tablier=").unwrap().split(';').next();
            self.cookie = value.filter(|v| !v.is_empty()).map(str::to_owned);
        }
        let bytes = body.collect().await.unwrap().to_bytes();
        Answer {
            status: parts.status,
            headers: parts.headers,
            text: String::from_utf8_lossy(&bytes).into_owned(),
        }
    }

    pub async fn ask(&mut self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let request = Request::builder().method(method).uri(path);
        match body {
            Some(body) => {
                let request = request.header(header::CONTENT_TYPE, "application/json");
                self.send(request, Body::from(body.to_string())).await
            }
            None => self.send(request, Body::empty()).await,
        }
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.ask(Method::GET, path, None).await
    }

    pub async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.ask(Method::POST, path, Some(body)).await
    }

    /// Opens a table and returns its id.
    pub async fn open(&mut self, table: Value) -> RoomId {
        let created = self.post("/api/tables", table).await.ok();
        RoomId::new(created["id"].as_str().unwrap()).unwrap()
    }

    pub async fn connect(&self, running: &Running) -> Client {
        let mut request = format!("ws://{}/api/socket", running.address)
            .into_client_request()
            .unwrap();
        if let Some(cookie) = &self.cookie {
            let value = format!("tablier={cookie}").parse().unwrap();
            request.headers_mut().insert(header::COOKIE, value);
        }
        let (socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        let mut client = Client::new(socket);
        client.say(&ToServer::Hello { version: VERSION }).await;
        client
            .hear_until(|message| matches!(message, ToClient::Welcome { .. }))
            .await;
        client
    }
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A client that folds what it hears, table by table.
pub struct Client {
    socket: Socket,
    pub me: Option<PlayerId>,
    logs: HashMap<RoomId, Vec<Entry>>,
    /// Who is at a table, as last heard: seated players and others who watch.
    presence: HashMap<RoomId, (Vec<PlayerId>, u32)>,
    count: u64,
}

impl Client {
    pub fn new(socket: Socket) -> Self {
        Self {
            socket,
            me: None,
            logs: HashMap::new(),
            presence: HashMap::new(),
            count: 0,
        }
    }

    pub async fn say(&mut self, message: &ToServer) {
        self.say_text(&tablier_protocol::write(message)).await;
    }

    pub async fn say_text(&mut self, text: &str) {
        let message = Message::Text(text.into());
        self.socket.send(message).await.unwrap();
    }

    /// The next message; none once the connection has ended.
    pub async fn hear(&mut self) -> Option<ToClient> {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            match next.expect("nothing is said any more") {
                Some(Ok(Message::Text(text))) => {
                    let message = ToClient::read(&text).unwrap();
                    self.note(&message);
                    return Some(message);
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    fn note(&mut self, message: &ToClient) {
        match message {
            ToClient::Welcome { you, .. } => self.me = Some(you.id.clone()),
            ToClient::Events { room, entries, .. } => {
                let log = self.logs.entry(room.clone()).or_default();
                for entry in entries {
                    if entry.seq <= log.len() as u64 {
                        assert_eq!(log[entry.seq as usize - 1], *entry, "two histories");
                    } else {
                        assert_eq!(entry.seq, log.len() as u64 + 1, "a gap");
                        log.push(entry.clone());
                    }
                }
            }
            ToClient::Presence {
                room,
                here,
                watchers,
            } => {
                let presence = (here.clone(), *watchers);
                self.presence.insert(room.clone(), presence);
            }
            _ => {}
        }
    }

    /// Waits until this many seated players are here and this many others watch. It may have been
    /// said already, and is not said again.
    pub async fn see(&mut self, room: &RoomId, here: usize, watchers: u32) {
        let is_seen =
            |(players, others): &(Vec<PlayerId>, u32)| players.len() == here && *others == watchers;
        while !self.presence.get(room).is_some_and(is_seen) {
            self.hear().await.expect("the connection has ended");
        }
    }

    pub async fn hear_until(&mut self, wanted: impl Fn(&ToClient) -> bool) -> ToClient {
        loop {
            let message = self.hear().await.expect("the connection has ended");
            if wanted(&message) {
                return message;
            }
        }
    }

    pub async fn watch(&mut self, room: &RoomId) {
        let since = self.seq(room);
        self.watch_since(room, since).await;
    }

    pub async fn watch_since(&mut self, room: &RoomId, since: u64) {
        let watch = ToServer::Watch {
            room: room.clone(),
            since,
        };
        self.say(&watch).await;
        self.hear_until(|message| matches!(message, ToClient::Events { room: r, .. } if r == room))
            .await;
    }

    pub fn seq(&self, room: &RoomId) -> u64 {
        self.logs.get(room).map_or(0, |log| log.len() as u64)
    }

    pub fn log(&self, room: &RoomId) -> &[Entry] {
        &self.logs[room]
    }

    pub fn room(&self, room: &RoomId) -> Room {
        Room::fold(&self.logs[room]).unwrap()
    }

    /// Sends a command with a fresh id and returns the answer.
    pub async fn command(&mut self, room: &RoomId, command: Command) -> Result<u64, Refusal> {
        self.count += 1;
        let id = format!("{}-{}", self.me.as_ref().unwrap(), self.count);
        let expects = self.seq(room);
        self.command_as(room, &id, expects, command).await
    }

    pub async fn command_as(
        &mut self,
        room: &RoomId,
        id: &str,
        expects: u64,
        command: Command,
    ) -> Result<u64, Refusal> {
        let id = CommandId::new(id).unwrap();
        let message = ToServer::Command {
            room: room.clone(),
            id: id.clone(),
            expects,
            command,
        };
        self.say(&message).await;
        loop {
            match self.hear().await.expect("the connection has ended") {
                ToClient::Done { id: done, seq, .. } if done == id => return Ok(seq),
                ToClient::Refused {
                    id: refused,
                    refusal,
                    ..
                } if refused == id => return Err(refusal),
                ToClient::Error { code, message, .. } => panic!("{code}: {message}"),
                _ => {}
            }
        }
    }

    pub async fn sit(&mut self, room: &RoomId, name: &str) -> Result<u64, Refusal> {
        let sit = Command::Sit {
            chair: None,
            name: name.into(),
        };
        self.command(room, sit).await
    }
}
