use super::board::{Set, Square};
use crate::{OptionInfo, Outcome, Seat, Spec, SpecError, Values};

/// How many play.
pub(super) const OPTION: OptionInfo = OptionInfo {
    name: "players",
    values: Values::OneOf(&["2", "3", "4"]),
};

/// Whether four play in two teams.
pub(super) const TEAMS: OptionInfo = OptionInfo {
    name: "teams",
    values: Values::OneOf(&["false", "true"]),
};

/// The seat whose pieces, by seat, include one on a square.
#[inline]
pub(super) fn owner(pieces: &[Set; Seat::MOST], square: Square) -> Option<Seat> {
    (0..Seat::MOST as u8)
        .map(Seat::new)
        .find(|seat| pieces[seat.index()].contains(square))
}

/// Whether anybody's pieces include one on a square.
#[inline]
pub(super) fn is_taken(pieces: &[Set; Seat::MOST], square: Square) -> bool {
    let [a, b, c, d] = pieces.each_ref().map(|set| set.contains(square));
    a | b | c | d
}

/// Who plays L'Empire, La Porte or Saute: two, three or four, or two teams of two.
#[derive(Copy, Clone, Debug)]
pub struct Players {
    /// How many there are.
    pub count: u8,
    /// Whether seats 1 and 3 play against seats 2 and 4.
    pub teams: bool,
}

impl Players {
    /// As the options say; teams are for four.
    pub(super) fn from_spec(spec: &Spec) -> Result<Self, SpecError> {
        let (count, teams) = spec.players_and_teams()?;
        Ok(Self { count, teams })
    }

    /// The seats in turn order.
    #[inline]
    pub fn seats(self) -> impl Iterator<Item = Seat> + Clone {
        Seat::all(self.count)
    }

    /// The number of a seat's side.
    #[inline]
    pub fn side(self, seat: Seat) -> u8 {
        let seat = seat.index() as u8;
        if self.teams { seat & 1 } else { seat }
    }

    /// The partner of a seat, in teams.
    #[inline]
    pub fn partner(self, seat: Seat) -> Option<Seat> {
        self.teams.then(|| Seat::new((seat.index() as u8 ^ 2) & 3))
    }

    /// The opponents of a seat.
    #[inline]
    pub fn enemies(self, seat: Seat) -> impl Iterator<Item = Seat> + Clone {
        let partner = self.partner(seat);
        self.seats()
            .filter(move |&other| other != seat && partner != Some(other))
    }

    /// The seat that acts before this one.
    #[inline]
    pub fn before(self, seat: Seat) -> Seat {
        let now = seat.index() as u8;
        Seat::new((if now == 0 { self.count } else { now } - 1) & 3)
    }

    /// The place of each seat, where two players sit at `two`, and partners at places 0 and 1 against
    /// 2 and 3.
    pub(super) fn places(self, two: [u8; 2]) -> [u8; Seat::MOST] {
        match (self.count, self.teams) {
            (2, _) => [two[0], two[1], 0, 0],
            (_, true) => [0, 2, 1, 3],
            _ => [0, 1, 2, 3],
        }
    }

    /// The corner of a seat, counted clockwise from 0 in the south-west: two players sit at opposite
    /// ones (EM2, PO1).
    pub fn corner(self, seat: Seat) -> u8 {
        self.places([0, 2])[seat.index()]
    }

    /// The side of this seat has won.
    pub(super) fn won_by_side_of(self, winner: Seat) -> Outcome {
        Outcome::won_by(self.count, |seat| self.side(seat) == self.side(winner))
    }
}
