use super::{Bitboard, Breakthrough, Position, Square};
use crate::setup::check_seat;
use crate::text::{Reader, join};
use crate::{FromSetup, Refusal, Seat};

/// The men of each seat, and who acts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Their squares, by seat.
    pub men: [Vec<Square>; 2],
    /// The seat to act.
    pub to_act: Seat,
}

impl FromSetup for Breakthrough {
    type Setup = Setup;

    fn setup_of(&self, position: &Position) -> Setup {
        Setup {
            men: position.men.map(|men| men.into_iter().collect()),
            to_act: position.to_act,
        }
    }

    fn position_from(&self, setup: &Setup) -> Result<Position, Refusal> {
        check_seat(setup.to_act, 2)?;
        let mut men = [Bitboard::EMPTY; 2];
        for (seat, squares) in setup.men.iter().enumerate() {
            for &square in squares {
                if (men[0] | men[1]).contains(square) {
                    return Err(Refusal::square_twice("BT1", square));
                }
                men[seat] = men[seat].with(square);
            }
            if squares.len() > 16 {
                return Err(Refusal::by("BT1", "breakthrough.too-many"));
            }
        }
        let to_act = setup.to_act;
        let position = Position { men, to_act };
        let other = Position {
            men,
            to_act: to_act.next(2),
        };
        // Only the seat that has just acted can have won, and not both.
        if other.winner().is_some() {
            return Err(Refusal::by("BT4", "breakthrough.already-won"));
        }
        Ok(position)
    }

    /// `A1 B1 (A8 B8) 1`: the men of seat 1, those of seat 2 in parentheses, the seat to act.
    fn write_setup(&self, setup: &Setup) -> String {
        let [south, north] = setup.men.each_ref().map(join);
        format!("{south} ({north}) {}", setup.to_act)
    }

    fn read_setup(&self, text: &str) -> Result<Setup, Refusal> {
        let mut reader = Reader::new(text, "A1 B1 (A8 B8) 1");
        let men = reader.two_lists(Reader::square)?;
        let to_act = reader.seat(2)?;
        reader.end()?;
        Ok(Setup { men, to_act })
    }
}
