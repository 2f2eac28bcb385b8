use super::attacks::Threats;
use super::position::{
    BLACK_BIT, EMPTY, LAST_CUBE, MASTER, SHIELD_EAST, SHIELD_NORTH, SOLDIER, other_half, top_of,
};
use super::tables::halves;
use super::{Bitboard, Cubulus, Edition, Piece, Position, Square};

/// One decision: a piece, what it is afterwards, whether it takes, and in an exchange what comes
/// back. All bytes are 0 for declining an exchange (`pass`).
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Action(u64);

impl Action {
    /// Declining an exchange.
    pub(super) const PASS: Action = Action(0);

    #[inline]
    pub(super) const fn new(piece: Piece, after: Piece, takes: bool) -> Self {
        Self(
            piece.code as u64
                | (piece.at.index() as u64) << 8
                | (after.code as u64) << 16
                | (after.at.index() as u64) << 24
                | (takes as u64) << 48,
        )
    }

    pub(super) const fn with_return(self, back: Piece) -> Self {
        Self(self.0 | (back.code as u64) << 32 | (back.at.index() as u64) << 40)
    }

    #[inline]
    const fn piece_from(self, shift: u32) -> Piece {
        Piece::new(
            (self.0 >> shift) as u8,
            Square::from_index_unchecked((self.0 >> (shift + 8)) as u8 as usize),
        )
    }

    /// The piece that acts, as it is before. Meaningless for a pass.
    #[inline]
    pub fn piece(self) -> Piece {
        self.piece_from(0)
    }

    /// The same piece as it is afterwards. Meaningless for a pass.
    #[inline]
    pub fn after(self) -> Piece {
        self.piece_from(16)
    }

    /// What comes back in an exchange (CU12).
    #[inline]
    pub fn back(self) -> Option<Piece> {
        let back = self.piece_from(32);
        (back.code != EMPTY).then_some(back)
    }

    /// Whether an opposing piece is taken.
    #[inline]
    pub fn takes(self) -> bool {
        self.0 >> 48 & 1 == 1
    }

    /// Whether it declines an exchange (CU15).
    #[inline]
    pub fn is_pass(self) -> bool {
        self == Self::PASS
    }
}

impl std::fmt::Debug for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_pass() {
            return f.write_str("pass");
        }
        let sign = if self.takes() { 'x' } else { '-' };
        write!(
            f,
            "{:?}{sign}{:?}={:?}",
            self.piece(),
            self.after(),
            self.back()
        )
    }
}

/// For each seat, the codes of what a piece may simply move onto: nothing, an opposing cube, an
/// opposing soldier (CU3, CU4, CU6).
const OPEN: [u64; 2] = {
    let takeable: u64 = ((1 << (LAST_CUBE + 1)) - 2) | 1 << SOLDIER;
    [1 | takeable << BLACK_BIT, 1 | takeable]
};

impl Cubulus {
    /// Appends all legal actions.
    #[inline]
    pub(super) fn list(&self, position: &Position, actions: &mut Vec<Action>) {
        let seat = position.to_act;
        if position.has_arrived(seat) {
            self.list_exchanges(position, &mut |action| {
                actions.push(action);
                true
            });
        }
        if position.bonus {
            actions.push(Action::PASS);
            return;
        }
        let threats = self.threats(position);
        self.list_cubes(position, &threats, actions);
        self.list_master(position, actions);
        self.list_shields(position, &threats, actions);
        self.list_shield_captures(position, actions);
        if self.tournament {
            self.list_rotations(position, &threats, actions);
            self.list_soldiers(position, &threats, actions);
        }
    }

