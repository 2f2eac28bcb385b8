//! `tablier bot`: plays online as a program with an account.

mod game;
mod thinker;

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use tablier_engine::{Engine, Player};
use tablier_protocol::{
    Me, Notice, SeatView, TableLine, TableList, TableState, ToClient, ToServer, is_passing,
};
use tablier_rooms::RoomId;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{MissedTickBehavior, interval, sleep};

use crate::failure::Failure;
use crate::online::{Address, Http, Proof, Socket};
use crate::{data, numbers};
use game::Game;
use thinker::{Thinker, Thought};

/// How often it looks for tables, and says that it is there.
const LOOK: Duration = Duration::from_secs(5);
/// Without a sign from the server for so long, the connection is thought lost.
const SILENCE: Duration = Duration::from_secs(30);
/// The pause between two messages: a server takes 50 a second from a connection.
const PAUSE: Duration = Duration::from_millis(25);
/// The longest pause before it connects again.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Play online as a bot: with the engine, or with another program that speaks its protocol
///
/// The account must be a bot's: on the server, `tablier admin bot NAME` makes one and prints its token.
/// Set the token in the environment as TABLIER_TOKEN if others on this machine must not see it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Address of the server, such as https://example.org
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    server: String,
    /// Token of the bot's account
    #[arg(
        long,
        value_name = "TOKEN",
        env = "TABLIER_TOKEN",
        hide_env_values = true
    )]
    token: String,
    /// Play at this level (1 to 10)
    #[arg(long, default_value_t = 5, value_parser = numbers::whole::<u8>(1..=10))]
    level: u8,
    /// Let another program play (docs/engine-protocol.md); it is told the level
    #[arg(long, value_name = "COMMAND")]
    program: Option<String>,
    /// Sit down at open tables of this game with its options; may be repeated
    #[arg(long = "game", value_name = "GAME")]
    specs: Vec<String>,
    /// Sit down at this table, given by its link or id; may be repeated
    #[arg(long = "table", value_name = "LINK")]
    tables: Vec<String>,
    /// Play at most this many games at once (1 to 64)
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = numbers::whole::<u16>(1..=64))]
    games: u16,
    /// Stop when this many games are over (1 to 1,000,000); by default never
    #[arg(long, value_name = "NUMBER", value_parser = numbers::whole::<u32>(1..=1_000_000))]
    stop_after: Option<u32>,
}

impl Args {
    pub(crate) fn run(mut self) -> Result<String, Failure> {
        data::let_machine_know_alignement();
        let address = Address::read(&self.server).map_err(Failure::new)?;
        for spec in &mut self.specs {
            // As the server writes it.
            *spec = tablier_rules::catalog::open(spec)?.spec().to_string();
        }
        let invited = self.tables.iter().map(|link| table_of(link));
        let invited = invited
            .collect::<Result<Vec<_>, _>>()
            .map_err(Failure::new)?;
        let setting = match &self.program {
            Some(program) => format!("program={program},level={}", self.level),
            None => format!("level={}", self.level),
        };
        let player = Player::read(&setting).map_err(Failure::new)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| Failure::new(format!("cannot start: {error}")))?;
        let (say, hear) = unbounded_channel();
        let bot = Bot {
            http: Http::new(address.clone(), Proof::Token(self.token.clone())),
            address,
            args: self,
            player,
            invited,
            games: BTreeMap::new(),
            over: 0,
            unheard: false,
            say,
        };
        runtime.block_on(bot.live(hear)).map_err(Failure::new)?;
        Ok(String::new())
    }
}

/// The table that a link leads to.
fn table_of(link: &str) -> Result<RoomId, String> {
    let end = link.split(['?', '#']).next().unwrap_or_default();
    let id = end.trim_end_matches('/').rsplit('/').next();
    RoomId::new(id.unwrap_or_default()).map_err(|error| error.to_string())
}

struct Bot {
    args: Args,
    address: Address,
    http: Http,
    player: Player,
    /// Tables to which it was asked and where it has not looked yet.
    invited: Vec<RoomId>,
    games: BTreeMap<RoomId, Game>,
    over: u32,
    /// Whether the server could not take what was sent; it is sent again a little later.
    unheard: bool,
    say: UnboundedSender<Thought>,
}

