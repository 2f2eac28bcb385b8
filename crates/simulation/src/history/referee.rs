use std::collections::HashMap;

use tablier_rooms::{
    ABORTABLE_PLIES, Actor, Cause, Command, CommandId, Decision, Entry, Event, MOST_LAG_MS, Now,
    Occupant, Offer, Order, Phase, PlayerId, Refusal, Room, TimeControl,
};
use tablier_rules::{Seat, Status};

use super::orders::Sent;

/// Keeps its own books of a table, from the entries alone and in the simplest way, and checks every
/// decision against them.
pub(super) struct Referee {
    log: Vec<Entry>,
    carried: HashMap<(Option<PlayerId>, CommandId), u64>,
    chairs: Vec<Option<Occupant>>,
    seats: Vec<Occupant>,
    left: Vec<bool>,
    control: TimeControl,
    clocks: Vec<u64>,
    acts: Vec<u64>,
    began: u64,
    ply: usize,
    board: u64,
    /// The questions: what was asked, by which seat, and who agreed.
    questions: Vec<(Offer, Seat, Vec<Seat>)>,
    /// The order being carried out, with its time.
    order: Option<(Order, Now)>,
}

type Law = Result<(), String>;

/// Names the law that does not hold.
fn must(holds: bool, law: &str) -> Law {
    if holds { Ok(()) } else { Err(law.to_owned()) }
}

impl Referee {
    /// The books after an opening.
    pub(super) fn new(log: &[Entry]) -> Self {
        let mut books = Self {
            log: Vec::new(),
            carried: HashMap::new(),
            chairs: Vec::new(),
            seats: Vec::new(),
            left: Vec::new(),
            control: TimeControl::None,
            clocks: Vec::new(),
            acts: Vec::new(),
            began: 0,
            ply: 0,
            board: 1,
            questions: Vec::new(),
            order: None,
        };
        for entry in log {
            books.write(entry);
        }
        books
    }

    pub(super) fn log(&self) -> &[Entry] {
        &self.log
    }

    /// Judges the room's decision on an order; returns the entries that follow.
    pub(super) fn judge(
        &mut self,
        room: &Room,
        sent: &Sent,
        now: &Now,
        decision: Result<Decision, Refusal>,
    ) -> Result<Vec<Entry>, String> {
        let order = &sent.order;
        let by = player(&order.actor).cloned();
        let before = self.carried.get(&(by.clone(), order.id.clone())).copied();
        // A repeated order expects what came before its own first entry. A sender who has seen that
        // entry and reuses the id means another order.
        let again = before.is_some_and(|seq| order.expects < seq);
        match decision {
            Err(refusal) => {
                let outdated = matches!(refusal, Refusal::Outdated { .. });
                must(!again || outdated, "what was carried out is refused")?;
                if !again && sent.legal && self.is_due(room, order, now) {
                    return Err(format!("{order:?} at {now:?} is refused: {refusal}"));
                }
                Ok(Vec::new())
            }
            Ok(Decision::Repeated { seq }) => {
                must(
                    before == Some(seq),
                    "called repeated, but was never carried out",
                )?;
                Ok(Vec::new())
            }
            Ok(Decision::Events(events)) => {
                must(!again, "an order is carried out twice")?;
                must(!events.is_empty(), "an order without events")?;
                must(order.expects <= room.seq(), "an order from the future")?;
                let entries = room.entries(order, now, events);
                self.carried.insert((by, order.id.clone()), entries[0].seq);
                self.order = Some((order.clone(), now.clone()));
                Ok(entries)
            }
        }
    }

    /// Whether a legal action must be carried out: by the right actor, on the current board, in
    /// time.
    fn is_due(&self, room: &Room, order: &Order, now: &Now) -> bool {
        if room.phase() != Phase::Playing
            || order.expects != room.seq()
            || !matches!(order.command, Command::Act { .. })
        {
            return false;
        }
        let Status::Acts(seat) = room.table().status() else {
            return false;
        };
        let mine = self.may_decide(&order.actor, seat);
        mine && self.clocks_after(seat, now, self.last_at()).is_some()
    }

