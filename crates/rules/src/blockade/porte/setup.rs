use super::{Porte, Position, Shape};
use crate::blockade::board::{PieceLists, Set, lists};
use crate::scene::Message;
use crate::setup::check_seat;
use crate::text::Reader;
use crate::{FromSetup, Refusal, Rules, Seat};

/// The pieces of each seat on the board, and who acts. The others are in hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// By seat, and in the order of [`Shape::ALL`].
    pub pieces: Vec<PieceLists>,
    /// The seat to act.
    pub to_act: Seat,
}

impl FromSetup for Porte {
    type Setup = Setup;

    fn setup_of(&self, position: &Position) -> Setup {
        let lists = |seat| Shape::ALL.map(|shape| position.shaped(seat, shape).iter().collect());
        Setup {
            pieces: Seat::all(self.players.count).map(lists).collect(),
            to_act: position.to_act,
        }
    }

    fn position_from(&self, setup: &Setup) -> Result<Position, Refusal> {
        check_seat(setup.to_act, self.players.count)?;
        if setup.pieces.len() != usize::from(self.players.count) {
            return Err(Refusal::new(
                "PO1",
                Message::new("porte.players").number("count", i64::from(self.players.count)),
            ));
        }
        let mut position = Position::empty(setup.to_act);
        for (seat, lists) in Seat::all(self.players.count).zip(&setup.pieces) {
            for (shape, list) in Shape::ALL.into_iter().zip(lists) {
                let mut squares = Set::EMPTY;
                for &square in list {
                    if (squares | position.occupied()).contains(square) {
                        return Err(Refusal::square_twice("PO2", square));
                    }
                    squares = squares.with(square);
                }
                numbers(seat, shape, squares)?;
                squares
                    .iter()
                    .for_each(|square| position.put(seat, shape, square));
            }
        }
        // Only the side of the seat that acted last can have brought in everything.
        let done =
            |seat| position.is_done(seat) && self.partner(seat).is_none_or(|p| position.is_done(p));
        let winner = self.winner(&position).map(|seat| self.side(seat));
        if Seat::all(self.players.count).any(|seat| done(seat) && Some(self.side(seat)) != winner) {
            return Err(Refusal::by("PO5", "porte.already-won"));
        }
        Ok(position)
    }

    /// `A1; A3; C1 / L12; L10; J12 / 1`: for each seat its cylinder, its triangles and its squares,
    /// then the seat to act.
    fn write_setup(&self, setup: &Setup) -> String {
        lists::write(&setup.pieces, "") + &setup.to_act.to_string()
    }

    fn read_setup(&self, text: &str) -> Result<Setup, Refusal> {
        let mut reader = Reader::new(text, "A1; A3; C1 / L12; L10; J12 / 1");
        let pieces = lists::read(&mut reader, |_, _| Ok(()))?;
        let to_act = reader.seat(self.players.count)?;
        reader.end()?;
        Ok(Setup { pieces, to_act })
    }
}

/// Checks that a seat has at least one piece of a shape and no more than it owns (PO1), and not all
/// of them on centres (PO2).
fn numbers(seat: Seat, shape: Shape, squares: Set) -> Result<(), Refusal> {
    let count = squares.len();
    if count < 1 || count > u32::from(shape.number()) {
        return Err(Refusal::new(
            "PO1",
            Message::new("porte.number").seat("seat", seat),
        ));
    }
    if (squares & Set::CENTRES).len() >= count {
        return Err(Refusal::new(
            "PO2",
            Message::new("porte.first-on-centre").seat("seat", seat),
        ));
    }
    Ok(())
}
