use super::{Action, Porte, Shape};
use crate::blockade::board::{PARTS, Place, Set, Square, centre, part, turned};
use crate::blockade::players;
use crate::{Seat, hash};

/// The pieces of each seat, their shapes, the hands and who acts.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The pieces of each seat.
    pub(super) pieces: [Set; Seat::MOST],
    /// The triangles of all seats; a piece that is neither a triangle nor a cylinder is a square.
    pub(super) triangles: Set,
    /// All pieces, columns and rows exchanged.
    pub(super) columns: Set,
    pub(super) key: u64,
    /// How many triangles and squares each seat has in hand.
    pub(super) hands: [[u8; 2]; Seat::MOST],
    /// The index of each cylinder's square.
    pub(super) cylinders: [u8; Seat::MOST],
    pub(super) to_act: Seat,
}

/// Stands for "no square".
const NONE: u8 = 255;

static KEYS: hash::Keys<{ Seat::MOST * 3 * Square::COUNT }> = hash::Keys::new(0x9017);
static TURNS: [u64; Seat::MOST] = hash::table(0x9018);

impl Position {
    /// An empty board: everything in hand but the cylinders.
    pub(super) fn empty(to_act: Seat) -> Self {
        Position {
            pieces: [Set::EMPTY; Seat::MOST],
            triangles: Set::EMPTY,
            columns: Set::EMPTY,
            key: TURNS[to_act.index()],
            hands: [[Shape::Triangle.number(), Shape::Square.number()]; Seat::MOST],
            cylinders: [NONE; Seat::MOST],
            to_act,
        }
    }

    /// PO1.
    pub(super) fn start(game: &Porte) -> Self {
        let mut position = Self::empty(Seat::new(0));
        for seat in Seat::all(game.players.count) {
            let at = |column, row| {
                let square = Square::new(column, row);
                (0..game.players.corner(seat)).fold(square, |s, _| turned(s))
            };
            position.put(seat, Shape::Cylinder, at(0, 0));
            position.put(seat, Shape::Triangle, at(0, 2));
            position.put(seat, Shape::Square, at(2, 0));
        }
        position
    }

    /// Puts a piece on an empty square; triangles and squares come from hand.
    #[inline]
    pub(super) fn put(&mut self, seat: Seat, shape: Shape, square: Square) {
        self.toggle(seat, shape, square);
        let hand = &mut self.hands[seat.index()];
        match shape {
            Shape::Cylinder => self.cylinders[seat.index()] = square.index() as u8,
            Shape::Triangle => hand[0] = hand[0].wrapping_sub(1),
            Shape::Square => hand[1] = hand[1].wrapping_sub(1),
        }
    }

    #[inline]
    fn toggle(&mut self, seat: Seat, shape: Shape, square: Square) {
        let place = Place::new(square);
        self.pieces[seat.index()].toggle_at(place);
        self.columns.toggle_at(place.transposed());
        self.triangles.toggle_if(place, shape == Shape::Triangle);
        self.key ^= KEYS.get((seat.index() * 3 + shape as usize) * Square::COUNT + square.index());
    }

    /// Who acts.
    #[inline]
    pub fn to_act(&self) -> Seat {
        self.to_act
    }

    /// All pieces of a seat on the board.
    #[inline]
    pub fn pieces(&self, seat: Seat) -> Set {
        self.pieces[seat.index()]
    }

    /// All pieces on the board.
    #[inline]
    pub fn occupied(&self) -> Set {
        self.pieces[0] | self.pieces[1] | self.pieces[2] | self.pieces[3]
    }

    /// The pieces of a seat with this shape.
    #[inline]
    pub fn shaped(&self, seat: Seat, shape: Shape) -> Set {
        let own = self.pieces[seat.index()];
        match (shape, self.cylinder(seat)) {
            (Shape::Triangle, _) => own & self.triangles,
            (Shape::Square, Some(cylinder)) => (own & !self.triangles).without(cylinder),
            (Shape::Cylinder, Some(cylinder)) => Set::EMPTY.with(cylinder),
            (_, None) => Set::EMPTY,
        }
    }

