//! Cubulus and Die-Check: pieces, squares attacked by exact distance, the Masters' room to move,
//! hanging pieces, and shields under double attack.

use tablier_rules::Seat;
use tablier_rules::cubulus::{Action, Cubulus, PieceKind, Position, Square};

use crate::weights::{Weights as _, weights};
use crate::{Counts, Evaluation, Knowledge, Mind, MoveOrdering, Profile, Term, Tuning};

weights! {
    Weights {
        cube: i32 = 111,
        /// Each of the two squares of a shield.
        shield: i32 = 11,
        soldier: i32 = 115,
        /// Each square attacked.
        attacked: i32 = 4,
        /// Each attacked square beside the opposing Master.
        beside: i32 = 23,
        /// Each free square beside the seat's own Master that is not attacked.
        room: i32 = -25,
        /// One escape square left, or none.
        cramped: i32 = 0,
        /// A piece that is attacked and undefended, with the opponent to act.
        hangs: i32 = -59,
        /// The same, with its owner to act.
        loose: i32 = -24,
        /// A shield that can be taken now, with the opponent to act.
        in_danger: i32 = -16,
        check: i32 = -18,
        tempo: i32 = 4,
        /// Having arrived with something to exchange.
        exchange: i32 = 34,
    }
}

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

impl Evaluation for Cubulus {
    fn worths(&self, position: &Position, acts: Seat, _actions: &[Action]) -> [i32; Seat::MOST] {
        worths(self, position, acts, weights(self))
    }

    fn terms(&self) -> Vec<Term> {
        weights(self).terms()
    }

    fn counts(&self, position: &Position, acts: Seat) -> Counts {
        Weights::counts(|weights| worths(self, position, acts, weights))
    }
}

impl MoveOrdering for Cubulus {
    fn noisy(&self, _position: &Position, action: Action) -> bool {
        action.takes() || action.back().is_some()
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
}

impl Knowledge for Cubulus {
    fn urgent(&self, position: &Position, acts: Seat, _actions: &[Action]) -> bool {
        self.in_check(position, acts)
    }
}

impl Mind for Cubulus {
    fn profile(&self) -> Profile {
        Profile {
            scale: 130.0,
            quiescence: true,
            tuning: Tuning {
                margin: 110,
                ..Tuning::default()
            },
            ..Profile::for_sides(2)
        }
    }
}

/// Level 2 has soldiers and exchanges, which the games used for fitting do not.
const LEVEL_2: Weights = Weights {
    cube: 100,
    shield: 60,
    attacked: 2,
    beside: 9,
    room: 5,
    cramped: -12,
    hangs: -45,
    loose: -8,
    in_danger: -50,
    check: -10,
    tempo: 8,
    exchange: 40,
    ..Weights::USED
};

#[inline]
fn weights(game: &Cubulus) -> &'static Weights {
    if game.is_tournament() {
        &LEVEL_2
    } else {
        &Weights::USED
    }
}

#[inline]
fn worths(game: &Cubulus, position: &Position, acts: Seat, weights: &Weights) -> [i32; Seat::MOST] {
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
                attacked[seat.index()] |= game.attacked_by(position, seat, piece);
            }
        }
    }
    for seat in seats {
        let foe = seat.next(2);
        let mut worth = weights.cube * position.cubes(seat).count_ones() as i32
            + weights.shield * position.shields(seat).count_ones() as i32
            + weights.soldier * position.soldiers(seat).count_ones() as i32;
        let ours = attacked[seat.index()];
        let theirs = attacked[foe.index()];
        worth += weights.attacked * (ours & !position.squares(seat)).count_ones() as i32;
        worth += weights.beside * (ours & beside(position.master(foe))).count_ones() as i32;
        let room = beside(position.master(seat)) & !position.squares(seat) & !theirs;
        let room = room.count_ones() as i32;
        worth += weights.room * room + weights.cramped * i32::from(room < 2);
        let hanging = (position.cubes(seat) | position.soldiers(seat)) & theirs & !ours;
        let hangs = if acts == foe {
            weights.hangs
        } else {
            weights.loose
        };
        worth += hangs * hanging.count_ones() as i32;
        if acts == foe {
            let mut shields = position.shields(seat) & theirs;
            while shields != 0 {
                let square = Square::from_index(shields.trailing_zeros() as usize);
                shields &= shields - 1;
                if let Some((_, shield)) = position.piece_at(square)
                    && game.shield_in_danger(position, seat, shield)
                {
                    worth += weights.in_danger;
                    break;
                }
            }
        } else {
            worth += weights.tempo;
            if theirs >> position.master(seat).index() & 1 == 1 {
                worth += weights.check;
            }
        }
        if position.has_arrived(seat) && position.lost_cubes(seat) + position.lost_shields(seat) > 0
        {
            worth += weights.exchange;
        }
        worths[seat.index()] = worth;
    }
    worths
}
