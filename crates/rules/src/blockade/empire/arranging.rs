use super::staging::glyph;
use super::{Empire, Position, Rank};
use crate::arranging::{acts, chosen, seat_choice, value, words};
use crate::blockade::board::Square;
use crate::scene::Message;
use crate::scene::draft::{Draft, Model, Range, Setting};
use crate::{Arranging, Seat};

impl Arranging for Empire {
    fn models(&self) -> Vec<Model> {
        let ranks = |seat| Rank::ALL.map(|rank| Model::new(glyph(rank), seat));
        Seat::all(self.players).flat_map(ranks).collect()
    }

    fn settings(&self, _draft: &Draft) -> Vec<Setting> {
        let mut won = vec![(String::new(), Message::new("setup.nobody"))];
        won.extend(Seat::all(self.players).map(seat_choice));
        vec![
            acts(self.players),
            Setting::new("won", Message::new("setup.won"), Range::OneOf(won)),
        ]
    }

    fn values(&self, position: &Position) -> Vec<(String, String)> {
        let won = position.winner.map(|seat| seat.to_string());
        vec![
            value("acts", position.to_act),
            value("won", won.unwrap_or_default()),
        ]
    }

    fn compose(&self, draft: &Draft) -> String {
        let mut text = String::new();
        for seat in Seat::all(self.players) {
            let lists = Rank::ALL.map(|rank| {
                let squares = words(draft, seat, |piece, at| {
                    (piece.glyph == glyph(rank)).then(|| Square::from_index(at).to_string())
                });
                if squares.is_empty() {
                    "-".to_owned()
                } else {
                    squares
                }
            });
            text += &(lists.join("; ") + " / ");
        }
        let chosen = chosen(&self.settings(draft), draft);
        text += &chosen["acts"];
        if !chosen["won"].is_empty() {
            text += &format!(" won {}", chosen["won"]);
        }
        text
    }
}
