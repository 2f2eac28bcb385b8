use std::collections::VecDeque;
use std::fmt;

use tablier_rules::{Outcome, Seat, Status, Table};

use crate::clock::Clocks;
use crate::opening::machine;
use crate::{
    ABORTABLE_PLIES, Cause, CommandId, Entry, Event, Occupant, Offer, PlayerId, RoomId, Terms,
};

/// How many commands a room remembers, to recognise one that is sent again. Older ones are known by
/// the sequence number they expect.
const REMEMBERED: usize = 32;

/// The state of a table: the fold of its log.
pub struct Room {
    seq: u64,
    at: u64,
    terms: Terms,
    host: PlayerId,
    host_name: String,
    earlier: Option<RoomId>,
    chairs: Vec<Chair>,
    seats: Vec<Occupant>,
    phase: Phase,
    table: Box<dyn Table>,
    /// Which seat played each action.
    acted: Vec<Seat>,
    clocks: Clocks,
    pending: Vec<Pending>,
    /// What was asked since the last action.
    asked: Vec<(Seat, Offer)>,
    next: Option<RoomId>,
    /// The entry that last changed the board.
    board_seq: u64,
    remembered: VecDeque<(Option<PlayerId>, CommandId, u64)>,
}

/// Who sits on a chair; nobody yet if none.
pub type Chair = Option<Occupant>;

/// How far a table is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Somebody is missing.
    Waiting,
    /// The game is on.
    Playing,
    /// The game is over.
    Over,
    /// It ended without a result.
    Aborted(Cause),
}

/// A question that is still open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pending {
    /// What was asked.
    pub offer: Offer,
    /// Who asked.
    pub by: Seat,
    /// Who has not answered yet.
    pub awaits: Vec<Seat>,
}

/// An entry does not fit the log before it: the log is damaged, or from other rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Corrupt {
    /// The number of the entry.
    pub seq: u64,
    /// What is wrong with it.
    pub why: &'static str,
}

impl fmt::Display for Corrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {} does not fit: {}", self.seq, self.why)
    }
}

impl std::error::Error for Corrupt {}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Room")
            .field("seq", &self.seq)
            .field("game", &self.terms.game)
            .field("phase", &self.phase)
            .finish_non_exhaustive()
    }
}

impl Room {
    /// A table that has just been opened with these events ([`crate::Opening::events`],
    /// [`Room::rematch`]) at this time.
    pub fn open(events: Vec<Event>, at: u64) -> Result<Self, Corrupt> {
        Self::fold(&entries(0, at, None, None, events))
    }

    /// The state after a whole log.
    pub fn fold(log: &[Entry]) -> Result<Self, Corrupt> {
        let corrupt = |why| Corrupt { seq: 1, why };
        let (first, rest) = log.split_first().ok_or(corrupt("an empty log"))?;
        let Event::Opened {
            terms,
            host,
            host_name,
            earlier,
        } = &first.event
        else {
            return Err(corrupt("a log begins with the opening"));
        };
        if first.seq != 1 {
            return Err(corrupt("a log begins with number 1"));
        }
        let table = terms
            .table()
            .map_err(|_| corrupt("these terms are not possible"))?;
        let mut room = Self {
            seq: 1,
            at: first.at,
            clocks: Clocks::new(terms.time, terms.seats.len()),
            chairs: terms.seats.iter().map(machine).collect(),
            terms: terms.clone(),
            host: host.clone(),
            host_name: host_name.clone(),
            earlier: earlier.clone(),
            seats: Vec::new(),
            phase: Phase::Waiting,
            table,
            acted: Vec::new(),
            pending: Vec::new(),
            asked: Vec::new(),
            next: None,
            board_seq: 1,
            remembered: VecDeque::new(),
        };
        room.remember(first);
        for entry in rest {
            room.apply(entry)?;
        }
        Ok(room)
    }

