//! The page's copy of a table: the fold of the entries received, with the player's own action on
//! top while it is on its way.

use serde::{Deserialize, Serialize};
use tablier_protocol::{Follower, Heard, ToClient, ToServer};
use tablier_rooms::{Command, CommandId, Corrupt, Occupant, Phase, PlayerId, Room, RoomId};
use tablier_rules::{Ending, Seat, Status, Table};

use crate::session::{EarlyEnd, Player, Session};

/// A table as far as it is known here.
#[derive(Debug)]
pub struct Mirror {
    id: RoomId,
    follower: Option<Follower>,
    /// The commands on their way when the page was loaded, until the player's identity is known.
    kept: Vec<Kept>,
    me: Option<PlayerId>,
}

/// A command on its way, kept in case the page is reloaded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Kept {
    /// Who sent it.
    by: PlayerId,
    /// Its id.
    id: CommandId,
    /// The last entry known when it was sent.
    expects: u64,
    /// What is wanted.
    command: Command,
}

impl Kept {
    /// What to send again; none if somebody else sent it.
    pub fn message(self, room: &RoomId, me: &PlayerId) -> Option<ToServer> {
        (self.by == *me).then(|| ToServer::Command {
            room: room.clone(),
            id: self.id,
            expects: self.expects,
            command: self.command,
        })
    }

    /// Its id.
    pub fn id(&self) -> &CommandId {
        &self.id
    }

    /// Whether it is the command with this id.
    pub fn is(&self, id: &CommandId) -> bool {
        self.id == *id
    }
}

impl Mirror {
    /// Nothing is known yet but the commands that were on their way before the page was reloaded.
    pub fn new(id: RoomId, kept: Vec<Kept>) -> Self {
        Self {
            id,
            follower: None,
            kept,
            me: None,
        }
    }

    /// The connection is open, and the server has said who the player is: returns what to send.
    pub fn connect(&mut self, me: &PlayerId) -> Vec<ToServer> {
        if self.me.as_ref() != Some(me) {
            self.me = Some(me.clone());
            let mut follower = Follower::new(self.id.clone(), me.clone());
            // A command of another player of this browser must not be sent by this one.
            for kept in self.kept.drain(..).filter(|kept| kept.by == *me) {
                follower.resume(kept.id, kept.expects, kept.command);
            }
            self.follower = Some(follower);
        }
        self.follower.as_ref().map_or(Vec::new(), Follower::connect)
    }

    /// Takes in a message from the server.
    pub fn hear(&mut self, message: &ToClient) -> Result<Heard, Corrupt> {
        match &mut self.follower {
            Some(follower) => follower.hear(message),
            None => Ok(Heard::default()),
        }
    }

    /// Asks for what is not known yet.
    pub fn watch(&self) -> Option<ToServer> {
        self.follower.as_ref().map(Follower::watch)
    }

    /// Puts a command on its way; returns what to send. None if the same is on its way, or the
    /// player is unknown.
    pub fn send(&mut self, id: CommandId, command: Command) -> Option<ToServer> {
        let follower = self.follower.as_mut()?;
        let same = follower
            .under_way()
            .iter()
            .any(|sent| sent.command == command);
        (!same).then(|| follower.send(id, command))
    }

    /// Gives up a command that the server will not carry out.
    pub fn drop_command(&mut self, id: &CommandId) {
        if let Some(follower) = &mut self.follower {
            follower.drop_command(id);
        }
    }

    /// The commands on their way, to keep in case the page is reloaded.
    pub fn to_keep(&self) -> Vec<Kept> {
        let (Some(follower), Some(me)) = (&self.follower, &self.me) else {
            return self.kept.clone();
        };
        follower
            .under_way()
            .iter()
            .map(|sent| Kept {
                by: me.clone(),
                id: sent.id.clone(),
                expects: sent.expects,
                command: sent.command.clone(),
            })
            .collect()
    }

    /// The player, once the server has said so.
    pub fn me(&self) -> Option<&PlayerId> {
        self.me.as_ref()
    }

    /// The table, once its log has arrived.
    pub fn room(&self) -> Option<&Room> {
        self.follower.as_ref()?.room()
    }

    /// The action on its way, if there is one.
    fn action(&self) -> Option<&str> {
        let under_way = self.follower.as_ref()?.under_way();
        under_way.iter().find_map(|sent| match &sent.command {
            Command::Act { action } => Some(action.as_str()),
            _ => None,
        })
    }

    /// The player's seat, during the game and after.
    pub fn my_seat(&self) -> Option<Seat> {
        self.room()?.seat_of(self.me()?)
    }

