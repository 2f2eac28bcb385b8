use std::collections::BTreeMap;

use crate::scene::draft::{Draft, Model, Range, Setting};
use crate::scene::{Glyph, Message, Piece, Place, SiteId};
use crate::{FromSetup, Seat, Staging};

/// How a position is put together by hand: its pieces and its settings. Whether that position is
/// possible is for [`FromSetup::position_from`] to say.
pub trait Arranging: FromSetup + Staging {
    /// The kinds of pieces in the box, by seat. Pieces of any other kind cannot be moved by hand.
    fn models(&self) -> Vec<Model>;

    /// The position's other settings, given the draft so far.
    fn settings(&self, draft: &Draft) -> Vec<Setting>;

    /// A description as a draft to edit: its pieces, and a value for every setting.
    fn draft_of(&self, setup: &Self::Setup) -> Draft;

    /// What a draft describes. Pieces missing from the board are wherever the description leaves
    /// them: in hand, or lost. For the draft of a position, that position's description, with its
    /// pieces in any order.
    fn setup_from(&self, draft: &Draft) -> Self::Setup;
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

/// A draft of these pieces and values.
pub(crate) fn draft(
    pieces: impl IntoIterator<Item = Piece>,
    values: impl IntoIterator<Item = (String, String)>,
) -> Draft {
    Draft {
        pieces: pieces.into_iter().collect(),
        values: values.into_iter().collect(),
    }
}

/// The values of a draft's settings, each in its range.
pub(crate) struct Chosen(BTreeMap<String, String>);

impl Chosen {
    pub(crate) fn new(settings: &[Setting], draft: &Draft) -> Self {
        let pairs = settings.iter().map(|s| (s.name.clone(), s.value(draft)));
        Self(pairs.collect())
    }

    /// A value, empty if there is no such setting.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// The number of a setting; 0 if there is no such setting.
    pub(crate) fn number(&self, name: &str) -> u16 {
        self.text(name).parse().unwrap_or_default()
    }

    /// Whether a flag is set.
    pub(crate) fn flag(&self, name: &str) -> bool {
        !self.text(name).is_empty()
    }

    /// The seat of a setting, if it names one.
    pub(crate) fn seat(&self, name: &str) -> Option<Seat> {
        Seat::all(Seat::MOST as u8).find(|seat| seat.to_string() == self.text(name))
    }

    /// Who acts ([`acts`]).
    pub(crate) fn to_act(&self) -> Seat {
        self.seat("acts").unwrap_or(Seat::new(0))
    }
}

/// A seat's pieces on the board, each made of its glyph and its first site.
pub(crate) fn pieces<T>(
    draft: &Draft,
    seat: Seat,
    make: impl Fn(Glyph, SiteId) -> Option<T>,
) -> Vec<T> {
    let on_board = |piece: &Piece| match &piece.at {
        Place::Sites(sites) => make(piece.glyph, *sites.first()?),
        Place::Zone(..) => None,
    };
    draft.pieces_of(seat).filter_map(on_board).collect()
}

/// The squares of a seat's pieces with this glyph.
pub(crate) fn squares<const W: u8, const H: u8>(
    draft: &Draft,
    seat: Seat,
    wanted: Glyph,
) -> Vec<crate::grid::Square<W, H>> {
    pieces(draft, seat, |glyph, site| {
        crate::grid::Square::from_site(site).filter(|_| glyph == wanted)
    })
}
