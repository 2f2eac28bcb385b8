use super::{Blocus, Setup};
use crate::arranging::{Chosen, acts, draft, flag, squares, value};
use crate::scene::draft::{Draft, Model, Range, Setting};
use crate::scene::{Body, Glyph, Message, Piece};
use crate::{Arranging, Seat};

const GUARD: Glyph = Glyph::Body(Body::Square);

impl Arranging for Blocus {
    /// The guards only: the kings' squares are fixed.
    fn models(&self) -> Vec<Model> {
        Seat::all(2).map(|seat| Model::new(GUARD, seat)).collect()
    }

    fn settings(&self, _draft: &Draft) -> Vec<Setting> {
        let gone = Message::new("blocus.setup-gone");
        vec![acts(2), Setting::new("gone", gone, Range::Flag)]
    }

    fn draft_of(&self, setup: &Setup) -> Draft {
        let guards = Seat::all(2).flat_map(|seat| {
            let squares = setup.guards[seat.index()].iter();
            squares.map(move |square| Piece::on(square.site(), GUARD, seat))
        });
        draft(
            guards,
            [value("acts", setup.to_act), flag("gone", setup.gone)],
        )
    }

    fn setup_from(&self, draft: &Draft) -> Setup {
        let chosen = Chosen::new(&self.settings(draft), draft);
        Setup {
            guards: [0, 1].map(|seat| squares(draft, Seat::new(seat), GUARD)),
            to_act: chosen.to_act(),
            gone: chosen.flag("gone"),
        }
    }
}
