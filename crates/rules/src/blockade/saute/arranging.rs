use super::{Position, Saute, Square};
use crate::arranging::{acts, chosen, value};
use crate::scene::draft::{Draft, Model, Setting};
use crate::scene::{Body, Glyph};
use crate::{Arranging, Rules, Seat};

impl Arranging for Saute {
    /// The row says whose a piece is; the colours here are those of the seats.
    fn models(&self) -> Vec<Model> {
        let shapes =
            |seat| [Body::Square, Body::Triangle].map(|body| Model::new(Glyph::Body(body), seat));
        Seat::all(self.seats()).flat_map(shapes).collect()
    }

    fn settings(&self, _draft: &Draft) -> Vec<Setting> {
        vec![acts(self.seats())]
    }

    fn values(&self, position: &Position) -> Vec<(String, String)> {
        vec![value("acts", position.to_act())]
    }

    fn compose(&self, draft: &Draft) -> String {
        let rows = (0..12).rev().map(|row| {
            let mut text = String::new();
            let mut empty = 0;
            for column in 0..12 {
                let piece = draft.piece_on(Square::new(column, row).site());
                let Some(piece) = piece else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text += &std::mem::take(&mut empty).to_string();
                }
                let triangle = piece.glyph == Glyph::Body(Body::Triangle);
                text.push(if triangle { 'T' } else { 'S' });
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            text
        });
        let rows: Vec<String> = rows.collect();
        let chosen = chosen(&self.settings(draft), draft);
        format!("{} {}", rows.join("/"), chosen["acts"])
    }
}