    fn last_at(&self) -> u64 {
        self.log.last().map_or(0, |entry| entry.at)
    }

    /// A person for their own seat, the house for computer players and for seats that were left.
    fn may_decide(&self, actor: &Actor, seat: Seat) -> bool {
        let at = seat.index();
        match (actor, self.seats.get(at)) {
            (Actor::Player(player), Some(Occupant::Person { player: owner, .. })) => {
                player == owner && !self.left[at]
            }
            (Actor::House, Some(Occupant::Person { .. })) => self.left[at],
            (Actor::House, Some(Occupant::Machine { .. })) => true,
            _ => false,
        }
    }

    fn is_house_seat(&self, seat: Seat) -> bool {
        self.may_decide(&Actor::House, seat)
    }

    /// The clocks after an action now; none if the time had run out.
    fn clocks_after(&self, seat: Seat, now: &Now, last: u64) -> Option<Vec<u64>> {
        let mut clocks = self.clocks.clone();
        if clocks.is_empty() || self.ply < ABORTABLE_PLIES || self.is_house_seat(seat) {
            return Some(clocks);
        }
        let mine = &mut clocks[seat.index()];
        let took = now.ms.max(last) - self.began;
        let charged = took.saturating_sub(now.lag_ms.min(MOST_LAG_MS));
        if charged > *mine {
            return None;
        }
        match self.control {
            TimeControl::Clock { increment_ms, .. } => *mine = *mine - charged + increment_ms,
            TimeControl::Days(days) => *mine = u64::from(days) * 86_400_000,
            TimeControl::None => {}
        }
        Some(clocks)
    }

    /// Judges an entry before the room applies it.
    pub(super) fn before(&self, room: &Room, entry: &Entry) -> Law {
        self.entry(room, entry)
            .map_err(|law| format!("{law}: {entry:?}"))
    }