    /// Where a seat's cylinder stands; none for a seat that does not exist.
    #[inline]
    pub fn cylinder(&self, seat: Seat) -> Option<Square> {
        let at = self.cylinders[seat.index()];
        (at != NONE).then(|| Square::from_index_unchecked(usize::from(at)))
    }

    /// How many pieces of a shape a seat has in hand.
    #[inline]
    pub fn in_hand(&self, seat: Seat, shape: Shape) -> u8 {
        match shape {
            Shape::Cylinder => 0,
            Shape::Triangle => self.hands[seat.index()][0],
            Shape::Square => self.hands[seat.index()][1],
        }
    }

    /// How many pieces a seat has yet to bring in (PO5).
    #[inline]
    pub fn left(&self, seat: Seat) -> u8 {
        let [triangles, squares] = self.hands[seat.index()];
        triangles + squares
    }

    /// Whether a seat has brought in all its pieces (PO5).
    #[inline]
    pub fn is_done(&self, seat: Seat) -> bool {
        self.hands[seat.index()] == [0, 0]
    }

    /// The owner of the piece on a square.
    #[inline]
    pub fn owner(&self, square: Square) -> Option<Seat> {
        players::owner(&self.pieces, square)
    }

    /// The shape of a seat's piece on a square.
    #[inline]
    pub(super) fn shape_of(&self, seat: Seat, square: Square) -> Shape {
        // Without a branch, which would be mispredicted.
        let is_triangle = usize::from(self.triangles.contains(square));
        let is_cylinder = usize::from(self.cylinders[seat.index()]) == square.index();
        [
            Shape::Square,
            Shape::Triangle,
            Shape::Cylinder,
            Shape::Cylinder,
        ][is_triangle + 2 * usize::from(is_cylinder)]
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<(Seat, Shape)> {
        let seat = self.owner(square)?;
        Some((seat, self.shape_of(seat, square)))
    }
}

impl Porte {
    /// The pieces of all enemies of a seat.
    #[inline]
    pub fn enemy_pieces(&self, position: &Position, seat: Seat) -> Set {
        let friends = match self.partner(seat) {
            Some(partner) => position.pieces[partner.index()],
            None => Set::EMPTY,
        };
        position.occupied() & !(position.pieces[seat.index()] | friends)
    }

    /// PO3: the pieces of a seat on centres whose part holds two or more opposing pieces.
    #[inline]
    pub fn duty(&self, position: &Position, seat: Seat) -> Set {
        let on_centres = position.pieces[seat.index()] & Set::CENTRES;
        if on_centres.is_empty() {
            return Set::EMPTY;
        }
        let enemies = self.enemy_pieces(position, seat);
        let crowded = |square: &Square| (enemies & PARTS[usize::from(part(*square))]).has_two();
        on_centres.iter().filter(crowded).collect()
    }

    #[inline]
    pub(super) fn play(&self, position: &mut Position, action: Action) {
        let seat = position.to_act;
        if let Some((from, to)) = action.squares() {
            let shape = position.shape_of(seat, from);
            position.toggle(seat, shape, from);
            position.toggle(seat, shape, to);
            let cylinder = &mut position.cylinders[seat.index()];
            *cylinder = if shape == Shape::Cylinder {
                to.index() as u8
            } else {
                *cylinder
            };
            if let Some(entering) = action.entry() {
                position.put(seat, entering, centre(part(to)));
            }
        }
        let next = seat.next(self.players.count);
        position.to_act = next;
        position.key ^= TURNS[seat.index()] ^ TURNS[next.index()];
    }

    /// The position with the board turned so that every seat takes the place of the next one; it is
    /// worth the same. That is a half turn with two players and a quarter turn with four; with
    /// three, or in teams, there is none.
    pub fn turned(&self, position: &Position) -> Option<Position> {
        let quarters = match (self.players.count, self.players.teams) {
            (2, _) => 2,
            (4, false) => 1,
            _ => return None,
        };
        let mut other = Position::empty(position.to_act.next(self.players.count));
        for seat in Seat::all(self.players.count) {
            for shape in Shape::ALL {
                for square in position.shaped(seat, shape).iter() {
                    let square = (0..quarters).fold(square, |s, _| turned(s));
                    other.put(seat.next(self.players.count), shape, square);
                }
            }
        }
        Some(other)
    }
}
