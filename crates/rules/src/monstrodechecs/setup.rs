use std::fmt::Write as _;

use super::notation::{face, no_such_stand, read_face, read_side};
use super::staging::glyph;
use super::{Bitboard, Monstrodechecs, Phase, Position, Square, possible};
use crate::scene::dice::Orientation;
use crate::scene::{Die, DieKind, Glyph, Side};
use crate::text::Reader;
use crate::{FromSetup, Refusal, Seat};

/// The dice of each seat, what must be decided and by whom, and the counters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// By seat. The south face of a die is open while it is to be chosen.
    pub dice: Vec<Vec<(Square, Die)>>,
    /// What must be decided.
    pub phase: Phase,
    /// Whose turn it is; with flipped dice to turn, the attacker; those who were last when the game
    /// is over.
    pub seats: Vec<Seat>,
    /// Each seat's bonus on its next turn (MO15).
    pub bonus: [u32; Seat::MOST],
    /// Each seat's points, where points decide.
    pub score: [u32; Seat::MOST],
    /// The number of the round, from 1.
    pub round: u32,
    /// The edge at which each seat sits, where it is chosen (MO20).
    pub sides: [Option<Side>; Seat::MOST],
}

const FORM: &str = "6A1/M2 5B1/M1 | 6H8/M5 | turn=1";

const PHASES: [(Phase, &str); 4] = [
    (Phase::SetUp, "setup"),
    (Phase::Play, "turn"),
    (Phase::Flips, "flips"),
    (Phase::Over, "over"),
];

/// The word for a phase.
pub(super) fn phase_name(phase: Phase) -> &'static str {
    let found = PHASES.iter().find(|(known, _)| *known == phase);
    found.map_or("", |(_, name)| name)
}

/// The phase with this name.
pub(super) fn phase_named(name: &str) -> Option<Phase> {
    let found = PHASES.iter().find(|(_, known)| *known == name);
    found.map(|(phase, _)| *phase)
}

impl Setup {
    /// Whose turn it is.
    pub(super) fn turn(&self) -> Seat {
        self.seats.first().copied().unwrap_or(Seat::new(0))
    }

    /// The squares of the dice whose south face is open.
    pub(super) fn open(&self) -> Bitboard {
        let open = self.dice.iter().flatten();
        open.filter(|(_, die)| die.south.is_none())
            .map(|(at, _)| *at)
            .collect()
    }

    /// The refusal of what has no meaning in this game.
    pub(super) fn unreadable(&self, game: &Monstrodechecs) -> Refusal {
        Refusal::unreadable(&game.write_setup(self), FORM)
    }
}

impl FromSetup for Monstrodechecs {
    type Setup = Setup;

    fn setup_of(&self, position: &Position) -> Setup {
        let dice = |seat: Seat| {
            let waits = self.has_corners() && !self.has_chosen(position, seat);
            let own = position.dice_of(seat).filter_map(|(at, die)| {
                let devil = position.devils.contains(at);
                let open = waits || position.pending.contains(at);
                match glyph(die, devil, open) {
                    Glyph::Die(die) => Some((at, die)),
                    _ => None,
                }
            });
            own.collect()
        };
        let seats = || Seat::all(self.players);
        let mut sides = [None; Seat::MOST];
        for seat in seats().filter(|&seat| self.has_chosen(position, seat)) {
            sides[seat.index()] = self.has_corners().then(|| position.side(seat));
        }
        Setup {
            dice: seats().map(dice).collect(),
            phase: position.phase,
            seats: match position.phase {
                Phase::Over => seats().filter(|&seat| position.plays(seat)).collect(),
                _ => vec![position.turn],
            },
            bonus: position.bonus.map(u32::from),
            score: position.scores.map(u32::from),
            round: u32::from(position.round),
            sides,
        }
    }

    fn position_from(&self, setup: &Setup) -> Result<Position, Refusal> {
        possible::position(self, setup)
    }

    /// `6A1/M2 5B1/M1 | 6H8/M5 | turn=1`: for each seat its dice as kind (`0` ordinary, `D` devil),
    /// square, top and south face (`?` while it is not chosen), `-` for none; then what is to be
    /// done (`setup=2`, `turn=1`, `flips=1`, `over=13`) and, where it matters, `bonus=0,2`,
    /// `score=3,0`, `round=2`, `sides=SW--`.
    fn write_setup(&self, setup: &Setup) -> String {
        let mut text = String::new();
        for dice in &setup.dice {
            for &(at, die) in dice {
                let (sign, kind) = match die.kind {
                    DieKind::Plain => (0.to_string(), 0),
                    DieKind::Monster(kind) => (kind.to_string(), kind),
                    DieKind::Devil(kind) => ("D".to_owned(), kind),
                };
                let south = die.south.map_or('?', |south| face(south, kind));
                let _ = write!(text, "{sign}{at}/{}{south} ", face(die.top, kind));
            }
            text += if dice.is_empty() { "- | " } else { "| " };
        }
        let seats: String = setup.seats.iter().map(Seat::to_string).collect();
        let _ = write!(text, "{}={seats}", phase_name(setup.phase));
        let list = |values: &[u32]| {
            let values = values.iter().take(usize::from(self.players));
            values.map(u32::to_string).collect::<Vec<_>>().join(",")
        };
        if setup.bonus != [0; Seat::MOST] {
            let _ = write!(text, " bonus={}", list(&setup.bonus));
        }
        if self.counts_points() {
            let _ = write!(text, " score={}", list(&setup.score));
        }
        if self.rounds > 1 {
            let _ = write!(text, " round={}", setup.round);
        }
        if self.has_corners() {
            let letters = setup.sides.map(|side| side.map_or('-', Side::letter));
            let _ = write!(text, " sides={}", letters.iter().collect::<String>());
        }
        text
    }

