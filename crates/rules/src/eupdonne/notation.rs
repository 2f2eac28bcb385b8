use std::fmt::Write as _;

use super::{Action, DARK, Eupdonne, LIGHT, Placement, Position, Release, Square};
use crate::scene::Message;
use crate::text::Reader;
use crate::{Notation, Refusal, Seat};

impl Notation for Eupdonne {
    fn write_action(&self, _position: &Position, action: Action, text: &mut String) {
        let _ = match (action.from(), action.to()) {
            (None, Some(to)) => write!(text, "+{to}"),
            (Some(from), None) => write!(text, "-{from}"),
            (Some(from), Some(to)) => write!(text, "{from}>{to}"),
            (None, None) => write!(text, "."),
        };
    }

    fn read_action(&self, _position: &Position, text: &str) -> Result<Action, Refusal> {
        let unreadable = || Refusal::unreadable(text, "+123A1h, -123A1h, 123A1h>321C4v");
        let mut reader = Reader::new(text);
        let action = if reader.eat("+") {
            Action::introduce(read_placement(&mut reader, text)?)
        } else if reader.eat("-") {
            Action::take_off(read_placement(&mut reader, text)?)
        } else {
            let from = read_placement(&mut reader, text)?;
            if !reader.eat(">") {
                return Err(unreadable());
            }
            Action::shift(from, read_placement(&mut reader, text)?)
        };
        if !reader.is_done() {
            return Err(unreadable());
        }
        Ok(action)
    }

    fn refusal(&self, position: &Position, action: Action) -> Refusal {
        let seat = position.to_act();
        let say = |rule, key| Refusal::new(rule, Message::new(key));
        if let Some(from) = action.from() {
            match position.number_of(seat, from) {
                None if position.number_of(seat.next(2), from).is_some() => {
                    let why = Message::new("eupdonne.not-your-bar").text("bar", from);
                    return Refusal::new("EU3", why);
                }
                None => {
                    let why = Message::new("eupdonne.no-such-bar").text("bar", from);
                    return Refusal::new("EU3", why);
                }
                Some(number) if position.captives() >> number & 1 == 1 => {
                    let why = Message::new("eupdonne.captive").text("bar", from);
                    return Refusal::new("EU9", why);
                }
                Some(_) => {}
            }
        }
        let Some(to) = action.to() else {
            return say("EU7", "eupdonne.undoes");
        };
        match action.from() {
            None if position.in_hand(seat, to.order()) == 0 => {
                let why =
                    Message::new("eupdonne.none-in-hand").text("order", order_name(to.order()));
                return Refusal::new("EU1", why);
            }
            Some(from) if from == to => return say("EU3", "eupdonne.stays"),
            Some(from) if from.order() != to.order() => {
                let why = Message::new("eupdonne.other-order")
                    .text("from", order_name(from.order()))
                    .text("to", order_name(to.order()));
                return Refusal::new("EU1", why);
            }
            _ => {}
        }
        let others = || {
            position
                .bars()
                .filter(|bar| bar.seat != seat || Some(bar.placement) != action.from())
        };
        for square in to.squares() {
            if others().any(|bar| bar.placement.covered() >> square.index() & 1 == 1) {
                let why = Message::new("eupdonne.occupied").text("at", square);
                return Refusal::new("EU3", why);
            }
        }
        let own = others().filter(|bar| bar.seat == seat);
        if let Some(refusal) = own.filter_map(|bar| mismatch(to, bar.placement)).next() {
            return refusal;
        }
        say("EU7", "eupdonne.undoes")
    }

