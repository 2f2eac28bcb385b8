use super::staging::glyph;
use super::{Porte, Position, Shape};
use crate::arranging::{acts, chosen, value, words};
use crate::blockade::board::Square;
use crate::scene::draft::{Draft, Model, Setting};
use crate::{Arranging, Seat};

impl Arranging for Porte {
    fn models(&self) -> Vec<Model> {
        let shapes = |seat| Shape::ALL.map(|shape| Model::new(glyph(shape), seat));
        Seat::all(self.players).flat_map(shapes).collect()
    }

    fn settings(&self, _draft: &Draft) -> Vec<Setting> {
        vec![acts(self.players)]
    }

    fn values(&self, position: &Position) -> Vec<(String, String)> {
        vec![value("acts", position.to_act)]
    }

    fn compose(&self, draft: &Draft) -> String {
        let mut text = String::new();
        for seat in Seat::all(self.players) {
            let lists = Shape::ALL.map(|shape| {
                words(draft, seat, |piece, at| {
                    (piece.glyph == glyph(shape)).then(|| Square::from_index(at).to_string())
                })
            });
            text += &(lists.join("; ") + " / ");
        }
        text + &chosen(&self.settings(draft), draft)["acts"]
    }
}
