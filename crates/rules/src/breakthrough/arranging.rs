use super::{Breakthrough, Position, Square};
use crate::arranging::{acts, chosen, value, words};
use crate::scene::draft::{Draft, Model, Setting};
use crate::scene::{Body, Glyph};
use crate::{Arranging, Seat};

impl Arranging for Breakthrough {
    fn models(&self) -> Vec<Model> {
        let man = |seat| Model::new(Glyph::Body(Body::Man), seat);
        Seat::all(2).map(man).collect()
    }

    fn settings(&self, _draft: &Draft) -> Vec<Setting> {
        vec![acts(2)]
    }

    fn values(&self, position: &Position) -> Vec<(String, String)> {
        vec![value("acts", position.to_act)]
    }

    fn compose(&self, draft: &Draft) -> String {
        let men = |seat| {
            words(draft, Seat::new(seat), |_, at| {
                Some(Square::from_index(at).to_string())
            })
        };
        let chosen = chosen(&self.settings(draft), draft);
        format!("{} ({}) {}", men(0), men(1), chosen["acts"])
    }
}
