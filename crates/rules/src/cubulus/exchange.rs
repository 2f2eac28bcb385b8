//! The exchange (*troc*): the Master goes home and a lost piece comes back.

use super::position::{EMPTY, HOME, MASTER, other_half};
use super::{Action, Bitboard, Cubulus, Piece, Position, Square};
use crate::Seat;
use crate::scene::dice::Orientation;

impl Cubulus {
    /// Whether the acting seat has a legal exchange.
    pub fn can_exchange(&self, position: &Position) -> bool {
        let mut any = false;
        self.list_exchanges(position, &mut |_| {
            any = true;
            false
        });
        any
    }

    /// CU12 – CU14: passes every legal exchange of the acting seat to the callback until it returns
    /// `false`.
    pub(super) fn list_exchanges(
        &self,
        position: &Position,
        each: &mut impl FnMut(Action) -> bool,
    ) {
        let seat = position.to_act;
        let (cubes, shields) = (position.lost_cubes(seat), position.lost_shields(seat));
        if !position.has_arrived(seat) || cubes + shields == 0 {
            return;
        }
        let Some(taken) = self.taken_at_home(position) else {
            return;
        };
        let home = HOME[seat.index()];
        let from = position.master(seat);
        let action = Action::new(
            Piece::new(MASTER, from),
            Piece::new(MASTER, home),
            !taken.is_empty(),
        );
        let occupied = (position.occupied() & !taken).with(home).with(from);
        if cubes > 0
            && self.is_safe(position, home, taken, occupied)
            && !each(action.with_return(returning_cube(seat, from)))
        {
            return;
        }
        if shields > 0 {
            for end in self.tables.beside(from) & !position.occupied() {
                let back = Piece::shield(from, end);
                if self.is_safe(position, home, taken, occupied.with(end))
                    && !each(action.with_return(back))
                {
                    return;
                }
            }
        }
    }

    /// CU14: what the Master takes when it comes home; none if it may not.
    pub(super) fn taken_at_home(&self, position: &Position) -> Option<Bitboard> {
        let seat = position.to_act;
        let home = HOME[seat.index()];
        match position.piece_at(home) {
            None => Some(Bitboard::EMPTY),
            Some((owner, piece)) if owner == seat || piece.code == MASTER => None,
            Some((_, piece)) if piece.is_shield() => {
                let other = other_half(position.board[home.index()], home);
                let others = position.squares(seat) & !position.master_bit(seat);
                let occupied = position.occupied().without(home);
                let attackers = self.attackers_among(position, seat, others, other, occupied);
                (!attackers.is_empty()).then(|| piece.squares())
            }
            Some(_) => Some(Bitboard::from_square(home)),
        }
    }
}

/// CU13: 1 on top and 4 towards its own player.
pub(super) fn returning_cube(seat: Seat, at: Square) -> Piece {
    const SOUTHS: [u8; 2] = [4, 3];
    let cube = Orientation::new(1, SOUTHS[seat.index()]);
    cube.map_or(Piece::new(EMPTY, at), |cube| Piece::cube(cube, at))
}
