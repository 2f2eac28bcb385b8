//! Monstrodéchecs (Franck Genet): dice with a monster on one face roll over a chessboard and attack
//! according to their new top face. The rules are in `RULES.md`.
//!
//! Names: monstrodé – monster die, monstroface – monster face, diable-dé – devil die, manche – round,
//! 4 coins – four corners ([`Mode::Corners`]), Carnage, Diabléchecs ([`Mode::Devils`]).
//!
//! Rule choices besides the rulings of `RULES.md`:
//! - A flip never removes a die, so flips and the end of a round cannot coincide. In all modes but
//!   Diabléchecs the attacker's own die survives its attack, so somebody is always left; in
//!   Diabléchecs one attack can remove all devils, including the attacker's own (MO19).
//! - A seat that is out loses its bonus. A devil's die of its own kind is marked, because an
//!   ordinary monster die may be of kind 6 too.
//! - With partners a side is out when both are; until then both share its draws and wins.
//! - Points are kept only where they decide (several rounds, Carnage): elsewhere two positions that
//!   differ only in captures are the same (C8).
//!
//! A position is one byte for each square, a bitboard for each seat and a few counters: 136 bytes.
//! An action takes 4 bytes. `reach.rs` explains how rolling is computed for all paths at once.

mod actions;
mod arranging;
mod attack;
mod notation;
mod position;
mod possible;
mod reach;
mod refusal;
mod rounds;
mod setup;
mod staging;
mod tables;

#[cfg(test)]
mod naive;
#[cfg(test)]
mod tests;

pub use actions::Action;
pub use attack::Struck;
pub use position::{Phase, Position};
pub use reach::Reach;
pub use setup::Setup;
pub use tables::{Attack, Die};

use crate::grid;
use crate::{
    Cut, Game, GameInfo, Kind, OptionInfo, Outcome, Rules, Seat, Spec, SpecError, Status, Values,
};

/// A square of the board.
pub type Square = grid::Square<8, 8>;
/// A set of squares.
pub type Bitboard = grid::Bitboard<8, 8>;

/// Its numbered rules ([`paragraphs`](crate::paragraphs) reads them).
pub(crate) const PARAGRAPHS: &str = include_str!("RULES.md");

/// Its catalog entry.
pub static INFO: GameInfo = GameInfo {
    id: "monstrodechecs",
    title: "Monstrodéchecs",
    kind: Kind::Battle,
    minutes: (15, 40),
    revision: 1,
    options: &[
        OptionInfo {
            name: "mode",
            values: Values::OneOf(&["classic", "diable", "coins", "carnage"]),
        },
        OptionInfo {
            name: "players",
            values: Values::OneOf(&["2", "4"]),
        },
        OptionInfo {
            name: "teams",
            values: Values::OneOf(&["false", "true"]),
        },
        OptionInfo {
            name: "rounds",
            values: Values::OneOf(&["1", "2", "3", "4", "5", "6", "7", "8", "9"]),
        },
        OptionInfo {
            name: "army",
            values: Values::Digits,
        },
    ],
    former_defaults: &[],
};

/// The variants.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    /// The last player with a die wins.
    Classic,
    /// MO19: the last player with a devil wins.
    Devils,
    /// MO20: four players in the corners.
    Corners,
    /// MO21: the same with ordinary dice in front, for points.
    Carnage,
}

/// The game with its options.
#[derive(Clone, Debug)]
pub struct Monstrodechecs {
    mode: Mode,
    players: u8,
    teams: bool,
    rounds: u8,
    /// MO3: the kinds in the order of the start squares.
    army: Vec<u8>,
}

impl Monstrodechecs {
    /// The variant.
    #[inline]
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Whether seats 1 and 3 play against 2 and 4 (MO2).
    #[inline]
    pub fn teams(&self) -> bool {
        self.teams
    }

    /// How many rounds are played (MO18).
    #[inline]
    pub fn rounds(&self) -> u8 {
        self.rounds
    }

    /// The kinds of each seat's monster dice, in the order of [`Self::start_square`] (MO3).
    pub fn army(&self) -> &[u8] {
        &self.army
    }

    /// Whether points decide, and are therefore kept (MO18, MO21).
    #[inline]
    pub fn counts_points(&self) -> bool {
        self.rounds > 1 || self.mode == Mode::Carnage
    }

