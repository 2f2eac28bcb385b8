//! Cubulus and Die-Check: pieces, squares attacked by exact distance, the room of the Masters, pieces
//! that hang, and shields under double attack.

use tablier_rules::Seat;
use tablier_rules::cubulus::{Action, Cubulus, PieceKind, Position, Square};

use crate::{Mind, Tuning};

const CUBE: i32 = 100;
const SHIELD: i32 = 120;
const SOLDIER: i32 = 115;
/// Each square attacked.
const ATTACKED: i32 = 2;
/// Each square beside the enemy Master that is attacked.
const BESIDE: i32 = 9;
/// Each square beside the own Master that is free and not attacked.
const ROOM: i32 = 5;
/// The only way out left, or none.
const CRAMPED: i32 = 12;
/// A piece that the enemy attacks and nothing defends, when the enemy is to act.
const HANGS: i32 = 45;
/// The same when its owner is to act.
const LOOSE: i32 = 8;
/// A shield that can be taken now, when the enemy is to act.
const IN_DANGER: i32 = 50;
const CHECK: i32 = 10;
const TEMPO: i32 = 8;
/// Having arrived with something to exchange.
const EXCHANGE: i32 = 40;

const ALL: u128 = (1 << 81) - 1;
const WEST: u128 = {
    let mut column = 0;
    let mut row = 0;
    while row < 9 {
        column |= 1 << (9 * row);
        row += 1;
    }
    column
};
const EAST: u128 = WEST << 8;

/// The orthogonal neighbours of a square.
#[inline]
fn beside(at: Square) -> u128 {
    let one = 1u128 << at.index();
    (one << 9 | one >> 9 | (one & !EAST) << 1 | (one & !WEST) >> 1) & ALL
}

impl Mind for Cubulus {
    fn worths(&self, position: &Position, acts: Seat, _actions: &[Action]) -> [i32; Seat::MOST] {
        let seats = [Seat::new(0), Seat::new(1)];
        let mut attacked = [0u128; 2];
        let mut worths = [0; Seat::MOST];
        for seat in seats {
            let mut cubes =
                position.cubes(seat) | position.soldiers(seat) | 1 << position.master(seat).index();
            while cubes != 0 {
                let square = Square::from_index(cubes.trailing_zeros() as usize);
                cubes &= cubes - 1;
                if let Some((_, piece)) = position.piece_at(square) {
                    attacked[seat.index()] |= self.attacked_by(position, seat, piece);
                }
            }
        }
        for seat in seats {
            let foe = seat.next(2);
            let mut worth = CUBE * position.cubes(seat).count_ones() as i32
                + SHIELD / 2 * position.shields(seat).count_ones() as i32
                + SOLDIER * position.soldiers(seat).count_ones() as i32;
            let ours = attacked[seat.index()];
            let theirs = attacked[foe.index()];
            worth += ATTACKED * (ours & !position.squares(seat)).count_ones() as i32;
            worth += BESIDE * (ours & beside(position.master(foe))).count_ones() as i32;
            let room = beside(position.master(seat)) & !position.squares(seat) & !theirs;
            let room = room.count_ones() as i32;
            worth += ROOM * room - if room < 2 { CRAMPED } else { 0 };
            let hanging = (position.cubes(seat) | position.soldiers(seat)) & theirs & !ours;
            worth -= hanging.count_ones() as i32 * if acts == foe { HANGS } else { LOOSE };
            if acts == foe {
                let mut shields = position.shields(seat) & theirs;
                while shields != 0 {
                    let square = Square::from_index(shields.trailing_zeros() as usize);
                    shields &= shields - 1;
                    if let Some((_, shield)) = position.piece_at(square)
                        && self.shield_in_danger(position, seat, shield)
                    {
                        worth -= IN_DANGER;
                        break;
                    }
                }
            } else {
                worth += TEMPO;
                if theirs >> position.master(seat).index() & 1 == 1 {
                    worth -= CHECK;
                }
            }
            if position.has_arrived(seat)
                && position.lost_cubes(seat) + position.lost_shields(seat) > 0
            {
                worth += EXCHANGE;
            }
            worths[seat.index()] = worth;
        }
        worths
    }

    fn scale(&self) -> f32 {
        130.0
    }

    fn quiesces(&self) -> bool {
        true
    }

    fn noisy(&self, _position: &Position, action: Action) -> bool {
        action.takes() || action.back().is_some()
    }

    fn urgent(&self, position: &Position, acts: Seat, _actions: &[Action]) -> bool {
        self.in_check(position, acts)
    }

    fn order(&self, position: &Position, _acts: Seat, actions: &[Action], scores: &mut [i32]) {
        for (score, action) in scores.iter_mut().zip(actions) {
            if action.is_pass() {
                continue;
            }
            if action.back().is_some() {
                *score += 2_500;
            }
            if action.takes() {
                *score += 2_000;
                let master = matches!(action.piece().kind(), PieceKind::Master);
                if !master && position.piece_at(action.after().square()).is_some() {
                    *score += 100;
                }
            }
        }
    }

    fn tuning(&self) -> Tuning {
        Tuning {
            margin: 110,
            ..Tuning::default()
        }
    }
}
