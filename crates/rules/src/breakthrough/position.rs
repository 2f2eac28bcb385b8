use super::{Action, Bitboard, NORTH, SOUTH, Square};
use crate::{Seat, hash};

/// The men of each seat, and who acts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) men: [Bitboard; 2],
    pub(super) to_act: Seat,
}

/// The row farthest from each seat.
const GOAL: [Bitboard; 2] = [Bitboard::row(7), Bitboard::row(0)];

impl Position {
    /// BT1.
    pub(super) const START: Position = Position {
        men: [
            Bitboard::from_bits(0xffff),
            Bitboard::from_bits(0xffff << 48),
        ],
        to_act: SOUTH,
    };

    /// Who acts.
    #[inline]
    pub fn to_act(&self) -> Seat {
        self.to_act
    }

    /// Who has just acted.
    #[inline]
    fn waiting(&self) -> Seat {
        if self.to_act == SOUTH { NORTH } else { SOUTH }
    }

    /// The men of a seat.
    #[inline]
    pub fn men(&self, seat: Seat) -> Bitboard {
        self.men[seat.index()]
    }

    /// The owner of the man on a square.
    pub fn owner(&self, square: Square) -> Option<Seat> {
        Seat::all(2).find(|seat| self.men[seat.index()].contains(square))
    }

    /// BT4: only the seat that has just acted can have won.
    #[inline]
    pub fn winner(&self) -> Option<Seat> {
        let mover = self.waiting();
        let won =
            !(self.men(mover) & GOAL[mover.index()]).is_empty() || self.men(self.to_act).is_empty();
        won.then_some(mover)
    }

    #[inline]
    pub(super) fn play(&mut self, action: Action) {
        let (own, other) = (self.to_act, self.waiting());
        self.men[own.index()] ^= Bitboard::from_square(action.from()).with(action.to());
        self.men[other.index()] = self.men(other).without(action.to());
        self.to_act = other;
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        let [south, north] = self.men.map(Bitboard::bits);
        hash::mix(south ^ hash::mix(north ^ hash::mix(self.to_act.index() as u64)))
    }
}
