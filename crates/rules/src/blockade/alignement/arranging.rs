use super::staging::glyph;
use super::{Alignement, Circle, Position, Setup, Shape};
use crate::arranging::{Chosen, draft, pieces, value};
use crate::scene::draft::{Draft, Model, Range, Setting};
use crate::scene::{Message, Piece};
use crate::{Arranging, Seat};

impl Arranging for Alignement {
    fn models(&self) -> Vec<Model> {
        let shapes = |seat| Shape::ALL.map(|shape| Model::new(glyph(shape), seat));
        Seat::all(2).flat_map(shapes).collect()
    }

    /// AL2: the turn number says who acts and with which shape; after the twelfth turn, a cycle of
    /// six repeats.
    fn settings(&self, _draft: &Draft) -> Vec<Setting> {
        let turns = (1..=18u8).map(|turn| {
            let at = Position::from_masks([[0; 3]; 2], turn - 1);
            let key = if at.places() {
                "alignement.setup-place"
            } else {
                "alignement.setup-move"
            };
            let what = Message::new(key)
                .number("turn", turn)
                .seat("seat", at.to_act())
                .word("shape", super::refusal::word(at.shape()));
            (turn.to_string(), what)
        });
        let range = Range::OneOf(turns.collect());
        vec![Setting::new("turn", Message::new("setup.turn"), range)]
    }

    fn draft_of(&self, setup: &Setup) -> Draft {
        let all = Seat::all(2).flat_map(|seat| {
            let own = setup.pieces[seat.index()].iter();
            own.map(move |&(shape, circle)| Piece::on(circle.site(), glyph(shape), seat))
        });
        draft(all, [value("turn", setup.turn)])
    }

    fn setup_from(&self, draft: &Draft) -> Setup {
        let own = |seat| {
            pieces(draft, Seat::new(seat), |look, site| {
                let shape = Shape::ALL.into_iter().find(|&shape| glyph(shape) == look)?;
                Some((shape, Circle::from_site(site)?))
            })
        };
        Setup {
            pieces: [own(0), own(1)],
            turn: Chosen::new(&self.settings(draft), draft).number("turn") as u8,
        }
    }
}
