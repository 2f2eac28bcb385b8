use tablier_rooms::{
    ABORTABLE_PLIES, Actor, Entry, Event, MOST_LAG_MS, Now, Occupant, Offer, TimeControl,
};
use tablier_rules::Seat;

/// The books that a referee keeps of a table, from the entries alone and in the simplest way.
pub(super) struct Books {
    pub(super) log: Vec<Entry>,
    pub(super) chairs: Vec<Option<Occupant>>,
    pub(super) seats: Vec<Occupant>,
    pub(super) left: Vec<bool>,
    pub(super) control: TimeControl,
    pub(super) clocks: Vec<u64>,
    pub(super) acts: Vec<u64>,
    pub(super) began: u64,
    pub(super) ply: usize,
    pub(super) board: u64,
    /// The questions: what was asked, by which seat, and who agreed.
    pub(super) questions: Vec<(Offer, Seat, Vec<Seat>)>,
}

impl Books {
    /// The books after an opening.
    pub(super) fn new(log: &[Entry]) -> Self {
        let mut books = Self {
            log: Vec::new(),
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
        };
        for entry in log {
            books.write(entry);
        }
        books
    }

    pub(super) fn last_at(&self) -> u64 {
        self.log.last().map_or(0, |entry| entry.at)
    }

    /// A person for their own seat, the house for computer players and for seats that were left.
    pub(super) fn may_decide(&self, actor: &Actor, seat: Seat) -> bool {
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

    pub(super) fn is_house_seat(&self, seat: Seat) -> bool {
        self.may_decide(&Actor::House, seat)
    }

    /// The clocks after an action now; none if the time had run out.
    pub(super) fn clocks_after(&self, seat: Seat, now: &Now, last: u64) -> Option<Vec<u64>> {
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

    /// Records an entry in the books.
    pub(super) fn write(&mut self, entry: &Entry) {
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

fn machine(place: &tablier_rooms::Place) -> Option<Occupant> {
    match place {
        tablier_rooms::Place::Open | tablier_rooms::Place::Kept => None,
        tablier_rooms::Place::Machine(level) => Some(Occupant::Machine { level: *level }),
    }
}
