use super::{Colour, Position, Solitaire, Square};
use crate::scene::Message;
use crate::text::{Reader, write_rows};
use crate::{FromSetup, Refusal};

/// The colour on each square.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The rows from the top, each from the left.
    pub rows: [[Option<Colour>; 8]; 8],
}

impl FromSetup for Solitaire {
    type Setup = Setup;

    fn setup_of(&self, position: &Position) -> Setup {
        let mut rows = [[None; 8]; 8];
        for square in Square::all() {
            rows[usize::from(square.row())][usize::from(square.column())] =
                position.colour_at(square);
        }
        Setup { rows }
    }

    fn position_from(&self, setup: &Setup) -> Result<Position, Refusal> {
        let mut masks = [0u64; 4];
        for (index, colour) in setup.rows.iter().flatten().enumerate() {
            if let Some(colour) = *colour {
                masks[colour as usize] |= 1 << index;
            }
        }
        for colour in Colour::ALL {
            if masks[colour as usize].count_ones() > 9 {
                return Err(Refusal::new(
                    "SO1",
                    Message::new("solitaire.too-many").word("colour", word(colour)),
                ));
            }
        }
        // A jump always leaves the piece that jumped.
        if masks == [0; 4] {
            return Err(Refusal::by("SO2", "solitaire.no-piece"));
        }
        Ok(Position::from_masks(masks))
    }

    /// `8/1RYRBGB1/…/8`: the rows from the top, a letter for a piece, a number for a run of empty
    /// squares.
    fn write_setup(&self, setup: &Setup) -> String {
        write_rows(&setup.rows, |colour| colour.letter())
    }

    fn read_setup(&self, text: &str) -> Result<Setup, Refusal> {
        let mut reader = Reader::new(text, "8/1RYRBGB1/8/8/8/8/8/8");
        let rows = reader.rows(Colour::from_letter)?;
        reader.end()?;
        Ok(Setup { rows })
    }
}

/// The key of the word for a colour.
fn word(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "solitaire.red",
        Colour::Blue => "solitaire.blue",
        Colour::Green => "solitaire.green",
        Colour::Yellow => "solitaire.yellow",
    }
}
