//! Pieces and actions as text.

use std::fmt::Write as _;

use super::position::{MASTER, SOLDIER};
use super::{Action, Cubulus, Edition, Piece, PieceKind, Position, Square};
use crate::scene::Message;
use crate::scene::dice::Orientation;
use crate::text::Reader;
use crate::{Notation, Refusal};

/// The columns of each edition: Die-Check has no I.
fn columns(edition: Edition) -> &'static str {
    match edition {
        Edition::Cubulus => "ABCDEFGHI",
        Edition::DieCheck => "ABCDEFGHJ",
    }
}

impl Cubulus {
    /// The name of a column, counted from 0.
    pub(super) fn column_name(&self, column: u8) -> char {
        char::from(columns(self.edition).as_bytes()[usize::from(column)])
    }

    /// The name of a square.
    pub fn square_name(&self, square: Square) -> String {
        format!("{}{}", self.column_name(square.column()), square.row() + 1)
    }

    /// The name of a piece: `23B1`, `E1`, `C2D2`, `SE4`.
    pub fn piece_name(&self, piece: Piece) -> String {
        let at = self.square_name(piece.square());
        match piece.kind() {
            PieceKind::Cube(cube) => format!("{}{}{at}", cube.top(), cube.south()),
            PieceKind::Master => at,
            PieceKind::Soldier => format!("S{at}"),
            PieceKind::Shield { .. } => {
                let other = piece.other().map(|other| self.square_name(other));
                at + &other.unwrap_or_default()
            }
        }
    }

    fn read_square(&self, reader: &mut Reader) -> Option<Square> {
        let mut ahead = reader.clone();
        let letter = ahead.one(|c| columns(self.edition).contains(c))?;
        let column = columns(self.edition).find(letter)?;
        let row = ahead.digit().filter(|row| (1..=9).contains(row))?;
        *reader = ahead;
        Some(Square::new(column as u8, row - 1))
    }

    /// Reads the name of a piece.
    pub(super) fn read_piece(&self, reader: &mut Reader) -> Result<Piece, Unread> {
        if reader.eat("S") {
            let at = self.read_square(reader).ok_or(Unread::Form)?;
            return Ok(Piece::new(SOLDIER, at.index()));
        }
        if let Some(top) = reader.digit() {
            let south = reader.digit().ok_or(Unread::Form)?;
            let at = self.read_square(reader).ok_or(Unread::Form)?;
            let cube = Orientation::new(top, south).ok_or(Unread::Faces(top, south))?;
            return Ok(Piece::cube(cube, at.index()));
        }
        let at = self.read_square(reader).ok_or(Unread::Form)?;
        let Some(other) = self.read_square(reader) else {
            return Ok(Piece::new(MASTER, at.index()));
        };
        let steps = |a: u8, b: u8| i16::from(b) - i16::from(a);
        match (
            steps(at.column(), other.column()),
            steps(at.row(), other.row()),
        ) {
            (1, 0) | (0, 1) => Ok(Piece::shield(at.index(), other.index())),
            (-1, 0) | (0, -1) => Err(Unread::Order(at, other)),
            _ => Err(Unread::Apart(at, other)),
        }
    }

    /// Why a piece could not be read.
    pub(super) fn unread(&self, text: &str, form: &'static str, why: Unread) -> Refusal {
        match why {
            Unread::Form => Refusal::unreadable(text, form),
            Unread::Faces(top, south) => Refusal::new(
                "C3",
                Message::new("cubulus.no-such-faces")
                    .number("top", top)
                    .number("south", south),
            ),
            Unread::Order(at, other) => Refusal::new(
                "C9",
                Message::new("cubulus.half-first")
                    .text("right", self.square_name(other) + &self.square_name(at)),
            ),
            Unread::Apart(at, other) => Refusal::new(
                "CU1",
                Message::new("cubulus.halves-apart")
                    .text("at", self.square_name(at))
                    .text("other", self.square_name(other)),
            ),
        }
    }
}

/// Why a text is not a piece.
pub(super) enum Unread {
    /// It does not look like one.
    Form,
    /// No die can stand like that.
    Faces(u8, u8),
    /// A shield's west or south half comes first.
    Order(Square, Square),
    /// The two squares do not share an edge.
    Apart(Square, Square),
}

impl Notation for Cubulus {
    fn write_action(&self, _position: &Position, action: Action, text: &mut String) {
        if action.is_pass() {
            text.push_str("pass");
            return;
        }
        let sign = if action.takes() { 'x' } else { '-' };
        let piece = self.piece_name(action.piece());
        let _ = write!(text, "{piece}{sign}{}", self.piece_name(action.after()));
        if let Some(back) = action.back() {
            let _ = write!(text, "={}", self.piece_name(back));
        }
    }

    fn read_action(&self, _position: &Position, text: &str) -> Result<Action, Refusal> {
        if text == "PASS" {
            return Ok(Action::PASS);
        }
        const FORM: &str = "23B1-54B3";
        let unreadable = || Refusal::unreadable(text, FORM);
        let mut reader = Reader::new(text);
        let read = |reader: &mut Reader| {
            self.read_piece(reader)
                .map_err(|why| self.unread(text, FORM, why))
        };
        let piece = read(&mut reader)?;
        let takes = reader.eat("X");
        if !takes && !reader.eat("-") {
            return Err(unreadable());
        }
        let mut action = Action::new(piece, read(&mut reader)?, takes);
        if reader.eat("=") {
            action = action.with_return(read(&mut reader)?);
        }
        if !reader.is_done() {
            return Err(unreadable());
        }
        Ok(action)
    }

    fn refusal(&self, position: &Position, action: Action) -> Refusal {
        self.why_not(position, action)
    }

    fn write_position(&self, position: &Position) -> String {
        self.position_text(position)
    }

    fn read_position(&self, text: &str) -> Result<Position, Refusal> {
        self.position_from(text)
    }
}
