use super::staging::glyph;
use super::{Porte, Setup, Shape};
use crate::arranging::{Chosen, acts, draft, squares, value};
use crate::blockade::board::lists;
use crate::scene::draft::{Draft, Model, Setting};
use crate::{Arranging, Seat};

impl Arranging for Porte {
    fn models(&self) -> Vec<Model> {
        let shapes = |seat| Shape::ALL.map(|shape| Model::new(glyph(shape), seat));
        Seat::all(self.players.count).flat_map(shapes).collect()
    }

    fn settings(&self, _draft: &Draft) -> Vec<Setting> {
        vec![acts(self.players.count)]
    }

    fn draft_of(&self, setup: &Setup) -> Draft {
        let all = Seat::all(self.players.count)
            .zip(&setup.pieces)
            .flat_map(|(seat, lists)| lists::pieces(seat, lists, Shape::ALL.map(glyph)));
        draft(all, [value("acts", setup.to_act)])
    }

    fn setup_from(&self, draft: &Draft) -> Setup {
        let lists = |seat| Shape::ALL.map(|shape| squares(draft, seat, glyph(shape)));
        Setup {
            pieces: Seat::all(self.players.count).map(lists).collect(),
            to_act: Chosen::new(&self.settings(draft), draft).to_act(),
        }
    }
}
