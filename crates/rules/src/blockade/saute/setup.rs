use super::{Position, Saute, Square};
use crate::scene::Message;
use crate::setup::check_seat;
use crate::text::{Reader, write_rows};
use crate::{FromSetup, Refusal, Rules, Seat};

/// What is on each square, and who acts. The row says whose a piece is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The rows from the north, each from the west.
    pub rows: [[Option<Piece>; 12]; 12],
    /// The seat to act.
    pub to_act: Seat,
}

/// A piece in a [`Setup`].
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Piece {
    /// One of the two in a row.
    Square,
    /// The one in a row that must go farthest (SA5).
    Triangle,
}

impl Setup {
    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        self.rows[11 - usize::from(square.row())][usize::from(square.column())]
    }

    /// Nothing but what `piece` says.
    pub(super) fn from_fn(to_act: Seat, piece: impl Fn(Square) -> Option<Piece>) -> Self {
        let mut rows = [[None; 12]; 12];
        for square in Square::all() {
            rows[11 - usize::from(square.row())][usize::from(square.column())] = piece(square);
        }
        Self { rows, to_act }
    }
}

impl FromSetup for Saute {
    type Setup = Setup;

    fn setup_of(&self, position: &Position) -> Setup {
        Setup::from_fn(position.to_act(), |square| {
            let triangle = position.triangle_at(square)?;
            Some(if triangle {
                Piece::Triangle
            } else {
                Piece::Square
            })
        })
    }

    fn position_from(&self, setup: &Setup) -> Result<Position, Refusal> {
        check_seat(setup.to_act, self.players.count)?;
        let (mut pieces, mut triangles) = ([0u64; 4], [0u64; 4]);
        for (row, squares) in setup.rows.iter().rev().enumerate() {
            let count = |wanted| {
                squares
                    .iter()
                    .filter(|&&piece| piece == Some(wanted))
                    .count()
            };
            // Pieces never leave their row: it keeps what it had at the start.
            let due = match self.seat_at(row / 3) {
                Some(_) => [2, 1],
                None => [0, 0],
            };
            if [Piece::Square, Piece::Triangle].map(count) != due {
                return Err(Refusal::new(
                    "SA1",
                    Message::new("saute.wrong-row")
                        .number("row", row as i64 + 1)
                        .number("squares", due[0] as i64)
                        .number("triangles", due[1] as i64),
                ));
            }
            for (column, piece) in squares.iter().enumerate() {
                let bit = 1 << (row % 3 * 12 + column);
                if piece.is_some() {
                    pieces[row / 3] |= bit;
                }
                if *piece == Some(Piece::Triangle) {
                    triangles[row / 3] |= bit;
                }
            }
        }
        let position = Position::from_masks(pieces, triangles, setup.to_act);
        let last = self.side(self.last_to_act(&position));
        let early = Seat::all(self.seats())
            .find(|&seat| self.side(seat) != last && self.has_won(&position, seat));
        if let Some(seat) = early {
            return Err(Refusal::new(
                "SA4",
                Message::new("saute.already-won").seat("seat", seat),
            ));
        }
        Ok(position)
    }

    /// `12/…/SST9/… 1`: the rows from the north, `T` a triangle, `S` a square, a number for a run
    /// of empty squares; then the seat to act.
    fn write_setup(&self, setup: &Setup) -> String {
        let rows = write_rows(&setup.rows, |piece| match piece {
            Piece::Square => 'S',
            Piece::Triangle => 'T',
        });
        format!("{rows} {}", setup.to_act)
    }

    fn read_setup(&self, text: &str) -> Result<Setup, Refusal> {
        let mut reader = Reader::new(text, "12/12/12/SST9/…/12 1");
        let rows = reader.rows(|letter| match letter {
            'S' => Some(Piece::Square),
            'T' => Some(Piece::Triangle),
            _ => None,
        })?;
        reader.expect(" ")?;
        let to_act = reader.seat(self.players.count)?;
        reader.end()?;
        Ok(Setup { rows, to_act })
    }
}
