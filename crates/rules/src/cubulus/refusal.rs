//! Why an action is not legal.

use super::actions::{beyond, lying};
use super::attacks::apart;
use super::exchange::returning_cube;
use super::position::{HOME, MASTER, SOLDIER, top_of};
use super::{Action, Bitboard, Cubulus, Piece, PieceKind, Position, Square};
use crate::scene::Message;
use crate::{Refusal, Refusing};

/// The rule by which a piece moves.
fn rule_of(piece: Piece) -> &'static str {
    match piece.kind() {
        PieceKind::Cube(_) => "CU3",
        PieceKind::Master => "CU4",
        PieceKind::Shield { .. } => "CU5",
        PieceKind::Soldier => "CU19",
    }
}

impl Refusing for Cubulus {
    /// When nothing else speaks against the action, the reason is the Master's safety (CU10).
    fn refusal(&self, position: &Position, action: Action) -> Refusal {
        if action.is_pass() {
            return Refusal::by("CU15", "cubulus.no-pass");
        }
        let (piece, after) = (action.piece(), action.after());
        let own = position.piece_at(piece.square()) == Some((position.to_act, piece));
        if !own {
            return Refusal::new(
                rule_of(piece),
                Message::new("cubulus.no-such-piece").text("piece", self.piece_name(piece)),
            );
        }
        if let Some(back) = action.back() {
            return self.why_no_exchange(position, action, back);
        }
        if position.bonus {
            return Refusal::by("CU15", "cubulus.only-exchange");
        }
        let reason = match (piece.kind(), after.kind()) {
            (PieceKind::Cube(_), PieceKind::Cube(_)) if piece.at == after.at => {
                self.why_no_rotation(piece, after)
            }
            (PieceKind::Cube(_), PieceKind::Cube(_)) => self.why_no_roll(position, piece, after),
            (PieceKind::Master, PieceKind::Master) => self.why_no_step(position, after),
            (PieceKind::Shield { .. }, PieceKind::Shield { .. }) => {
                self.why_no_slide(position, piece, after)
            }
            (PieceKind::Shield { .. }, PieceKind::Soldier) => {
                self.why_no_rising(position, piece, after)
            }
            (PieceKind::Soldier, PieceKind::Shield { .. }) => {
                self.why_no_lying(position, piece, after)
            }
            (PieceKind::Soldier, PieceKind::Soldier) => {
                self.why_no_diagonal(position, piece, after)
            }
            _ => Some(Refusal::new(
                "C9",
                Message::new("cubulus.other-piece")
                    .text("piece", self.piece_name(piece))
                    .text("after", self.piece_name(after)),
            )),
        };
        reason
            .or_else(|| self.why_wrong_sign(position, action))
            .unwrap_or_else(|| self.exposed(position))
    }
}

impl Cubulus {
    /// CU10: the Master is already attacked, or would be.
    fn exposed(&self, position: &Position) -> Refusal {
        let key = if self.in_check(position, position.to_act) {
            "cubulus.in-check"
        } else {
            "cubulus.exposed"
        };
        Refusal::by("CU10", key)
    }

    /// `x` where nothing is taken, or `-` where something is.
    fn why_wrong_sign(&self, position: &Position, action: Action) -> Option<Refusal> {
        let at = action.after().square();
        let foe = position.to_act.next(2);
        let enemy = position.piece_at(at).is_some_and(|(seat, _)| seat == foe);
        let key = match (action.takes(), enemy) {
            (true, false) => "cubulus.nothing-to-take",
            (false, true) => "cubulus.takes",
            _ => return None,
        };
        Some(Refusal::new(
            "C9",
            Message::new(key).text("at", self.square_name(at)),
        ))
    }

    fn refused_at(&self, rule: &'static str, key: &'static str, square: Square) -> Refusal {
        let name = self.square_name(square);
        Refusal::new(rule, Message::new(key).text("at", name))
    }

    /// CU4, CU6, CU8: why a piece may not end a move on a square within its reach.
    fn why_no_end(&self, position: &Position, piece: Piece, end: Square) -> Option<Refusal> {
        let (owner, there) = position.piece_at(end)?;
        if owner == position.to_act {
            return Some(self.refused_at("CU6", "cubulus.own-piece", end));
        }
        if there.code == MASTER {
            return Some(Refusal::by("CU4", "cubulus.master-not-taken"));
        }
        if there.is_shield() {
            let attackers = self.shield_attackers(position, position.to_act, there);
            let others = attackers[usize::from(end == there.square())];
            if others.without(piece.square()).is_empty() {
                return Some(self.refused_at("CU8", "cubulus.shield-stands", end));
            }
        }
        None
    }

    fn why_no_rotation(&self, piece: Piece, after: Piece) -> Option<Refusal> {
        if !self.tournament {
            return Some(Refusal::by("CU16", "cubulus.rotation-level"));
        }
        if piece == after || top_of(piece.code) != top_of(after.code) {
            return Some(Refusal::by("CU16", "cubulus.rotation-top"));
        }
        None
    }

