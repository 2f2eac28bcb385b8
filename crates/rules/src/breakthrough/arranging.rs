use super::{Breakthrough, Setup};
use crate::arranging::{Chosen, acts, draft, squares, value};
use crate::scene::draft::{Draft, Model, Setting};
use crate::scene::{Body, Glyph, Piece};
use crate::{Arranging, Seat};

const MAN: Glyph = Glyph::Body(Body::Man);

impl Arranging for Breakthrough {
    fn models(&self) -> Vec<Model> {
        Seat::all(2).map(|seat| Model::new(MAN, seat)).collect()
    }

    fn settings(&self, _draft: &Draft) -> Vec<Setting> {
        vec![acts(2)]
    }

    fn draft_of(&self, setup: &Setup) -> Draft {
        let men = Seat::all(2).flat_map(|seat| {
            let squares = setup.men[seat.index()].iter();
            squares.map(move |square| Piece::on(square.site(), MAN, seat))
        });
        draft(men, [value("acts", setup.to_act)])
    }

    fn setup_from(&self, draft: &Draft) -> Setup {
        Setup {
            men: [0, 1].map(|seat| squares(draft, Seat::new(seat), MAN)),
            to_act: Chosen::new(&self.settings(draft), draft).to_act(),
        }
    }
}
