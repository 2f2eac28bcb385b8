use super::{Blocus, Position};
use crate::arranging::{acts, chosen, flag, value, words};
use crate::blockade::board::Square;
use crate::scene::draft::{Draft, Model, Range, Setting};
use crate::scene::{Body, Glyph, Message};
use crate::{Arranging, Seat};

impl Arranging for Blocus {
    /// The guards only: the kings' squares are fixed.
    fn models(&self) -> Vec<Model> {
        let guard = |seat| Model::new(Glyph::Body(Body::Square), seat);
        Seat::all(2).map(guard).collect()
    }

    fn settings(&self, _draft: &Draft) -> Vec<Setting> {
        let gone = Message::new("blocus.setup-gone");
        vec![acts(2), Setting::new("gone", gone, Range::Flag)]
    }

    fn values(&self, position: &Position) -> Vec<(String, String)> {
        vec![value("acts", position.to_act), flag("gone", position.gone)]
    }

    fn compose(&self, draft: &Draft) -> String {
        let guards = |seat| {
            words(draft, Seat::new(seat), |_, at| {
                Some(Square::from_index(at).to_string())
            })
        };
        let chosen = chosen(&self.settings(draft), draft);
        let gone = if chosen["gone"].is_empty() {
            ""
        } else {
            " exit"
        };
        format!("{} ({}) {}{gone}", guards(0), guards(1), chosen["acts"])
    }
}
