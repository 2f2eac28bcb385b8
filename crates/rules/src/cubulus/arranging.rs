use super::position::{HOME, MASTER, SOLDIER};
use super::staging::place;
use super::{Cubulus, Piece, Setup, Square};
use crate::arranging::{Chosen, acts, draft, flag, of_seat, value};
use crate::scene::dice::Orientation;
use crate::scene::draft::{Draft, Model, Range, Setting};
use crate::scene::{self, Body, Glyph, Message, Place, Side, State};
use crate::{Arranging, Seat};

impl Arranging for Cubulus {
    /// CU1, and soldiers where shields can stand up (CU17).
    fn models(&self) -> Vec<Model> {
        let mut models = Vec::new();
        for seat in Seat::all(2) {
            let at_home = Piece::cube(Orientation::from_index(0), HOME[0]);
            models.extend([
                Model::new(self.glyph(at_home), seat),
                Model::new(self.glyph(Piece::new(MASTER, HOME[0])), seat),
                Model {
                    length: 2,
                    ..Model::new(Glyph::Body(Body::Shield), seat)
                },
            ]);
            if self.tournament {
                models.push(Model::new(self.glyph(Piece::new(SOLDIER, HOME[0])), seat));
            }
        }
        models
    }

    fn settings(&self, _draft: &Draft) -> Vec<Setting> {
        let bonus = Message::new("setup.exchange-follows");
        let mut settings = vec![acts(2), Setting::new("bonus", bonus, Range::Flag)];
        if self.tournament {
            let first = |seat| of_seat("first", seat, "setup.first-move", Range::Flag);
            settings.extend(Seat::all(2).map(first));
        }
        settings
    }

    fn draft_of(&self, setup: &Setup) -> Draft {
        let pieces = Seat::all(2).flat_map(|seat| {
            let own = setup.pieces[seat.index()].iter();
            own.map(move |&piece| scene::Piece {
                glyph: self.glyph(piece),
                seat: Some(seat),
                at: place(piece),
                state: State::Free,
            })
        });
        let mut values = vec![value("acts", setup.to_act), flag("bonus", setup.bonus)];
        let fresh = setup.fresh.unwrap_or_default();
        let first = |seat: Seat| flag(format!("first-{seat}"), fresh[seat.index()]);
        values.extend(Seat::all(2).map(first));
        draft(pieces, values)
    }

    fn setup_from(&self, draft: &Draft) -> Setup {
        let chosen = Chosen::new(&self.settings(draft), draft);
        let own = |seat| draft.pieces_of(Seat::new(seat)).filter_map(piece).collect();
        let fresh = ["first-1", "first-2"].map(|name| chosen.flag(name));
        Setup {
            pieces: [own(0), own(1)],
            to_act: chosen.to_act(),
            bonus: chosen.flag("bonus"),
            fresh: self.tournament.then_some(fresh),
        }
    }
}

/// A piece of a draft as a piece of the game.
fn piece(piece: &scene::Piece) -> Option<Piece> {
    let Place::Sites(sites) = &piece.at else {
        return None;
    };
    let at = |n: usize| Square::from_site(*sites.get(n)?);
    let shield = || {
        let (a, b) = (at(0)?, at(1)?);
        let beside = Side::ALL.into_iter().any(|side| a.step(side) == Some(b));
        beside.then(|| Piece::shield(a, b))
    };
    Some(match piece.glyph {
        Glyph::Die(die) => Piece::cube(Orientation::new(die.top, die.south?)?, at(0)?),
        Glyph::Body(Body::Shield) => shield()?,
        Glyph::Body(Body::Soldier) => Piece::new(SOLDIER, at(0)?),
        _ => Piece::new(MASTER, at(0)?),
    })
}
