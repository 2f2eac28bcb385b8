use super::{Action, SOUTH, Square};
use crate::{Seat, hash};

/// Two bitboards, bit 0 at A1, and who acts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) men: [u64; 2],
    pub(super) to_act: Seat,
}

/// The row farthest from each seat.
const GOAL: [u64; 2] = [0xff << 56, 0xff];

impl Position {
    /// BT1.
    pub(super) const START: Position = Position {
        men: [0xffff, 0xffff << 48],
        to_act: SOUTH,
    };

    /// Who acts.
    #[inline]
    pub fn to_act(&self) -> Seat {
        self.to_act
    }

    /// The men of a seat.
    #[inline]
    pub fn men(&self, seat: Seat) -> u64 {
        self.men[seat.index()]
    }

    /// The owner of the man on a square.
    pub fn owner(&self, square: Square) -> Option<Seat> {
        Seat::all(2).find(|seat| self.men[seat.index()] >> square.index() & 1 == 1)
    }

    /// BT4: only the seat that has just acted can have won.
    #[inline]
    pub fn winner(&self) -> Option<Seat> {
        let mover = self.to_act.next(2);
        let won = self.men[mover.index()] & GOAL[mover.index()] != 0
            || self.men[self.to_act.index()] == 0;
        won.then_some(mover)
    }

    #[inline]
    pub(super) fn play(&mut self, action: Action) {
        let own = self.to_act.index();
        self.men[own] ^= 1 << action.from().index() | 1 << action.to().index();
        self.men[own ^ 1] &= !(1 << action.to().index());
        self.to_act = self.to_act.next(2);
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        hash::mix(self.men[0] ^ hash::mix(self.men[1] ^ hash::mix(self.to_act.index() as u64)))
    }
}
