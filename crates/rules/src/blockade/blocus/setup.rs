use super::refusal::{in_court, no_exit};
use super::{Blocus, GUARDS, NORTH, Position, SOUTH};
use crate::blockade::board::{Set, Square};
use crate::scene::Message;
use crate::setup::check_seat;
use crate::text::{Reader, join};
use crate::{FromSetup, Refusal, Seat};

/// The guards of each seat, who acts, and whether a king has left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The squares of the guards on the board, by seat.
    pub guards: [Vec<Square>; 2],
    /// The seat to act.
    pub to_act: Seat,
    /// Whether its king has left the board.
    pub gone: bool,
}

impl FromSetup for Blocus {
    type Setup = Setup;

    fn setup_of(&self, position: &Position) -> Setup {
        Setup {
            guards: [SOUTH, NORTH].map(|seat| position.guards(seat).iter().collect()),
            to_act: position.to_act,
            gone: position.gone,
        }
    }

    fn position_from(&self, setup: &Setup) -> Result<Position, Refusal> {
        check_seat(setup.to_act, 2)?;
        let mut guards = [Set::EMPTY; 2];
        for (seat, squares) in setup.guards.iter().enumerate() {
            for &square in squares {
                if (guards[0] | guards[1]).contains(square) {
                    return Err(Refusal::square_twice("BL6", square));
                }
                guards[seat] = guards[seat].with(square);
            }
        }
        let position = Position::new(self.kings, guards, setup.to_act, setup.gone);
        possible(&position)?;
        Ok(position)
    }

    /// `C5 D9 (A3 H7) 1`: the guards of seat 1, those of seat 2 in parentheses, the seat to act;
    /// then `exit` when its king has left the board.
    fn write_setup(&self, setup: &Setup) -> String {
        let [south, north] = setup.guards.each_ref().map(join);
        let gone = if setup.gone { " exit" } else { "" };
        format!("{south} ({north}) {}{gone}", setup.to_act)
    }

    fn read_setup(&self, text: &str) -> Result<Setup, Refusal> {
        let mut reader = Reader::new(text, "C5 D9 (A3 H7) 1");
        let guards = reader.two_lists(Reader::square)?;
        let to_act = reader.seat(2)?;
        let gone = reader.word("EXIT");
        reader.end()?;
        Ok(Setup {
            guards,
            to_act,
            gone,
        })
    }
}

/// Checks that a position is possible.
fn possible(position: &Position) -> Result<(), Refusal> {
    for seat in Seat::all(2) {
        let guards = position.guards(seat);
        if guards.len() > GUARDS {
            return Err(Refusal::by("BL1", "blocus.too-many"));
        }
        if let Some(square) = (guards & position.courts()).iter().next() {
            return Err(in_court(position, "BL7", square));
        }
        // The first guard cannot leave its square until all six are on the board.
        let centres = guards & Set::CENTRES;
        if !guards.is_empty() && guards.len() < GUARDS && centres == guards {
            return Err(Refusal::new(
                "BL7",
                Message::new("blocus.first-on-centre").text("to", centre_of(guards)),
            ));
        }
    }
    let [south, north] = [SOUTH, NORTH].map(|seat| position.guards(seat).len());
    let expected = if position.to_act == SOUTH {
        north
    } else {
        (north + 1).min(GUARDS)
    };
    if south != expected {
        return Err(Refusal::by("BL6", "blocus.uneven"));
    }
    if position.gone && !position.must_exit() {
        return Err(no_exit(position));
    }
    Ok(())
}

fn centre_of(guards: Set) -> String {
    guards
        .iter()
        .next()
        .map(|s| s.to_string())
        .unwrap_or_default()
}
