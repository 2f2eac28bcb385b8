use std::time::{Duration, Instant};

use tablier_protocol::{Follower, Heard, Outcome, ToClient, ToServer, You};
use tablier_rooms::{Command, CommandId, Offer, Phase, RoomId};
use tablier_rules::Seat;

use super::thinker::{Question, Thinker, Thought};

/// How long it waits at a table that is over for somebody who wants to play again.
const LINGER: Duration = Duration::from_secs(60);

/// One table at which the bot sits, or wants to.
pub(super) struct Game {
    follower: Follower,
    me: You,
    thinker: Thinker,
    /// The entry after which it was last asked to think.
    asked: u64,
    accepts_draw: bool,
    sent: u32,
    /// Begins the names of its commands, so that no other run uses them.
    run: u64,
    over_since: Option<Instant>,
    told: bool,
    done: bool,
}

impl Game {
    pub(super) fn new(room: RoomId, me: &You, thinker: Thinker) -> Self {
        let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        Self {
            follower: Follower::new(room, me.id.clone()),
            me: me.clone(),
            thinker,
            asked: 0,
            accepts_draw: false,
            sent: 0,
            run: since_1970.map_or(0, |time| time.as_micros() as u64),
            over_since: None,
            told: false,
            done: false,
        }
    }

    /// What to send on a new connection.
    pub(super) fn connect(&self) -> Vec<ToServer> {
        self.follower.connect()
    }

    /// The table at which the same people play again.
    pub(super) fn next_room(&self) -> Option<RoomId> {
        self.follower.room()?.next_room().cloned()
    }

    /// Whether it takes the bot's time.
    pub(super) fn goes_on(&self) -> bool {
        self.over_since.is_none() && !self.done
    }

    /// The result, once, when the game is over.
    pub(super) fn just_over(&mut self) -> Option<String> {
        self.over_since?;
        if std::mem::replace(&mut self.told, true) {
            return None;
        }
        let outcome = self.follower.room()?.outcome();
        Some(outcome.map_or("called off".to_owned(), |outcome| outcome.to_string()))
    }

    /// Whether there is nothing more to do at this table.
    pub(super) fn is_done(&self) -> bool {
        self.done
            || self.next_room().is_some()
            || self
                .over_since
                .is_some_and(|since| since.elapsed() > LINGER)
    }

    /// Takes in what the server says; what to answer.
    pub(super) fn hear(&mut self, message: &ToClient) -> Result<Vec<ToServer>, String> {
        let heard = self
            .follower
            .hear(message)
            .map_err(|corrupt| format!("{}: {corrupt}", self.follower.id()))?;
        let mut messages = Vec::new();
        if heard.gap {
            messages.push(self.follower.watch());
        }
        self.take(&heard);
        if !heard.entries.is_empty() || !heard.settled.is_empty() {
            messages.extend(self.consider());
        }
        Ok(messages)
    }

    /// A seat that somebody else took, or a table that is closed, is left alone.
    fn take(&mut self, heard: &Heard) {
        for (sent, outcome) in &heard.settled {
            if let (Command::Sit { .. }, Outcome::Refused(refusal)) = (&sent.command, outcome) {
                eprintln!("{}: {refusal}", self.follower.id());
                self.done = true;
            }
        }
    }

    /// What it has thought of is played if the board is still the same.
    pub(super) fn thought(&mut self, thought: Thought) -> Result<Vec<ToServer>, String> {
        self.accepts_draw = thought.accepts_draw;
        if thought.seq != self.asked || !self.is_my_turn() {
            return Ok(Vec::new());
        }
        let command = match thought.action {
            Ok(action) => Command::Act { action },
            // Better to leave than to let the other wait for nothing.
            Err(error) => {
                eprintln!("{}: {error}; it resigns", self.follower.id());
                Command::Resign
            }
        };
        Ok(vec![self.send(command)])
    }

    fn my_seat(&self) -> Option<Seat> {
        self.follower.room()?.seat_of(&self.me.id)
    }

    fn is_my_turn(&self) -> bool {
        let Some(room) = self.follower.room() else {
            return false;
        };
        let mine = room.to_act().is_some() && room.to_act() == self.my_seat();
        mine && room.house_acts().is_none()
    }

    fn send(&mut self, command: Command) -> ToServer {
        self.sent += 1;
        let id = format!("bot-{:x}-{}", self.run, self.sent);
        let id = CommandId::new(&id).unwrap_or_else(|_| unreachable!("a proper id"));
        self.follower.send(id, command)
    }

    /// What there is to do at the table as it is now.
    fn consider(&mut self) -> Option<ToServer> {
        if !self.follower.under_way().is_empty() {
            return None;
        }
        let room = self.follower.room()?;
        match room.phase() {
            Phase::Waiting if room.chair_of(&self.me.id).is_none() => {
                let name = self.me.name.clone();
                Some(self.send(Command::Sit { chair: None, name }))
            }
            Phase::Waiting => None,
            Phase::Aborted(_) => {
                self.over_since.get_or_insert_with(Instant::now);
                self.done = true;
                None
            }
            Phase::Playing | Phase::Over => {
                if room.phase() == Phase::Over {
                    self.over_since.get_or_insert_with(Instant::now);
                }
                let Some(seat) = self.my_seat() else {
                    self.done = true;
                    return None;
                };
                let asked = room
                    .pending()
                    .iter()
                    .find(|open| open.awaits.contains(&seat));
                if let Some(offer) = asked.map(|open| open.offer) {
                    let accept = match offer {
                        Offer::Draw => self.accepts_draw,
                        Offer::TakeBack | Offer::Rematch => true,
                    };
                    return Some(self.send(Command::Answer { offer, accept }));
                }
                self.think();
                None
            }
        }
    }

    /// Begins to think when it is its turn, once for each board.
    fn think(&mut self) {
        if !self.is_my_turn() {
            return;
        }
        let Some(room) = self.follower.room() else {
            return;
        };
        self.asked = room.seq();
        self.thinker.ask(Question {
            seq: room.seq(),
            game: room.terms().game.clone(),
            start: room.terms().start.clone(),
            actions: room.table().history(),
        });
    }
}
