use super::staging::{PIECE, seat};
use super::{Colour, Setup, Solitaire, Square};
use crate::Arranging;
use crate::arranging::{draft, pieces};
use crate::scene::Piece;
use crate::scene::draft::{Draft, Model, Setting};

impl Arranging for Solitaire {
    fn models(&self) -> Vec<Model> {
        let piece = |colour| Model::new(PIECE, seat(colour));
        Colour::ALL.map(piece).to_vec()
    }

    fn settings(&self, _draft: &Draft) -> Vec<Setting> {
        Vec::new()
    }

    fn draft_of(&self, setup: &Setup) -> Draft {
        let pieces = Square::all().filter_map(|square| {
            let colour = setup.rows[usize::from(square.row())][usize::from(square.column())]?;
            Some(Piece::on(square.site(), PIECE, seat(colour)))
        });
        draft(pieces, [])
    }

    fn setup_from(&self, draft: &Draft) -> Setup {
        let mut rows = [[None; 8]; 8];
        for colour in Colour::ALL {
            let own = pieces(draft, seat(colour), |_, site| Square::from_site(site));
            for square in own {
                rows[usize::from(square.row())][usize::from(square.column())] = Some(colour);
            }
        }
        Setup { rows }
    }
}
