use tablier_rules::Seat;

use crate::opening::{check_name, start_if_full};
use crate::{
    ABORTABLE_PLIES, Actor, Cause, Command, Decision, Entry, Event, Now, Offer, Order, Phase,
    Place, PlayerId, Refusal, Room,
};

impl Room {
    /// What follows from an order, or why it is refused. Changes nothing: events count once they
    /// are stored and [applied](Room::apply).
    pub fn decide(&self, order: &Order, now: &Now) -> Result<Decision, Refusal> {
        let by = match &order.actor {
            Actor::Player(player) => Some(player),
            Actor::House => None,
        };
        if let Some(seq) = self.recent.find(by, &order.id) {
            return Ok(Decision::Repeated { seq });
        }
        // No client can know more than there is; and an order that may have been carried out long
        // ago is not carried out again.
        let seq = self.seq();
        if order.expects > seq || self.recent.may_have_forgotten(order.expects) {
            return Err(Refusal::Outdated { seq });
        }
        let events = match &order.command {
            Command::Sit { chair, name } => {
                let player = player(order)?;
                // The host may take any chair.
                let invited = player == self.host();
                self.sit(player, *chair, name, invited, now)
            }
            Command::SitInvited { name, key } => {
                let invited = self.terms().key.as_ref() == Some(key);
                self.sit(player(order)?, None, name, invited, now)
            }
            Command::Stand => self.stand(player(order)?),
            Command::Act { action } => self.act(order, action, now),
            Command::Offer { offer } => self.offer(order, *offer, now),
            Command::Answer { offer, accept } => {
                let seat = self.answering(order, *offer)?;
                self.answer(seat, *offer, *accept, now)
            }
            Command::Resign => self.resign(player(order)?),
            Command::Abort => self.abort(player(order)?),
            Command::Flag => self.flag(now),
            Command::Close => self.close(order),
            Command::Become { player, now } => self.become_another(order, player, now),
        }?;
        Ok(Decision::Events(events))
    }

    /// The entries for a decision: they follow the last one, and time never goes backwards.
    pub fn entries(&self, order: &Order, now: &Now, events: Vec<Event>) -> Vec<Entry> {
        let by = match &order.actor {
            Actor::Player(player) => Some(player),
            Actor::House => None,
        };
        let at = match order.command {
            // Nothing happened at the table: a game keeps the time of its last action.
            Command::Become { .. } => self.last_at(),
            _ => now.ms.max(self.last_at()),
        };
        Entry::following(self.seq(), at, by, Some(&order.id), events)
    }

    /// Decides and applies at once, for rooms kept in memory only. Returns the number of the
    /// order's first entry.
    pub fn carry_out(&mut self, order: &Order, now: &Now) -> Result<u64, Refusal> {
        match self.decide(order, now)? {
            Decision::Repeated { seq } => Ok(seq),
            Decision::Events(events) => {
                let first = self.seq() + 1;
                for entry in self.entries(order, now, events) {
                    self.apply(&entry).expect("what was decided fits");
                }
                Ok(first)
            }
        }
    }

    fn sit(
        &self,
        player: &PlayerId,
        chair: Option<u8>,
        name: &str,
        invited: bool,
        now: &Now,
    ) -> Result<Vec<Event>, Refusal> {
        match self.phase() {
            Phase::Waiting => {}
            Phase::Playing => return Err(Refusal::Started),
            Phase::Over | Phase::Aborted(_) => return Err(Refusal::Over),
        }
        check_name(name)?;
        if self.chair_of(player).is_some() {
            return Err(Refusal::SeatedAlready);
        }
        let chair = match chair {
            Some(chair) => chair,
            None => self.free_chair(invited)?,
        };
        match self.chairs().get(usize::from(chair)) {
            None => return Err(Refusal::NoSuchChair),
            Some(Some(_)) => return Err(Refusal::ChairTaken),
            Some(None) if self.is_kept(usize::from(chair)) && !invited => {
                return Err(Refusal::ChairKept);
            }
            Some(None) => {}
        }
        let mut chairs = self.chairs().to_vec();
        chairs[usize::from(chair)] = Some(crate::Occupant::Person {
            player: player.clone(),
            name: name.to_owned(),
        });
        let mut events = vec![Event::Sat {
            chair,
            player: player.clone(),
            name: name.to_owned(),
        }];
        events.extend(start_if_full(self.terms().first, &chairs, now.lot));
        Ok(events)
    }

    /// Whether a chair waits for whoever has the key.
    pub fn is_kept(&self, chair: usize) -> bool {
        self.terms().seats.get(chair) == Some(&Place::Kept)
    }

