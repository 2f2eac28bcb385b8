use super::{D21, Position, Square};
use crate::scene::Message;
use crate::setup::check_seat;
use crate::text::{Reader, join};
use crate::{FromSetup, Refusal, Seat};

/// The dice of each seat, and who acts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// By seat: what each die shows, from 1 to 6, and its square.
    pub dice: [Vec<(u8, Square)>; 2],
    /// The seat to act.
    pub to_act: Seat,
}

const FORM: &str = "1C2 1D2 (1C8 1D8) 1";

impl FromSetup for D21 {
    type Setup = Setup;

    fn setup_of(&self, position: &Position) -> Setup {
        let dice = |seat| {
            Square::all()
                .filter(|&square| position.owner(square) == Some(seat))
                .map(|square| (position.value(square), square))
                .collect()
        };
        Setup {
            dice: [dice(Seat::new(0)), dice(Seat::new(1))],
            to_act: position.to_act(),
        }
    }

    fn position_from(&self, setup: &Setup) -> Result<Position, Refusal> {
        check_seat(setup.to_act, 2)?;
        let mut position = Position::EMPTY;
        for seat in Seat::all(2) {
            for &(value, square) in &setup.dice[seat.index()] {
                if !(1..=6).contains(&value) {
                    return Err(Refusal::unreadable(&self.write_setup(setup), FORM));
                }
                if position.owner(square).is_some() {
                    return Err(Refusal::square_twice("D2", square));
                }
                position.put(square, seat, value);
            }
            let count = setup.dice[seat.index()].len();
            if count != 12 {
                let why = Message::new("d21.not-twelve")
                    .seat("seat", seat)
                    .number("count", count as i64);
                return Err(Refusal::new("D2", why));
            }
            if position.outside(seat) > 3 {
                let why = Message::new("d21.too-many-outside")
                    .seat("seat", seat)
                    .number("count", position.outside(seat));
                return Err(Refusal::new("D8", why));
            }
        }
        position.finish(setup.to_act, self.strict);
        Ok(position)
    }

    /// `1C2 1D2 (1C8 1D8) 1`: Red's dice, Green's in parentheses, the seat to act.
    fn write_setup(&self, setup: &Setup) -> String {
        let die = |(value, square): &(u8, Square)| format!("{value}{square}");
        let [red, green] = setup.dice.each_ref().map(|dice| join(dice.iter().map(die)));
        format!("{red} ({green}) {}", setup.to_act)
    }

    fn read_setup(&self, text: &str) -> Result<Setup, Refusal> {
        let mut reader = Reader::new(text, FORM);
        let dice = reader.two_lists(|reader| {
            let value = reader.take_if(|c| ('1'..='6').contains(&c))?;
            Ok((value as u8 - b'0', reader.square()?))
        })?;
        let to_act = reader.seat(2)?;
        reader.end()?;
        Ok(Setup { dice, to_act })
    }
}
