use std::collections::BTreeMap;

use crate::scene::draft::{Draft, Model, Range, Setting};
use crate::scene::{Message, Piece, Place, State};
use crate::{Notation, Seat, Staging};

/// How a position is put together by hand: its pieces, its settings, and the text they make.
/// Whether that position is possible is for [`Notation::read_position`] to say.
pub trait Arranging: Notation + Staging {
    /// The kinds of pieces in the box, by seat. Pieces of any other kind cannot be moved by hand.
    fn models(&self) -> Vec<Model>;

    /// The position's other settings, given the draft so far.
    fn settings(&self, draft: &Draft) -> Vec<Setting>;

    /// The values of a position's settings, by name.
    fn values(&self, position: &Self::Position) -> Vec<(String, String)>;

    /// The draft as text, possible or not. Pieces missing from the board are wherever the text
    /// leaves them: in hand, or lost.
    fn compose(&self, draft: &Draft) -> String;

    /// A position as a draft to edit; composing it unchanged gives the same position.
    fn draft(&self, position: &Self::Position) -> Draft {
        let models = self.models();
        let mut pieces = self.scene(position).pieces;
        pieces.retain(|piece| models.iter().any(|model| model.fits(piece)));
        for piece in &mut pieces {
            if !matches!(piece.state, State::Captive(_)) {
                piece.state = State::Free;
            }
        }
        Draft {
            pieces,
            values: self.values(position).into_iter().collect(),
        }
    }
}

/// Who acts: the setting that nearly every game has.
pub(crate) fn acts(seats: u8) -> Setting {
    Setting::new("acts", Message::new("setup.acts"), seat_range(seats))
}

/// One of the seats, by its number from 1.
pub(crate) fn seat_range(seats: u8) -> Range {
    Range::OneOf(Seat::all(seats).map(seat_choice).collect())
}

/// A seat as a value of a setting.
pub(crate) fn seat_choice(seat: Seat) -> (String, Message) {
    let name = Message::new("setup.seat").seat("seat", seat);
    (seat.to_string(), name)
}

/// A setting that every seat has separately.
pub(crate) fn of_seat(name: &str, seat: Seat, key: &'static str, range: Range) -> Setting {
    let label = Message::new(key).seat("seat", seat);
    Setting::new(format!("{name}-{seat}"), label, range)
}

/// A pair of a name and a value.
pub(crate) fn value(name: impl ToString, value: impl ToString) -> (String, String) {
    (name.to_string(), value.to_string())
}

/// A flag of a position as a value.
pub(crate) fn flag(name: impl ToString, set: bool) -> (String, String) {
    value(name, if set { "yes" } else { "" })
}

/// The values of a draft's settings, by name.
pub(crate) fn chosen(settings: &[Setting], draft: &Draft) -> BTreeMap<String, String> {
    let pairs = settings.iter().map(|s| (s.name.clone(), s.value(draft)));
    pairs.collect()
}

/// The pieces of a seat as space-separated words.
pub(crate) fn words(
    draft: &Draft,
    seat: Seat,
    word: impl Fn(&Piece, usize) -> Option<String>,
) -> String {
    let words = draft
        .pieces_of(seat)
        .filter_map(|piece| word(piece, first_site(&piece.at)));
    words.collect::<Vec<_>>().join(" ")
}

/// The first site of a piece on the board, by number.
fn first_site(place: &Place) -> usize {
    match place {
        Place::Sites(sites) => sites.first().map_or(0, |site| usize::from(site.0)),
        Place::Zone(..) => 0,
    }
}
