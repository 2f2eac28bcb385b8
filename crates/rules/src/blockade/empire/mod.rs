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
mod position;
mod refusal;
mod setup;
mod staging;
#[cfg(test)]
mod tests;

pub use actions::Action;
pub use position::{Position, THRONES};
pub use setup::Setup;

use super::board::{Square, turned};
use super::players::{self, Players};
use crate::hash::SplitMix64;
use crate::{Game, GameInfo, Kind, Outcome, Rules, Seat, Spec, SpecError, Status};

/// Its numbered rules ([`paragraphs`](crate::paragraphs) reads them).
pub(crate) const PARAGRAPHS: &str = include_str!("../RULES.md");

/// Its catalog entry.
pub static INFO: GameInfo = GameInfo {
    id: "empire",
    title: "L’Empire",
    kind: Kind::Hunt,
    minutes: (15, 40),
    revision: 1,
    options: &[players::OPTION, players::TEAMS],
    former_defaults: &[],
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
    pub(super) players: Players,
    /// The king's throne of each seat (EM5).
    pub(super) thrones: [Square; Seat::MOST],
}

impl Empire {
    /// The game for these players.
    pub fn new(players: Players) -> Self {
        let mut thrones = [Square::new(7, 7); Seat::MOST];
        for seat in players.seats() {
            let throne = &mut thrones[seat.index()];
            *throne = (0..players.corner(seat)).fold(*throne, |square, _| turned(square));
        }
        Empire { players, thrones }
    }

    /// Who plays.
    #[inline]
    pub fn players(&self) -> Players {
        self.players
    }

    /// The king's throne of a seat (EM5).
    #[inline]
    pub fn throne(&self, seat: Seat) -> Square {
        self.thrones[seat.index()]
    }

    /// The partner of a seat, in teams.
    #[inline]
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        self.players.partner(seat)
    }

    /// Whether a player whose commander is taken is out and the others play on (EM7).
    #[inline]
    pub fn plays_on_without(&self) -> bool {
        self.players.count > 2 && !self.players.teams
    }
}

impl Rules for Empire {
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
        Position::start(self)
    }

    #[inline]
    fn actions(&self, position: &Position, actions: &mut Vec<Action>) -> Status {
        if let Some(winner) = position.winner() {
            actions.clear();
            return Status::Over(self.players.won_by_side_of(winner));
        }
        self.list(position, actions);
        Status::Acts(position.to_act())
    }

    #[inline]
    fn choose(
        &self,
        position: &Position,
        random: &mut SplitMix64,
        buffer: &mut Vec<Action>,
    ) -> Result<Action, Outcome> {
        match position.winner() {
            Some(winner) => Err(self.players.won_by_side_of(winner)),
            None => Ok(self.choose(position, random, buffer)),
        }
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
        Players::from_spec(spec).map(Self::new)
    }
}
