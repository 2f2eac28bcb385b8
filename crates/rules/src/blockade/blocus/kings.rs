use crate::Seat;
use crate::blockade::board::{Set, Square, part, transposed};

/// Where the kings stand until one of them leaves (BL1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Kings {
    /// In one column, on E2 and E11.
    #[default]
    Column,
    /// Each at its player's left, on E2 and H11.
    Left,
}

/// What follows from the kings' squares.
pub(super) struct Courts {
    /// South's king, then North's.
    pub(super) kings: [Square; 2],
    /// Both of them.
    pub(super) occupied: Set,
    /// Where no guard may be placed or stop: the parts of the kings (BL7, BL8).
    pub(super) closed: Set,
    /// The two sets with columns and rows exchanged.
    pub(super) occupied_by_columns: Set,
    pub(super) closed_by_columns: Set,
}

static COURTS: [Courts; 2] = [
    Courts::new([Square::new(4, 1), Square::new(4, 10)]),
    Courts::new([Square::new(4, 1), Square::new(7, 10)]),
];

impl Courts {
    const fn new(kings: [Square; 2]) -> Self {
        let [south, north] = kings;
        let mut courts = Self {
            kings,
            occupied: Set::EMPTY.with(south).with(north),
            closed: Set::EMPTY,
            occupied_by_columns: Set::EMPTY.with(transposed(south)).with(transposed(north)),
            closed_by_columns: Set::EMPTY,
        };
        let mut index = 0;
        while index < Square::COUNT {
            let square = Square::from_index_unchecked(index);
            if part(square) == part(south) || part(square) == part(north) {
                courts.closed = courts.closed.with(square);
                courts.closed_by_columns = courts.closed_by_columns.with(transposed(square));
            }
            index += 1;
        }
        courts
    }
}

impl Kings {
    #[inline]
    pub(super) fn courts(self) -> &'static Courts {
        &COURTS[self as usize]
    }

    /// Where a seat's king stands.
    #[inline]
    pub fn king(self, seat: Seat) -> Square {
        self.courts().kings[seat.index()]
    }

    /// The square that a square maps to when the seats are exchanged; the two kings' squares map to
    /// each other.
    pub(super) fn exchanged(self, square: Square) -> Square {
        let column = match self {
            Kings::Column => square.column(),
            Kings::Left => 11 - square.column(),
        };
        Square::new(column, 11 - square.row())
    }
}
