use super::{D21, Position, Square};
use crate::arranging::{acts, chosen, value, words};
use crate::scene::Glyph;
use crate::scene::draft::{Draft, Model, Setting};
use crate::{Arranging, Seat};

impl Arranging for D21 {
    /// Only the number on top matters.
    fn models(&self) -> Vec<Model> {
        let die = |seat| Model::new(super::staging::die(1), seat);
        Seat::all(2).map(die).collect()
    }

    fn settings(&self, _draft: &Draft) -> Vec<Setting> {
        vec![acts(2)]
    }

    fn values(&self, position: &Position) -> Vec<(String, String)> {
        vec![value("acts", position.to_act())]
    }

    fn compose(&self, draft: &Draft) -> String {
        let dice = |seat| {
            words(draft, Seat::new(seat), |piece, at| match piece.glyph {
                Glyph::Die(die) => Some(format!("{}{}", die.top, Square::from_index(at))),
                _ => None,
            })
        };
        let chosen = chosen(&self.settings(draft), draft);
        format!("{} ({}) {}", dice(0), dice(1), chosen["acts"])
    }
}
