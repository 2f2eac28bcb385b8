//! Saute: nine pieces hop along their rows from the west edge to the east edge.
//!
//! French and English: *pion* piece, *carré* square, *triangle* triangle, *sauter* to hop, *case d’arrivée* goal.
//!
//! Rule choices: a part of nine squares is where a player starts and where the player must arrive
//! (SA1, SA4). As pieces never leave their row, each row belongs to one player for the whole game and
//! always holds a triangle and two squares; a player cannot hop exactly when the goal is full. The
//! places of two players are the two in the middle.
//!
//! A position is two masks of 36 squares for each of four places and who acts: 72 bytes. An action is
//! two squares: 2 bytes.

mod actions;
mod arranging;
#[cfg(test)]
mod naive;
mod notation;
mod position;
mod refusal;
mod setup;
mod staging;
#[cfg(test)]
mod tests;

pub use actions::{Action, ends_in_row};
pub use position::{GOAL, Position, TRIANGLE_GOAL};
pub use setup::{Piece as SetupPiece, Setup};

use super::players::{self, Players};
use crate::grid;
use crate::{
    Game, GameInfo, Kind, OptionInfo, Outcome, Rules, Seat, Spec, SpecError, Status, Values,
};

/// A square of the board.
pub type Square = grid::Square<12, 12>;

/// Its numbered rules ([`paragraphs`](crate::paragraphs) reads them).
pub(crate) const PARAGRAPHS: &str = include_str!("../RULES.md");

/// Its catalog entry.
pub static INFO: GameInfo = GameInfo {
    id: "saute",
    title: "Saute",
    kind: Kind::Race,
    minutes: (10, 20),
    revision: 1,
    options: &[
        players::OPTION,
        players::TEAMS,
        OptionInfo {
            name: "expert",
            values: Values::OneOf(&["false", "true"]),
        },
    ],
    former_defaults: &[],
};

/// The game for its number of players.
#[derive(Clone, Debug)]
pub struct Saute {
    players: Players,
    expert: bool,
    /// The place of each seat, counted from 0 at the south.
    places: [u8; Seat::MOST],
}

impl Saute {
    /// Whether partners play together.
    #[inline]
    pub fn teams(&self) -> bool {
        self.players.teams
    }

    /// SA5: whether the triangles must arrive in column L.
    #[inline]
    pub fn expert(&self) -> bool {
        self.expert
    }

    /// SA1: the place of a seat, counted from 0 at the south; its band is rows 3 × place to 3 × place + 2.
    #[inline]
    pub fn place(&self, seat: Seat) -> usize {
        usize::from(self.places[seat.index()]) & 3
    }

    /// The seat at a place, if somebody sits there.
    pub fn seat_at(&self, place: usize) -> Option<Seat> {
        self.players.seats().find(|&seat| self.place(seat) == place)
    }

    /// The seat to which a row belongs.
    pub fn seat_of(&self, square: Square) -> Option<Seat> {
        self.seat_at(usize::from(square.row() / 3))
    }

    /// SA4, SA5: whether a seat's own nine pieces have arrived as required.
    #[inline]
    pub fn has_arrived(&self, position: &Position, seat: Seat) -> bool {
        let place = self.place(seat);
        position.is_home(place) && (!self.expert || position.triangles(place) == TRIANGLE_GOAL)
    }

    /// SA4: whether a seat has won, with its partner where it has one.
    #[inline]
    pub fn has_won(&self, position: &Position, seat: Seat) -> bool {
        let partner = self.players.partner(seat);
        self.has_arrived(position, seat)
            && partner.is_none_or(|partner| self.has_arrived(position, partner))
    }

    /// The seat that acted before the one that acts now.
    #[inline]
    fn last_to_act(&self, position: &Position) -> Seat {
        self.players.before(position.to_act())
    }
}

impl Rules for Saute {
    type Position = Position;
    type Action = Action;

    fn seats(&self) -> u8 {
        self.players.count
    }

    #[inline]
    fn side(&self, seat: Seat) -> u8 {
        self.players.side(seat)
    }

    fn start(&self) -> Position {
        Position::start(self.players.seats().map(|seat| self.place(seat)))
    }

    #[inline]
    fn actions(&self, position: &Position, actions: &mut Vec<Action>) -> Status {
        actions.clear();
        // Only the seat that has just acted can have won.
        let last = self.last_to_act(position);
        if self.has_won(position, last) {
            return Status::Over(self.players.won_by_side_of(last));
        }
        let seat = position.to_act();
        if position.is_home(self.place(seat)) {
            let mut seats = self.players.seats();
            if seats.all(|seat| position.is_home(self.place(seat))) {
                return Status::Over(Outcome::drawn_by(self.players.count, |_| true)); // SA6
            }
            actions.push(Action::PASS); // SA6
        } else {
            self.list(position, actions);
        }
        Status::Acts(seat)
    }

    #[inline]
    fn apply(&self, position: &mut Position, action: Action) {
        let seat = position.to_act();
        position.play(self.place(seat), action, seat.next(self.players.count));
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key()
    }
}

impl Game for Saute {
    fn info(_id: &str) -> &'static GameInfo {
        &INFO
    }

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        let players = Players::from_spec(spec)?;
        Ok(Self {
            players,
            expert: spec.flag("expert"),
            // SA1: two players sit in the middle.
            places: players.places([1, 2]),
        })
    }
}
