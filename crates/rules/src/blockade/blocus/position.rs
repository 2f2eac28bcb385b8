use super::{Action, Deed, GUARDS, KINGS, NORTH, SOUTH};
use crate::blockade::board::{PARTS, Place, Set, Square, part};
use crate::{Seat, hash};

/// The guards of both seats and who acts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The guards of each seat by rows.
    pub(super) guards: [Set; 2],
    /// The same, columns and rows exchanged.
    pub(super) columns: [Set; 2],
    pub(super) key: u64,
    pub(super) to_act: Seat,
    /// Whether the king of the seat to act has left the board.
    pub(super) gone: bool,
}

/// Where no guard may be put or stop: the parts of the kings (BL7, BL8).
pub(super) const COURTS: Set = {
    let mut set = Set::EMPTY;
    let mut index = 0;
    while index < Square::COUNT {
        let square = Square::from_index(index);
        if part(square) == part(KINGS[0]) || part(square) == part(KINGS[1]) {
            set = set.with(square);
        }
        index += 1;
    }
    set
};

static KEYS: [u64; 2 * Square::COUNT] = hash::table(0xb10c);
const NORTH_ACTS: u64 = 0x6a09_e667_f3bc_c908;
const GONE: u64 = 0xbb67_ae85_84ca_a73b;

impl Position {
    /// BL1.
    pub(super) const START: Position = Position {
        guards: [Set::EMPTY; 2],
        columns: [Set::EMPTY; 2],
        key: 0,
        to_act: SOUTH,
        gone: false,
    };

    /// A position with these guards; what follows from them is filled in.
    pub(super) fn new(guards: [Set; 2], to_act: Seat, gone: bool) -> Self {
        let mut position = Position {
            to_act,
            gone,
            ..Self::START
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
        KINGS[seat.index()]
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

    /// Whose guard stands on a square.
    pub fn owner(&self, square: Square) -> Option<Seat> {
        Seat::all(2).find(|seat| self.guards[seat.index()].contains(square))
    }

    /// Where a seat could put a guard from hand (BL7), whether or not it has one.
    #[inline]
    pub fn open_squares(&self, seat: Seat) -> Set {
        let open = !(self.guards[0] | self.guards[1] | COURTS);
        if self.guards[seat.index()].is_empty() {
            open & !Set::CENTRES
        } else {
            open
        }
    }

    /// Where no guard may be put or stop: the parts of the two kings.
    #[inline]
    pub fn courts() -> Set {
        COURTS
    }

    /// The same position with north and south exchanged, seats and all.
    pub fn mirrored(&self) -> Position {
        let flip = |set: Set| {
            set.iter()
                .map(|s| Square::new(s.column(), 11 - s.row()))
                .collect()
        };
        Position::new(
            [flip(self.guards[1]), flip(self.guards[0])],
            self.to_act.next(2),
            self.gone,
        )
    }

    #[inline]
    fn toggle(&mut self, seat: Seat, square: Square) {
        let seat = seat.index();
        let place = Place::of(square);
        self.guards[seat].toggle_at(place);
        self.columns[seat].toggle_at(place.transposed());
        self.key ^= KEYS[seat * Square::COUNT + square.index()];
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

/// The part of a king, as a set.
pub(super) fn court(seat: Seat) -> Set {
    PARTS[usize::from(part(KINGS[seat.index()]))]
}
