use super::notation::read_shape;
use super::position::{MOVING, line_in};
use super::refusal::word;
use super::{Alignement, Circle, Position, Shape};
use crate::scene::Message;
use crate::text::{Reader, join};
use crate::{FromSetup, Refusal, Seat};

/// The pieces of each seat, and the turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// By seat.
    pub pieces: [Vec<(Shape, Circle)>; 2],
    /// The turn, counted from 1; from the thirteenth on 13 to 18 by its place in the cycle.
    pub turn: u8,
}

const FORM: &str = "SB2 TA1 (TB1 SC1) 5";

impl FromSetup for Alignement {
    type Setup = Setup;

    fn setup_of(&self, position: &Position) -> Setup {
        let pieces = |seat| {
            let of_shape = |shape| {
                let mask = position.mask(seat, shape);
                let circles = Circle::all().filter(move |c| mask >> c.index() & 1 == 1);
                circles.map(move |circle| (shape, circle))
            };
            Shape::ALL.into_iter().flat_map(of_shape).collect()
        };
        Setup {
            pieces: [pieces(Seat::new(0)), pieces(Seat::new(1))],
            turn: position.turn() + 1,
        }
    }

    fn position_from(&self, setup: &Setup) -> Result<Position, Refusal> {
        if !(1..=MOVING + 6).contains(&setup.turn) {
            return Err(Refusal::unreadable(&self.write_setup(setup), FORM));
        }
        let mut masks = [[0u16; 3]; 2];
        let mut seen = 0u16;
        for (masks, pieces) in masks.iter_mut().zip(&setup.pieces) {
            for &(shape, circle) in pieces {
                let bit = 1 << circle.index();
                if seen & bit != 0 {
                    return Err(Refusal::square_twice("AL1", circle));
                }
                seen |= bit;
                masks[shape as usize] |= bit;
            }
        }
        let position = Position::from_masks(masks, setup.turn - 1);
        position.check()?;
        Ok(position)
    }

    /// `SB2 TA1 CD4 (TB1 SC1) 6`: the pieces of seat 1, those of seat 2 in parentheses, the turn.
    fn write_setup(&self, setup: &Setup) -> String {
        let piece = |(shape, circle): &(Shape, Circle)| format!("{}{circle}", shape.letter());
        let lists = setup
            .pieces
            .each_ref()
            .map(|list| join(list.iter().map(piece)));
        let [first, second] = lists;
        let text = format!("{first} ({second}) {}", setup.turn);
        text.trim_start().to_owned()
    }

    fn read_setup(&self, text: &str) -> Result<Setup, Refusal> {
        let mut reader = Reader::new(text, FORM);
        let pieces = reader.two_lists(|reader| Ok((read_shape(reader)?, reader.square()?)))?;
        let turn = reader.number()?;
        if !(1..=18).contains(&turn) {
            return Err(reader.unreadable());
        }
        reader.end()?;
        Ok(Setup {
            pieces,
            turn: turn as u8,
        })
    }
}

impl Position {
    /// Refuses what cannot stand: two pieces on a circle, more or fewer pieces than the turn
    /// number implies (AL1, AL3), a line for the player to act (AL5).
    pub fn check(&self) -> Result<(), Refusal> {
        let mut seen = 0;
        for seat in Seat::all(2) {
            for shape in Shape::ALL {
                let mask = self.mask(seat, shape);
                if mask & seen != 0 {
                    let at = Circle::from_index((mask & seen).trailing_zeros() as usize);
                    return Err(Refusal::square_twice("AL1", at));
                }
                seen |= mask;
                let due = due(seat, shape, self.turn());
                if mask.count_ones() != due {
                    let rule = if mask.count_ones() > shape.count() {
                        "AL1"
                    } else {
                        "AL3"
                    };
                    return Err(Refusal::new(
                        rule,
                        Message::new("alignement.wrong-number")
                            .seat("seat", seat)
                            .word("shape", word(shape))
                            .number("due", i64::from(due))
                            .number("turn", i64::from(self.turn()) + 1),
                    ));
                }
            }
        }
        if line_in(self.all_of(self.to_act())).is_some() {
            return Err(Refusal::by("AL5", "alignement.already-won"));
        }
        Ok(())
    }
}

/// AL2, AL3: how many pieces of a shape a seat has on the board when a turn begins.
fn due(seat: Seat, shape: Shape, turn: u8) -> u32 {
    let turns = (0..turn.min(MOVING))
        .filter(|t| usize::from(t & 1) == seat.index() && t % 3 == shape as u8)
        .count();
    (turns as u32).min(shape.count())
}
