//! Breakthrough: men, and how far they have come.

use tablier_rules::breakthrough::{Action, Breakthrough, Position};
use tablier_rules::{Rules, Seat};

use crate::{Evaluation, Foresight, Inputs, Knowledge, Mind, MoveOrdering, Profile, Reasons};

impl Evaluation for Breakthrough {
    fn evaluate(&self, position: &Position, acts: Seat, _actions: &[Action], side: u8) -> i32 {
        let worth = |seat: Seat| {
            let mut men = position.men(seat).bits();
            if seat.index() == 1 {
                men = men.swap_bytes();
            }
            let mut worth = 100 * men.count_ones() as i32;
            for (row, bonus) in [0, 2, 4, 8, 16, 36, 80, 0].into_iter().enumerate() {
                worth += bonus * (men >> (8 * row) & 0xff).count_ones() as i32;
            }
            worth
        };
        let south = worth(Seat::new(0)) - worth(Seat::new(1));
        let tempo = if acts.index() == 0 { 10 } else { -10 };
        if side == 0 {
            south + tempo
        } else {
            -south - tempo
        }
    }
}

impl MoveOrdering for Breakthrough {
    fn order(&self, position: &Position, acts: Seat, actions: &[Action], scores: &mut [i32]) {
        let before = position.men(acts.next(2)).len();
        for (score, &action) in scores.iter_mut().zip(actions) {
            let mut after = *position;
            self.apply(&mut after, action);
            if after.men(acts.next(2)).len() < before {
                *score += 1_200;
            }
        }
    }
}

impl Knowledge for Breakthrough {
    fn acts(&self, position: &Position) -> Option<Seat> {
        position.winner().is_none().then(|| position.to_act())
    }
}

impl Reasons for Breakthrough {
    fn pieces(&self, position: &Position, side: u8) -> u32 {
        position.men(Seat::new(side)).len()
    }
}

impl Foresight for Breakthrough {}

impl Inputs for Breakthrough {}

impl Mind for Breakthrough {
    fn profile(&self) -> Profile {
        Profile {
            scale: 150.0,
            ..Profile::for_sides(2)
        }
    }
}
