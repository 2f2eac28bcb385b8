use tablier_rooms::{
    Actor, Command, CommandId, MOST_LAG_MS, Now, Offer, Order, Phase, PlayerId, Room,
};

use super::{BEGIN, room_id};
use crate::Choices;

/// How many people there are; the last ones never sit down where there is room for fewer.
const PEOPLE: usize = 6;

/// Somebody, by number.
///
/// # Panics
/// Never: a number makes a proper id.
pub fn player(number: usize) -> PlayerId {
    PlayerId::new(&format!("p{number}")).expect("a proper id")
}

/// An order, and whether it is a legal action on the board it was made for.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    pub(super) order: Order,
    pub(super) legal: bool,
}

/// Invents orders, and sends some of them late or again.
pub(super) struct Sender {
    people: Vec<PlayerId>,
    sent: Vec<Sent>,
    late: Vec<Sent>,
    count: u32,
    clock: u64,
}

impl Sender {
    pub(super) fn new() -> Self {
        Self {
            people: (0..PEOPLE).map(player).collect(),
            sent: Vec::new(),
            late: Vec::new(),
            count: 0,
            clock: BEGIN,
        }
    }

    /// The next order to arrive.
    pub(super) fn order(&mut self, room: &Room, choices: &mut impl Choices) -> Sent {
        match choices.below(20) {
            16 if !self.sent.is_empty() => return self.again(choices),
            17 if !self.sent.is_empty() => return self.forged(room, choices),
            18 if !self.late.is_empty() => {
                let at = choices.below(self.late.len());
                let sent = self.late.swap_remove(at);
                self.sent.push(sent.clone());
                return sent;
            }
            19 => {
                let late = self.fresh(room, choices);
                self.late.push(late);
            }
            _ => {}
        }
        let sent = self.fresh(room, choices);
        self.sent.push(sent.clone());
        sent
    }

    /// The time when the order arrives: usually a little later, sometimes much, sometimes by the
    /// clock of a server that is behind.
    pub(super) fn now(&mut self, room: &Room, number: u64, choices: &mut impl Choices) -> Now {
        self.clock += match choices.below(12) {
            0..=3 => 0,
            4..=8 => choices.below(2_000) as u64,
            9 => choices.below(20_000) as u64,
            10 => choices.below(400_000_000) as u64,
            // Around the time when a flag falls.
            _ => room.flag_due().map_or(0, |due| {
                (due + choices.below(3) as u64)
                    .saturating_sub(1 + choices.below(2) as u64 * MOST_LAG_MS)
                    .saturating_sub(self.clock)
            }),
        };
        let behind = match choices.below(16) {
            15 => choices.below(3_000) as u64,
            _ => 0,
        };
        let lag_ms = match choices.below(4) {
            3 => choices.below(2_000) as u64,
            _ => 0,
        };
        Now {
            ms: self.clock - behind.min(self.clock),
            lag_ms,
            lot: choices.any(),
            next_room: room_id(number),
        }
    }

    /// The same order again, soon or much later.
    fn again(&self, choices: &mut impl Choices) -> Sent {
        let reach = 1 << choices.below(7);
        let back = choices.below(self.sent.len().min(reach));
        self.sent[self.sent.len() - 1 - back].clone()
    }

    /// An order with the id of an earlier one: by somebody else, or another command.
    fn forged(&mut self, room: &Room, choices: &mut impl Choices) -> Sent {
        let earlier = self.again(choices).order;
        let mut sent = self.fresh(room, choices);
        if choices.once_in(2) {
            sent.order.actor = earlier.actor;
        }
        sent.order.id = earlier.id;
        self.sent.push(sent.clone());
        sent
    }

    fn fresh(&mut self, room: &Room, choices: &mut impl Choices) -> Sent {
        self.count += 1;
        let expects = match choices.below(16) {
            14 => choices.below(room.seq() as usize + 1) as u64,
            15 => room.seq() + choices.below(3) as u64,
            _ => room.seq(),
        };
        let (actor, command, legal) = match room.phase() {
            Phase::Waiting => self.before(choices),
            Phase::Playing => self.during(room, choices),
            Phase::Over | Phase::Aborted(_) => self.after(room, choices),
        };
        Sent {
            // An order that expects more than there is was made for another board.
            legal: legal && expects <= room.seq(),
            order: Order {
                id: CommandId::new(&format!("c{}", self.count)).expect("a proper id"),
                expects,
                actor,
                command,
            },
        }
    }