    /// `123A1h 321C4v* (213D5h) 1 +123A1h .`: the bars of Light, those of Dark in parentheses, captives
    /// with a star, the seat to act, and what each seat may not play on its next turn (EU7).
    fn write_position(&self, position: &Position) -> String {
        let list = |seat: Seat| {
            position
                .bars()
                .filter(|bar| bar.seat == seat)
                .map(|bar| format!("{}{}", bar.placement, if bar.captive { "*" } else { "" }))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let forbidden = |seat: Seat| {
            let mut text = String::new();
            self.write_action(position, position.forbidden(seat), &mut text);
            text
        };
        let text = format!(
            "{} ({}) {} {} {}",
            list(LIGHT),
            list(DARK),
            position.to_act(),
            forbidden(LIGHT),
            forbidden(DARK)
        );
        text.trim_start().to_owned()
    }

    fn read_position(&self, text: &str) -> Result<Position, Refusal> {
        let upper = text.trim().to_ascii_uppercase();
        let unreadable = || Refusal::unreadable(text, "123A1h 321C4v* (213D5h) 1 . .");
        let (light, rest) = upper.split_once('(').ok_or_else(unreadable)?;
        let (dark, rest) = rest.split_once(')').ok_or_else(unreadable)?;
        let mut position = Position::START;
        let mut captive = Vec::new();
        for (seat, list) in [(LIGHT, light), (DARK, dark)] {
            for word in list.split_whitespace() {
                let mut reader = Reader::new(word);
                let placement = read_placement(&mut reader, word)?;
                if reader.eat("*") {
                    captive.push((seat, placement));
                }
                if !reader.is_done() {
                    return Err(unreadable());
                }
                put_checked(&mut position, seat, placement)?;
            }
        }
        let words: Vec<&str> = rest.split_whitespace().collect();
        let (seat, forbidden) = match words[..] {
            [seat] => (seat, [".", "."]),
            [seat, first, second] => (seat, [first, second]),
            _ => return Err(unreadable()),
        };
        let to_act = match seat {
            "1" => LIGHT,
            "2" => DARK,
            _ => return Err(unreadable()),
        };
        let captives = captive.iter().fold(0u16, |set, &(seat, placement)| {
            let number = position.number_of(seat, placement);
            set | number.map_or(0, |number| 1 << number)
        });
        let mut undoing = [Action::NONE; 2];
        for (seat, word) in Seat::all(2).zip(forbidden) {
            if word != "." {
                let action = self.read_action(&position, word)?;
                if !could_be_forbidden(&position, seat, action) {
                    let why = Message::new("eupdonne.not-last").text("action", word);
                    return Err(Refusal::position("EU7", why));
                }
                undoing[seat.index()] = action;
            }
        }
        position.finish(captives, undoing, to_act);
        if self.release == Release::Captors {
            let mut held = position.bars().filter(|bar| bar.captive);
            if let Some(bar) = held.find(|bar| position.captors(bar.number).count_ones() < 2) {
                let why = Message::new("eupdonne.no-captors").text("bar", bar.placement);
                return Err(Refusal::position("EU11", why));
            }
        }
        Ok(position)
    }
}

/// Reads a placement; three levels that are not a bar, and bars over the edge, are refused with the
/// rule.
fn read_placement(reader: &mut Reader, text: &str) -> Result<Placement, Refusal> {
    let (levels, square, vertical) = Placement::read(reader)
        .ok_or_else(|| Refusal::unreadable(text, "+123A1h, -123A1h, 123A1h>321C4v"))?;
    let [a, b, c] = levels;
    let mut sorted = levels;
    sorted.sort_unstable();
    if sorted != [1, 2, 3] {
        let why = Message::new("eupdonne.no-bar").text("levels", format!("{a}{b}{c}"));
        return Err(Refusal::new("EU1", why));
    }
    Placement::new(levels, square, vertical).ok_or_else(|| {
        let why = Message::new("eupdonne.over-the-edge").text("at", square);
        Refusal::new("EU3", why)
    })
}

/// An order of levels, read from its usual end.
pub(super) fn order_name(order: usize) -> String {
    let [a, b, c] = super::ORDERS[order];
    format!("{a}{b}{c}")
}

/// EU5: why two bars of one colour may not lie like this.
fn mismatch(new: Placement, old: Placement) -> Option<Refusal> {
    let pairs = new.touching(old);
    let ((at, level), (there, its)) = pairs.into_iter().find(|(a, b)| a.1 != b.1)?;
    let why = Message::new("eupdonne.levels-differ")
        .number("level", level)
        .text("at", at)
        .number("other", its)
        .text("there", there);
    Some(Refusal::new("EU5", why))
}

/// Puts a bar into a position being read.
fn put_checked(position: &mut Position, seat: Seat, placement: Placement) -> Result<(), Refusal> {
    let taken = position.covered(LIGHT) | position.covered(DARK);
    if taken & placement.covered() != 0 {
        let at = (taken & placement.covered()).trailing_zeros() as usize;
        let why = Message::new("rules.square-twice").text("at", Square::from_index(at));
        return Err(Refusal::position("EU3", why));
    }
    if position.in_hand(seat, placement.order()) == 0 {
        let why = Message::new("eupdonne.three-equal")
            .seat("seat", seat)
            .text("order", order_name(placement.order()));
        return Err(Refusal::position("EU1", why));
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
