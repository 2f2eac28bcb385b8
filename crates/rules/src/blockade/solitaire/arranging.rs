use super::staging::{PIECE, seat};
use super::{Colour, Position, Solitaire, Square};
use crate::Arranging;
use crate::scene::draft::{Draft, Model, Setting};

impl Arranging for Solitaire {
    fn models(&self) -> Vec<Model> {
        let piece = |colour| Model::new(PIECE, seat(colour));
        Colour::ALL.map(piece).to_vec()
    }

    fn settings(&self, _draft: &Draft) -> Vec<Setting> {
        Vec::new()
    }

    fn values(&self, _position: &Position) -> Vec<(String, String)> {
        Vec::new()
    }

    fn compose(&self, draft: &Draft) -> String {
        let rows = (0..8).map(|row| {
            let signs = (0..8).map(|column| {
                let piece = draft.piece_on(Square::new(row, column).site());
                let colour = piece.and_then(|piece| {
                    let own = |&colour: &Colour| piece.seat == Some(seat(colour));
                    Colour::ALL.into_iter().find(own)
                });
                colour.map_or('1', Colour::letter)
            });
            signs.collect::<String>()
        });
        rows.collect::<Vec<_>>().join("/")
    }
}