impl Bot {
    /// Plays until it is told to stop, over any number of connections.
    async fn live(mut self, mut hear: UnboundedReceiver<Thought>) -> Result<(), String> {
        let me: Me = self.http.get("/api/me").await?;
        if !me.bot {
            return Err(format!("'{}' is not the account of a bot", me.name));
        }
        eprintln!("{} at {}", me.name, self.address.authority());
        let mut pause = Duration::from_secs(1);
        loop {
            let talk = async {
                let mut socket = Socket::connect(&self.address, self.http.proof()).await?;
                pause = Duration::from_secs(1);
                self.talk(&mut socket, &mut hear).await
            };
            tokio::select! {
                end = talk => match end {
                    Ok(()) => return Ok(()),
                    Err(error) => eprintln!("{error}; again in {} s", pause.as_secs()),
                },
                _ = tokio::signal::ctrl_c() => return Ok(()),
            }
            sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Plays over one connection. `Ok` when enough games are over.
    async fn talk(
        &mut self,
        socket: &mut Socket,
        hear: &mut UnboundedReceiver<Thought>,
    ) -> Result<(), String> {
        let mut pace = interval(PAUSE);
        pace.set_missed_tick_behavior(MissedTickBehavior::Delay);
        for game in self.games.values() {
            for message in game.connect() {
                pace.tick().await;
                socket.send(&message).await?;
            }
        }
        let mut look = interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        loop {
            let mut messages = tokio::select! {
                message = socket.next() => {
                    heard = Instant::now();
                    self.hear(&message?, socket)?
                }
                Some(thought) = hear.recv() => self.thought(thought)?,
                _ = look.tick() => {
                    if heard.elapsed() > SILENCE {
                        return Err("the server says nothing more".to_owned());
                    }
                    socket.send(&ToServer::Ping { t: 0 }).await?;
                    self.look(socket).await
                }
            };
            messages.extend(self.clear());
            for message in messages {
                pace.tick().await;
                socket.send(&message).await?;
            }
            if self.args.stop_after.is_some_and(|most| self.over >= most) {
                return Ok(());
            }
        }
    }

    fn hear(&mut self, message: &ToClient, socket: &Socket) -> Result<Vec<ToServer>, String> {
        let mut messages = Vec::new();
        let mut next = Vec::new();
        for game in self.games.values_mut() {
            messages.extend(game.hear(message)?);
            next.extend(game.next_room());
        }
        match message {
            ToClient::Paired { room } => next.push(room.clone()),
            ToClient::Notice {
                notice: Notice::StoreDown | Notice::Overloaded,
            } => self.unheard = true,
            ToClient::Error { code, message, .. } => {
                eprintln!("{code}: {message}");
                self.unheard |= is_passing(code);
            }
            _ => {}
        }
        for room in next {
            messages.extend(self.follow(room, socket));
        }
        Ok(messages)
    }

    fn thought(&mut self, thought: Thought) -> Result<Vec<ToServer>, String> {
        match self.games.get_mut(&thought.room) {
            Some(game) => game.thought(thought),
            None => Ok(Vec::new()),
        }
    }

    /// Follows a table; nothing if it does so already.
    fn follow(&mut self, room: RoomId, socket: &Socket) -> Vec<ToServer> {
        if self.games.contains_key(&room) {
            return Vec::new();
        }
        let me = socket.you();
        let say = self.say.clone();
        let memory = Engine::NATIVE_MEMORY / usize::from(self.args.games);
        let thinker = Thinker::start(room.clone(), self.player.clone(), memory.max(1), say);
        let game = Game::new(room.clone(), me, thinker);
        let messages = game.connect();
        self.games.insert(room, game);
        messages
    }

    /// Looks for games to go on with, invitations, and open tables, as long as it has time for them.
    async fn look(&mut self, socket: &Socket) -> Vec<ToServer> {
        let mut messages = Vec::new();
        if std::mem::take(&mut self.unheard) {
            messages.extend(self.games.values().flat_map(Game::connect));
        }
        let mut rooms = Vec::new();
        match self.http.get::<TableList>("/api/me/games").await {
            Ok(mine) => {
                let goes_on = |line: &&TableLine| {
                    matches!(line.state, TableState::Open | TableState::Playing)
                };
                rooms.extend(
                    mine.tables
                        .iter()
                        .filter(goes_on)
                        .map(|line| line.id.clone()),
                );
            }
            Err(error) => eprintln!("{error}"),
        }
        rooms.append(&mut self.invited);
        if self.busy() < usize::from(self.args.games) && !self.args.specs.is_empty() {
            match self.http.get::<TableList>("/api/tables?state=open").await {
                Ok(open) => {
                    let free = usize::from(self.args.games) - self.busy();
                    let wanted = open.tables.iter().filter(|line| self.wants(line));
                    rooms.extend(wanted.take(free).map(|line| line.id.clone()));
                }
                Err(error) => eprintln!("{error}"),
            }
        }
        for room in rooms {
            messages.extend(self.follow(room, socket));
        }
        messages
    }

    fn wants(&self, line: &TableLine) -> bool {
        !self.games.contains_key(&line.id)
            && line.seats.contains(&SeatView::Open)
            && self.args.specs.contains(&line.game)
    }

    /// How many games take its time.
    fn busy(&self) -> usize {
        self.games.values().filter(|game| game.goes_on()).count()
    }

    /// Forgets tables at which there is nothing more to do, and says so.
    fn clear(&mut self) -> Vec<ToServer> {
        let over = &mut self.over;
        let mut left = Vec::new();
        self.games.retain(|room, game| {
            if let Some(result) = game.just_over() {
                *over += 1;
                eprintln!("{room}: {result}");
            }
            if game.is_done() {
                left.push(ToServer::Unwatch { room: room.clone() });
            }
            !game.is_done()
        });
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_found_by_its_link_or_id() {
        for link in [
            "abc-1",
            "https://example.org/t/abc-1",
            "http://x/t/abc-1/?y#z",
        ] {
            assert_eq!(table_of(link).unwrap().as_str(), "abc-1");
        }
        assert!(table_of("").is_err());
        assert!(table_of("https://example.org/t/").is_ok_and(|room| room.as_str() == "t"));
    }
}