    fn why_no_roll(&self, position: &Position, cube: Piece, after: Piece) -> Option<Refusal> {
        let end = after.square();
        let (apart, top) = (apart(cube.square(), end), top_of(cube.code));
        if apart != top {
            let piece = self.piece_name(cube);
            return Some(Refusal::new(
                "CU3",
                Message::new("cubulus.wrong-distance")
                    .text("piece", piece)
                    .number("top", top)
                    .number("apart", apart),
            ));
        }
        let target = position.piece_at(end);
        // CU9: over the other half of the shield that it takes.
        let over = match target {
            Some((owner, there)) if owner != position.to_act => there.squares().without(end),
            _ => Bitboard::EMPTY,
        };
        if let Some(refusal) = self.why_no_end(position, cube, end) {
            return Some(refusal);
        }
        let occupied = position.occupied() & !over;
        let mut ways = self.rolls_to(cube, end, occupied).peekable();
        if ways.peek().is_none() {
            return Some(self.refused_at("CU6", "cubulus.blocked", end));
        }
        let names: Vec<String> = ways.map(|(piece, _)| self.piece_name(piece)).collect();
        let wanted = self.piece_name(after);
        (!names.contains(&wanted)).then(|| {
            Refusal::new(
                "CU3",
                Message::new("cubulus.wrong-faces")
                    .text("after", wanted)
                    .text("right", names.join(", ")),
            )
        })
    }

    fn why_no_step(&self, position: &Position, after: Piece) -> Option<Refusal> {
        let seat = position.to_act;
        let (from, end) = (position.master(seat), after.square());
        if self.tables.diagonal(from).contains(end) {
            if !self.tournament {
                return Some(Refusal::by("CU4", "cubulus.master-step"));
            }
            if !position.is_fresh(seat) {
                return Some(Refusal::by("CU20", "cubulus.first-used"));
            }
        } else if !self.tables.beside(from).contains(end) {
            return Some(Refusal::by("CU4", "cubulus.master-step"));
        }
        let master = Piece::new(MASTER, from);
        self.why_no_end(position, master, end)
    }

    fn why_no_slide(&self, position: &Position, shield: Piece, after: Piece) -> Option<Refusal> {
        let kept = shield.squares() & after.squares();
        if kept.len() != 1 {
            return Some(Refusal::by("CU5", "cubulus.keep-one"));
        }
        let end = (after.squares() & !kept).first()?;
        let (owner, _) = position.piece_at(end)?;
        let key = if owner == position.to_act {
            "cubulus.own-piece"
        } else {
            "cubulus.shield-takes-nothing"
        };
        Some(self.refused_at("CU5", key, end))
    }

    fn why_no_rising(&self, position: &Position, shield: Piece, after: Piece) -> Option<Refusal> {
        if !self.tournament {
            return Some(Refusal::by("CU17", "cubulus.soldier-level"));
        }
        let end = after.square();
        if !beyond(shield).contains(&Some(end)) {
            return Some(Refusal::by("CU17", "cubulus.rise-beyond"));
        }
        if position.piece_at(end).is_some() {
            return Some(self.refused_at("CU17", "cubulus.not-empty", end));
        }
        self.shield_in_danger(position, position.to_act, shield)
            .then(|| Refusal::by("CU17", "cubulus.shield-in-danger"))
    }

    fn why_no_lying(&self, position: &Position, soldier: Piece, after: Piece) -> Option<Refusal> {
        if !lying(soldier).any(|shield| shield == after) {
            return Some(Refusal::by("CU18", "cubulus.lie-beside"));
        }
        let covered = position.occupied() & after.squares();
        if let Some(end) = covered.first() {
            return Some(self.refused_at("CU18", "cubulus.not-empty", end));
        }
        let attackers = self.attackers(position, position.to_act.next(2), soldier.square());
        (!attackers.is_empty()).then(|| Refusal::by("CU18", "cubulus.soldier-in-danger"))
    }

    fn why_no_diagonal(
        &self,
        position: &Position,
        soldier: Piece,
        after: Piece,
    ) -> Option<Refusal> {
        if !self
            .tables
            .diagonal(soldier.square())
            .contains(after.square())
        {
            return Some(Refusal::by("CU19", "cubulus.soldier-step"));
        }
        self.why_no_end(position, soldier, after.square())
    }

    fn why_no_exchange(&self, position: &Position, action: Action, back: Piece) -> Refusal {
        let seat = position.to_act;
        let (piece, after) = (action.piece(), action.after());
        let home = HOME[seat.index()];
        if piece.code != MASTER || !position.has_arrived(seat) {
            return Refusal::by("CU12", "cubulus.not-arrived");
        }
        if after != Piece::new(MASTER, home) {
            return self.refused_at("CU12", "cubulus.go-home", home);
        }
        let lost = if back.is_cube() {
            position.lost_cubes(seat)
        } else {
            position.lost_shields(seat)
        };
        if back.code == MASTER || back.code == SOLDIER {
            return Refusal::by("CU13", "cubulus.back-as-shield");
        }
        if lost == 0 {
            return Refusal::by("CU12", "cubulus.not-lost");
        }
        if !back.squares().contains(piece.square()) {
            return self.refused_at("CU13", "cubulus.back-where", piece.square());
        }
        if back.is_cube() {
            let right = returning_cube(seat, piece.square());
            if back != right {
                return Refusal::new(
                    "CU13",
                    Message::new("cubulus.back-faces").text("right", self.piece_name(right)),
                );
            }
        }
        let covered = back.squares().without(piece.square()) & position.occupied();
        if let Some(end) = covered.first() {
            return self.refused_at("CU13", "cubulus.not-empty", end);
        }
        if self.taken_at_home(position).is_none() {
            return self.refused_at("CU14", "cubulus.home-closed", home);
        }
        self.why_wrong_sign(position, action)
            .unwrap_or_else(|| self.exposed(position))
    }
}