    fn entry(&self, room: &Room, entry: &Entry) -> Law {
        let Some((order, now)) = &self.order else {
            return Err("an entry without an order".to_owned());
        };
        must(entry.seq == self.log.len() as u64 + 1, "a gap in the log")?;
        must(entry.at >= self.last_at(), "time goes backwards")?;
        must(
            entry.by.as_ref() == player(&order.actor),
            "signed by another",
        )?;
        must(entry.id.as_ref() == Some(&order.id), "another order's name")?;
        let actor = &order.actor;
        let playing = room.phase() == Phase::Playing;
        match &entry.event {
            Event::Opened { .. } => Err("opened twice".to_owned()),
            Event::Sat { chair, player, .. } => {
                let holds = |taken: &Option<Occupant>| {
                    taken.as_ref().and_then(Occupant::player) == Some(player)
                };
                must(*actor == Actor::Player(player.clone()), "sat for another")?;
                must(!self.chairs.iter().any(holds), "sat on two chairs")?;
                must(
                    self.chairs[usize::from(*chair)].is_none(),
                    "sat on another's lap",
                )
            }
            Event::Stood { chair } => {
                let owner = self.chairs[usize::from(*chair)].as_ref();
                let owner = owner.and_then(Occupant::player);
                must(
                    owner.is_some() && owner == player(actor),
                    "stood for another",
                )
            }
            Event::Started { seats } => {
                let count = seats.len();
                let turned = |turn: usize| {
                    (0..count)
                        .all(|at| self.chairs[(at + turn) % count].as_ref() == Some(&seats[at]))
                };
                must(self.seats.is_empty(), "began twice")?;
                must((0..count).any(turned), "others than those who sat down")
            }
            Event::Acted { seat, left, .. } => {
                must(playing, "an action without a game")?;
                must(room.table().status() == Status::Acts(*seat), "out of turn")?;
                must(self.may_decide(actor, *seat), "acted for another")?;
                must(order.expects >= self.board, "two actions for one ply")?;
                let clocks = self.clocks_after(*seat, now, self.last_at());
                must(clocks.as_ref() == Some(left), "the clocks are wrong")
            }
            Event::Offered { seat, .. } | Event::Answered { seat, .. } => {
                let mine = self.seats.get(seat.index()).and_then(Occupant::player);
                must(mine == player(actor), "asked or answered for another")
            }
            Event::TakenBack { ply } => {
                must(
                    playing && (*ply as usize) < self.ply,
                    "back to where one is",
                )?;
                self.all_agree(room, Offer::TakeBack)
            }
            Event::Drawn => {
                must(playing, "drawn without a game")?;
                self.all_agree(room, Offer::Draw)
            }
            Event::Left {
                seat,
                out_of_time: false,
            } => {
                let mine = self.seats.get(seat.index()).and_then(Occupant::player);
                must(playing && mine == player(actor), "resigned for another")?;
                must(!self.left[seat.index()], "left twice")
            }
            Event::Left { seat, .. } => {
                must(
                    playing && !self.is_house_seat(*seat),
                    "a flag without a clock",
                )?;
                must(
                    room.table().status() == Status::Acts(*seat),
                    "a flag out of turn",
                )?;
                must(self.ply >= ABORTABLE_PLIES, "a flag before the clocks run")?;
                let left = self
                    .clocks
                    .get(seat.index())
                    .ok_or("a flag without a clock")?;
                must(now.ms > self.began + left + MOST_LAG_MS, "a flag too early")
            }
            Event::Aborted { cause } => match cause {
                Cause::Closed => must(*actor == Actor::House, "closed by a guest"),
                Cause::Player if playing => {
                    let early = self.ply < ABORTABLE_PLIES || self.seats.len() == 1;
                    let sits = |seat: &Occupant| seat.player() == player(actor);
                    must(early, "called off too late")?;
                    must(
                        player(actor).is_some() && self.seats.iter().any(sits),
                        "by a stranger",
                    )
                }
                Cause::Player => must(player(actor) == Some(room.host()), "closed by a guest"),
            },
            Event::Became { player, now } => {
                must(*actor == Actor::House, "a guest named another")?;
                let sits = |one: &PlayerId| {
                    let mut chairs = self.chairs.iter().flatten();
                    chairs.any(|taken| taken.player() == Some(one))
                };
                must(player != now, "became the same")?;
                must(!(sits(player) && sits(now)), "one on two chairs")
            }
            Event::Rematched { .. } => {
                must(room.phase() == Phase::Over, "a rematch of nothing")?;
                self.all_agree(room, Offer::Rematch)
            }
        }
    }

    /// Whether everybody concerned agreed to what somebody asked.
    fn all_agree(&self, room: &Room, offer: Offer) -> Law {
        let asked = self.questions.iter().rev().find(|asked| asked.0 == offer);
        let (_, by, yes) = asked.ok_or("nobody asked")?;
        let scene = room.table().scene();
        let concerned = Seat::all(self.seats.len() as u8).filter(|seat| {
            let at = seat.index();
            let machine = self.seats[at].player().is_none();
            let gone = self.left[at] || scene.seats.get(at).is_some_and(|view| view.out);
            match offer {
                Offer::Rematch => !machine,
                Offer::TakeBack => !machine && !gone,
                Offer::Draw => !gone,
            }
        });
        let missing = concerned
            .filter(|seat| seat != by && !yes.contains(seat))
            .count();
        must(missing == 0, "somebody did not agree")
    }

    /// Judges the room after it has applied an entry.
    pub(super) fn applied(&mut self, room: &Room, entry: &Entry) -> Law {
        self.write(entry);
        must(
            room.seq() == entry.seq && room.last_at() == entry.at,
            "another number",
        )?;
        must(room.table().ply() == self.ply, "another number of actions")?;
        must(room.time_left() == self.clocks, "other clocks")?;
        must(room.occupants() == self.seats, "other people")?;
        let over = matches!(room.table().status(), Status::Over(_));
        must(over == (room.phase() == Phase::Over), "over, and not over")?;
        let TimeControl::Clock {
            base_ms,
            increment_ms,
        } = self.control
        else {
            return Ok(());
        };
        let most = |acts: &u64| base_ms.max(increment_ms) + acts * increment_ms;
        let fair = self
            .clocks
            .iter()
            .zip(&self.acts)
            .all(|(left, acts)| *left <= most(acts));
        must(fair, "a clock has grown by more than its increments")
    }