    /// The seats on a seat's side, itself among them, as a mask with bit 0 for seat 1.
    #[inline]
    pub fn friends(&self, seat: Seat) -> u8 {
        if self.teams {
            0b0101 << (seat.index() & 1)
        } else {
            1 << seat.index()
        }
    }

    /// How many sides have a seat in `seats`.
    #[inline]
    fn sides_in(&self, seats: u8) -> u32 {
        if self.teams {
            u32::from(seats & 0b0101 != 0) + u32::from(seats & 0b1010 != 0)
        } else {
            seats.count_ones()
        }
    }
}

impl Rules for Monstrodechecs {
    type Position = Position;
    type Action = Action;

    #[inline]
    fn seats(&self) -> u8 {
        self.players
    }

    #[inline]
    fn side(&self, seat: Seat) -> u8 {
        let seat = seat.index() as u8;
        if self.teams { seat & 1 } else { seat }
    }

    fn start(&self) -> Position {
        self.round_start(1, [0; 4])
    }

    #[inline]
    fn actions(&self, position: &Position, actions: &mut Vec<Action>) -> Status {
        actions.clear();
        match position.phase {
            Phase::Play => {
                position.list_rolls(actions);
                if actions.is_empty() {
                    actions.push(Action::Pass); // MO16
                }
            }
            Phase::Flips => position.list_turns(actions),
            Phase::SetUp => self.list_choices(position, actions),
            Phase::Over => return Status::Over(self.outcome(position)),
        }
        Status::Acts(position.to_act())
    }

    #[inline]
    fn apply(&self, position: &mut Position, action: Action) {
        match action {
            Action::Roll {
                from,
                to,
                orientation,
            } => self.roll(position, from, to, orientation),
            Action::Turn { at, orientation } => self.turn(position, at, orientation),
            Action::Pass => {
                position.bonus[position.turn.index()] = 0; // MO15
                self.next_turn(position);
            }
            Action::Devil { at } => self.choose_devil(position, at),
            Action::Side(side) => self.choose_side(position, side),
        }
    }

    fn key(&self, position: &Position) -> u64 {
        position.key()
    }

    /// With partners a side is in the game as long as one of them is (C8).
    fn plays_on(&self, position: &Position, seat: Seat) -> bool {
        position.in_play & self.friends(seat) != 0
    }

    #[inline]
    fn round(&self, position: &Position) -> u32 {
        u32::from(position.round)
    }

    /// MO22.
    fn cut(&self, position: &Position) -> Cut<Position> {
        if position.round < self.rounds {
            return Cut::Next(self.round_start(position.round + 1, position.scores));
        }
        Cut::Over(if self.counts_points() {
            self.by_points(position)
        } else {
            Outcome::drawn_by(self.players, |seat| self.plays_on(position, seat))
        })
    }
}

impl Game for Monstrodechecs {
    fn info(_id: &str) -> &'static GameInfo {
        &INFO
    }

    fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        let mode = match spec.get("mode") {
            "diable" => Mode::Devils,
            "coins" => Mode::Corners,
            "carnage" => Mode::Carnage,
            _ => Mode::Classic,
        };
        let corners = matches!(mode, Mode::Corners | Mode::Carnage);
        if corners && spec.given("players") == Some("2") {
            return Err(SpecError::Clash(
                "monstrodechecs.clash-corners",
                "players=2 with mode=coins or mode=carnage",
                "players=4, or neither of these modes",
            ));
        }
        let players = if corners {
            4
        } else {
            spec.number("players") as u8
        };
        let teams = spec.flag("teams");
        if teams && players != 4 {
            return Err(SpecError::TEAMS_OF_FOUR);
        }
        let six = players == 4 && !corners;
        let army = match (spec.given("army"), six) {
            (Some(army), true) if army.len() != 6 => {
                return Err(SpecError::Clash(
                    "monstrodechecs.clash-army-6",
                    "this number of dice in army",
                    "exactly six digits, as in army=655644",
                ));
            }
            (Some(army), false) if army.len() != 8 => {
                return Err(SpecError::Clash(
                    "monstrodechecs.clash-army-8",
                    "this number of dice in army",
                    "exactly eight digits, as in army=65433456",
                ));
            }
            (Some(army), _) => army,
            (None, true) => "655644",
            (None, false) => "65433456",
        };
        Ok(Self {
            mode,
            players,
            teams,
            rounds: spec.number("rounds") as u8,
            army: army.bytes().map(|digit| digit - b'0').collect(),
        })
    }
}
