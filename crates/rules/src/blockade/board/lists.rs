//! The pieces of the games of the box as text: for each seat three lists of squares.

use super::Square;
use crate::scene::{Glyph, Piece};
use crate::text::{Reader, join};
use crate::{Refusal, Seat};

/// The squares of a seat's pieces, by kind.
pub type Lists = [Vec<Square>; 3];

/// `A1; A3; C1 / L12; L10; J12 / `. An empty list is written as `none`.
pub(in crate::blockade) fn write(seats: &[Lists], none: &str) -> String {
    let list = |squares: &Vec<Square>| match squares.is_empty() {
        true => none.to_owned(),
        false => join(squares),
    };
    let seat = |lists: &Lists| lists.each_ref().map(list).join("; ") + " / ";
    seats.iter().map(seat).collect()
}

/// Reads what [`write`] writes, for any number of seats. `empty` is asked about lists that are
/// empty but not marked with a dash.
pub(in crate::blockade) fn read(
    reader: &mut Reader,
    empty: impl Fn(Seat, usize) -> Result<(), Refusal>,
) -> Result<Vec<Lists>, Refusal> {
    let mut seats: Vec<Lists> = Vec::new();
    while reader.rest().contains('/') {
        let Some(seat) = Seat::all(Seat::MOST as u8).nth(seats.len()) else {
            return Err(reader.unreadable());
        };
        let mut lists = Lists::default();
        for (kind, end) in [";", ";", "/"].into_iter().enumerate() {
            reader.skip_blanks();
            if !reader.eat("-") {
                lists[kind] = reader.list(&[';', '/'], Reader::square)?;
                if lists[kind].is_empty() {
                    empty(seat, kind)?;
                }
            }
            reader.skip_blanks();
            reader.expect(end)?;
        }
        seats.push(lists);
    }
    Ok(seats)
}

/// The pieces of a seat, with the look of each kind.
pub(in crate::blockade) fn pieces(
    seat: Seat,
    lists: &Lists,
    glyphs: [Glyph; 3],
) -> impl Iterator<Item = Piece> {
    lists.iter().zip(glyphs).flat_map(move |(squares, glyph)| {
        squares
            .iter()
            .map(move |square| Piece::on(square.site(), glyph, seat))
    })
}