    /// Records an entry in the books.
    fn write(&mut self, entry: &Entry) {
        self.log.push(entry.clone());
        match &entry.event {
            Event::Opened { terms, .. } => {
                self.control = terms.time;
                self.chairs = terms.seats.iter().map(machine).collect();
                let count = terms.seats.len();
                self.clocks = match self.control {
                    // A game for one has no clock.
                    _ if count == 1 => Vec::new(),
                    TimeControl::None => Vec::new(),
                    TimeControl::Days(days) => vec![u64::from(days) * 86_400_000; count],
                    TimeControl::Clock {
                        base_ms,
                        increment_ms,
                    } => vec![base_ms.max(increment_ms); count],
                };
            }
            Event::Sat {
                chair,
                player,
                name,
            } => {
                self.chairs[usize::from(*chair)] = Some(Occupant::Person {
                    player: player.clone(),
                    name: name.clone(),
                });
            }
            Event::Stood { chair } => self.chairs[usize::from(*chair)] = None,
            Event::Started { seats } => {
                let count = seats.len();
                self.seats.clone_from(seats);
                self.left = vec![false; count];
                self.acts = vec![0; count];
                self.turn(entry);
            }
            Event::Acted { seat, left, .. } => {
                self.ply += 1;
                self.clocks.clone_from(left);
                self.acts[seat.index()] += 1;
                self.turn(entry);
            }
            Event::TakenBack { ply } => {
                self.ply = *ply as usize;
                self.turn(entry);
            }
            Event::Offered { seat, offer } => self.questions.push((*offer, *seat, Vec::new())),
            Event::Answered {
                seat,
                offer,
                accept,
            } => {
                let open = self.questions.iter().rposition(|asked| asked.0 == *offer);
                match open {
                    Some(at) if *accept => self.questions[at].2.push(*seat),
                    Some(at) => drop(self.questions.remove(at)),
                    None => {}
                }
            }
            Event::Left { seat, .. } => {
                self.left[seat.index()] = true;
                self.board = entry.seq;
            }
            Event::Drawn | Event::Aborted { .. } => self.board = entry.seq,
            Event::Became { player, now } => {
                let chairs = self.chairs.iter_mut().flatten();
                for occupant in chairs.chain(&mut self.seats) {
                    if let Occupant::Person { player: sits, .. } = occupant
                        && sits == player
                    {
                        *sits = now.clone();
                    }
                }
            }
            Event::Rematched { .. } => {}
        }
    }

    fn turn(&mut self, entry: &Entry) {
        self.began = entry.at;
        self.board = entry.seq;
        self.questions.clear();
    }
}

fn player(actor: &Actor) -> Option<&PlayerId> {
    match actor {
        Actor::Player(player) => Some(player),
        Actor::House => None,
    }
}

fn machine(place: &tablier_rooms::Place) -> Option<Occupant> {
    match place {
        tablier_rooms::Place::Open | tablier_rooms::Place::Kept => None,
        tablier_rooms::Place::Machine(level) => Some(Occupant::Machine { level: *level }),
    }
}

/// The name of an event.
pub fn kind(event: &Event) -> &'static str {
    match event {
        Event::Opened { .. } => "Opened",
        Event::Sat { .. } => "Sat",
        Event::Stood { .. } => "Stood",
        Event::Started { .. } => "Started",
        Event::Acted { .. } => "Acted",
        Event::Offered { .. } => "Offered",
        Event::Answered { .. } => "Answered",
        Event::TakenBack { .. } => "TakenBack",
        Event::Drawn => "Drawn",
        Event::Left {
            out_of_time: false, ..
        } => "Left",
        Event::Left { .. } => "Left out of time",
        Event::Aborted { .. } => "Aborted",
        Event::Became { .. } => "Became",
        Event::Rematched { .. } => "Rematched",
    }
}
