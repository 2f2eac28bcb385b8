//! What the page shows of a session beside the board.

use std::sync::Arc;

use tablier_rules::{Reason, Seat, Status};

use crate::session::{Player, Session, Told};
use crate::tree::{NodeId, Tree};

/// What a session is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    /// A game with a player on each seat.
    Game,
    /// One person plays all sides and tries anything.
    Analysis,
}

/// What the page shows of a session beside the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    /// Everything that was played and tried.
    pub tree: Arc<Tree>,
    /// Who played what, in words, for each node of the tree.
    pub told: Arc<Vec<Option<Told>>>,
    /// The node shown.
    pub at: NodeId,
    /// The current node of the game.
    pub head: NodeId,
    /// Who acts at the node shown, or how it ended.
    pub status: Status,
    /// Why it ended as it did.
    pub reason: Option<Reason>,
    /// Who decides now; none when it is over.
    pub player: Option<Player>,
    /// Who sits where.
    pub players: Vec<Player>,
    /// Which seats have left.
    pub left: Vec<bool>,
    /// The position as text.
    pub position: String,
    /// Whether the last action is on its way to the server, and not yet stored.
    pub unstored: bool,
}

impl Moment {
    /// What a session shows.
    pub fn new(session: &Session) -> Self {
        let table = session.table();
        let seats = table.seating().sides.len() as u8;
        Self {
            tree: Arc::new(session.tree().clone()),
            told: Arc::new(session.told().to_vec()),
            at: session.shown(),
            head: session.head(),
            status: table.status(),
            reason: table.reason(),
            player: session.player_to_act(),
            players: session.players.clone(),
            left: Seat::all(seats).map(|seat| table.has_left(seat)).collect(),
            position: table.position(),
            unstored: session.unstored,
        }
    }

    /// Whether the node shown is the current one.
    pub fn is_live(&self) -> bool {
        self.at == self.head
    }

    /// Whether it is over at the node shown.
    pub fn is_over(&self) -> bool {
        matches!(self.status, Status::Over(_))
    }

    /// The seat of the reader: the only person at this screen.
    pub fn reader(&self) -> Option<Seat> {
        let count = self.players.len() as u8;
        let is_person = |seat: &Seat| self.players[seat.index()] == Player::Person;
        let mut persons = Seat::all(count).filter(is_person);
        persons.next().filter(|_| persons.next().is_none())
    }

    /// Who acts at the node shown.
    pub fn to_act(&self) -> Option<Seat> {
        match self.status {
            Status::Acts(seat) => Some(seat),
            Status::Over(_) => None,
        }
    }
}

/// The text with its first letter as a capital.
pub fn uppercase_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}
