use super::notation::{read_action, read_placement};
use super::refusal::{mismatch, order_name};
use super::{Action, DARK, Eupdonne, LIGHT, Placement, Position, Release};
use crate::scene::Message;
use crate::setup::check_seat;
use crate::text::{Reader, join};
use crate::{FromSetup, Notation, Refusal, Seat};

/// The bars of each seat on the board, who acts, and what may not be undone. The other bars are in
/// hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// By seat: how each bar lies, and whether it is captive.
    pub bars: [Vec<(Placement, bool)>; 2],
    /// The seat to act.
    pub to_act: Seat,
    /// EU7: what each seat may not play on its next turn.
    pub forbidden: [Option<Action>; 2],
}

impl FromSetup for Eupdonne {
    type Setup = Setup;

    fn setup_of(&self, position: &Position) -> Setup {
        let bars = |seat| {
            let own = position.bars().filter(|bar| bar.seat == seat);
            own.map(|bar| (bar.placement, bar.captive)).collect()
        };
        let forbidden = |seat| Some(position.forbidden(seat)).filter(|&a| a != Action::NONE);
        Setup {
            bars: [bars(LIGHT), bars(DARK)],
            to_act: position.to_act(),
            forbidden: [LIGHT, DARK].map(forbidden),
        }
    }

    fn position_from(&self, setup: &Setup) -> Result<Position, Refusal> {
        check_seat(setup.to_act, 2)?;
        let mut position = Position::START;
        for seat in Seat::all(2) {
            for &(placement, _) in &setup.bars[seat.index()] {
                put_checked(&mut position, seat, placement)?;
            }
        }
        let mut captives = 0;
        let mut forbidden = [Action::NONE; 2];
        for seat in Seat::all(2) {
            for &(placement, _) in setup.bars[seat.index()].iter().filter(|bar| bar.1) {
                let number = position.number_of(seat, placement);
                captives |= number.map_or(0, |number| 1 << number);
            }
            let Some(action) = setup.forbidden[seat.index()] else {
                continue;
            };
            if !could_be_forbidden(&position, seat, action) {
                let mut text = String::new();
                self.write_action(&position, action, &mut text);
                let why = Message::new("eupdonne.not-last").text("action", text);
                return Err(Refusal::new("EU7", why));
            }
            forbidden[seat.index()] = action;
        }
        position.finish(captives, forbidden, setup.to_act);
        if self.release == Release::Captors {
            let mut held = position.bars().filter(|bar| bar.captive);
            if let Some(bar) = held.find(|bar| position.captors(bar.number).count_ones() < 2) {
                let why = Message::new("eupdonne.no-captors").text("bar", bar.placement);
                return Err(Refusal::new("EU11", why));
            }
        }
        Ok(position)
    }

    /// `123A1h 321C4v* (213D5h) 1 +123A1h .`: the bars of Light, those of Dark in parentheses, captives
    /// with a star, the seat to act, and what each seat may not play on its next turn (EU7).
    fn write_setup(&self, setup: &Setup) -> String {
        let bar = |&(placement, captive): &(Placement, bool)| {
            format!("{placement}{}", if captive { "*" } else { "" })
        };
        let [light, dark] = setup.bars.each_ref().map(|bars| join(bars.iter().map(bar)));
        let [first, second] = setup.forbidden.map(|action| {
            let mut text = String::new();
            self.write_action(&Position::START, action.unwrap_or(Action::NONE), &mut text);
            text
        });
        let text = format!("{light} ({dark}) {} {first} {second}", setup.to_act);
        text.trim_start().to_owned()
    }

    fn read_setup(&self, text: &str) -> Result<Setup, Refusal> {
        let mut reader = Reader::new(text, "123A1h 321C4v* (213D5h) 1 . .");
        let bars = reader.two_lists(|reader| Ok((read_placement(reader)?, reader.eat("*"))))?;
        let to_act = reader.seat(2)?;
        let mut forbidden = [None; 2];
        reader.skip_blanks();
        if !reader.is_done() {
            for action in &mut forbidden {
                if !reader.word(".") {
                    *action = Some(read_action(&mut reader)?);
                }
            }
        }
        reader.end()?;
        Ok(Setup {
            bars,
            to_act,
            forbidden,
        })
    }
}

/// Puts a bar into a position, if it can lie there.
fn put_checked(position: &mut Position, seat: Seat, placement: Placement) -> Result<(), Refusal> {
    let taken = position.covered(LIGHT) | position.covered(DARK);
    if let Some(at) = (taken & placement.covered()).first() {
        return Err(Refusal::square_twice("EU3", at));
    }
    if position.in_hand(seat, placement.order()) == 0 {
        let why = Message::new("eupdonne.three-equal")
            .seat("seat", seat)
            .text("order", order_name(placement.order()));
        return Err(Refusal::new("EU1", why));
    }
    let own = position.bars().filter(|bar| bar.seat == seat);
    if let Some(refusal) = own
        .filter_map(|bar| mismatch(placement, bar.placement))
        .next()
    {
        return Err(refusal);
    }
    position.put(seat, placement);
    Ok(())
}

/// EU7: whether an action undoes one that could have been the seat's last: what was placed is
/// there, and what was taken off is in the hand.
fn could_be_forbidden(position: &Position, seat: Seat, action: Action) -> bool {
    match (action.from(), action.to()) {
        (Some(from), to) => {
            position.number_of(seat, from).is_some()
                && to.is_none_or(|to| to != from && to.order() == from.order())
        }
        (None, Some(to)) => position.in_hand(seat, to.order()) > 0,
        (None, None) => false,
    }
}
