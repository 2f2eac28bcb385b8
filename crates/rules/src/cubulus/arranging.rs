use super::position::{MASTER, SOLDIER};
use super::{Cubulus, Piece, Position, Square};
use crate::arranging::{acts, chosen, flag, of_seat, value};
use crate::scene::dice::Orientation;
use crate::scene::draft::{Draft, Model, Range, Setting};
use crate::scene::{self, Body, Glyph, Message, Place};
use crate::{Arranging, Seat};

impl Arranging for Cubulus {
    /// CU1, and soldiers where shields can stand up (CU17).
    fn models(&self) -> Vec<Model> {
        let mut models = Vec::new();
        for seat in Seat::all(2) {
            let at_home = Piece::cube(Orientation::from_index(0), 0);
            models.extend([
                Model::new(self.glyph(at_home), seat),
                Model::new(self.glyph(Piece::new(MASTER, 0)), seat),
                Model {
                    length: 2,
                    ..Model::new(Glyph::Body(Body::Shield), seat)
                },
            ]);
            if self.tournament {
                models.push(Model::new(self.glyph(Piece::new(SOLDIER, 0)), seat));
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

    fn values(&self, position: &Position) -> Vec<(String, String)> {
        let mut values = vec![
            value("acts", position.to_act),
            flag("bonus", position.bonus),
        ];
        let first = |seat: Seat| flag(format!("first-{seat}"), position.fresh[seat.index()]);
        values.extend(Seat::all(2).map(first));
        values
    }

    fn compose(&self, draft: &Draft) -> String {
        let mut words = Vec::new();
        for seat in Seat::all(2) {
            for piece in draft.pieces_of(seat).filter_map(piece) {
                let name = self.piece_name(piece);
                words.push(if seat.index() == 0 {
                    name
                } else {
                    format!("({name})")
                });
            }
        }
        let chosen = chosen(&self.settings(draft), draft);
        words.push(chosen["acts"].clone());
        if !chosen["bonus"].is_empty() {
            words.push("bonus".to_owned());
        }
        if self.tournament {
            let fresh: String = ["1", "2"]
                .into_iter()
                .filter(|seat| !chosen[&format!("first-{seat}")].is_empty())
                .collect();
            words.push(format!(
                "first={}",
                if fresh.is_empty() { "-" } else { &fresh }
            ));
        }
        words.join(" ")
    }
}

/// A piece of a draft as a piece of the game.
fn piece(piece: &scene::Piece) -> Option<Piece> {
    let Place::Sites(sites) = &piece.at else {
        return None;
    };
    let at = |n: usize| Some(Square::from_site(*sites.get(n)?)?.index());
    Some(match piece.glyph {
        Glyph::Die(die) => Piece::cube(Orientation::new(die.top, die.south?)?, at(0)?),
        Glyph::Body(Body::Shield) => Piece::shield(at(0)?, at(1)?),
        Glyph::Body(Body::Soldier) => Piece::new(SOLDIER, at(0)?),
        _ => Piece::new(MASTER, at(0)?),
    })
}
