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
mod staging;
#[cfg(test)]
mod tests;

pub use actions::Action;
pub use position::{GOAL, Position, TRIANGLE_GOAL};

use crate::grid;
use crate::{
    Game, GameInfo, Kind, OptionInfo, Outcome, Rules, Seat, Spec, SpecError, Status, Values,
};

/// A square of the board.
pub type Square = grid::Square<12, 12>;

/// Its catalog entry.
pub static INFO: GameInfo = GameInfo {
    id: "saute",
    title: "Saute",
    kind: Kind::Race,
    minutes: (10, 20),
    revision: 1,
    options: &[
        OptionInfo {
            name: "players",
            values: Values::OneOf(&["2", "3", "4"]),
        },
        OptionInfo {
            name: "teams",
            values: Values::OneOf(&["false", "true"]),
        },
        OptionInfo {
            name: "expert",
            values: Values::OneOf(&["false", "true"]),
        },
    ],
    former_defaults: &[],
    rules: include_str!("../RULES.md"),
};

/// The game for its number of players.
#[derive(Clone, Debug)]
pub struct Saute {
    players: u8,
    teams: bool,
    expert: bool,
    /// The place of each seat, counted from 0 at the south.
    places: [u8; Seat::MOST],
}

impl Saute {
    /// Whether partners play together.
    #[inline]
    pub fn teams(&self) -> bool {
        self.teams
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
        Seat::all(self.players).find(|&seat| self.place(seat) == place)
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
        self.has_arrived(position, seat)
            && (!self.teams || self.has_arrived(position, partner(seat)))
    }

    /// The seat that acted before the one that acts now.
    #[inline]
    fn last_to_act(&self, position: &Position) -> Seat {
        let now = position.to_act().index() as u8;
        Seat::new(if now == 0 { self.players } else { now } - 1)
    }
}

/// The partner of a seat in teams of two: seats 1 and 3 play against seats 2 and 4.
fn partner(seat: Seat) -> Seat {
    Seat::new(seat.index() as u8 ^ 2)
}

impl Rules for Saute {
    type Position = Position;
    type Action = Action;

    fn seats(&self) -> u8 {
        self.players
    }

    #[inline]
    fn side(&self, seat: Seat) -> u8 {
        match self.teams {
            true => seat.index() as u8 & 1,
            false => seat.index() as u8,
        }
    }

    fn start(&self) -> Position {
        Position::start(Seat::all(self.players).map(|seat| self.place(seat)))
    }

    #[inline]
    fn actions(&self, position: &Position, actions: &mut Vec<Action>) -> Status {
        actions.clear();
        // Only the seat that has just acted can have won.
        let last = self.last_to_act(position);
        if self.has_won(position, last) {
            let side = self.side(last);
            let outcome = Outcome::won_by(self.players, |seat| self.side(seat) == side);
            return Status::Over(outcome);
        }
        let seat = position.to_act();
        if position.is_home(self.place(seat)) {
            if Seat::all(self.players).all(|seat| position.is_home(self.place(seat))) {
                return Status::Over(Outcome::drawn_by(self.players, |_| true)); // SA6
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
        position.play(self.place(seat), action, seat.next(self.players));
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
        let (players, teams) = spec.players_and_teams()?;
        Ok(Self {
            players,
            teams,
            expert: spec.flag("expert"),
            places: match (players, teams) {
                (2, _) => [1, 2, 0, 0],
                (_, true) => [0, 2, 1, 3],
                _ => [0, 1, 2, 3],
            },
        })
    }
}
