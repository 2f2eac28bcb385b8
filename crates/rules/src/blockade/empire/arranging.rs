use super::staging::glyph;
use super::{Empire, Rank, Setup};
use crate::arranging::{Chosen, acts, draft, seat_choice, squares, value};
use crate::blockade::board::lists;
use crate::scene::Message;
use crate::scene::draft::{Draft, Model, Range, Setting};
use crate::{Arranging, Seat};

impl Arranging for Empire {
    fn models(&self) -> Vec<Model> {
        let ranks = |seat| Rank::ALL.map(|rank| Model::new(glyph(rank), seat));
        Seat::all(self.players.count).flat_map(ranks).collect()
    }

    fn settings(&self, _draft: &Draft) -> Vec<Setting> {
        let mut won = vec![(String::new(), Message::new("setup.nobody"))];
        won.extend(Seat::all(self.players.count).map(seat_choice));
        vec![
            acts(self.players.count),
            Setting::new("won", Message::new("setup.won"), Range::OneOf(won)),
        ]
    }

    fn draft_of(&self, setup: &Setup) -> Draft {
        let all = Seat::all(self.players.count)
            .zip(&setup.pieces)
            .flat_map(|(seat, lists)| lists::pieces(seat, lists, Rank::ALL.map(glyph)));
        let won = setup.winner.map(|seat| seat.to_string());
        draft(
            all,
            [
                value("acts", setup.to_act),
                value("won", won.unwrap_or_default()),
            ],
        )
    }

    fn setup_from(&self, draft: &Draft) -> Setup {
        let chosen = Chosen::new(&self.settings(draft), draft);
        let lists = |seat| Rank::ALL.map(|rank| squares(draft, seat, glyph(rank)));
        Setup {
            pieces: Seat::all(self.players.count).map(lists).collect(),
            to_act: chosen.to_act(),
            winner: chosen.seat("won"),
        }
    }
}