    fn read_setup(&self, text: &str) -> Result<Setup, Refusal> {
        let mut reader = Reader::new(text, FORM);
        let mut dice = Vec::new();
        for _ in Seat::all(self.players) {
            reader.skip_blanks();
            reader.eat("-");
            dice.push(reader.list(&['|'], read_die)?);
            reader.expect("|")?;
        }
        let (mut phase, mut bonus, mut score) = (None, None, None);
        let (mut round, mut sides) = (None, None);
        reader.skip_blanks();
        while !reader.is_done() {
            // Each at most once.
            if bonus.is_none() && reader.eat("BONUS=") {
                bonus = Some(self.read_numbers(&mut reader)?);
            } else if score.is_none() && self.counts_points() && reader.eat("SCORE=") {
                score = Some(self.read_numbers(&mut reader)?);
            } else if round.is_none() && self.rounds > 1 && reader.eat("ROUND=") {
                round = Some(read_number(&mut reader)?);
            } else if sides.is_none() && self.has_corners() && reader.eat("SIDES=") {
                sides = Some(self.read_sides(&mut reader)?);
            } else if phase.is_none() {
                phase = Some(self.read_stage(&mut reader)?);
            } else {
                return Err(reader.unreadable());
            }
            reader.skip_blanks();
        }
        let (phase, seats) = phase.ok_or_else(|| reader.unreadable())?;
        Ok(Setup {
            dice,
            phase,
            seats,
            bonus: bonus.unwrap_or_default(),
            score: score.unwrap_or_default(),
            round: round.unwrap_or(1),
            sides: sides.unwrap_or_default(),
        })
    }
}

/// `6A1/M2`.
fn read_die(reader: &mut Reader) -> Result<(Square, Die), Refusal> {
    let sign = reader.take_if(|c| ('0'..='6').contains(&c) || c == 'D')?;
    let at = reader.square()?;
    reader.expect("/")?;
    let kind = match sign {
        'D' => DieKind::Devil(6),
        '0' => DieKind::Plain,
        digit => DieKind::Monster(digit as u8 - b'0'),
    };
    let faces = match kind {
        DieKind::Plain => 0,
        DieKind::Monster(face) | DieKind::Devil(face) => face,
    };
    let top = read_face(reader, faces)?;
    let mut south = None;
    if !reader.eat("?") {
        let face = read_face(reader, faces)?;
        if Orientation::new(top, face).is_none() {
            return Err(no_such_stand(faces, top, face));
        }
        south = Some(face);
    }
    Ok((at, Die { top, south, kind }))
}

/// A number as far as a setup can hold it.
fn read_number(reader: &mut Reader) -> Result<u32, Refusal> {
    let number = reader.number()?;
    Ok(u32::try_from(number).unwrap_or(u32::MAX))
}

impl Monstrodechecs {
    /// `turn=1`, `over=13`.
    fn read_stage(&self, reader: &mut Reader) -> Result<(Phase, Vec<Seat>), Refusal> {
        let named = PHASES.iter().find(|(_, name)| reader.eat(name));
        let &(phase, _) = named.ok_or_else(|| reader.unreadable())?;
        reader.expect("=")?;
        let mut seats = Vec::new();
        while let Ok(number) = reader.digit() {
            let seat = Seat::all(self.players).find(|seat| seat.number() == number);
            match seat {
                Some(seat) if !seats.contains(&seat) => seats.push(seat),
                _ => return Err(reader.unreadable()),
            }
        }
        if seats.is_empty() || phase != Phase::Over && seats.len() > 1 {
            return Err(reader.unreadable());
        }
        seats.sort_unstable();
        Ok((phase, seats))
    }

    /// `0,2`: a number for each seat.
    fn read_numbers(&self, reader: &mut Reader) -> Result<[u32; Seat::MOST], Refusal> {
        let mut numbers = [0; Seat::MOST];
        for seat in Seat::all(self.players) {
            if seat.index() > 0 {
                reader.expect(",")?;
            }
            numbers[seat.index()] = read_number(reader)?;
        }
        Ok(numbers)
    }

    /// `SW--`: a side for each seat, where it is chosen.
    fn read_sides(&self, reader: &mut Reader) -> Result<[Option<Side>; Seat::MOST], Refusal> {
        let mut sides = [None; Seat::MOST];
        for seat in Seat::all(self.players) {
            if !reader.eat("-") {
                sides[seat.index()] = Some(read_side(reader)?);
            }
        }
        Ok(sides)
    }
}