    /// Whether it is the player's turn, and no action is on its way.
    pub fn is_my_turn(&self) -> bool {
        let acts = self.room().and_then(Room::to_act);
        acts.is_some() && acts == self.my_seat() && self.action().is_none()
    }

    /// Who sits where, as a session sees it: only the player's seat is a person's at this screen,
    /// and only while the game is on.
    pub fn players(&self) -> Vec<Player> {
        let Some(room) = self.room() else {
            return Vec::new();
        };
        let mine = self.my_seat().filter(|_| room.phase() == Phase::Playing);
        let seats = room.chairs().len() as u8;
        Seat::all(seats)
            .map(|seat| match room.occupants().get(seat.index()) {
                Some(Occupant::Machine { level }) => Player::Machine(*level),
                _ if mine == Some(seat) => Player::Person,
                _ => Player::Elsewhere,
            })
            .collect()
    }

    /// The action on its way, if the board still allows it.
    pub fn unstored(&self) -> Option<String> {
        let room = self.room()?;
        let action = self.action()?;
        let mine = room.to_act().is_some() && room.to_act() == self.my_seat();
        mine.then(|| room.table().explain(action).ok())?
    }

    /// A session of this table, from its start.
    pub fn session(&self) -> Option<Session> {
        let room = self.room()?;
        let terms = room.terms();
        Session::new(&terms.game, terms.start.as_deref(), self.players()).ok()
    }

    /// Brings a session up to date with the table. The node shown does not change; true if its line
    /// continues from there.
    pub fn lead(&self, session: &mut Session) -> bool {
        let Some(room) = self.room() else {
            return false;
        };
        let table = room.table();
        let mut line = table.history();
        let mut leavings: Vec<(usize, EarlyEnd)> = table
            .leavings()
            .iter()
            .map(|left| {
                let what = if left.out_of_time {
                    EarlyEnd::OutOfTime(left.seat)
                } else {
                    EarlyEnd::Resigned(left.seat)
                };
                (left.ply, what)
            })
            .collect();
        if table.ending() == Some(Ending::Agreement) {
            leavings.push((line.len(), EarlyEnd::Draw));
        }
        line.extend(self.unstored());
        session.players = self.players();
        session.unstored = self.unstored().is_some();
        session.follow(&line, &leavings)
    }
}

