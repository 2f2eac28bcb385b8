use super::position::neighbours;
use super::{Action, Alignement, Position, Shape};
use crate::scene::Message;
use crate::{Refusal, Refusing};

/// The key of the word for a shape.
pub(super) fn word(shape: Shape) -> &'static str {
    match shape {
        Shape::Square => "alignement.square",
        Shape::Triangle => "alignement.triangle",
        Shape::Cylinder => "alignement.cylinder",
    }
}

impl Refusing for Alignement {
    fn refusal(&self, position: &Position, action: Action) -> Refusal {
        let (seat, shape, to) = (position.to_act(), position.shape(), action.to());
        let refuse = |rule, key: &'static str| {
            Refusal::new(rule, Message::new(key).word("shape", word(shape)))
        };
        let Some(from) = action.from() else {
            return match action.placed() {
                Some(other) if other != shape => refuse("AL2", "alignement.other-shape"),
                _ if position.is_moving() => refuse("AL4", "alignement.must-move"),
                _ if !position.places() => refuse("AL3", "alignement.must-move"),
                _ => Refusal::new("AL3", Message::new("alignement.occupied").text("to", to)),
            };
        };
        match position.piece_at(from) {
            Some((owner, _)) if owner != seat => {
                Refusal::new("AL4", Message::new("alignement.not-yours").text("at", from))
            }
            None => Refusal::new(
                "AL4",
                Message::new("alignement.nothing-there").text("at", from),
            ),
            Some(_) if position.places() => refuse("AL3", "alignement.must-place"),
            Some((_, other)) if other != shape => refuse("AL2", "alignement.other-shape"),
            Some(_) if neighbours(shape, from) >> to.index() & 1 == 0 => {
                let key = match shape {
                    Shape::Cylinder => "alignement.one-any-way",
                    _ => "alignement.one-straight",
                };
                refuse("AL4", key)
            }
            Some(_) => Refusal::new("AL4", Message::new("alignement.occupied").text("to", to)),
        }
    }
}
