use super::position::{HOME, MASTER};
use super::{BLACK, Cubulus, Piece, Position, WHITE};
use crate::setup::check_seat;
use crate::text::{Reader, join};
use crate::{FromSetup, Refusal, Seat};

/// The pieces of each seat, who acts, and what else affects future play. What is missing is lost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// By seat.
    pub pieces: [Vec<Piece>; 2],
    /// The seat to act.
    pub to_act: Seat,
    /// CU15: whether the move is made and an exchange may come.
    pub bonus: bool,
    /// CU20: whose Master still has its first move; level 2 must say it, level 1 must not.
    pub fresh: Option<[bool; 2]>,
}

const FORM: &str = "63D1 E1 C2D2 (E9) (64F9) 1";

/// How [`Setup::fresh`] is written.
const FRESH: [(&str, [bool; 2]); 4] = [
    ("first=12", [true, true]),
    ("first=1", [true, false]),
    ("first=2", [false, true]),
    ("first=-", [false, false]),
];

impl FromSetup for Cubulus {
    type Setup = Setup;

    fn setup_of(&self, position: &Position) -> Setup {
        Setup {
            pieces: [WHITE, BLACK].map(|seat| position.pieces(seat).collect()),
            to_act: position.to_act,
            bonus: position.bonus,
            fresh: self.tournament.then_some(position.fresh),
        }
    }

    fn position_from(&self, setup: &Setup) -> Result<Position, Refusal> {
        check_seat(setup.to_act, 2)?;
        let mut position = Position::empty();
        let mut masters = [false; 2];
        for seat in [WHITE, BLACK] {
            for &piece in &setup.pieces[seat.index()] {
                self.may_stand(&position, seat, piece, &mut masters)?;
                position.put(seat, piece);
            }
        }
        position.to_act = setup.to_act;
        position.bonus = setup.bonus;
        position.fresh = match (self.tournament, setup.fresh) {
            (true, Some(fresh)) => fresh,
            (true, None) => return Err(Refusal::by("CU20", "cubulus.first-missing")),
            (false, None) => [false; 2],
            (false, Some(_)) => {
                return Err(Refusal::unreadable(&self.write_setup(setup), FORM));
            }
        };
        self.check(&position, masters)?;
        Ok(position)
    }

    /// `13A1 … E1 C2D2 (14A9) … 1`: the rulebook's notation of the pieces, Black's in parentheses,
    /// then the seat to act. `bonus` follows when an exchange may come (CU15). At level 2 the end
    /// says whose Master still has its first move (CU20): `first=12`, `first=1`, `first=2` or
    /// `first=-`.
    fn write_setup(&self, setup: &Setup) -> String {
        let [white, black] = &setup.pieces;
        let white = white.iter().map(|&piece| self.piece_name(piece));
        let black = black
            .iter()
            .map(|&piece| format!("({})", self.piece_name(piece)));
        let bonus = setup.bonus.then(|| "bonus".to_owned());
        let fresh = FRESH
            .iter()
            .find(|(_, fresh)| setup.fresh == Some(*fresh))
            .map(|(word, _)| (*word).to_owned());
        let rest = [setup.to_act.to_string()]
            .into_iter()
            .chain(bonus)
            .chain(fresh);
        join(white.chain(black).chain(rest))
    }

    fn read_setup(&self, text: &str) -> Result<Setup, Refusal> {
        let mut reader = Reader::new(text, FORM);
        let pieces = reader.two_colours(|reader| self.read_piece(reader))?;
        let to_act = reader.seat(2)?;
        let bonus = reader.word("BONUS");
        let fresh = FRESH.iter().find(|(word, _)| reader.word(word));
        reader.end()?;
        Ok(Setup {
            pieces,
            to_act,
            bonus,
            fresh: fresh.map(|(_, fresh)| *fresh),
        })
    }
}

impl Cubulus {
    /// Whether another piece may be placed where the description says.
    fn may_stand(
        &self,
        position: &Position,
        seat: Seat,
        piece: Piece,
        masters: &mut [bool; 2],
    ) -> Result<(), Refusal> {
        let refuse = |rule, key| Err(Refusal::by(rule, key));
        for square in [Some(piece.square()), piece.other()].into_iter().flatten() {
            if position.piece_at(square).is_some() {
                return Err(Refusal::square_twice("CU6", self.square_name(square)));
            }
        }
        if piece.code == MASTER {
            if std::mem::replace(&mut masters[seat.index()], true) {
                return refuse("CU1", "cubulus.two-masters");
            }
        } else if piece.is_cube() {
            if position.lost_cubes(seat) == 0 {
                return refuse("CU1", "cubulus.too-many-cubes");
            }
        } else {
            if !piece.is_shield() && !self.tournament {
                return refuse("CU17", "cubulus.soldier-level");
            }
            let bars = position
                .pieces(seat)
                .filter(|known| known.code != MASTER && !known.is_cube());
            if bars.count() >= 2 {
                return refuse("CU1", "cubulus.too-many-shields");
            }
        }
        Ok(())
    }

    /// Refuses what no game can lead to.
    fn check(&self, position: &Position, masters: [bool; 2]) -> Result<(), Refusal> {
        let refuse = |rule, key| Err(Refusal::by(rule, key));
        if masters != [true; 2] {
            return refuse("CU1", "cubulus.no-master");
        }
        for seat in [WHITE, BLACK] {
            if position.is_fresh(seat) && position.master(seat) != HOME[seat.index()] {
                return refuse("CU20", "cubulus.first-away");
            }
        }
        let seat = position.to_act;
        let [white, black] = [WHITE, BLACK].map(|seat| position.master(seat));
        if self.tables.beside(white).contains(black) {
            return refuse("CU10", "cubulus.masters-touch");
        }
        if position.bonus {
            if self.in_check(position, seat) {
                return refuse("CU10", "cubulus.mover-in-check");
            }
            if !self.can_exchange(position) {
                return refuse("CU15", "cubulus.no-bonus");
            }
        } else if self.in_check(position, seat.next(2))
            && (position.master(seat) != HOME[seat.index()] || self.in_check(position, seat))
        {
            // CU4: only an exchange before the move gives check during the seat's own turn.
            return refuse("CU10", "cubulus.waiting-in-check");
        }
        Ok(())
    }
}
