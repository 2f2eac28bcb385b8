use super::{Action, Deed, GUARDS, Kings, NORTH, SOUTH};
use crate::blockade::board::{Place, Set, Square};
use crate::{Seat, hash};

/// The guards of both seats, where the kings stand, and who acts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The guards of each seat by rows.
    pub(super) guards: [Set; 2],
    /// The same, columns and rows exchanged.
    pub(super) columns: [Set; 2],
    pub(super) key: u64,
    pub(super) kings: Kings,
    pub(super) to_act: Seat,
    /// Whether the king of the seat to act has left the board.
    pub(super) gone: bool,
}

static KEYS: hash::Keys<{ 2 * Square::COUNT }> = hash::Keys::new(0xb10c);
const NORTH_ACTS: u64 = 0x6a09_e667_f3bc_c908;
const GONE: u64 = 0xbb67_ae85_84ca_a73b;

impl Position {
    /// BL1.
    pub(super) const fn start(kings: Kings) -> Self {
        Position {
            guards: [Set::EMPTY; 2],
            columns: [Set::EMPTY; 2],
            key: 0,
            kings,
            to_act: SOUTH,
            gone: false,
        }
    }

    /// A position with these guards; everything derived from them is filled in.
    pub(super) fn new(kings: Kings, guards: [Set; 2], to_act: Seat, gone: bool) -> Self {
        let mut position = Position {
            to_act,
            gone,
            ..Self::start(kings)
        };
        for seat in Seat::all(2) {
            guards[seat.index()]
                .iter()
                .for_each(|square| position.toggle(seat, square));
        }
        if to_act == NORTH {
            position.key ^= NORTH_ACTS;
        }
        if gone {
            position.key ^= GONE;
        }
        position
    }

    /// Who acts.
    #[inline]
    pub fn to_act(&self) -> Seat {
        self.to_act
    }

    /// The seat whose king has left the board, if one has.
    #[inline]
    pub fn gone(&self) -> Option<Seat> {
        self.gone.then_some(self.to_act)
    }

    /// Where a seat's king stands; it never moves before it leaves (BL1).
    #[inline]
    pub fn king(&self, seat: Seat) -> Square {
        self.kings.king(seat)
    }

    /// The guards of a seat.
    #[inline]
    pub fn guards(&self, seat: Seat) -> Set {
        self.guards[seat.index()]
    }

    /// How many guards a seat has in hand.
    #[inline]
    pub fn in_hand(&self, seat: Seat) -> u32 {
        GUARDS - self.guards[seat.index()].len()
    }

    /// The owner of the guard on a square.
    pub fn owner(&self, square: Square) -> Option<Seat> {
        Seat::all(2).find(|seat| self.guards[seat.index()].contains(square))
    }

    /// Where a seat could put a guard from hand (BL7), whether or not it has one.
    #[inline]
    pub fn open_squares(&self, seat: Seat) -> Set {
        let open = !(self.guards[0] | self.guards[1] | self.courts());
        if self.guards[seat.index()].is_empty() {
            open & !Set::CENTRES
        } else {
            open
        }
    }

    /// Where no guard may be placed or stop: the parts of the two kings.
    #[inline]
    pub fn courts(&self) -> Set {
        self.kings.courts().closed
    }

    /// BL5: whether the king of the seat to act leaves. With `kings=left` both have a way out at
    /// the start, so nobody leaves before the first guard is on the board.
    #[inline]
    pub fn must_exit(&self) -> bool {
        self.has_way(self.to_act) && !self.is_bare()
    }

    /// Whether there is no guard on the board.
    #[inline]
    pub fn is_bare(&self) -> bool {
        (self.guards[0] | self.guards[1]).is_empty()
    }

    /// The same position with the seats exchanged.
    pub fn mirrored(&self) -> Position {
        let flip = |set: Set| set.iter().map(|s| self.kings.exchanged(s)).collect();
        Position::new(
            self.kings,
            [flip(self.guards[1]), flip(self.guards[0])],
            self.to_act.next(2),
            self.gone,
        )
    }

    #[inline]
    fn toggle(&mut self, seat: Seat, square: Square) {
        let seat = seat.index();
        let place = Place::new(square);
        self.guards[seat].toggle_at(place);
        self.columns[seat].toggle_at(place.transposed());
        self.key ^= KEYS.get(seat * Square::COUNT + square.index());
    }

    #[inline]
    pub(super) fn play(&mut self, action: Action) {
        match action.deed() {
            Deed::Place(to) => self.toggle(self.to_act, to),
            Deed::Move(from, to) => {
                self.toggle(self.to_act, from);
                self.toggle(self.to_act, to);
            }
            Deed::Exit => {
                self.gone = true;
                self.key ^= GONE;
                return;
            }
        }
        self.to_act = self.to_act.next(2);
        self.key ^= NORTH_ACTS;
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key
    }
}
