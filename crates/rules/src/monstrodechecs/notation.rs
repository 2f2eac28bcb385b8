use std::fmt::Write as _;

use super::refusal::side_key;
use super::{Action, Die, Mode, Monstrodechecs, Phase, Position, Square};
use crate::scene::dice::Orientation;
use crate::scene::{Message, Side};
use crate::text::Reader;
use crate::{Notation, Refusal, Rules, Seat};

/// A face as it is written (MO1).
pub(super) fn face(number: u8, kind: u8) -> char {
    if number == kind {
        'M'
    } else {
        char::from(b'0'.saturating_add(number))
    }
}

/// Reads a face of a die of this kind as its number.
pub(super) fn read_face(reader: &mut Reader, kind: u8) -> Result<u8, Refusal> {
    match reader.take_if(is_face)? {
        'M' if kind == 0 => Err(Refusal::by("MO1", "monstrodechecs.no-monster")),
        'M' => Ok(kind),
        digit if digit as u8 - b'0' == kind => Err(Refusal::new(
            "MO1",
            Message::new("monstrodechecs.write-m").text("face", digit),
        )),
        digit => Ok(digit as u8 - b'0'),
    }
}

fn is_face(sign: char) -> bool {
    ('1'..='6').contains(&sign) || sign == 'M'
}

/// The refusal when no die can have these two faces on top and to the south.
pub(super) fn no_such_stand(kind: u8, top: u8, south: u8) -> Refusal {
    Refusal::new(
        "C3",
        Message::new("monstrodechecs.no-such-stand")
            .text("top", face(top, kind))
            .text("south", face(south, kind)),
    )
}

impl Notation for Monstrodechecs {
    fn write_action(&self, position: &Position, action: Action, text: &mut String) {
        let faces = |at: Square, o: Orientation| {
            let kind = Die(position.codes[at.index()]).kind();
            (face(o.top(), kind), face(o.south(), kind))
        };
        let _ = match action {
            Action::Roll {
                from,
                to,
                orientation,
            } => {
                let (top, south) = faces(from, orientation);
                write!(text, "{from}-{to}/{top}{south}")
            }
            Action::Turn { at, orientation } => {
                let (top, south) = faces(at, orientation);
                write!(text, "{at}/{top}{south}")
            }
            Action::Devil { at } => write!(text, "devil={at}"),
            Action::Side(side) => write!(text, "side={}", side.letter()),
            Action::Pass => write!(text, "pass"),
        };
    }

    fn in_words(&self, _position: &Position, action: Action) -> Option<Message> {
        match action {
            Action::Devil { at } => {
                Some(Message::new("monstrodechecs.in-words-devil").text("at", at))
            }
            Action::Side(side) => {
                Some(Message::new("monstrodechecs.in-words-side").word("side", side_key(side)))
            }
            Action::Pass => Some(Message::new("rules.in-words-pass")),
            Action::Roll { .. } | Action::Turn { .. } => None,
        }
    }

    fn read_action(&self, position: &Position, text: &str) -> Result<Action, Refusal> {
        let mut reader = Reader::new(text, "A1-A3/54");
        let action = if reader.eat("PASS") {
            Action::Pass
        } else if reader.eat("DEVIL=") {
            let at = reader.square()?;
            Action::Devil { at }
        } else if reader.eat("SIDE=") {
            Action::Side(read_side(&mut reader)?)
        } else {
            read_turn(position, &mut reader)?
        };
        reader.end()?;
        Ok(action)
    }
}

/// Reads the letter of a side.
pub(super) fn read_side(reader: &mut Reader) -> Result<Side, Refusal> {
    let side = Side::ALL
        .into_iter()
        .find(|side| reader.eat(side.letter().encode_utf8(&mut [0; 4])));
    side.ok_or_else(|| reader.unreadable())
}

/// `A1-A3/54` or, for a flipped die, `A1/54`.
fn read_turn(position: &Position, reader: &mut Reader) -> Result<Action, Refusal> {
    let from: Square = reader.square()?;
    let to = reader.eat("-").then(|| reader.square()).transpose()?;
    reader.expect("/")?;
    // The faces can be read only if there is a die on the square.
    let Some(die) = position.die(from) else {
        reader.take_if(is_face)?;
        reader.take_if(is_face)?;
        reader.end()?;
        let rule = if to.is_some() { "MO6" } else { "MO14" };
        let why = Message::new("monstrodechecs.no-die").text("at", from);
        return Err(Refusal::new(rule, why));
    };
    let kind = die.kind();
    let (top, south) = (read_face(reader, kind)?, read_face(reader, kind)?);
    let orientation = Orientation::new(top, south);
    let orientation = orientation.ok_or_else(|| no_such_stand(kind, top, south))?;
    Ok(match to {
        Some(to) => Action::Roll {
            from,
            to,
            orientation,
        },
        None => Action::Turn {
            at: from,
            orientation,
        },
    })
}

impl Monstrodechecs {
    /// Whether a seat has made its choice before play (MO19, MO20), or has none to make.
    pub(super) fn has_chosen(&self, position: &Position, seat: Seat) -> bool {
        position.phase != Phase::SetUp || seat < position.turn
    }

    /// Whether an action is among the listed ones.
    pub(super) fn is_legal(&self, position: &Position, action: Action) -> bool {
        let mut actions = Vec::new();
        self.actions(position, &mut actions);
        actions.contains(&action)
    }

    /// Whether this variant has devils.
    pub(super) fn has_devils(&self) -> bool {
        self.mode == Mode::Devils
    }
}
