//! Whole positions as text: `13A1 … E1 C2D2 (14A9) … 1`, the rulebook's notation of the pieces,
//! Black's in parentheses, then the seat to act. What is missing is lost. `bonus` follows when the
//! move is made and an exchange may come (CU15). At level 2 the end says whose Master still has its
//! first move (CU20): `first=12`, `first=1`, `first=2` or `first=-`.

use super::position::{HOME, MASTER};
use super::{BLACK, Cubulus, Position, WHITE};
use crate::scene::Message;
use crate::text::Reader;
use crate::{Refusal, Seat};

impl Cubulus {
    pub(super) fn position_text(&self, position: &Position) -> String {
        let white = position.pieces(WHITE).map(|piece| self.piece_name(piece));
        let black = position
            .pieces(BLACK)
            .map(|piece| format!("({})", self.piece_name(piece)));
        let mut words: Vec<String> = white.chain(black).collect();
        words.push(position.to_act.to_string());
        if position.bonus {
            words.push("bonus".to_owned());
        }
        if self.tournament {
            let fresh = match position.fresh {
                [true, true] => "12",
                [true, false] => "1",
                [false, true] => "2",
                [false, false] => "-",
            };
            words.push(format!("first={fresh}"));
        }
        words.join(" ")
    }

    pub(super) fn position_from(&self, text: &str) -> Result<Position, Refusal> {
        const FORM: &str = "63D1 E1 C2D2 (E9) (64F9) 1";
        let unreadable = || Refusal::unreadable(text, FORM);
        let upper = text.to_ascii_uppercase();
        let mut position = Position::empty();
        let mut masters = [false; 2];
        let mut seat = WHITE;
        let mut reader = Reader::new(&upper);
        loop {
            while reader.one(char::is_whitespace).is_some() {}
            if seat == WHITE && reader.eat("(") {
                seat = BLACK;
                continue;
            }
            if seat == BLACK && reader.eat(")") {
                seat = WHITE;
                continue;
            }
            let word = reader.rest().split_whitespace().next().unwrap_or_default();
            if seat == WHITE && (word == "1" || word == "2") {
                break;
            }
            let piece = self
                .read_piece(&mut reader)
                .map_err(|why| self.unread(text, FORM, why))?;
            self.may_stand(&position, seat, piece, &mut masters)?;
            position.put(seat, piece);
        }
        // What follows them.
        let mut words = reader.rest().split_whitespace();
        position.to_act = if words.next() == Some("1") {
            WHITE
        } else {
            BLACK
        };
        let mut next = words.next();
        if next == Some("BONUS") {
            position.bonus = true;
            next = words.next();
        }
        if self.tournament {
            position.fresh = match next {
                Some("FIRST=12") => [true, true],
                Some("FIRST=1") => [true, false],
                Some("FIRST=2") => [false, true],
                Some("FIRST=-") => [false, false],
                _ => {
                    return Err(Refusal::position(
                        "CU20",
                        Message::new("cubulus.first-missing"),
                    ));
                }
            };
            next = words.next();
        }
        if next.is_some() {
            return Err(unreadable());
        }
        self.check(&position, masters)?;
        Ok(position)
    }

    /// Whether another piece may be placed where the text says.
    fn may_stand(
        &self,
        position: &Position,
        seat: Seat,
        piece: super::Piece,
        masters: &mut [bool; 2],
    ) -> Result<(), Refusal> {
        let refuse = |rule, key| Err(Refusal::position(rule, Message::new(key)));
        for square in [Some(piece.square()), piece.other()].into_iter().flatten() {
            if position.piece_at(square).is_some() {
                return Err(Refusal::position(
                    "CU6",
                    Message::new("rules.square-twice").text("at", self.square_name(square)),
                ));
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
        let refuse = |rule, key| Err(Refusal::position(rule, Message::new(key)));
        if masters != [true; 2] {
            return refuse("CU1", "cubulus.no-master");
        }
        for seat in [WHITE, BLACK] {
            let at = position.master(seat).index();
            if position.is_fresh(seat) && at != HOME[seat.index()] {
                return refuse("CU20", "cubulus.first-away");
            }
        }
        let seat = position.to_act;
        let [white, black] = [WHITE, BLACK].map(|seat| position.master(seat));
        if self.tables.beside[white.index()] >> black.index() & 1 == 1 {
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
            && (position.master(seat).index() != HOME[seat.index()]
                || self.in_check(position, seat))
        {
            // CU4: only an exchange before the move gives check during the seat's own turn.
            return refuse("CU10", "cubulus.waiting-in-check");
        }
        Ok(())
    }
}
