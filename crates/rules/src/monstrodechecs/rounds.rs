//! How rounds begin and end, and what decides (MO2, MO3, MO17–MO22).

use super::actions::starting;
use super::{Bitboard, Die, Mode, Monstrodechecs, Phase, Position, Square};
use crate::scene::Side;
use crate::{Outcome, Seat, Verdict};

/// MO3 for two players, seat 1.
const ROW: [(u8, u8); 8] = [
    (0, 0),
    (1, 0),
    (2, 0),
    (3, 0),
    (4, 0),
    (5, 0),
    (6, 0),
    (7, 0),
];
/// MO3 for four players, seat 1.
const BLOCK: [(u8, u8); 6] = [(2, 0), (3, 0), (4, 0), (5, 0), (3, 1), (4, 1)];
/// MO20 and then MO21, seat 1.
const CORNER: [(u8, u8); 15] = [
    (0, 0),
    (1, 0),
    (2, 0),
    (0, 1),
    (1, 1),
    (2, 1),
    (0, 2),
    (1, 2),
    (3, 0),
    (3, 1),
    (2, 2),
    (3, 2),
    (0, 3),
    (1, 3),
    (2, 3),
];

impl Monstrodechecs {
    /// How many dice each seat begins with.
    pub fn dice_each(&self) -> usize {
        if self.mode == Mode::Carnage {
            15
        } else {
            self.army.len()
        }
    }

    /// The square of a seat's die number `index`, in the order of the army (MO3, MO20, MO21).
    pub fn start_square(&self, seat: Seat, index: usize) -> Square {
        let (mut column, mut row) = match self.mode {
            Mode::Corners | Mode::Carnage => CORNER[index],
            _ if self.players == 2 => ROW[index],
            _ => BLOCK[index],
        };
        for _ in 0..self.quarter_turns(seat) {
            (column, row) = (row, 7 - column);
        }
        Square::new(column, row)
    }

    /// The kind of a seat's die number `index`: its monster dice, then ordinary ones.
    pub(super) fn start_kind(&self, index: usize) -> u8 {
        self.army.get(index).copied().unwrap_or(0)
    }

    /// The squares on which a seat's devil may begin (MO19).
    pub fn nearest_line(&self, seat: Seat) -> impl Iterator<Item = Square> + '_ {
        let count = if self.players == 2 { 8 } else { 4 };
        (0..count).map(move |index| self.start_square(seat, index))
    }

    /// The two edges at a seat's corner (MO20).
    pub fn corner_sides(&self, seat: Seat) -> impl Iterator<Item = Side> + use<> {
        let first = self.clockwise_side(seat);
        // Seat 1 in the south-west: south, then west.
        [first, first.clockwise()].into_iter()
    }

    /// Quarter turns clockwise from seat 1 to this seat.
    fn quarter_turns(&self, seat: Seat) -> usize {
        seat.index() * (4 / usize::from(self.players))
    }

    /// MO2: south for seat 1, then clockwise.
    pub(super) fn clockwise_side(&self, seat: Seat) -> Side {
        (0..self.quarter_turns(seat)).fold(Side::South, |side, _| side.clockwise())
    }

    /// Whether a round begins with a choice (MO19, MO20).
    pub(super) fn has_set_up(&self) -> bool {
        self.mode != Mode::Classic
    }

    /// Whether the players choose their sides (MO20).
    pub(super) fn has_corners(&self) -> bool {
        matches!(self.mode, Mode::Corners | Mode::Carnage)
    }

    /// MO18: who begins a round.
    pub(super) fn starter(&self, round: u8) -> Seat {
        Seat::new((round - 1) % self.players)
    }

    /// The position at the beginning of a round.
    pub(super) fn round_start(&self, round: u8, scores: [u16; 4]) -> Position {
        let mut position = Position {
            codes: [0; 64],
            dice: [Bitboard::EMPTY; 4],
            devils: Bitboard::EMPTY,
            pending: Bitboard::EMPTY,
            scores,
            bonus: [0; 4],
            sides: [Side::South; 4],
            turn: Seat::new(0),
            phase: Phase::SetUp,
            round,
            in_play: (1 << self.players) - 1,
        };
        for seat in Seat::all(self.players) {
            if !self.has_corners() {
                position.sides[seat.index()] = self.clockwise_side(seat);
            }
            for index in 0..self.dice_each() {
                let at = self.start_square(seat, index);
                let mut die = starting(self.start_kind(index), position.sides[seat.index()]);
                if self.has_corners() {
                    die = die.without_sides(); // MO20: until a side is chosen
                }
                position.codes[at.index()] = die.0;
                position.dice[seat.index()] = position.dice(seat).with(at);
            }
        }
        if !self.has_set_up() {
            position.phase = Phase::Play;
            position.turn = self.starter(round);
        }
        position
    }

    /// MO17–MO19: one side is left, or none; `before` were in play before the last attack.
    pub(super) fn end_round(&self, position: &mut Position, before: u8) {
        let won = position.in_play != 0;
        let last = if won { position.in_play } else { before };
        if won && self.counts_points() {
            let winners = self.friends(Seat::new(last.trailing_zeros() as u8));
            let points = self.last_points(position, winners);
            for seat in 0..4 {
                if winners >> seat & 1 == 1 {
                    position.scores[seat] += points;
                }
            }
        }
        if position.round < self.rounds {
            *position = self.round_start(position.round + 1, position.scores);
            return;
        }
        position.phase = Phase::Over;
        position.turn = Seat::new(0);
        position.bonus = [0; 4];
        position.in_play = last;
    }

    /// MO18, MO21: the points for each member of the last side.
    fn last_points(&self, position: &Position, winners: u8) -> u16 {
        let has_monster = || {
            Seat::all(self.players)
                .filter(|seat| winners >> seat.index() & 1 == 1)
                .flat_map(|seat| position.dice_of(seat))
                .any(|(_, die): (Square, Die)| die.kind() != 0)
        };
        if self.mode == Mode::Carnage && !has_monster() {
            3
        } else {
            5
        }
    }

    /// How a game that is over ended.
    pub(super) fn outcome(&self, position: &Position) -> Outcome {
        if self.counts_points() {
            return self.by_points(position);
        }
        let last = |seat| position.in_play & self.friends(seat) != 0;
        if self.sides_in(position.in_play) == 1 {
            Outcome::won_by(self.players, last) // MO17
        } else {
            Outcome::drawn_by(self.players, last) // MO19
        }
    }

    /// MO18: the highest score wins, with partners the sum; those who share it draw.
    pub(super) fn by_points(&self, position: &Position) -> Outcome {
        let points = |seat: Seat| -> u16 {
            let friends = self.friends(seat);
            let with = |other: &Seat| friends >> other.index() & 1 == 1;
            let scores = Seat::all(self.players).filter(with);
            scores.map(|other| position.score(other)).sum()
        };
        let best = Seat::all(self.players).map(points).max().unwrap_or(0);
        let top = Seat::all(self.players)
            .filter(|&seat| points(seat) == best)
            .fold(0, |mask, seat| mask | 1 << seat.index());
        let verdict = if self.sides_in(top) == 1 {
            Verdict::Won
        } else {
            Verdict::Drew
        };
        Outcome::each(self.players, |seat| {
            if top >> seat.index() & 1 == 1 {
                verdict
            } else {
                Verdict::Lost
            }
        })
    }
}