    /// The first free chair: a kept one for those who were invited, an open one for the others.
    fn free_chair(&self, invited: bool) -> Result<u8, Refusal> {
        let free = |kept: bool| {
            let mut chairs = self.chairs().iter().enumerate();
            chairs.position(|(at, chair)| chair.is_none() && self.is_kept(at) == kept)
        };
        let chair = match (invited, free(true), free(false)) {
            (true, Some(chair), _) | (_, _, Some(chair)) => chair,
            (false, Some(_), None) => return Err(Refusal::ChairKept),
            (_, None, None) => return Err(Refusal::Full),
        };
        Ok(chair as u8)
    }

    fn stand(&self, player: &PlayerId) -> Result<Vec<Event>, Refusal> {
        match self.phase() {
            Phase::Waiting => {}
            Phase::Playing => return Err(Refusal::Started),
            Phase::Over | Phase::Aborted(_) => return Err(Refusal::Over),
        }
        let chair = self.chair_of(player).ok_or(Refusal::NotSeated)?;
        Ok(vec![Event::Stood { chair }])
    }

    fn act(&self, order: &Order, action: &str, now: &Now) -> Result<Vec<Event>, Refusal> {
        self.must_be_playing()?;
        let seat = self.to_act().ok_or(Refusal::Over)?;
        let house = self.house_acts().is_some();
        match &order.actor {
            Actor::House if house => {}
            Actor::House => return Err(Refusal::NotAllowed),
            Actor::Player(player) => {
                let mine = self.seat_of(player).ok_or(Refusal::NotSeated)?;
                self.must_be_current(order)?;
                if mine != seat || house {
                    return Err(Refusal::NotYourTurn);
                }
            }
        }
        self.must_be_current(order)?;
        let ms = now.ms.max(self.last_at());
        let left = self
            .clocks()
            .after(seat, ms, now.lag_ms, self.clock_runs())
            .ok_or(Refusal::OutOfTime)?;
        let action = self
            .table()
            .explain(action)
            .map_err(|refusal| Refusal::Illegal {
                rule: refusal.rule.to_owned(),
                why: refusal.why,
            })?;
        Ok(vec![Event::Acted { seat, action, left }])
    }

    fn offer(&self, order: &Order, offer: Offer, now: &Now) -> Result<Vec<Event>, Refusal> {
        let player = player(order)?;
        if self.phase() == Phase::Waiting {
            return Err(Refusal::NotStarted);
        }
        let seat = self.seat_of(player).ok_or(Refusal::NotSeated)?;
        if offer == Offer::TakeBack {
            self.must_be_current(order)?;
        }
        if let Some(open) = self.pending().iter().find(|open| open.offer == offer) {
            // Two who ask for the same thing agree, if they see the same board.
            return if open.awaits.contains(&seat) {
                self.must_be_current(order)?;
                self.answer(seat, offer, true, now)
            } else {
                Err(Refusal::AlreadyOffered)
            };
        }
        self.may_offer(seat, offer)?;
        let mut events = vec![Event::Offered { seat, offer }];
        if self.asked_for(seat, offer).is_empty() {
            events.extend(self.agreed(seat, offer, now)?);
        }
        Ok(events)
    }

    /// Whether a seat can ask for something that nobody else is asking for.
    pub(crate) fn may_offer(&self, seat: Seat, offer: Offer) -> Result<(), Refusal> {
        match offer {
            Offer::Rematch => {
                if self.phase() != Phase::Over || self.next_room().is_some() {
                    return Err(Refusal::CannotOffer);
                }
            }
            Offer::Draw | Offer::TakeBack => {
                self.must_be_playing()?;
                // Nobody agrees to a draw alone; one's own action is taken back without asking.
                let alone = self.all_seats().count() < 2;
                if self.table().has_left(seat) || alone && offer == Offer::Draw {
                    return Err(Refusal::CannotOffer);
                }
            }
        }
        if offer == Offer::TakeBack {
            self.way_back(seat).ok_or(Refusal::NothingToTakeBack)?;
        }
        let open = self.pending().iter().any(|open| open.offer == offer);
        if open || self.has_asked(seat, offer) {
            return Err(Refusal::AlreadyOffered);
        }
        Ok(())
    }

    /// The seat that an answer is for: the sender's own, or for the house the first computer
    /// player asked.
    fn answering(&self, order: &Order, offer: Offer) -> Result<Seat, Refusal> {
        let open = self.pending().iter().find(|open| open.offer == offer);
        let open = open.ok_or(Refusal::NoSuchOffer)?;
        let seat = match &order.actor {
            Actor::Player(player) => {
                let seat = self.seat_of(player).ok_or(Refusal::NotSeated)?;
                let asked = open.awaits.contains(&seat);
                asked.then_some(seat).ok_or(Refusal::NoSuchOffer)?
            }
            Actor::House => open
                .awaits
                .iter()
                .copied()
                .find(|seat| self.occupants()[seat.index()].player().is_none())
                .ok_or(Refusal::NotAllowed)?,
        };
        // An answer to an earlier question does not count for this one.
        if order.expects < open.seq {
            return Err(Refusal::Outdated { seq: self.seq() });
        }
        Ok(seat)
    }

