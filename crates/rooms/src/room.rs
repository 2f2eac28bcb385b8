use std::fmt;

use tablier_rules::{Outcome, Seat, Status, Table};

use crate::clock::Clocks;
use crate::recent::RecentCommands;
use crate::{ABORTABLE_PLIES, Cause, Occupant, Offer, PlayerId, RoomId, Terms};

/// The state of a table: the fold of its log.
pub struct Room {
    pub(super) seq: u64,
    pub(super) at: u64,
    pub(super) terms: Terms,
    pub(super) host: PlayerId,
    pub(super) host_name: String,
    pub(super) earlier: Option<RoomId>,
    pub(super) chairs: Vec<Chair>,
    pub(super) seats: Vec<Occupant>,
    pub(super) phase: Phase,
    pub(super) table: Box<dyn Table>,
    /// Which seat played each action.
    pub(super) acted: Vec<Seat>,
    pub(super) clocks: Clocks,
    pub(super) pending: Vec<Pending>,
    /// The questions asked since the last action.
    pub(super) asked: Vec<(Seat, Offer)>,
    pub(super) next: Option<RoomId>,
    /// The entry that last changed the board.
    pub(super) board_seq: u64,
    pub(super) recent: RecentCommands,
}

/// Who sits on a chair; none while it is free.
pub type Chair = Option<Occupant>;

/// The stage that a table has reached.
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

/// An open question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pending {
    /// What was asked.
    pub offer: Offer,
    /// Who asked.
    pub by: Seat,
    /// Who has not answered yet.
    pub awaits: Vec<Seat>,
    /// The number of the entry that asked it.
    pub seq: u64,
}

/// An entry does not fit the log before it: the log is damaged, or made by other rules.
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
    /// Who must answer a question of this seat: people, and for a draw computer players too, if
    /// they are still in the game; for a rematch all people.
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

    /// Whether somebody left after this ply: leaving is not undone.
    pub(crate) fn left_after(&self, ply: usize) -> bool {
        self.table.leavings().iter().any(|left| left.ply > ply)
    }

    /// The ply that a seat can ask to go back to: before its last action.
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

    /// The terms.
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

    /// The table that this is a rematch of.
    pub fn earlier(&self) -> Option<&RoomId> {
        self.earlier.as_ref()
    }

    /// The table where these people play again.
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

    /// The stage that the table has reached.
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// The board.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// The open questions.
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

    /// How the game ended; none before that, or if it was aborted.
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

    /// The level at which the house plays the seat to act: a computer player's own, or 5 for a
    /// seat that was left (C11). None if a person decides.
    pub fn house_acts(&self) -> Option<(Seat, u8)> {
        let seat = self.to_act()?;
        match self.seats.get(seat.index())? {
            Occupant::Machine { level } => Some((seat, *level)),
            Occupant::Person { .. } if self.table.has_left(seat) => Some((seat, 5)),
            Occupant::Person { .. } => None,
        }
    }

    /// Whether the clock of the seat to act runs: not while the game can be aborted, and never for
    /// the computer.
    pub fn clock_runs(&self) -> bool {
        self.to_act().is_some()
            && !self.clocks.left().is_empty()
            && self.table.ply() >= ABORTABLE_PLIES
            && self.house_acts().is_none()
    }

    /// The time every seat had when the turn began, in milliseconds; empty without clocks.
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

/// The occupants rotated so that the one at `turn` comes first.
pub(crate) fn rotated(seats: &[Occupant], turn: usize) -> Vec<Occupant> {
    let mut seats = seats.to_vec();
    let turn = turn % seats.len().max(1);
    seats.rotate_left(turn);
    seats
}
