use super::{Saute, Setup, SetupPiece, Square};
use crate::arranging::{Chosen, acts, draft, value};
use crate::scene::draft::{Draft, Model, Setting};
use crate::scene::{Body, Glyph, Piece};
use crate::{Arranging, Rules, Seat};

const SQUARE: Glyph = Glyph::Body(Body::Square);
const TRIANGLE: Glyph = Glyph::Body(Body::Triangle);

impl Arranging for Saute {
    /// The row says whose a piece is; the colours here are those of the seats.
    fn models(&self) -> Vec<Model> {
        let both = |seat| [SQUARE, TRIANGLE].map(|glyph| Model::new(glyph, seat));
        Seat::all(self.seats()).flat_map(both).collect()
    }

    fn settings(&self, _draft: &Draft) -> Vec<Setting> {
        vec![acts(self.seats())]
    }

    fn draft_of(&self, setup: &Setup) -> Draft {
        let pieces = Square::all().filter_map(|square| {
            let glyph = match setup.piece(square)? {
                SetupPiece::Square => SQUARE,
                SetupPiece::Triangle => TRIANGLE,
            };
            Some(Piece::on(square.site(), glyph, self.seat_of(square)?))
        });
        draft(pieces, [value("acts", setup.to_act)])
    }

    fn setup_from(&self, draft: &Draft) -> Setup {
        let to_act = Chosen::new(&self.settings(draft), draft).to_act();
        Setup::from_fn(to_act, |square| {
            let piece = draft.piece_on(square.site())?;
            Some(if piece.glyph == TRIANGLE {
                SetupPiece::Triangle
            } else {
                SetupPiece::Square
            })
        })
    }
}
