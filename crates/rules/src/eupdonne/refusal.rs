use super::{Action, Eupdonne, Placement, Position};
use crate::scene::Message;
use crate::{Refusal, Refusing};

impl Refusing for Eupdonne {
    fn refusal(&self, position: &Position, action: Action) -> Refusal {
        let seat = position.to_act();
        let say = Refusal::by;
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
            if others().any(|bar| bar.placement.covered().contains(square)) {
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
}

/// An order of levels, read from its usual end.
pub(super) fn order_name(order: usize) -> String {
    let [a, b, c] = super::ORDERS[order];
    format!("{a}{b}{c}")
}

/// EU5: why two bars of one colour may not lie like this.
pub(super) fn mismatch(new: Placement, old: Placement) -> Option<Refusal> {
    let pairs = new.touching(old);
    let ((at, level), (there, its)) = pairs.into_iter().find(|(a, b)| a.1 != b.1)?;
    let why = Message::new("eupdonne.levels-differ")
        .number("level", level)
        .text("at", at)
        .number("other", its)
        .text("there", there);
    Some(Refusal::new("EU5", why))
}
