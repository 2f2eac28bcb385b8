use super::{Action, D21, Jump, Position, Square};
use crate::scene::Message;
use crate::{Refusal, Refusing};

impl Refusing for D21 {
    fn refusal(&self, position: &Position, action: Action) -> Refusal {
        let (from, to) = (action.from(), action.to());
        let seat = position.to_act();
        let say = |rule, key| {
            let why = Message::new(key).text("from", from).text("to", to);
            Refusal::new(rule, why)
        };
        match position.owner(from) {
            None => return say("D3", "d21.empty"),
            Some(owner) if owner != seat => return say("D3", "d21.not-your-die"),
            Some(_) => {}
        }
        if from == to {
            return say("D3", "d21.stands-still");
        }
        let Some(between) = between(from, to) else {
            return say("D4", "d21.not-straight");
        };
        if position.owner(to).is_some() {
            return say("D4", "d21.occupied");
        }
        let dice: Vec<Square> = between
            .iter()
            .copied()
            .filter(|&square| position.owner(square).is_some())
            .collect();
        match dice[..] {
            [] => {}
            [over] if between.last() != Some(&over) => {
                return say("D5", "d21.behind").with("over", over);
            }
            [over] if between.len() == 1 && self.jump == Jump::Apart => {
                return say("D5", "d21.too-near").with("over", over);
            }
            [_] => {}
            _ => return say("D5", "d21.over-two"),
        }
        say("D8", "d21.four-outside")
    }
}

/// The squares from the first to the second, both on one line; none if they are not.
pub(super) fn between(from: Square, to: Square) -> Option<Vec<Square>> {
    let columns = to.column() as i8 - from.column() as i8;
    let rows = to.row() as i8 - from.row() as i8;
    if columns != 0 && rows != 0 && columns.abs() != rows.abs() {
        return None;
    }
    let steps = columns.abs().max(rows.abs());
    (1..steps)
        .map(|i| from.offset(columns.signum() * i, rows.signum() * i))
        .collect()
}

/// A refusal that names one more square.
trait With {
    fn with(self, name: &'static str, square: Square) -> Self;
}

impl With for Refusal {
    fn with(self, name: &'static str, square: Square) -> Self {
        Refusal::new(self.rule, self.why.text(name, square))
    }
}
