use super::staging::die;
use super::{D21, Setup, Square};
use crate::arranging::{Chosen, acts, draft, pieces, value};
use crate::scene::draft::{Draft, Model, Setting};
use crate::scene::{Glyph, Piece};
use crate::{Arranging, Seat};

impl Arranging for D21 {
    /// Only the number on top matters.
    fn models(&self) -> Vec<Model> {
        Seat::all(2).map(|seat| Model::new(die(1), seat)).collect()
    }

    fn settings(&self, _draft: &Draft) -> Vec<Setting> {
        vec![acts(2)]
    }

    fn draft_of(&self, setup: &Setup) -> Draft {
        let dice = Seat::all(2).flat_map(|seat| {
            let dice = setup.dice[seat.index()].iter();
            dice.map(move |&(value, square)| Piece::on(square.site(), die(value), seat))
        });
        draft(dice, [value("acts", setup.to_act)])
    }

    fn setup_from(&self, draft: &Draft) -> Setup {
        let dice = |seat| {
            pieces(draft, Seat::new(seat), |glyph, site| match glyph {
                Glyph::Die(die) => Some((die.top, Square::from_site(site)?)),
                _ => None,
            })
        };
        Setup {
            dice: [dice(0), dice(1)],
            to_act: Chosen::new(&self.settings(draft), draft).to_act(),
        }
    }
}