    /// CU3. Every way is tried without branching; the few threats are examined afterwards.
    #[inline]
    fn list_cubes(&self, position: &Position, threats: &Threats, actions: &mut Vec<Action>) {
        let seat = position.to_act;
        let [low, high] = halves(position.occupied());
        let clear = |over: &[u64; 2]| (over[0] & low) | (over[1] & high) == 0;
        let open = OPEN[seat.index()];
        let mut found = [Action::PASS; 64];
        for from in position.cubes(seat) {
            let piece = Piece::new(position.board[from.index()] & !BLACK_BIT, from);
            let rolled = &self.tables.rolled[usize::from(piece.code - 1)];
            let number = top_of(piece.code);
            let (paths, twins) = self.tables.paths(number, from);
            let mut count = 0;
            let mut add = |end: Square, course: u8, is_clear: bool| {
                let there = position.board[end.index()];
                let after = Piece::new(rolled[usize::from(course)] + 1, end);
                found[count & 63] = Action::new(piece, after, there != EMPTY);
                count += usize::from(is_clear & (open >> (there & 63) & 1 == 1));
            };
            if number == 1 {
                for path in paths {
                    add(path.end, path.course, true);
                }
            } else {
                // Off the board there are no paths, so what is read there does not matter.
                let at = from.index();
                for (side, next) in [at + 9, at + 1, at.wrapping_sub(9), at.wrapping_sub(1)]
                    .into_iter()
                    .enumerate()
                {
                    if position.board.get(next) != Some(&EMPTY) {
                        continue;
                    }
                    for path in self.tables.paths_to(number, from, side) {
                        add(path.end, path.course, clear(&path.over));
                    }
                }
            }
            for twin in twins {
                let is_clear = clear(&twin.over[0]) | clear(&twin.over[1]);
                add(twin.end, twin.course, is_clear);
            }
            let found = &found[..count & 63];
            let allowed = threats.allowed(Bitboard::from_square(from));
            if allowed == Bitboard::ALL {
                actions.extend_from_slice(found);
            } else {
                let fine = |action: &&Action| allowed.contains(action.after().square());
                actions.extend(found.iter().filter(fine));
            }
        }
    }

    /// CU4, CU20. Shields are taken elsewhere.
    #[inline]
    fn list_master(&self, position: &Position, actions: &mut Vec<Action>) {
        let seat = position.to_act;
        let foe = seat.next(2);
        let from = position.master(seat);
        let mut ends = self.tables.beside(from);
        if position.is_fresh(seat) {
            ends |= self.tables.diagonal(from);
        }
        ends &= !(position.squares(seat) | position.shields | position.master_bit(foe));
        let occupied = position.occupied().without(from);
        let master = Piece::new(MASTER, from);
        for end in ends {
            if self.is_safe(position, end, Bitboard::from_square(end), occupied) {
                let takes = position.board[end.index()] != EMPTY;
                actions.push(Action::new(master, Piece::new(MASTER, end), takes));
            }
        }
    }

    /// CU5, CU17.
    #[inline]
    fn list_shields(&self, position: &Position, threats: &Threats, actions: &mut Vec<Action>) {
        let seat = position.to_act;
        let occupied = position.occupied();
        for from in position.shields(seat) {
            let code = position.board[from.index()] & !BLACK_BIT;
            if code != SHIELD_NORTH && code != SHIELD_EAST {
                continue;
            }
            let shield = Piece::new(code, from);
            let other = other_half(code, from);
            for (kept, left) in [(from, other), (other, from)] {
                let free = !occupied & threats.allowed(Bitboard::from_square(left));
                let ends = self.tables.beside(kept) & free;
                for end in ends {
                    actions.push(Action::new(shield, Piece::shield(kept, end), false));
                }
            }
            if self.tournament && !self.shield_in_danger(position, seat, shield) {
                let free = !occupied & threats.allowed(shield.squares());
                for end in beyond(shield).into_iter().flatten() {
                    if free.contains(end) {
                        actions.push(Action::new(shield, Piece::new(SOLDIER, end), false));
                    }
                }
            }
        }
    }

    /// CU8, CU9.
    #[inline]
    fn list_shield_captures(&self, position: &Position, actions: &mut Vec<Action>) {
        let seat = position.to_act;
        let foe = seat.next(2);
        for at in position.shields(foe) {
            let code = position.board[at.index()] & !BLACK_BIT;
            if code != SHIELD_NORTH && code != SHIELD_EAST {
                continue;
            }
            let shield = Piece::new(code, at);
            let other = other_half(code, at);
            let here = self.shield_half_attackers(position, seat, at, other);
            if here.is_empty() {
                continue;
            }
            let there = self.shield_half_attackers(position, seat, other, at);
            for (end, over, attackers, others) in
                [(at, other, here, there), (other, at, there, here)]
            {
                let helped = |from: &Square| !others.without(*from).is_empty();
                for from in attackers.into_iter().filter(helped) {
                    self.list_shield_capture(position, shield, from, end, over, actions);
                }
            }
        }
    }

