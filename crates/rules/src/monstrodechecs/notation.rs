use std::fmt::Write as _;

use super::{Action, Die, Mode, Monstrodechecs, Position, Square, Stage};
use crate::scene::dice::Orientation;
use crate::scene::{Message, Side};
use crate::text::Reader;
use crate::{Notation, Refusal, Rules, Seat};

/// What an action looks like.
pub(super) const FORM: &str = "A1-A3/54";

/// A face as it is written (MO1).
pub(super) fn face(number: u8, kind: u8) -> char {
    if number == kind {
        'M'
    } else {
        (b'0' + number) as char
    }
}

/// Reads a face of a die of this kind as its number.
pub(super) fn read_face(reader: &mut Reader, kind: u8) -> Option<Result<u8, Refusal>> {
    let sign = reader.one(|c| ('1'..='6').contains(&c) || c == 'M')?;
    Some(match sign {
        'M' if kind == 0 => Err(Refusal::new(
            "MO1",
            Message::new("monstrodechecs.no-monster"),
        )),
        'M' => Ok(kind),
        digit if digit as u8 - b'0' == kind => Err(Refusal::new(
            "MO1",
            Message::new("monstrodechecs.write-m").text("face", digit),
        )),
        digit => Ok(digit as u8 - b'0'),
    })
}

/// Reads the top and the south face of a die of this kind.
fn read_faces(reader: &mut Reader, kind: u8) -> Option<Result<Orientation, Refusal>> {
    let top = match read_face(reader, kind)? {
        Ok(top) => top,
        Err(refusal) => return Some(Err(refusal)),
    };
    let south = match read_face(reader, kind)? {
        Ok(south) => south,
        Err(refusal) => return Some(Err(refusal)),
    };
    Some(Orientation::new(top, south).ok_or_else(|| no_such_stand(kind, top, south)))
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

    fn read_action(&self, position: &Position, text: &str) -> Result<Action, Refusal> {
        let unreadable = || Refusal::unreadable(text, FORM);
        let mut reader = Reader::new(text);
        let action = if reader.eat("PASS") {
            Action::Pass
        } else if reader.eat("DEVIL=") {
            let at = reader.square().ok_or_else(unreadable)?;
            Action::Devil { at }
        } else if reader.eat("SIDE=") {
            let letter = reader.one(|c| "NESW".contains(c)).ok_or_else(unreadable)?;
            let side = Side::ALL.into_iter().find(|side| side.letter() == letter);
            Action::Side(side.ok_or_else(unreadable)?)
        } else {
            let from: Square = reader.square().ok_or_else(unreadable)?;
            let to: Option<Square> = if reader.eat("-") {
                Some(reader.square().ok_or_else(unreadable)?)
            } else {
                None
            };
            if !reader.eat("/") {
                return Err(unreadable());
            }
            // The faces can be read only if there is a die on the square.
            let Some(die) = position.die(from) else {
                let sign = |c: char| ('1'..='6').contains(&c) || c == 'M';
                let whole = reader.one(sign).is_some() && reader.one(sign).is_some();
                return Err(if whole && reader.is_done() {
                    Refusal::new(
                        if to.is_some() { "MO6" } else { "MO14" },
                        Message::new("monstrodechecs.no-die").text("at", from),
                    )
                } else {
                    unreadable()
                });
            };
            let orientation = read_faces(&mut reader, die.kind());
            if !reader.is_done() && !matches!(orientation, Some(Err(_))) {
                return Err(unreadable());
            }
            let orientation = orientation.ok_or_else(unreadable)??;
            match to {
                Some(to) => Action::Roll {
                    from,
                    to,
                    orientation,
                },
                None => Action::Turn {
                    at: from,
                    orientation,
                },
            }
        };
        if reader.is_done() {
            Ok(action)
        } else {
            Err(unreadable())
        }
    }

    fn refusal(&self, position: &Position, action: Action) -> Refusal {
        self.explain(position, action)
    }

    /// `6A1/M2 5B1/M1 | 6H8/M5 | turn=1`: for each seat its dice as kind (`0` ordinary, `D` devil),
    /// square, top and south face (`?` while it is not chosen), `-` for none; then what is to be
    /// done (`setup=2`, `turn=1`, `flips=1`, `over=13`) and, where it matters, `bonus=0,2`,
    /// `score=3,0`, `round=2`, `sides=SW--`.
    fn write_position(&self, position: &Position) -> String {
        let mut text = String::new();
        for seat in Seat::all(self.players) {
            for (at, die) in position.dice_of(seat) {
                let open = position.pending >> at.index() & 1 == 1
                    || !self.has_chosen(position, seat) && self.has_corners();
                let kind = die.kind();
                let sign = if position.devils >> at.index() & 1 == 1 {
                    'D'
                } else {
                    (b'0' + kind) as char
                };
                let south = if open {
                    '?'
                } else {
                    face(die.orientation().south(), kind)
                };
                let _ = write!(text, "{sign}{at}/{}{south} ", face(die.top(), kind));
            }
            if position.dice(seat) == 0 {
                text.push_str("- ");
            }
            text.push_str("| ");
        }
        let turn = position.turn;
        let _ = match position.stage {
            Stage::SetUp => write!(text, "setup={turn}"),
            Stage::Play => write!(text, "turn={turn}"),
            Stage::Flips => write!(text, "flips={turn}"),
            Stage::Over => {
                let last = Seat::all(self.players).filter(|&seat| position.plays(seat));
                let last: String = last.map(|seat| seat.to_string()).collect();
                write!(text, "over={last}")
            }
        };
        let seats = usize::from(self.players);
        let list = |values: &[u16]| {
            let texts: Vec<_> = values[..seats].iter().map(u16::to_string).collect();
            texts.join(",")
        };
        if position.bonus != [0; 4] {
            let _ = write!(text, " bonus={}", list(&position.bonus.map(u16::from)));
        }
        if self.counts_points() {
            let _ = write!(text, " score={}", list(&position.scores));
        }
        if self.rounds > 1 {
            let _ = write!(text, " round={}", position.round);
        }
        if self.has_corners() {
            text.push_str(" sides=");
            for seat in Seat::all(self.players) {
                text.push(if self.has_chosen(position, seat) {
                    position.side(seat).letter()
                } else {
                    '-'
                });
            }
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<Position, Refusal> {
        super::reading::read(self, text)
    }
}

impl Monstrodechecs {
    /// Whether a seat has made its choice before play (MO19, MO20), or has none to make.
    pub(super) fn has_chosen(&self, position: &Position, seat: Seat) -> bool {
        position.stage != Stage::SetUp || seat < position.turn
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