/// The board as if it were a seat's turn now, for premoves; none where the rules do not allow such
/// a position.
pub fn as_if_to_act(table: &dyn Table, seat: Seat) -> Option<Box<dyn Table>> {
    let mut draft = table.draft();
    draft.values.insert("acts".to_owned(), seat.to_string());
    let mut other = table.fork();
    other.set_position(&table.compose(&draft)).ok()?;
    (other.status() == Status::Acts(seat)).then_some(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::online::testing::{History, act, ana, ben, events, mirror, room_id};
    use tablier_protocol::Outcome;
    use tablier_rooms::{Offer, Refusal};
    use tablier_rules::catalog;

    /// A table with Ana's page; she has the first seat.
    fn page() -> (History, Mirror, Session) {
        let history = History::begun();
        let mirror = mirror(ana(), &history);
        let session = mirror.session().unwrap();
        (history, mirror, session)
    }

    fn id(text: &str) -> CommandId {
        CommandId::new(text).unwrap()
    }

    #[test]
    fn an_action_is_shown_at_once_and_stays_when_it_is_stored() {
        let (mut history, mut mirror, mut session) = page();
        assert!(mirror.is_my_turn());
        assert!(mirror.send(id("a"), act("C3-C6")).is_some());
        let again = mirror.send(id("b"), act("C3-C6"));
        assert!(again.is_none(), "a double click is one action");
        assert!(mirror.lead(&mut session));
        session.go(session.head());
        assert_eq!(session.table().history(), ["C3-C6"]);
        assert!(session.unstored && !mirror.is_my_turn());
        let stored = history.does(ana(), "a", 0, act("C3-C6"));
        mirror.hear(&events(&stored)).unwrap();
        let head = session.head();
        assert!(mirror.lead(&mut session));
        assert!(!session.unstored);
        assert_eq!(session.head(), head, "nothing is played twice");
        assert!(!mirror.is_my_turn(), "it is Ben's");
    }

    #[test]
    fn a_refused_action_disappears_and_the_present_board_is_shown() {
        let (history, mut mirror, mut session) = page();
        mirror.send(id("a"), act("C3-C6"));
        mirror.lead(&mut session);
        session.go(session.head());
        let refused = ToClient::Refused {
            room: room_id(),
            id: id("a"),
            refusal: Refusal::NotYourTurn,
            seq: history.room.seq(),
        };
        let heard = mirror.hear(&refused).unwrap();
        assert!(matches!(heard.settled[0].1, Outcome::Refused(_)));
        assert!(!mirror.lead(&mut session), "what was shown is gone");
        session.go(session.head());
        assert_eq!(session.table().ply(), 0);
    }

    #[test]
    fn an_action_on_an_outdated_board_gives_way_to_what_happened() {
        let mut history = History::begun();
        history.does(ana(), "a", 0, act("C3-C6"));
        let mut mirror = mirror(ben(), &history);
        let mut session = mirror.session().unwrap();
        mirror.send(id("b"), act("C8-C7"));
        mirror.lead(&mut session);
        session.go(session.head());
        assert_eq!(session.table().ply(), 2);
        // From another device Ben has agreed to Ana's takeback: the action is no longer possible.
        let offer = Offer::TakeBack;
        let accept = true;
        let mut back = history.does(ana(), "ask", 0, Command::Offer { offer });
        back.extend(history.does(ben(), "yes", 0, Command::Answer { offer, accept }));
        mirror.hear(&events(&back)).unwrap();
        assert_eq!(mirror.unstored(), None);
        assert!(!mirror.lead(&mut session));
        session.go(session.head());
        assert_eq!(session.table().ply(), 0);
    }

    #[test]
    fn what_was_on_its_way_is_sent_again_after_a_reload_but_only_by_whoever_gave_it() {
        let (history, mut before, _) = page();
        before.send(id("a"), act("C3-C6"));
        let text = serde_json::to_string(&before.to_keep()).unwrap();
        let kept: Vec<Kept> = serde_json::from_str(&text).unwrap();
        let mut after = Mirror::new(room_id(), kept.clone());
        assert_eq!(
            after.to_keep(),
            kept,
            "nothing is lost without a connection"
        );
        let again = after.connect(&ana());
        let [
            ToServer::Watch { since, .. },
            ToServer::Command { id, expects, .. },
        ] = &again[..]
        else {
            panic!("{again:?}");
        };
        assert_eq!((*since, id.as_str()), (0, "a"));
        assert_eq!(*expects, history.room.seq());
        let mut other = Mirror::new(room_id(), kept);
        assert_eq!(other.connect(&ben()).len(), 1);
    }

    #[test]
    fn only_my_own_seat_can_be_played_here() {
        let (mut history, mut mirror, mut session) = page();
        assert_eq!(mirror.players(), [Player::Person, Player::Elsewhere]);
        let left = history.does(ana(), "r", 0, Command::Resign);
        mirror.hear(&events(&left)).unwrap();
        assert_eq!(mirror.players(), [Player::Elsewhere; 2]);
        mirror.lead(&mut session);
        let seat = Seat::new(0);
        assert_eq!(session.ending(), Some(Ending::Resignation(seat)));
        // The player's identity may change while the page is open.
        mirror.connect(&PlayerId::new("zoe").unwrap());
        mirror.hear(&events(&history.log)).unwrap();
        assert_eq!(mirror.my_seat(), None);
        assert!(!mirror.is_my_turn());
    }

    #[test]
    fn what_was_missed_can_be_stepped_through() {
        let (mut history, mut mirror, mut session) = page();
        history.does(ana(), "a", 0, act("C3-C6"));
        history.does(ben(), "b", 0, act("C8-C7"));
        history.does(ana(), "c", 0, act("D3-D6"));
        mirror.hear(&events(&history.log)).unwrap();
        assert!(mirror.lead(&mut session));
        let start = crate::tree::ROOT;
        assert_eq!(session.shown(), start, "it is still shown as it was");
        assert_eq!(session.tree().path(session.head()).len(), 3);
    }

    #[test]
    fn a_board_can_be_looked_at_as_if_it_were_ones_turn() {
        for spec in [
            "d21",
            "cubulus",
            "empire:players=4",
            "saute:players=4",
            "porte",
        ] {
            let table = catalog::open(spec).unwrap();
            let last = Seat::new(table.seating().sides.len() as u8 - 1);
            let ahead = as_if_to_act(&*table, last).expect(spec);
            assert_eq!(ahead.status(), Status::Acts(last));
            assert!(!ahead.legal().is_empty());
        }
        // Where the pieces on the board determine who acts, premoves are impossible.
        let table = catalog::open("alignement").unwrap();
        assert!(as_if_to_act(&*table, Seat::new(1)).is_none());
    }
}
