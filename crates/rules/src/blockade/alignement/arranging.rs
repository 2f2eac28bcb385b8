use super::staging::glyph;
use super::{Alignement, Circle, Position, Shape};
use crate::arranging::{chosen, value, words};
use crate::scene::Message;
use crate::scene::draft::{Draft, Model, Range, Setting};
use crate::{Arranging, Seat};

impl Arranging for Alignement {
    fn models(&self) -> Vec<Model> {
        let shapes = |seat| Shape::ALL.map(|shape| Model::new(glyph(shape), seat));
        Seat::all(2).flat_map(shapes).collect()
    }

    /// AL2: the turn number says who acts and with which shape; after the twelfth turn, a cycle of
    /// six repeats.
    fn settings(&self, _draft: &Draft) -> Vec<Setting> {
        let turns = (1..=18u8).map(|turn| {
            let at = Position::from_masks([[0; 3]; 2], turn - 1);
            let key = if at.places() {
                "alignement.setup-place"
            } else {
                "alignement.setup-move"
            };
            let what = Message::new(key)
                .number("turn", turn)
                .seat("seat", at.to_act())
                .word("shape", super::notation::word(at.shape()));
            (turn.to_string(), what)
        });
        let range = Range::OneOf(turns.collect());
        vec![Setting::new("turn", Message::new("setup.turn"), range)]
    }

    fn values(&self, position: &Position) -> Vec<(String, String)> {
        vec![value("turn", position.turn() + 1)]
    }

    fn compose(&self, draft: &Draft) -> String {
        let pieces = |seat| {
            words(draft, Seat::new(seat), |piece, at| {
                let shape = Shape::ALL.into_iter().find(|&s| glyph(s) == piece.glyph)?;
                Some(format!("{}{}", shape.letter(), Circle::from_index(at)))
            })
        };
        let chosen = chosen(&self.settings(draft), draft);
        format!("{} ({}) {}", pieces(0), pieces(1), chosen["turn"])
    }
}