    /// The occupant of the seat to act.
    fn whose_turn(&self, room: &Room) -> Actor {
        match room.to_act() {
            Some(seat) if room.house_acts().is_none() => room.occupants()[seat.index()]
                .player()
                .map_or(Actor::House, |player| Actor::Player(player.clone())),
            _ => Actor::House,
        }
    }

    fn anybody(&self, choices: &mut impl Choices) -> Actor {
        match choices.below(PEOPLE + 1) {
            PEOPLE => Actor::House,
            at => Actor::Player(self.people[at].clone()),
        }
    }

    fn before(&self, choices: &mut impl Choices) -> (Actor, Command, bool) {
        let who = self.anybody(choices);
        let command = match choices.below(24) {
            0..=15 => Command::Sit {
                chair: choices.once_in(4).then(|| choices.below(5) as u8),
                name: "Somebody".to_owned(),
            },
            16 => Command::Sit {
                chair: None,
                name: "\u{7}".to_owned(),
            },
            17..=19 => Command::Stand,
            20 => Command::Close,
            _ => return (who, any_command(choices), false),
        };
        (who, command, false)
    }

    fn during(&self, room: &Room, choices: &mut impl Choices) -> (Actor, Command, bool) {
        let who = self.whose_turn(room);
        match choices.below(32) {
            0..=19 => (who, legal_action(room, choices), true),
            20 => (self.anybody(choices), legal_action(room, choices), true),
            21 => {
                let action = ["", "x", "A1-A2", "pass", "é"][choices.below(5)].to_owned();
                (who, Command::Act { action }, false)
            }
            22..=25 => (self.anybody(choices), any_offer(choices), false),
            26..=28 => (self.answerer(room, choices), answer(room, choices), false),
            29 => (self.anybody(choices), Command::Flag, false),
            30 if choices.once_in(3) => (self.anybody(choices), Command::Resign, false),
            _ => match any_command(choices) {
                Command::Close if !choices.once_in(6) => (who, Command::Flag, false),
                command => (self.anybody(choices), command, false),
            },
        }
    }

    fn after(&self, room: &Room, choices: &mut impl Choices) -> (Actor, Command, bool) {
        match choices.below(4) {
            0 => {
                let offer = Offer::Rematch;
                (self.anybody(choices), Command::Offer { offer }, false)
            }
            1 => (self.answerer(room, choices), answer(room, choices), false),
            _ => (self.anybody(choices), any_command(choices), false),
        }
    }

    /// Usually somebody who was asked.
    fn answerer(&self, room: &Room, choices: &mut impl Choices) -> Actor {
        let Some(open) = room.pending().first().filter(|_| !choices.once_in(4)) else {
            return self.anybody(choices);
        };
        let Some(seat) = open.awaits.first() else {
            return Actor::House;
        };
        room.occupants()[seat.index()]
            .player()
            .map_or(Actor::House, |player| Actor::Player(player.clone()))
    }
}

fn legal_action(room: &Room, choices: &mut impl Choices) -> Command {
    let legal = room.table().legal();
    let action = match legal.len() {
        0 => "pass".to_owned(),
        _ => choices.one_of(&legal).clone(),
    };
    Command::Act { action }
}

fn offer(choices: &mut impl Choices) -> Offer {
    *choices.one_of(&[Offer::Draw, Offer::TakeBack, Offer::Rematch])
}

fn any_offer(choices: &mut impl Choices) -> Command {
    Command::Offer {
        offer: *choices.one_of(&[Offer::TakeBack, Offer::Draw]),
    }
}

/// Usually an answer to what was asked.
fn answer(room: &Room, choices: &mut impl Choices) -> Command {
    Command::Answer {
        offer: match room.pending().first() {
            Some(open) if !choices.once_in(4) => open.offer,
            _ => offer(choices),
        },
        accept: !choices.once_in(3),
    }
}

fn any_command(choices: &mut impl Choices) -> Command {
    match choices.below(10) {
        0 => Command::Sit {
            chair: None,
            name: "Somebody".to_owned(),
        },
        1 => Command::Stand,
        2 => Command::Act {
            action: "A1".to_owned(),
        },
        3 => Command::Offer {
            offer: offer(choices),
        },
        4 => Command::Answer {
            offer: offer(choices),
            accept: choices.once_in(2),
        },
        5 => Command::Resign,
        6 => Command::Abort,
        7 => Command::Flag,
        8 => Command::Become {
            player: player(choices.below(PEOPLE)),
            now: player(choices.below(PEOPLE)),
        },
        _ => Command::Close,
    }
}
