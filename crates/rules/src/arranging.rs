use std::collections::BTreeMap;

use crate::scene::draft::{Draft, Model, Range, Setting};
use crate::scene::{Message, Piece, Place, State};
use crate::{Notation, Seat, Staging};

/// How a position is put together by hand: which pieces there are, what else belongs to a position,
/// and what is meant as text. Whether it is possible says [`Notation::read_position`].
pub trait Arranging: Notation + Staging {
    /// The kinds of pieces in the box, by seats. Pieces on the board that are of no kind cannot be
    /// moved by hand.
    fn models(&self) -> Vec<Model>;

    /// What else belongs to a position, given what was put together so far.
    fn settings(&self, draft: &Draft) -> Vec<Setting>;

    /// The values of the settings in a position, by their names.
    fn values(&self, position: &Self::Position) -> Vec<(String, String)>;

    /// The text of what was put together, possible or not. What is not on the board is where the text
    /// leaves it: in the hand, or lost.
    fn compose(&self, draft: &Draft) -> String;

    /// A position as something that can be changed by hand; composed it is the same position.
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

/// A setting that each seat has for itself.
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

/// What the settings of a draft say, by their names.
pub(crate) fn chosen(settings: &[Setting], draft: &Draft) -> BTreeMap<String, String> {
    let pairs = settings.iter().map(|s| (s.name.clone(), s.value(draft)));
    pairs.collect()
}

/// The pieces of a seat as words with spaces between them.
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