    /// One more entry. An entry that does not fit changes nothing.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), Corrupt> {
        let corrupt = |why| {
            Err(Corrupt {
                seq: entry.seq,
                why,
            })
        };
        if entry.seq != self.seq + 1 {
            return corrupt("a number is missing or comes twice");
        }
        if entry.at < self.at {
            return corrupt("time goes backwards");
        }
        if let Err(why) = self.change(entry) {
            return corrupt(why);
        }
        self.seq = entry.seq;
        self.at = entry.at;
        self.remember(entry);
        if self.phase == Phase::Playing && matches!(self.table.status(), Status::Over(_)) {
            self.phase = Phase::Over;
            self.pending.clear();
            self.asked.clear();
        }
        Ok(())
    }

    /// Makes the change; one that does not fit is refused before anything is touched.
    fn change(&mut self, entry: &Entry) -> Result<(), &'static str> {
        let playing = self.phase == Phase::Playing;
        match &entry.event {
            Event::Opened { .. } => return Err("a table is opened once"),
            Event::Sat {
                chair,
                player,
                name,
            } => {
                if self.phase != Phase::Waiting {
                    return Err("nobody sits down at a game that has begun");
                }
                match self.chairs.get_mut(usize::from(*chair)) {
                    Some(place @ None) => {
                        *place = Some(Occupant::Person {
                            player: player.clone(),
                            name: name.clone(),
                        });
                    }
                    _ => return Err("that chair is not free"),
                }
            }
            Event::Stood { chair } => match self.chairs.get_mut(usize::from(*chair)) {
                Some(place @ Some(Occupant::Person { .. })) if self.phase == Phase::Waiting => {
                    *place = None;
                }
                _ => return Err("nobody gets up from that chair"),
            },
            Event::Started { seats } => {
                if self.phase != Phase::Waiting || seats.len() != self.chairs.len() {
                    return Err("the game cannot begin like that");
                }
                self.seats.clone_from(seats);
                self.phase = Phase::Playing;
                self.board_seq = entry.seq;
                self.clocks.begin(entry.at);
            }
            Event::Acted { seat, action, left } => {
                if !playing || self.to_act() != Some(*seat) {
                    return Err("that seat does not act");
                }
                if self.table.play(action).is_err() {
                    return Err("the rules refuse that action");
                }
                self.acted.push(*seat);
                self.clocks.set(left);
                self.new_turn(entry);
            }
            Event::Offered { seat, offer } => {
                let awaits = self.asked_for(*seat, *offer);
                self.asked.push((*seat, *offer));
                self.pending.push(Pending {
                    offer: *offer,
                    by: *seat,
                    awaits,
                });
            }
            Event::Answered {
                seat,
                offer,
                accept,
            } => {
                let at = self
                    .pending
                    .iter()
                    .position(|open| open.offer == *offer)
                    .ok_or("nobody asked for that")?;
                if *accept {
                    self.pending[at].awaits.retain(|other| other != seat);
                } else {
                    self.pending.remove(at);
                }
            }
            Event::TakenBack { ply } => {
                let ply = *ply as usize;
                if !playing || ply >= self.table.ply() || self.left_after(ply) {
                    return Err("there is no way back to there");
                }
                while self.table.ply() > ply && self.table.undo() {}
                self.acted.truncate(ply);
                self.new_turn(entry);
            }
            Event::Drawn => {
                if !playing || !self.table.agree_draw() {
                    return Err("there is no game to be drawn");
                }
                self.board_seq = entry.seq;
            }
            Event::Left { seat, out_of_time } => {
                if !playing || !self.table.leave(*seat, *out_of_time) {
                    return Err("that seat cannot leave");
                }
                self.board_seq = entry.seq;
                // Whoever has left is not asked any more, and nobody waits for an answer from there.
                self.pending.retain(|open| open.by != *seat);
                for open in &mut self.pending {
                    open.awaits.retain(|other| other != seat);
                }
                self.pending.retain(|open| !open.awaits.is_empty());
            }
            Event::Aborted { cause } => {
                if !matches!(self.phase, Phase::Waiting | Phase::Playing) {
                    return Err("it is over");
                }
                self.phase = Phase::Aborted(*cause);
                self.pending.clear();
                self.board_seq = entry.seq;
            }
            Event::Rematched { room } => {
                if self.phase != Phase::Over || self.next.is_some() {
                    return Err("there is no rematch of this");
                }
                self.pending.clear();
                self.next = Some(room.clone());
            }
        }
        Ok(())
    }

    fn new_turn(&mut self, entry: &Entry) {
        self.clocks.begin(entry.at);
        self.pending.clear();
        self.asked.clear();
        self.board_seq = entry.seq;
    }

    fn remember(&mut self, entry: &Entry) {
        let Some(id) = &entry.id else { return };
        let again = self.known(entry.by.as_ref(), id).is_some();
        if !again {
            if self.remembered.len() == REMEMBERED {
                self.remembered.pop_front();
            }
            self.remembered
                .push_back((entry.by.clone(), id.clone(), entry.seq));
        }
    }

    /// The first entry of a command that was carried out before.
    pub(crate) fn known(&self, by: Option<&PlayerId>, id: &CommandId) -> Option<u64> {
        self.remembered
            .iter()
            .find(|(who, known, _)| known == id && who.as_ref() == by)
            .map(|&(.., seq)| seq)
    }

    /// Who must answer a question of this seat: persons, and for a draw machines too, as far as they
    /// are still in the game; for a rematch all persons.
    pub(crate) fn asked_for(&self, by: Seat, offer: Offer) -> Vec<Seat> {
        let scene = (offer != Offer::Rematch).then(|| self.table.scene());
        self.all_seats()
            .filter(|&seat| seat != by)
            .filter(|&seat| match self.seats.get(seat.index()) {
                Some(Occupant::Person { .. }) => true,
                Some(Occupant::Machine { .. }) => offer == Offer::Draw,
                None => false,
            })
            .filter(|&seat| {
                let Some(scene) = &scene else { return true };
                let out = scene.seats.get(seat.index()).is_some_and(|view| view.out);
                !out && !self.table.has_left(seat)
            })
            .collect()
    }

    /// Whether somebody left after this ply: what they did is not undone.
    pub(crate) fn left_after(&self, ply: usize) -> bool {
        self.table.leavings().iter().any(|left| left.ply > ply)
    }

    /// The ply to which a seat can ask to go back: before its last action.
    pub(crate) fn way_back(&self, seat: Seat) -> Option<usize> {
        let ply = self.acted.iter().rposition(|&other| other == seat)?;
        (!self.left_after(ply)).then_some(ply)
    }

    pub(crate) fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        Seat::all(self.chairs.len() as u8)
    }

    pub(crate) fn clocks(&self) -> &Clocks {
        &self.clocks
    }

    pub(crate) fn board_seq(&self) -> u64 {
        self.board_seq
    }

    pub(crate) fn has_asked(&self, seat: Seat, offer: Offer) -> bool {
        self.asked.contains(&(seat, offer))
    }

    /// The number of the last entry.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// When the last entry was made.
    pub fn last_at(&self) -> u64 {
        self.at
    }

    /// What is agreed.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Who opened the table.
    pub fn host(&self) -> &PlayerId {
        &self.host
    }

    /// The host's name.
    pub fn host_name(&self) -> &str {
        &self.host_name
    }

    /// The table of which this is a rematch.
    pub fn earlier(&self) -> Option<&RoomId> {
        self.earlier.as_ref()
    }

    /// The table at which these people play again.
    pub fn next_room(&self) -> Option<&RoomId> {
        self.next.as_ref()
    }

    /// Who sits on which chair.
    pub fn chairs(&self) -> &[Chair] {
        &self.chairs
    }

    /// Who has which seat, in turn order; empty before the game begins.
    pub fn occupants(&self) -> &[Occupant] {
        &self.seats
    }

    /// How far the table is.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The board.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// The questions that are open.
    pub fn pending(&self) -> &[Pending] {
        &self.pending
    }

    /// The seat that acts, while the game is on.
    pub fn to_act(&self) -> Option<Seat> {
        match self.table.status() {
            Status::Acts(seat) if self.phase == Phase::Playing => Some(seat),
            _ => None,
        }
    }

    /// How the game ended; none before, and none when it was aborted.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.table.status() {
            Status::Over(outcome) if self.phase == Phase::Over => Some(outcome),
            _ => None,
        }
    }

    /// The seat of a player, once the game has begun.
    pub fn seat_of(&self, player: &PlayerId) -> Option<Seat> {
        self.all_seats()
            .zip(&self.seats)
            .find(|(_, occupant)| occupant.player() == Some(player))
            .map(|(seat, _)| seat)
    }

    /// The chair of a player.
    pub fn chair_of(&self, player: &PlayerId) -> Option<u8> {
        let sits = |chair: &Chair| chair.as_ref().and_then(Occupant::player) == Some(player);
        self.chairs.iter().position(sits).map(|at| at as u8)
    }

    /// The level at which the house plays the seat to act: a machine's own, or 5 for a seat that was
    /// left (C11). None when a person decides.
    pub fn house_acts(&self) -> Option<(Seat, u8)> {
        let seat = self.to_act()?;
        match self.seats.get(seat.index())? {
            Occupant::Machine { level } => Some((seat, *level)),
            Occupant::Person { .. } if self.table.has_left(seat) => Some((seat, 5)),
            Occupant::Person { .. } => None,
        }
    }

    /// Whether the clock of the seat to act runs: not while the game can be aborted, and never for
    /// the machine.
    pub fn clock_runs(&self) -> bool {
        self.to_act().is_some()
            && !self.clocks.left().is_empty()
            && self.table.ply() >= ABORTABLE_PLIES
            && self.house_acts().is_none()
    }

    /// What every seat had on its clock when the turn began, in milliseconds; empty without clocks.
    pub fn time_left(&self) -> &[u64] {
        self.clocks.left()
    }

    /// When the turn began.
    pub fn turn_began(&self) -> u64 {
        self.clocks.began()
    }

    /// When the time of the seat to act runs out ([`crate::Command::Flag`] is possible from then on).
    pub fn flag_due(&self) -> Option<u64> {
        let seat = self.to_act()?;
        self.clock_runs().then(|| self.clocks.due(seat))?
    }
}

/// Events as entries that follow number `seq`.
pub(crate) fn entries(
    seq: u64,
    at: u64,
    by: Option<&PlayerId>,
    id: Option<&CommandId>,
    events: Vec<Event>,
) -> Vec<Entry> {
    (seq + 1..)
        .zip(events)
        .map(|(seq, event)| Entry {
            seq,
            at,
            by: by.cloned(),
            id: id.cloned(),
            event,
        })
        .collect()
}

/// The occupants turned so that the one at `turn` comes first.
pub(crate) fn rotated(seats: &[Occupant], turn: usize) -> Vec<Occupant> {
    let mut seats = seats.to_vec();
    let turn = turn % seats.len().max(1);
    seats.rotate_left(turn);
    seats
}
