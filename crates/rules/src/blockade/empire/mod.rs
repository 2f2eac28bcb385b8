//! L'Empire: occupy the thrones, or lead your commander safely onto the king's throne.
//!
//! French and English names: *commandant* = commander (cylinder), *cavalier* = cavalier (triangle),
//! *archer* = archer (square), *trône* = throne, *trône du roi* = king's throne.
//!
//! Choices made: the eleven pieces stand around the corner's centre (EM1); with three or four
//! players the place of a player who is out is skipped (EM7).
//!
//! A position is the pieces of each seat, by rows and by columns, and what they are: 232 bytes. An
//! action is 2 bytes.

mod actions;
mod arranging;
#[cfg(test)]
mod naive;
mod notation;
mod placing;
mod position;
mod staging;
#[cfg(test)]
mod tests;

pub use actions::Action;
pub use position::{Position, THRONES};

use super::board::{Square, turned};
use crate::{
    Game, GameInfo, Kind, OptionInfo, Outcome, Rules, Seat, Spec, SpecError, Status, Values,
};

/// Its catalog entry.
pub static INFO: GameInfo = GameInfo {
    id: "empire",
    title: "L'Empire",
    kind: Kind::Hunt,
    minutes: (15, 40),
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
    ],
    former_defaults: &[],
    rules: include_str!("../RULES.md"),
};

/// What a piece is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Rank {
    /// The cylinder: takes at a distance of 2 or 5.
    Commander,
    /// A triangle: takes at a distance of 3.
    Cavalier,
    /// A square: takes at a distance of 4.
    Archer,
}

impl Rank {
    /// All ranks.
    pub const ALL: [Rank; 3] = [Rank::Commander, Rank::Cavalier, Rank::Archer];
}

/// The game with its options.
#[derive(Clone, Debug)]
pub struct Empire {
    pub(super) players: u8,
    pub(super) teams: bool,
    /// The king's throne of each seat (EM5).
    pub(super) thrones: [Square; Seat::MOST],
}

impl Empire {
    /// The game for `players` players; teams are for four.
    pub fn new(players: u8, teams: bool) -> Self {
        let mut game = Empire {
            players,
            teams,
            thrones: [Square::new(7, 7); Seat::MOST],
        };
        for seat in Seat::all(players) {
            let place = game.place(seat);
            game.thrones[seat.index()] =
                (0..place).fold(Square::new(7, 7), |square, _| turned(square));
        }
        game
    }

    /// The corner of a seat, counted clockwise from 0 in the south-west (EM2).
    pub fn place(&self, seat: Seat) -> u8 {
        let seat = seat.index();
        match (self.players, self.teams) {
            (2, _) => [0, 2, 0, 0][seat],
            (_, true) => [0, 2, 1, 3][seat],
            _ => seat as u8,
        }
    }

    /// The king's throne of a seat (EM5).
    #[inline]
    pub fn throne(&self, seat: Seat) -> Square {
        self.thrones[seat.index()]
    }

    /// The partner of a seat, in teams.
    #[inline]
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        self.teams.then(|| Seat::new(seat.index() as u8 ^ 2))
    }

    /// Whether a player whose commander is taken is out and the others play on (EM7).
    #[inline]
    pub fn plays_on_without(&self) -> bool {
        self.players > 2 && !self.teams
    }
}

impl Rules for Empire {
    type Position = Position;
    type Action = Action;

    fn seats(&self) -> u8 {
        self.players
    }

    #[inline]
    fn side(&self, seat: Seat) -> u8 {
        let seat = seat.index() as u8;
        if self.teams { seat & 1 } else { seat }
    }

    fn start(&self) -> Position {
        Position::start(self)
    }

    #[inline]
    fn actions(&self, position: &Position, actions: &mut Vec<Action>) -> Status {
        if let Some(winner) = position.winner() {
            actions.clear();
            let side = self.side(winner);
            return Status::Over(Outcome::won_by(self.players, |seat| {
                self.side(seat) == side
            }));
        }
        self.list(position, actions);
        Status::Acts(position.to_act())
    }

    #[inline]
    fn apply(&self, position: &mut Position, action: Action) {
        self.play(position, action);
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        position.key
    }

    fn plays_on(&self, position: &Position, seat: Seat) -> bool {
        position.commander(seat).is_some()
    }
}

impl Game for Empire {
    fn info(_id: &str) -> &'static GameInfo {
        &INFO
    }

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        let (players, teams) = spec.players_and_teams()?;
        Ok(Self::new(players, teams))
    }
}
