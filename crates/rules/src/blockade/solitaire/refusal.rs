use super::{Action, Position, Solitaire, Square, between};
use crate::scene::Message;
use crate::{Refusal, Refusing};

impl Refusing for Solitaire {
    fn refusal(&self, position: &Position, Action { from, to }: Action) -> Refusal {
        let refuse =
            |key: &'static str, at: Square| Refusal::new("SO2", Message::new(key).text("at", at));
        let Some(colour) = position.colour_at(from) else {
            return refuse("solitaire.nothing-there", from);
        };
        if from == to || (from.row() != to.row() && from.column() != to.column()) {
            return refuse("solitaire.not-straight", from);
        }
        if position.colour_at(to).is_some() {
            return refuse("solitaire.occupied", to);
        }
        let way = between(from, to);
        if way == 0 {
            return refuse("solitaire.nothing-jumped", to);
        }
        let same = way & position.mask(colour);
        if way & !position.occupied() != 0 {
            return refuse("solitaire.gap", nearest(way & !position.occupied(), from));
        }
        refuse("solitaire.same-colour", nearest(same, from))
    }
}

/// The square of a mask (all in one line with `from`) that is nearest to it; `from` if there is none.
fn nearest(mask: u64, from: Square) -> Square {
    Square::in_mask(mask)
        .min_by_key(|square| square.index().abs_diff(from.index()))
        .unwrap_or(from)
}
