//! What the page shows of an online table beside its board, as plain data.

use tablier_rooms::{
    ABORTABLE_PLIES, First, Occupant, Offer, Phase, PlayerId, Room, RoomId, TimeControl,
};
use tablier_rules::{Seat, Status};

use super::mirror::Mirror;

/// Who sits on a seat, or on a chair before the game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sitter {
    /// Nobody yet.
    Nobody,
    /// Nobody yet, and kept for whoever has the key of the invitation.
    Kept,
    /// A person.
    Person {
        /// Who.
        player: PlayerId,
        /// What they are called.
        name: String,
        /// Whether it is the player.
        me: bool,
    },
    /// The computer.
    Machine(u8),
}

/// An open question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// What was asked.
    pub offer: Offer,
    /// Who asked.
    pub by: Seat,
    /// Whether the player asked it.
    pub mine: bool,
    /// Whether the player must answer.
    pub for_me: bool,
}

/// An online table beside its board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Around {
    /// The game with its options.
    pub game: String,
    /// The stage it has reached.
    pub phase: Phase,
    /// Who sits there, in seat order (in chair order before the game begins).
    pub sitters: Vec<Sitter>,
    /// The player's seat, once the game has begun.
    pub my_seat: Option<Seat>,
    /// The player's chair, before it begins.
    pub my_chair: Option<u8>,
    /// Whether the player opened the table.
    pub i_am_host: bool,
    /// The host's name.
    pub host_name: String,
    /// How the first player is found.
    pub first: First,
    /// How much time there is.
    pub time: TimeControl,
    /// Whether the result counts for ratings.
    pub rated: bool,
    /// The open questions.
    pub questions: Vec<Question>,
    /// Whether the game can still be aborted without a result.
    pub can_abort: bool,
    /// Whether the player is still in the game.
    pub in_game: bool,
    /// The seat that acts.
    pub to_act: Option<Seat>,
    /// The seat that began, as long as that is news.
    pub began: Option<Seat>,
    /// How many actions were played.
    pub ply: usize,
    /// The table where these people play again.
    pub next: Option<RoomId>,
    /// Whether an action of the player is not stored yet.
    pub unstored: bool,
}

impl Around {
    /// What is known; none before the log has arrived.
    pub fn from_mirror(mirror: &Mirror) -> Option<Self> {
        let room = mirror.room()?;
        let me = mirror.me();
        let my_seat = mirror.my_seat();
        let playing = room.phase() == Phase::Playing;
        let left = my_seat.is_some_and(|seat| room.table().has_left(seat));
        Some(Self {
            game: room.terms().game.clone(),
            phase: room.phase(),
            sitters: sitters(room, me),
            my_seat,
            my_chair: me.and_then(|me| room.chair_of(me)),
            i_am_host: me == Some(room.host()),
            host_name: room.host_name().to_owned(),
            first: room.terms().first,
            time: room.terms().time,
            rated: room.terms().rated,
            questions: room
                .pending()
                .iter()
                .map(|open| Question {
                    offer: open.offer,
                    by: open.by,
                    mine: my_seat == Some(open.by),
                    for_me: my_seat.is_some_and(|seat| open.awaits.contains(&seat)),
                })
                .collect(),
            can_abort: playing && room.table().ply() < ABORTABLE_PLIES,
            in_game: playing && my_seat.is_some() && !left,
            to_act: room.to_act(),
            began: began(room),
            ply: room.table().ply(),
            next: room.next_room().cloned(),
            unstored: mirror.unstored().is_some(),
        })
    }

    /// The name of the person on a seat; none for the computer or nobody.
    pub fn name_of(&self, seat: Seat) -> Option<&str> {
        match self.sitters.get(seat.index())? {
            Sitter::Person { name, .. } => Some(name),
            _ => None,
        }
    }

    /// Whether a chair is free for somebody; `invited` says whether they have a key.
    pub fn has_room(&self, invited: bool) -> bool {
        let free = |sitter: &Sitter| match sitter {
            Sitter::Nobody => true,
            Sitter::Kept => invited || self.i_am_host,
            _ => false,
        };
        self.phase == Phase::Waiting && self.sitters.iter().any(free)
    }

    /// Whether it is the player's turn.
    pub fn is_my_turn(&self) -> bool {
        self.in_game && self.to_act.is_some() && self.to_act == self.my_seat && !self.unstored
    }
}

fn began(room: &Room) -> Option<Seat> {
    if room.phase() != Phase::Playing || room.table().ply() >= ABORTABLE_PLIES {
        return None;
    }
    let mut start = room.table().fork();
    while start.undo() {}
    match start.status() {
        Status::Acts(seat) => Some(seat),
        Status::Over(_) => None,
    }
}

fn sitters(room: &Room, me: Option<&PlayerId>) -> Vec<Sitter> {
    let sitter = |occupant: Option<&Occupant>| match occupant {
        None => Sitter::Nobody,
        Some(Occupant::Machine { level }) => Sitter::Machine(*level),
        Some(Occupant::Person { player, name }) => Sitter::Person {
            player: player.clone(),
            name: name.clone(),
            me: Some(player) == me,
        },
    };
    if room.occupants().is_empty() {
        let chairs = room.chairs().iter().enumerate();
        return chairs
            .map(|(at, chair)| match chair {
                None if room.is_kept(at) => Sitter::Kept,
                chair => sitter(chair.as_ref()),
            })
            .collect();
    }
    room.occupants().iter().map(|o| sitter(Some(o))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::online::testing::{History, act, ana, ben, mirror};
    use tablier_rooms::Command;

    fn seen_by(me: PlayerId, history: &History) -> Around {
        Around::from_mirror(&mirror(me, history)).unwrap()
    }

    #[test]
    fn a_question_is_answered_by_whoever_did_not_ask() {
        let mut history = History::begun();
        history.does(ana(), "a", 0, act("C3-C6"));
        let offer = Offer::Draw;
        history.does(ana(), "b", 0, Command::Offer { offer });
        let question = |me: PlayerId| seen_by(me, &history).questions[0].clone();
        let (mine, others) = (question(ana()), question(ben()));
        assert!(mine.mine && !mine.for_me);
        assert!(!others.mine && others.for_me);
        let zoe = PlayerId::new("zoe").unwrap();
        let watched = question(zoe.clone());
        assert!(!watched.mine && !watched.for_me);
        assert!(!seen_by(zoe, &history).in_game);
    }

    #[test]
    fn a_game_can_be_aborted_before_its_second_action() {
        let mut history = History::begun();
        history.does(ana(), "a", 0, act("C3-C6"));
        assert!(seen_by(ana(), &history).can_abort);
        history.does(ben(), "b", 0, act("C8-C7"));
        let around = seen_by(ana(), &history);
        assert!(!around.can_abort && around.is_my_turn());
        assert_eq!(around.name_of(Seat::new(1)), Some("ben"));
        assert!(!around.has_room(false));
    }
}
