use tablier_rules::{Seat, Status};

use crate::clock::Clocks;
use crate::opening::{check_name, machine};
use crate::recent::RecentCommands;
use crate::room::rotated;
use crate::{
    ABORTABLE_PLIES, Cause, Corrupt, Entry, Event, First, Occupant, Offer, Pending, Phase,
    PlayerId, Room,
};

impl Room {
    /// A table just opened with these events ([`crate::Opening::events`], [`Room::rematch`]) at
    /// this time.
    pub fn open(events: Vec<Event>, at: u64) -> Result<Self, Corrupt> {
        Self::fold(&Entry::opening(events, at))
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
            recent: RecentCommands::default(),
        };
        room.recent.add(first);
        for entry in rest {
            room.apply(entry)?;
        }
        Ok(room)
    }

    /// Applies one more entry. An entry that does not fit changes nothing.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), Corrupt> {
        let corrupt = |why| Corrupt {
            seq: entry.seq,
            why,
        };
        if Some(entry.seq) != self.seq.checked_add(1) {
            return Err(corrupt("a number is missing or comes twice"));
        }
        if entry.at < self.at {
            return Err(corrupt("time goes backwards"));
        }
        self.change(entry).map_err(corrupt)?;
        self.seq = entry.seq;
        self.at = entry.at;
        self.recent.add(entry);
        if self.phase == Phase::Playing && matches!(self.table.status(), Status::Over(_)) {
            self.phase = Phase::Over;
            self.pending.clear();
            self.asked.clear();
        }
        Ok(())
    }

    /// Makes the change; one that does not fit is refused before anything is touched.
    fn change(&mut self, entry: &Entry) -> Result<(), &'static str> {
        let by = entry.by.as_ref();
        match &entry.event {
            Event::Opened { .. } => return Err("a table is opened once"),
            Event::Sat {
                chair,
                player,
                name,
            } => self.seat_down(by, *chair, player, name)?,
            Event::Stood { chair } => match self.chairs.get_mut(usize::from(*chair)) {
                Some(place @ Some(_)) if self.phase == Phase::Waiting => {
                    if by.is_none() || place.as_ref().and_then(Occupant::player) != by {
                        return Err("nobody gets up for another");
                    }
                    *place = None;
                }
                _ => return Err("nobody gets up from that chair"),
            },
            Event::Started { seats } => {
                if self.phase != Phase::Waiting || !self.can_begin(seats) {
                    return Err("the game cannot begin like that");
                }
                self.seats.clone_from(seats);
                self.phase = Phase::Playing;
                self.new_turn(entry);
            }
            Event::Acted { seat, action, left } => {
                self.act_out(by, *seat, action, left)?;
                self.new_turn(entry);
            }
            Event::Offered { seat, offer } => {
                if !self.is_for(by, *seat) || self.may_offer(*seat, *offer).is_err() {
                    return Err("that cannot be asked");
                }
                let awaits = self.asked_for(*seat, *offer);
                self.asked.push((*seat, *offer));
                self.pending.push(Pending {
                    offer: *offer,
                    by: *seat,
                    awaits,
                    seq: entry.seq,
                });
            }
            Event::Answered {
                seat,
                offer,
                accept,
            } => {
                let asked = |open: &Pending| open.offer == *offer && open.awaits.contains(seat);
                let at = self.pending.iter().position(asked);
                let at = at.ok_or("nobody asked that seat")?;
                if !self.is_for(by, *seat) {
                    return Err("nobody answers for another");
                }
                if *accept {
                    self.pending[at].awaits.retain(|other| other != seat);
                } else {
                    self.pending.remove(at);
                }
            }
            Event::TakenBack { ply } => {
                let agreed = self.agreed_by_all(Offer::TakeBack);
                let back = agreed.and_then(|asked| self.way_back(asked));
                if self.phase != Phase::Playing || back != Some(*ply as usize) {
                    return Err("there is no way back to there");
                }
                while self.table.ply() > *ply as usize && self.table.undo() {}
                self.acted.truncate(*ply as usize);
                self.new_turn(entry);
            }
            Event::Drawn => {
                let agreed = self.agreed_by_all(Offer::Draw).is_some();
                if self.phase != Phase::Playing || !agreed || !self.table.agree_draw() {
                    return Err("no draw was agreed");
                }
                self.board_seq = entry.seq;
            }
            Event::Left { seat, out_of_time } => {
                let time_is_up = self.flag_due().is_some_and(|due| entry.at > due);
                let goes = if *out_of_time {
                    time_is_up && self.to_act() == Some(*seat)
                } else {
                    self.is_for(by, *seat)
                };
                if self.phase != Phase::Playing || !goes || !self.table.leave(*seat, *out_of_time) {
                    return Err("that seat cannot leave");
                }
                self.board_seq = entry.seq;
                self.forget_questions_of(*seat);
            }
            Event::Aborted { cause } => {
                if !self.may_end(by, *cause) {
                    return Err("it cannot be ended like that");
                }
                self.phase = Phase::Aborted(*cause);
                self.pending.clear();
                self.board_seq = entry.seq;
            }
            Event::Became { player, now } => {
                if by.is_some() || self.may_become(player, now).is_err() {
                    return Err("nobody becomes another like that");
                }
                let taken = self.chairs.iter_mut().flatten().chain(&mut self.seats);
                for occupant in taken {
                    match occupant {
                        Occupant::Person { player: sits, .. } if sits == player => {
                            sits.clone_from(now);
                        }
                        _ => {}
                    }
                }
                if self.host == *player {
                    self.host.clone_from(now);
                }
            }
            Event::Rematched { room } => {
                if self.next.is_some() || self.agreed_by_all(Offer::Rematch).is_none() {
                    return Err("no rematch was agreed");
                }
                self.pending.clear();
                self.next = Some(room.clone());
            }
        }
        Ok(())
    }

    fn seat_down(
        &mut self,
        by: Option<&PlayerId>,
        chair: u8,
        player: &PlayerId,
        name: &str,
    ) -> Result<(), &'static str> {
        if self.phase != Phase::Waiting {
            return Err("nobody sits down at a game that has begun");
        }
        if by.is_some_and(|by| by != player) || self.chair_of(player).is_some() {
            return Err("nobody sits down for another, or twice");
        }
        check_name(name).map_err(|_| "that is no name")?;
        match self.chairs.get_mut(usize::from(chair)) {
            Some(place @ None) => {
                *place = Some(Occupant::Person {
                    player: player.clone(),
                    name: name.to_owned(),
                });
                Ok(())
            }
            _ => Err("that chair is not free"),
        }
    }

    fn act_out(
        &mut self,
        by: Option<&PlayerId>,
        seat: Seat,
        action: &str,
        left: &[u64],
    ) -> Result<(), &'static str> {
        if self.to_act() != Some(seat) || !self.is_for(by, seat) {
            return Err("that seat does not act, or another acts for it");
        }
        if !self.clocks.allow(seat, left, self.clock_runs()) {
            return Err("the clocks cannot show that");
        }
        match self.table.play(action) {
            Ok(written) if written == action => {}
            Ok(_) => {
                self.table.undo();
                return Err("that action is written otherwise");
            }
            Err(_) => return Err("the rules refuse that action"),
        }
        self.acted.push(seat);
        self.clocks.set(left);
        Ok(())
    }

    fn new_turn(&mut self, entry: &Entry) {
        self.clocks.begin(entry.at);
        self.pending.clear();
        self.asked.clear();
        self.board_seq = entry.seq;
    }

    /// Whether these are the people on the chairs, in an order that the terms allow.
    fn can_begin(&self, seats: &[Occupant]) -> bool {
        let Some(chairs) = self.chairs.iter().cloned().collect::<Option<Vec<_>>>() else {
            return false;
        };
        match self.terms.first {
            First::Chosen => seats == chairs,
            First::Lot => (0..chairs.len()).any(|turn| rotated(&chairs, turn) == seats),
        }
    }

    /// Whether somebody decides for a seat: the person who has it, otherwise the house.
    fn is_for(&self, by: Option<&PlayerId>, seat: Seat) -> bool {
        match self.seats.get(seat.index()) {
            Some(Occupant::Person { player, .. }) if !self.plays_for(seat) => by == Some(player),
            Some(_) => by.is_none(),
            None => false,
        }
    }

    /// Whether the house plays the seat of somebody who left; a rematch is up to them again.
    fn plays_for(&self, seat: Seat) -> bool {
        self.phase == Phase::Playing && self.table.has_left(seat)
    }

    /// Who asked for something that all have agreed to.
    fn agreed_by_all(&self, offer: Offer) -> Option<Seat> {
        self.pending
            .iter()
            .find(|open| open.offer == offer && open.awaits.is_empty())
            .map(|open| open.by)
    }

    /// Somebody who has left is no longer asked, and nobody waits for their answer. Questions that
    /// only they had not answered can be asked again.
    fn forget_questions_of(&mut self, seat: Seat) {
        for open in &mut self.pending {
            open.awaits.retain(|&other| other != seat);
        }
        let asked = &mut self.asked;
        self.pending.retain(|open| {
            let stays = open.by != seat && !open.awaits.is_empty();
            if !stays {
                asked.retain(|&known| known != (open.by, open.offer));
            }
            stays
        });
    }

    fn may_end(&self, by: Option<&PlayerId>, cause: Cause) -> bool {
        match (cause, self.phase) {
            (_, Phase::Over | Phase::Aborted(_)) => false,
            (Cause::Closed, _) => by.is_none(),
            (Cause::Player, Phase::Waiting) => by == Some(&self.host),
            (Cause::Player, Phase::Playing) => {
                let early = self.table.ply() < ABORTABLE_PLIES || self.seats.len() == 1;
                early && by.is_some_and(|player| self.seat_of(player).is_some())
            }
        }
    }
}