    /// One piece takes a shield on one of its squares.
    fn list_shield_capture(
        &self,
        position: &Position,
        shield: Piece,
        from: Square,
        end: Square,
        over: Square,
        actions: &mut Vec<Action>,
    ) {
        let piece = Piece::new(position.board[from.index()] & !BLACK_BIT, from);
        let master = if piece.code == MASTER {
            end
        } else {
            position.master(position.to_act)
        };
        let occupied = position.occupied().without(from) & !shield.squares();
        let occupied = occupied.with(end);
        if !self.is_safe(position, master, shield.squares(), occupied) {
            return;
        }
        if piece.is_cube() {
            let free_of_shield = position.occupied().without(over);
            for (after, _) in self.rolls_to(piece, end, free_of_shield) {
                actions.push(Action::new(piece, after, true));
            }
        } else {
            actions.push(Action::new(piece, Piece::new(piece.code, end), true));
        }
    }

    /// CU16: turning a cube does not help the Master, so it must not be attacked already.
    fn list_rotations(&self, position: &Position, threats: &Threats, actions: &mut Vec<Action>) {
        if threats.allowed(Bitboard::EMPTY) != Bitboard::ALL {
            return;
        }
        for from in position.cubes(position.to_act) {
            let code = position.board[from.index()] & !BLACK_BIT;
            let first = (code - 1) & !3;
            for after in first + 1..=first + 4 {
                if after != code {
                    let (piece, after) = (Piece::new(code, from), Piece::new(after, from));
                    actions.push(Action::new(piece, after, false));
                }
            }
        }
    }

    /// CU18, CU19.
    fn list_soldiers(&self, position: &Position, threats: &Threats, actions: &mut Vec<Action>) {
        let seat = position.to_act;
        let foe = seat.next(2);
        let occupied = position.occupied();
        for from in position.soldiers(seat) {
            let here = Bitboard::from_square(from);
            let soldier = Piece::new(SOLDIER, from);
            let closed = position.squares(seat) | position.shields | position.master_bit(foe);
            let ends = self.tables.diagonal(from) & !closed & threats.allowed(here);
            for end in ends {
                let takes = position.board[end.index()] != EMPTY;
                actions.push(Action::new(soldier, Piece::new(SOLDIER, end), takes));
            }
            if !self.attackers(position, foe, from).is_empty() {
                continue;
            }
            for shield in lying(soldier) {
                let covers = shield.squares();
                if (covers & occupied).is_empty() && threats.are_stopped(here, covers) {
                    actions.push(Action::new(soldier, shield, false));
                }
            }
        }
    }

    #[inline]
    pub(super) fn play(&self, position: &mut Position, action: Action) {
        let seat = position.to_act;
        let foe = seat.next(2);
        if action.is_pass() {
            position.bonus = false;
            position.to_act = foe;
            return;
        }
        let (piece, after) = (action.piece(), action.after());
        if action.takes() {
            position.remove(foe, after.square());
        }
        position.remove(seat, piece.square());
        position.put(seat, after);
        if let Some(back) = action.back() {
            position.put(seat, back);
            // CU20.
            position.fresh[seat.index()] = self.tournament && self.edition == Edition::Cubulus;
            // CU15: before the move, the move is still to come; after it, the turn is over.
            if position.bonus {
                position.bonus = false;
                position.to_act = foe;
            }
            return;
        }
        if piece.code == MASTER {
            position.fresh[seat.index()] = false;
        }
        // CU15: after the move, if an exchange is legal.
        position.bonus = position.has_arrived(seat) && self.can_exchange(position);
        if !position.bonus {
            position.to_act = foe;
        }
    }
}

/// CU17: the squares just beyond the two ends of a shield.
pub(super) fn beyond(shield: Piece) -> [Option<Square>; 2] {
    let (back, ahead) = match shield.code {
        SHIELD_EAST => ((-1, 0), (2, 0)),
        _ => ((0, -1), (0, 2)),
    };
    [back, ahead].map(|(east, north)| shield.square().offset(east, north))
}

/// CU18: the shields that a soldier can become, if their squares are empty.
pub(super) fn lying(soldier: Piece) -> impl Iterator<Item = Piece> {
    crate::scene::Side::ALL.into_iter().filter_map(move |side| {
        let near = soldier.square().step(side)?;
        let far = near.step(side)?;
        Some(Piece::shield(near, far))
    })
}