    fn answer(
        &self,
        seat: Seat,
        offer: Offer,
        accept: bool,
        now: &Now,
    ) -> Result<Vec<Event>, Refusal> {
        let open = self.pending().iter().find(|open| open.offer == offer);
        let open = open.ok_or(Refusal::NoSuchOffer)?;
        let mut events = vec![Event::Answered {
            seat,
            offer,
            accept,
        }];
        if accept && open.awaits == [seat] {
            events.extend(self.agreed(open.by, offer, now)?);
        }
        Ok(events)
    }

    /// What happens when all agree to what a seat asked.
    fn agreed(&self, by: Seat, offer: Offer, now: &Now) -> Result<Option<Event>, Refusal> {
        Ok(Some(match offer {
            Offer::Draw => Event::Drawn,
            Offer::TakeBack => Event::TakenBack {
                ply: self.way_back(by).ok_or(Refusal::NothingToTakeBack)? as u32,
            },
            Offer::Rematch => Event::Rematched {
                room: now.next_room.clone(),
            },
        }))
    }

    fn resign(&self, player: &PlayerId) -> Result<Vec<Event>, Refusal> {
        let seat = self.playing_seat(player)?;
        if self.table().has_left(seat) {
            return Err(Refusal::Over);
        }
        if self.all_seats().count() < 2 {
            // Nobody is left to win: a game for one is simply aborted.
            return Ok(vec![Event::Aborted {
                cause: Cause::Player,
            }]);
        }
        Ok(vec![Event::Left {
            seat,
            out_of_time: false,
        }])
    }

    fn abort(&self, player: &PlayerId) -> Result<Vec<Event>, Refusal> {
        self.playing_seat(player)?;
        if self.table().ply() >= ABORTABLE_PLIES {
            return Err(Refusal::TooLate);
        }
        Ok(vec![Event::Aborted {
            cause: Cause::Player,
        }])
    }

    /// Anybody may claim that time has run out; the clock decides.
    fn flag(&self, now: &Now) -> Result<Vec<Event>, Refusal> {
        self.must_be_playing()?;
        let seat = self.to_act().ok_or(Refusal::Over)?;
        match self.flag_due() {
            Some(due) if now.ms > due => Ok(vec![Event::Left {
                seat,
                out_of_time: true,
            }]),
            _ => Err(Refusal::TimeLeft),
        }
    }

    fn close(&self, order: &Order) -> Result<Vec<Event>, Refusal> {
        let cause = match (&order.actor, self.phase()) {
            (_, Phase::Over | Phase::Aborted(_)) => return Err(Refusal::Over),
            (Actor::House, _) => Cause::Closed,
            (Actor::Player(player), Phase::Waiting) if player == self.host() => Cause::Player,
            (Actor::Player(_), Phase::Waiting) => return Err(Refusal::NotAllowed),
            (Actor::Player(_), Phase::Playing) => return Err(Refusal::Started),
        };
        Ok(vec![Event::Aborted { cause }])
    }

    fn become_another(
        &self,
        order: &Order,
        player: &PlayerId,
        now: &PlayerId,
    ) -> Result<Vec<Event>, Refusal> {
        if order.actor != Actor::House {
            return Err(Refusal::NotAllowed);
        }
        self.may_become(player, now)?;
        Ok(vec![Event::Became {
            player: player.clone(),
            now: now.clone(),
        }])
    }

    /// Whether somebody has anything here that another can take over: a chair, or the table itself.
    pub(crate) fn may_become(&self, player: &PlayerId, now: &PlayerId) -> Result<(), Refusal> {
        let sits = self.chair_of(player).is_some();
        if player == now || !(sits || self.host() == player) {
            return Err(Refusal::NotSeated);
        }
        if sits && self.chair_of(now).is_some() {
            return Err(Refusal::SeatedAlready);
        }
        Ok(())
    }

    fn playing_seat(&self, player: &PlayerId) -> Result<Seat, Refusal> {
        self.must_be_playing()?;
        self.seat_of(player).ok_or(Refusal::NotSeated)
    }

    fn must_be_playing(&self) -> Result<(), Refusal> {
        match self.phase() {
            Phase::Waiting => Err(Refusal::NotStarted),
            Phase::Playing => Ok(()),
            Phase::Over | Phase::Aborted(_) => Err(Refusal::Over),
        }
    }

    /// Whoever acts must have seen the current board; other entries since then do no harm.
    fn must_be_current(&self, order: &Order) -> Result<(), Refusal> {
        let current = (self.board_seq()..=self.seq()).contains(&order.expects);
        let seq = self.seq();
        current.then_some(()).ok_or(Refusal::Outdated { seq })
    }
}

fn player(order: &Order) -> Result<&PlayerId, Refusal> {
    match &order.actor {
        Actor::Player(player) => Ok(player),
        Actor::House => Err(Refusal::NotAllowed),
    }
}
