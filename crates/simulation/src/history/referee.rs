use std::collections::HashMap;

use tablier_rooms::{
    ABORTABLE_PLIES, Actor, Cause, Command, CommandId, Decision, Entry, Event, MOST_LAG_MS, Now,
    Occupant, Offer, Order, Phase, PlayerId, Refusal, Room, TimeControl,
};
use tablier_rules::{Seat, Status};

use super::books::Books;
use super::orders::Sent;

/// Checks every decision about a table against its own books.
pub(super) struct Referee {
    books: Books,
    carried: HashMap<(Option<PlayerId>, CommandId), u64>,
    /// The order being carried out, with its time.
    order: Option<(Order, Now)>,
}

type Law = Result<(), String>;

/// Names the law that does not hold.
fn must(holds: bool, law: &str) -> Law {
    if holds { Ok(()) } else { Err(law.to_owned()) }
}

impl Referee {
    /// A referee after an opening.
    pub(super) fn new(log: &[Entry]) -> Self {
        Self {
            books: Books::new(log),
            carried: HashMap::new(),
            order: None,
        }
    }

    pub(super) fn log(&self) -> &[Entry] {
        &self.books.log
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
        let mine = self.books.may_decide(&order.actor, seat);
        mine && self
            .books
            .clocks_after(seat, now, self.books.last_at())
            .is_some()
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
        must(
            entry.seq == self.books.log.len() as u64 + 1,
            "a gap in the log",
        )?;
        must(entry.at >= self.books.last_at(), "time goes backwards")?;
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
                must(!self.books.chairs.iter().any(holds), "sat on two chairs")?;
                must(
                    self.books.chairs[usize::from(*chair)].is_none(),
                    "sat on another's lap",
                )
            }
            Event::Stood { chair } => {
                let owner = self.books.chairs[usize::from(*chair)].as_ref();
                let owner = owner.and_then(Occupant::player);
                must(
                    owner.is_some() && owner == player(actor),
                    "stood for another",
                )
            }
            Event::Started { seats } => {
                let count = seats.len();
                let turned = |turn: usize| {
                    (0..count).all(|at| {
                        self.books.chairs[(at + turn) % count].as_ref() == Some(&seats[at])
                    })
                };
                must(self.books.seats.is_empty(), "began twice")?;
                must((0..count).any(turned), "others than those who sat down")
            }
            Event::Acted { seat, left, .. } => {
                must(playing, "an action without a game")?;
                must(room.table().status() == Status::Acts(*seat), "out of turn")?;
                must(self.books.may_decide(actor, *seat), "acted for another")?;
                must(order.expects >= self.books.board, "two actions for one ply")?;
                let clocks = self.books.clocks_after(*seat, now, self.books.last_at());
                must(clocks.as_ref() == Some(left), "the clocks are wrong")
            }
            Event::Offered { seat, .. } | Event::Answered { seat, .. } => {
                let mine = self
                    .books
                    .seats
                    .get(seat.index())
                    .and_then(Occupant::player);
                must(mine == player(actor), "asked or answered for another")
            }
            Event::TakenBack { ply } => {
                must(
                    playing && (*ply as usize) < self.books.ply,
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
                let mine = self
                    .books
                    .seats
                    .get(seat.index())
                    .and_then(Occupant::player);
                must(playing && mine == player(actor), "resigned for another")?;
                must(!self.books.left[seat.index()], "left twice")
            }
            Event::Left { seat, .. } => {
                must(
                    playing && !self.books.is_house_seat(*seat),
                    "a flag without a clock",
                )?;
                must(
                    room.table().status() == Status::Acts(*seat),
                    "a flag out of turn",
                )?;
                must(
                    self.books.ply >= ABORTABLE_PLIES,
                    "a flag before the clocks run",
                )?;
                let left = self
                    .books
                    .clocks
                    .get(seat.index())
                    .ok_or("a flag without a clock")?;
                must(
                    now.ms > self.books.began + left + MOST_LAG_MS,
                    "a flag too early",
                )
            }
            Event::Aborted { cause } => match cause {
                Cause::Closed => must(*actor == Actor::House, "closed by a guest"),
                Cause::Player if playing => {
                    let early = self.books.ply < ABORTABLE_PLIES || self.books.seats.len() == 1;
                    let sits = |seat: &Occupant| seat.player() == player(actor);
                    must(early, "called off too late")?;
                    must(
                        player(actor).is_some() && self.books.seats.iter().any(sits),
                        "by a stranger",
                    )
                }
                Cause::Player => must(player(actor) == Some(room.host()), "closed by a guest"),
            },
            Event::Became { player, now } => {
                must(*actor == Actor::House, "a guest named another")?;
                let sits = |one: &PlayerId| {
                    let mut chairs = self.books.chairs.iter().flatten();
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
        let asked = self
            .books
            .questions
            .iter()
            .rev()
            .find(|asked| asked.0 == offer);
        let (_, by, yes) = asked.ok_or("nobody asked")?;
        let scene = room.table().scene();
        let concerned = Seat::all(self.books.seats.len() as u8).filter(|seat| {
            let at = seat.index();
            let machine = self.books.seats[at].player().is_none();
            let gone = self.books.left[at] || scene.seats.get(at).is_some_and(|view| view.out);
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
        self.books.write(entry);
        must(
            room.seq() == entry.seq && room.last_at() == entry.at,
            "another number",
        )?;
        must(
            room.table().ply() == self.books.ply,
            "another number of actions",
        )?;
        must(room.time_left() == self.books.clocks, "other clocks")?;
        must(room.occupants() == self.books.seats, "other people")?;
        let over = matches!(room.table().status(), Status::Over(_));
        must(over == (room.phase() == Phase::Over), "over, and not over")?;
        let TimeControl::Clock {
            base_ms,
            increment_ms,
        } = self.books.control
        else {
            return Ok(());
        };
        let most = |acts: &u64| base_ms.max(increment_ms) + acts * increment_ms;
        let fair = self
            .books
            .clocks
            .iter()
            .zip(&self.books.acts)
            .all(|(left, acts)| *left <= most(acts));
        must(fair, "a clock has grown by more than its increments")
    }
}

fn player(actor: &Actor) -> Option<&PlayerId> {
    match actor {
        Actor::Player(player) => Some(player),
        Actor::House => None,
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
