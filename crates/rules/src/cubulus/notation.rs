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

    fn read_square(&self, reader: &mut Reader) -> Result<Square, Refusal> {
        let mut ahead = reader.clone();
        let letter = ahead.take_if(|c| columns(self.edition).contains(c))?;
        let column = columns(self.edition).find(letter);
        let row = ahead.take_if(|c| ('1'..='9').contains(&c))? as u8 - b'1';
        let column = column.ok_or_else(|| reader.unreadable())?;
        *reader = ahead;
        Ok(Square::new(column as u8, row))
    }

    /// Reads the name of a piece.
    pub(super) fn read_piece(&self, reader: &mut Reader) -> Result<Piece, Refusal> {
        if reader.eat("S") {
            let at = self.read_square(reader)?;
            return Ok(Piece::new(SOLDIER, at));
        }
        if let Ok(top) = reader.digit() {
            let south = reader.digit()?;
            let at = self.read_square(reader)?;
            let cube = Orientation::new(top, south).ok_or_else(|| no_such_faces(top, south))?;
            return Ok(Piece::cube(cube, at));
        }
        let at = self.read_square(reader)?;
        let Ok(other) = self.read_square(reader) else {
            return Ok(Piece::new(MASTER, at));
        };
        let steps = |a: u8, b: u8| i16::from(b) - i16::from(a);
        match (
            steps(at.column(), other.column()),
            steps(at.row(), other.row()),
        ) {
            (1, 0) | (0, 1) => Ok(Piece::shield(at, other)),
            (-1, 0) | (0, -1) => Err(Refusal::new(
                "C9",
                Message::new("cubulus.half-first")
                    .text("right", self.square_name(other) + &self.square_name(at)),
            )),
            _ => Err(Refusal::new(
                "CU1",
                Message::new("cubulus.halves-apart")
                    .text("at", self.square_name(at))
                    .text("other", self.square_name(other)),
            )),
        }
    }
}

/// No die can stand like that.
fn no_such_faces(top: u8, south: u8) -> Refusal {
    Refusal::new(
        "C3",
        Message::new("cubulus.no-such-faces")
            .number("top", top)
            .number("south", south),
    )
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

    fn in_words(&self, _position: &Position, action: Action) -> Option<Message> {
        action
            .is_pass()
            .then(|| Message::new("rules.in-words-pass"))
    }

    fn read_action(&self, _position: &Position, text: &str) -> Result<Action, Refusal> {
        if text == "PASS" {
            return Ok(Action::PASS);
        }
        let mut reader = Reader::new(text, "23B1-54B3");
        let piece = self.read_piece(&mut reader)?;
        let takes = reader.takes()?;
        let mut action = Action::new(piece, self.read_piece(&mut reader)?, takes);
        if reader.eat("=") {
            action = action.with_return(self.read_piece(&mut reader)?);
        }
        reader.end()?;
        Ok(action)
    }
}
